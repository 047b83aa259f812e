"""R5 to R8: special rules, scores, winning and stakes, told as evenings at a table."""

from __future__ import annotations

import pytest

from boxctl.rules.faults import RuleFault
from boxctl.rules.tiles import numbers
from tests.support.rulings import of
from tests.support.tables.referee_alone import RefereeAlone


def shut_the_box(table: RefereeAlone) -> None:
    """Play classic from a full box to a shut one, without a mistake."""
    throws = [(6, 3), (6, 2), (6, 1), (3, 3), (4, 1), (3, 1), (2, 1), (1, 1)]
    for throw in throws:
        table.throws(*throw)
        table.shuts(sum(throw))
    table.throws(1)
    table.shuts(1)


def ends_turn(table: RefereeAlone) -> None:
    """The player throws 2, shuts the 2, and throws 2 again: 43 in classic."""
    table.throws(1, 1)
    table.shuts(2)
    table.throws(1, 1)
    table.makes_ready()


def loses_turn(table: RefereeAlone) -> None:
    """In `two-to-go`, throw 4: the turn is lost with 45."""
    table.throws(1, 3)


def test_whoever_shuts_the_box_wins_at_once() -> None:
    table = RefereeAlone("classic", "Ann,Bob", stake=50)
    shut_the_box(table)
    assert table.ruled == [
        "committed R3.1",
        "shut_the_box R7.1",
        "turn_over R7.1",
        "match_over R7.1",
    ]
    over = table.new[-1]
    assert of(over).winners == ("Ann",)
    assert of(over).payout == {"Ann": 50, "Bob": -50}
    assert of(over).scores == {"Ann": 0}
    assert table.text == "Ann wins. Paid out: Ann +50, Bob -50."


def test_the_lowest_score_wins_the_round() -> None:
    table = RefereeAlone("two-to-go", "Ann,Bob", stake=100)
    loses_turn(table)
    ends_turn(table)
    assert [f"{r.verdict} {r.rule}" for r in table.rulings[-3:]] == [
        "turn_over R3.6", "round_over R7.1", "match_over R7.1",
    ]  # fmt: skip
    assert of(table.last("match_over")).scores == {"Ann": 45, "Bob": 43}
    assert of(table.last("match_over")).winners == ("Bob",)


def test_a_shared_win_splits_the_pool_and_the_odd_pennies_go_to_the_first_seats() -> None:
    table = RefereeAlone("two-to-go", "Ann,Bob,Cy", stake=100, stop_number=7)
    loses_turn(table)
    for _ in range(2):
        ends_turn(table)
    assert of(table.last("match_over")).winners == ("Bob", "Cy")
    assert of(table.last("match_over")).payout == {"Ann": -100, "Bob": 50, "Cy": 50}
    table.presses("new")
    table.makes_ready()
    for _ in range(3):
        loses_turn(table)
    assert of(table.last("match_over")).payout == {"Ann": 0, "Bob": 0, "Cy": 0}


def test_five_pennies_for_two_winners() -> None:
    table = RefereeAlone("two-to-go", "Ann,Bob,Cy,Di,Ed", stake=1)
    loses_turn(table)
    ends_turn(table)
    loses_turn(table)
    ends_turn(table)
    loses_turn(table)
    assert of(table.last("match_over")).payout == {"Ann": -1, "Bob": 2, "Cy": -1, "Di": 1, "Ed": -1}


def test_a_tie_is_rolled_off_until_one_is_lower() -> None:
    table = RefereeAlone("two-to-go", "Ann,Bob", ties="roll_off")
    loses_turn(table)
    loses_turn(table)
    assert table.ruled == ["turn_over R5.1", "round_over R7.1", "ready R4.9"]
    loses_turn(table)
    ends_turn(table)
    assert table.last("round_over").rule == "R7.8"
    over = table.last("match_over")
    assert (over.rule, of(over).winners, of(over).scores) == (
        "R7.8",
        ("Bob",),
        {"Ann": 45, "Bob": 45},
    )


def test_a_tournament_ends_with_the_round_in_which_someone_reaches_the_target() -> None:
    table = RefereeAlone("tournament", "Ann,Bob", opening_tile=2)
    for _ in range(2):
        loses_turn(table)
        ends_turn(table)
    assert of(table.last("round_over")).totals == {"Ann": 90, "Bob": 86}
    loses_turn(table)
    assert not table.referee.play.over
    ends_turn(table)
    over = table.last("match_over")
    assert (over.rule, of(over).scores, of(over).winners) == (
        "R7.2",
        {"Ann": 135, "Bob": 129},
        ("Bob",),
    )


def test_a_knockout_goes_on_until_one_is_left() -> None:
    table = RefereeAlone("last-standing", "Ann,Bob,Cy", opening_tile=2)
    loses_turn(table)
    ends_turn(table)
    ends_turn(table)
    assert of(table.last("round_over")).out == ("Ann",)
    loses_turn(table)
    ends_turn(table)
    over = table.last("match_over")
    assert of(table.last("round_over")).out == ("Bob", "Cy")
    assert (of(over).winners, of(over).scores) == (("Cy",), {"Ann": 45, "Bob": 88, "Cy": 86})


def test_in_a_tournament_a_shut_box_scores_0_and_the_round_goes_on() -> None:
    table = RefereeAlone("tournament", "Ann,Bob")
    shut_the_box(table)
    assert table.ruled == ["committed R3.1", "shut_the_box R7.7", "turn_over R7.7"]
    assert not table.referee.play.over


def test_in_the_french_rules_it_wins_the_match_and_is_paid_double() -> None:
    table = RefereeAlone(
        "tournament", "Ann,Bob,Cy", shut_wins="match", double_on_shut="true", stake=10
    )
    shut_the_box(table)
    over = table.new[-1]
    assert (over.rule, of(over).winners) == ("R7.7", ("Ann",))
    assert of(over).payout == {"Ann": 40, "Bob": -20, "Cy": -20}


def test_the_stop_number_ends_the_turn_as_it_stands() -> None:
    table = RefereeAlone("unlucky-seven")
    table.throws(2, 2)
    table.shuts(4)
    table.throws(3, 4)
    assert table.ruled[0] == "turn_over R5.2"
    assert of(table.new[0]).score == 41


def test_the_stop_number_can_end_the_match_and_nobody_wins_before_all_have_played() -> None:
    table = RefereeAlone("unlucky-seven", "Ann,Bob", stops="match", stake=5)
    table.throws(3, 4)
    assert table.ruled == ["turn_over R5.2", "match_over R7.10"]
    assert of(table.new[-1]).scores == {"Ann": 45}
    assert of(table.new[-1]).winners == ()
    assert of(table.new[-1]).payout == {"Ann": 0, "Bob": 0}
    assert table.text == "Nobody wins: every stake goes back."


def test_the_stop_number_of_the_last_player_ends_the_match_for_the_lowest_score() -> None:
    table = RefereeAlone("unlucky-seven", "Ann,Bob", stops="match", opening_tile=2, stake=5)
    loses_turn(table)
    table.throws(1, 1)
    table.shuts(2)
    table.throws(3, 4)
    assert table.ruled == ["turn_over R5.2", "match_over R7.1"]
    assert of(table.new[-1]).scores == {"Ann": 45, "Bob": 43}
    assert of(table.new[-1]).payout == {"Ann": -5, "Bob": 5}


def test_a_tie_at_the_stop_number_is_rolled_off_and_the_stop_number_ends_turns_only() -> None:
    table = RefereeAlone(
        "unlucky-seven", "Ann,Bob", stops="match", opening_tile=2, ties="roll_off", stake=5
    )
    loses_turn(table)
    table.throws(3, 4)
    assert table.ruled == ["turn_over R5.2", "round_over R7.1", "ready R4.9"]
    assert of(table.last("round_over")).tied == ("Ann", "Bob")
    assert of(table.last("round_over")).scores == {"Ann": 45, "Bob": 45}
    table.throws(3, 4)
    assert table.ruled == ["turn_over R5.2", "ready R4.9"]
    ends_turn(table)
    over = table.last("match_over")
    assert (over.rule, of(over).winners) == ("R7.8", ("Bob",))
    assert of(over).payout == {"Ann": -5, "Bob": 5}


def test_a_tie_at_the_stop_number_is_shared_otherwise() -> None:
    table = RefereeAlone("unlucky-seven", "Ann,Bob", stops="match", opening_tile=2, stake=5)
    loses_turn(table)
    table.throws(3, 4)
    assert table.ruled == ["turn_over R5.2", "match_over R7.8"]
    assert of(table.last("match_over")).winners == ("Ann", "Bob")


@pytest.mark.parametrize("one_die", ["sum_below_6", "sum_at_most_6", "high_tiles_shut"])
@pytest.mark.parametrize("choice", ["may", "must"])
def test_the_opener_of_a_duel_with_nothing_to_open_throws_all_dice(
    one_die: str, choice: str
) -> None:
    table = RefereeAlone("long-game", "Ann,Bob", one_die=one_die, one_die_choice=choice, down="2")
    table.throws(1, 1)
    assert table.ruled == ["turn_over R3.6", "ready R4.9"]
    assert of(table.new[-1]).dice_counts == (2,)
    table.throws(1)
    assert table.ruled == ["void R2.3"]
    table.throws(3, 4)
    assert table.ruled == ["turn_over R3.6", "ready R4.9"]


def test_lucky_seven_goes_round_until_someone_throws_it() -> None:
    table = RefereeAlone("lucky-seven", "Ann,Bob")
    table.throws(1, 1)
    assert table.ruled == ["turn_over R5.3", "ready R4.9"]
    table.throws(6, 1)
    assert table.new[0].player == "Bob"
    table.shuts(7)
    assert table.ruled == [
        "committed R3.1",
        "shut_the_box R7.1",
        "turn_over R7.1",
        "match_over R7.1",
    ]
    assert of(table.last("match_over")).winners == ("Bob",)


def test_an_unplayable_double_is_thrown_again() -> None:
    table = RefereeAlone("doubles", down="1,3-9")
    table.throws(6, 6)
    assert table.ruled == ["again R5.4"]
    table.throws(1, 1)
    assert table.ruled == ["throw R3.1"]


def test_an_unplayable_double_leaves_the_opening_tile_still_to_be_shut() -> None:
    table = RefereeAlone("doubles", opening_tile=3)
    table.throws(1, 1)
    assert table.ruled == ["again R5.4"]
    table.throws(1, 3)
    assert [numbers(move.tiles) for move in of(table.new[0]).moves or ()] == [(1, 3)]


def test_in_the_long_game_the_other_opens_what_the_first_has_shut() -> None:
    table = RefereeAlone("long-game", "Ann,Bob", down="1-8")
    table.throws(1, 1)
    assert table.ruled == ["turn_over R3.6", "ready R4.9"]
    table.throws(4, 5)
    assert table.ruled == ["turn_over R3.6", "ready R4.9"]
    table.throws(4, 5)
    table.shuts(9)
    assert table.ruled == [
        "committed R3.1",
        "shut_the_box R7.4",
        "turn_over R7.4",
        "match_over R7.4",
    ]


def test_the_opener_of_the_long_game_can_win_by_opening() -> None:
    table = RefereeAlone("long-game", "Ann,Bob", double_on_shut="true", stake=3)
    table.throws(1, 1)
    table.shuts(2)
    table.throws(1, 1)
    assert table.new[-1].player == "Bob"
    assert numbers(table.new[-1].open) == (1, 3, 4, 5, 6, 7, 8, 9)
    table.throws(1, 1)
    table.opens(2)
    assert table.ruled == [
        "committed R3.1",
        "shut_the_box R7.4",
        "turn_over R7.4",
        "match_over R7.4",
    ]
    assert of(table.new[-1]).winners == ("Bob",)
    assert of(table.new[-1]).payout == {"Ann": -6, "Bob": 6}


def test_in_a_relay_whoever_shuts_the_last_tile_wins() -> None:
    table = RefereeAlone("relay", "Ann,Bob", down="1-7")
    table.throws(4, 4)
    table.shuts(8)
    table.throws(1, 1)
    assert table.ruled == ["turn_over R3.6", "ready R4.9"]
    table.throws(4, 5)
    table.shuts(9)
    assert of(table.last("match_over")).winners == ("Bob",)


def test_the_highest_die_starts_and_ties_throw_again() -> None:
    table = RefereeAlone("classic", "Ann,Bob,Cy", first_player="highest")
    assert table.rulings == []
    table.throws(5)
    table.throws(6)
    assert table.text == "Bob throws 6. Cy throws next."
    table.throws(6)
    table.throws(2)
    table.throws(3)
    assert table.ruled == ["first_throw R7.9", "ready R4.9"]
    assert table.new[-1].player == "Cy"
    ends_turn(table)
    assert table.last("ready").player == "Ann"


def test_who_starts_is_asked_with_one_die() -> None:
    table = RefereeAlone("classic", "Ann,Bob", first_player="highest")
    table.throws(5, 5)
    assert table.ruled == ["void R2.3"]


def test_a_new_match_begins_when_the_box_is_ready() -> None:
    table = RefereeAlone("classic", "Ann,Bob")
    table.presses("new")
    assert table.ruled == []
    shut_the_box(table)
    table.opens(5)
    assert table.ruled == []
    table.presses("new")
    assert table.ruled == []
    table.makes_ready()
    assert table.ruled == ["ready R4.9"]
    assert table.new[0].player == "Ann"


def test_after_the_match_no_throw_counts() -> None:
    table = RefereeAlone()
    shut_the_box(table)
    table.throws(1, 1)
    assert table.ruled == ["void R4.6"]


@pytest.mark.parametrize(
    ("name", "players", "settings", "both"),
    [
        ("long-game", "Ann", {}, ("match", "players")),
        ("relay", "Ann,Bob,Cy", {}, ("match", "players")),
        ("long-game", "Ann,Bob", {"opening_tile": 2}, ("match", "opening_tile")),
        ("relay", "Ann,Bob", {"stops": "match"}, ("stops", "match")),
        ("classic", "Ann,Bob", {"match": "solo"}, ("match", "players")),
        ("classic", "Ann", {"match": "solo", "stake": 5}, ("match", "stake")),
        ("tournament", "Ann", {"stops": "match"}, ("stops", "match")),
        ("classic", "Ann", {"target": 50}, ("target", "match")),
        ("the-300", "Ann", {"combine": "canoga"}, ("combine", "dice")),
        ("twenty-twelve", "Ann", {"combine": "sum_or_difference"}, ("combine", "dice")),
        ("three-down-extreme", "Ann", {"opening_tile": 2}, ("opening_tile", "down")),
        ("classic", "Ann", {"opening_tile": 12}, ("opening_tile", "tiles")),
        ("classic", "Ann", {"down": "9,10"}, ("down", "tiles")),
        ("classic", "Ann", {"down": "1-9"}, ("down", "tiles")),
        ("classic", "Ann", {"match": "first_to_shut"}, ("match", "tiles")),
        ("lucky-seven", "Ann", {"stop_number": 7}, ("match", "stop_number")),
        (
            "classic",
            "Ann",
            {"opening_lost": "match", "match": "knockout"},
            ("opening_lost", "match"),
        ),
        ("classic", "Ann", {"rounds": 3}, ("rounds", "match")),
        ("last-standing", "Ann", {"rounds": 3}, ("rounds", "match")),
        ("canadienne", "Ann", {"rounds": 3}, ("rounds", "target")),
        ("tournament", "Ann", {"rounds": 3, "target": 100}, ("rounds", "target")),
        ("tournament", "Ann", {"knock_out": "at_once"}, ("knock_out", "match")),
        ("classic", "Ann", {"pass_box": "each_throw"}, ("pass_box", "match")),
        ("classic", "Ann", {"shut_bonus": 10}, ("shut_bonus", "match")),
        ("canadienne", "Ann", {"shut_bonus": "double"}, ("shut_bonus", "shut_wins")),
        (
            "last-standing",
            "Ann",
            {"shut_bonus": 10, "knock_out": "at_once"},
            ("shut_bonus", "knock_out"),
        ),
        ("classic", "Ann", {"quotient": "true"}, ("quotient", "combine")),
        ("thai", "Ann", {"double_shuts_own": "true"}, ("double_shuts_own", "combine")),
        ("classic", "Ann", {"combine": "either", "dice": "3d6"}, ("combine", "dice")),
        ("even-stevens", "Ann", {"tiles": 1}, ("down", "tiles")),
        ("against-all-odds", "Ann", {"opening_tile": 2}, ("opening_tile", "down")),
    ],
)
def test_a_contradiction_names_both_settings(
    name: str, players: str, settings: dict[str, object], both: tuple[str, str]
) -> None:
    with pytest.raises(RuleFault, match=r"^BX204") as fault:
        RefereeAlone(name, players, **settings)
    assert all(f"{setting} = " in str(fault.value) for setting in both)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("canadienne", {"dice": "2d1"}),
        ("classic", {"ties": "roll_off", "stops": "match"}),
        ("classic", {"opening_lost": "match"}),
        ("canadienne", {"rounds": 3, "target": "none"}),
        ("tournament", {"rounds": 3}),
        ("tournament", {"target": "none"}),
        ("last-standing", {"shut_bonus": "double"}),
        ("classic", {"combine": "either", "dice": "1d6"}),
        ("even-stevens", {"tiles": 2}),
        ("against-all-odds", {"tiles": 1}),
        ("classic", {"shut_wins": "match", "double_on_shut": "true"}),
    ],
)
def test_a_setting_without_effect_is_no_contradiction(
    name: str, settings: dict[str, object]
) -> None:
    RefereeAlone(name, "Ann", **settings)


@pytest.mark.parametrize(
    "settings",
    [
        {"down": "1-6,8,9"},
        {"down": "1-8", "combine": "thai"},
        {"down": "1-8", "combine": "canoga"},
        {"down": "3-9", "combine": "canoga"},
        {"down": "2-9", "combine": "sum_or_difference"},
        {"down": "1-8", "dice": "3d3"},
        {"down": "1-8", "dice": "3d9", "combine": "thai"},
        {"down": "1-6,8,9", "combine": "sum_or_difference", "stop_number": "8"},
        {"down": "2-9", "combine": "sum_or_difference", "stop_number": "7"},
    ],
)
def test_a_box_that_one_throw_can_shut(settings: dict[str, object]) -> None:
    table = RefereeAlone("classic", "Ann", match="first_to_shut", **settings)
    assert table.ruled == ["ready R4.9"]


@pytest.mark.parametrize("dice", ["0d6", "2d0", "d6", "2x6", "", "2d", "99d6"])
def test_a_die_of_no_size_is_refused(dice: str) -> None:
    with pytest.raises(RuleFault, match=r"^BX203: dice = "):
        RefereeAlone(dice=dice)


@pytest.mark.parametrize("tiles", [0, 25, "many", -1])
def test_a_box_of_no_size_is_refused(tiles: object) -> None:
    with pytest.raises(RuleFault, match=r"^BX203: tiles = "):
        RefereeAlone(tiles=tiles)


def test_the_result_tells_the_stake_its_currency_and_whether_it_was_doubled() -> None:
    table = RefereeAlone("classic", "Ann,Bob", double_on_shut="true", stake="50p")
    shut_the_box(table)
    over = of(table.last("match_over"))
    assert (over.stake, over.currency, over.doubled) == (50, "GBP", True)
    table = RefereeAlone("classic", "Ann,Bob", stake=50)
    shut_the_box(table)
    over = of(table.last("match_over"))
    assert (over.stake, over.currency, over.doubled) == (50, None, False)
