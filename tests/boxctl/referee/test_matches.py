"""R5 to R8: special rules, scores, winning and stakes, told as evenings at a table."""

from __future__ import annotations

from tests.support.rulings import of
from tests.support.tables.referee_alone import RefereeAlone
from tests.support.tables.turns import ends_turn, loses_turn, shut_the_box


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
    assert table.text == "Ann wins. Paid out: Ann +50, Bob −50."


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


def test_the_result_tells_the_stake_its_currency_and_whether_it_was_doubled() -> None:
    table = RefereeAlone("classic", "Ann,Bob", double_on_shut="true", stake="50p")
    shut_the_box(table)
    over = of(table.last("match_over"))
    assert (over.stake, over.currency, over.doubled) == (50, "GBP", True)
    table = RefereeAlone("classic", "Ann,Bob", stake=50)
    shut_the_box(table)
    over = of(table.last("match_over"))
    assert (over.stake, over.currency, over.doubled) == (50, None, False)
