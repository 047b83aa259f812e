"""The other readings that are settings, against the second reading."""

from __future__ import annotations

import pytest

from tests.support.second_reading import (
    Rules,
    contradictions,
    dice_allowed,
    in_play,
    legal,
    legal_answer,
)
from tests.support.two_readings.plain_script import last, play, told

FULL = frozenset(range(1, 10))
ONLY_12 = FULL - {1, 2}  # down, so that 1 and 2 are in play
ONLY_379 = FULL - {3, 7, 9}
CANOGA = Rules(combine="canoga")
SHUT = "throw 1 2; shut 1 2"  # the box of 1 and 2
READY = "open 1 2"


def moves(rules: Rules, *throw: int) -> dict[tuple[int, ...], str]:
    return dict(legal(rules, FULL, throw, first=True))


def pairs(rules: Rules, players: int = 2) -> set[tuple[str, ...]]:
    return {tuple(sorted(pair)) for pair in contradictions(rules, players)}


# ------------------------------------------------------------------------------- R1 and R3


def test_odd_or_even_tiles_begin_down() -> None:
    assert in_play(Rules(down="even")) == {1, 3, 5, 7, 9}
    assert in_play(Rules(down="odd", tiles=12)) == {2, 4, 6, 8, 10, 12}


def test_either_one_die_both_or_the_total() -> None:
    rules = Rules(combine="either")
    assert moves(rules, 2, 3) == {(2,): "R3.7", (3,): "R3.7", (2, 3): "R3.7", (5,): "R3.7"}
    assert moves(rules, 4, 4) == {(4,): "R3.7", (8,): "R3.7"}
    assert moves(rules, 5) == {(5,): "R3.7"}


def test_the_quotient_of_the_dice() -> None:
    rules = Rules(combine="canoga", quotient=True)
    assert moves(rules, 6, 3) == {(2,): "R3.8", (3,): "R3.3", (3, 6): "R3.3", (9,): "R3.3"}
    assert moves(rules, 3, 3) == {(1,): "R3.8", (6,): "R3.3", (9,): "R3.3"}
    assert moves(rules, 4, 2)[(2,)] == "R3.3"  # the difference, too
    assert moves(rules, 6, 4) == moves(CANOGA, 6, 4)  # not whole
    assert moves(rules, 5) == {(5,): "R3.3"}


def test_a_double_that_shuts_its_own_tile() -> None:
    rules = Rules(combine="canoga", double_shuts_own=True)
    assert moves(rules, 5, 5) == {(5,): "R3.9"}
    assert moves(CANOGA, 5, 5) == {}
    assert moves(rules, 1, 1) == {(1,): "R3.3", (2,): "R3.3"}  # 1 is the product, too
    assert moves(rules, 2, 3) == moves(CANOGA, 2, 3)


def test_what_legal_answers() -> None:
    rules = Rules(down=frozenset({9}), opening_tile=3)
    start = legal_answer(rules, FULL, (3, 3))  # 9 is not in play
    assert start == {
        "open": [1, 2, 3, 4, 5, 6, 7, 8],
        "throw": [3, 3],
        "moves": [{"tiles": [1, 2, 3], "rule": "R3.1"}],
    }
    later = legal_answer(rules, frozenset({3, 6}), (3, 3))
    assert later["moves"] == [{"tiles": [6], "rule": "R3.1"}]
    void = legal_answer(rules, frozenset({3, 6}), (3,))
    assert (void["moves"], void["void"]) == ([], "R2.3")


# --------------------------------------------------------------------------------- R5: doubles


def test_high_rollers() -> None:
    rules = Rules(doubles="insurance")
    script = "throw 1 1; shut 2; throw 1 1; throw 6 6; shut 9 3; throw 1 2; throw 1 2; throw 1 2"
    rulings = play(rules, script)
    assert told(rulings[3:]) == (
        "again R5.6, throw R3.1, pending R4.1, committed R3.1, again R5.6, again R5.6, "
        "turn_over R3.6, round_over R7.1, match_over R7.1"
    )
    markers = [ruling["markers"] for ruling in rulings if ruling["verdict"] == "again"]
    assert markers == [1, 1, 0]


def test_markers_end_with_the_turn() -> None:
    rules = Rules(doubles="insurance", down=ONLY_12)
    rulings = play(rules, "throw 1 1; shut 2; throw 6 5; throw 6 5; open 2; throw 6 5", "Ann,Bob")
    assert told(rulings[3:7]) == "again R5.6, turn_over R3.6, ready R4.9, turn_over R3.6"


def test_insurance_leaves_the_opening_tile() -> None:
    rules = Rules(doubles="insurance", opening_tile=2)
    rulings = play(rules, "throw 2 2; throw 1 2; shut 1 2")
    assert told(rulings[1:]) == "again R5.6, throw R3.1, pending R4.1, committed R3.1"
    assert rulings[2]["moves"] == [{"tiles": [1, 2], "rule": "R3.1"}]


def test_a_stop_number_goes_before_insurance() -> None:
    rules = Rules(doubles="insurance", stop_number=12)
    assert last(play(rules, "throw 1 1; shut 2; throw 6 6"), "turn_over")["rule"] == "R5.2"


def test_the_throw_after_a_played_double_may_be_unplayable_once() -> None:
    rules = Rules(doubles="extra", down=ONLY_379)
    rulings = play(rules, "throw 6 6; shut 9 3; throw 1 2; throw 1 2")
    assert told(rulings[3:6]) == "committed R3.1, again R5.5, turn_over R3.6"


def test_the_next_valid_throw_uses_the_extra_one_up() -> None:
    rules = Rules(doubles="extra", down=ONLY_379)
    unplayable_double = play(rules, "throw 6 6; shut 9 3; throw 5 5; throw 1 2")
    assert told(unplayable_double[3:6]) == "committed R3.1, again R5.4, turn_over R3.6"
    void = play(rules, "throw 6 6; shut 9 3; throw 0 2; throw 1 2; throw 1 2")
    assert told(void[3:7]) == "committed R3.1, void R2.4, again R5.5, turn_over R3.6"


def test_a_played_double_again_gives_an_extra_throw_again() -> None:
    rules = Rules(doubles="extra", down=FULL - {2, 4, 9})
    rulings = play(rules, "throw 1 1; shut 2; throw 2 2; shut 4; throw 5 6; throw 5 6")
    assert told(rulings[3:7]) == "throw R3.1, committed R3.1, again R5.5, turn_over R3.6"


def test_a_turn_of_one_throw_ends_with_a_played_double() -> None:
    rules = Rules(doubles="extra", down=ONLY_12, match="first_to_shut", one_die="never")
    rulings = play(rules, "throw 5 5; throw 1 1; shut 2; open 2; throw 6 5", "Ann,Bob")
    assert told(rulings[1:]) == (
        "again R5.4, throw R3.1, committed R3.1, turn_over R5.3, ready R4.9, turn_over R5.3, "
        "ready R4.9"
    )


# --------------------------------------------------------- R5.1, R5.2: losing or ending the match


def test_a_match_lost_by_the_first_throw() -> None:
    rules = Rules(opening_tile=2, opening_lost="match", down=ONLY_12, stake=10)
    rulings = play(rules, "throw 6 6; throw 1 1; shut 2; throw 6 6; open 2; throw 6 6", "A,B,C")
    assert told([r for r in rulings if r["verdict"] in ("turn_over", "round_over")]) == (
        "turn_over R5.1, turn_over R3.6, turn_over R5.1, round_over R7.1"
    )
    assert rulings[-1]["scores"] == {"A": 3, "B": 1, "C": 3}
    assert rulings[-1]["winners"] == ["B"]
    assert rulings[-1]["payout"] == {"A": -10, "B": 20, "C": -10}


def test_who_has_lost_the_match_does_not_win_with_the_lowest_score() -> None:
    rules = Rules(opening_tile=2, opening_lost="match", down=ONLY_12)
    rulings = play(rules, "throw 6 6; throw 6 6", "Ann,Bob")
    assert told(rulings[-2:]) == "round_over R7.1, match_over R7.10"
    assert rulings[-1]["winners"] == []
    assert rulings[-1]["payout"] == {"Ann": 0, "Bob": 0}


def test_a_stop_that_ends_the_match_before_everyone_has_had_a_turn() -> None:
    rules = Rules(stop_number=7, stops="match", stake=5)
    rulings = play(rules, "throw 3 4", "Ann,Bob")
    assert told(rulings[1:]) == "turn_over R5.2, match_over R7.10"
    assert rulings[-1]["scores"] == {"Ann": 45}
    assert rulings[-1]["winners"] == []
    assert rulings[-1]["payout"] == {"Ann": 0, "Bob": 0}


def test_a_stop_that_ends_the_match_in_the_last_turn() -> None:
    rules = Rules(stop_number=7, stops="match", down=ONLY_12)
    script = "throw 6 6; throw 1 1; shut 2; throw 3 4"
    rulings = play(rules, script, "Ann,Bob")
    assert told(rulings[-2:]) == "turn_over R5.2, match_over R7.1"
    assert rulings[-1]["winners"] == ["Bob"]
    shared = play(rules, "throw 6 6; throw 3 4", "Ann,Bob")
    assert told(shared[-2:]) == "turn_over R5.2, match_over R7.8"


def test_a_roll_off_after_a_stop() -> None:
    rules = Rules(stop_number=7, stops="match", down=ONLY_12, ties="roll_off")
    rulings = play(rules, "throw 6 6; throw 3 4; throw 3 4; throw 1 1; shut 2; throw 6 6", "A,B")
    assert told([r for r in rulings if str(r["verdict"]).endswith("over")]) == (
        "turn_over R3.6, turn_over R5.2, round_over R7.1, turn_over R5.2, turn_over R3.6, "
        "round_over R7.8, match_over R7.8"
    )
    assert rulings[-1]["winners"] == ["B"]


# ------------------------------------------------------------------------ R7: the box that passes


def test_a_battle_passes_the_box_after_each_throw() -> None:
    rules = Rules(down=FULL - {1, 2, 3}, match="duel", pass_box="each_throw", one_die="never")
    rulings = play(rules, "throw 1 2; shut 3; throw 6 6; throw 1 1; shut 2; throw 1 1", "Ann,Bob")
    assert told(rulings[1:]) == (
        "throw R3.1, committed R3.1, turn_over R7.4, ready R4.9, turn_over R7.4, ready R4.9, "
        "throw R3.1, committed R3.1, turn_over R7.4, ready R4.9, throw R3.1"
    )
    assert [ruling["player"] for ruling in rulings[3:7]] == ["Ann", "Bob", "Bob", "Ann"]


def test_the_other_player_s_throw_commits_a_provisional_move() -> None:
    rules = Rules(combine="canoga", match="duel", pass_box="each_throw", one_die="sum_below_6")
    rulings = play(rules, "throw 2 4; shut 2; throw 3 5 1; throw 2", "Ann,Bob")
    assert told(rulings[2:]) == (
        "provisional R4.2, void R2.3, committed R3.3, turn_over R7.4, ready R4.9, throw R3.3"
    )
    # Bob has only the 2 to open, so that he may throw one die.
    assert [ruling["player"] for ruling in rulings[2:]] == ["Ann"] * 4 + ["Bob"] * 2
    assert "throw" not in rulings[5]
    assert rulings[7]["moves"] == [{"tiles": [2], "rule": "R3.3"}]


def test_an_unplayable_double_is_not_the_one_throw() -> None:
    rules = Rules(match="relay", pass_box="each_throw", down=ONLY_12, doubles="rethrow")
    rulings = play(rules, "throw 6 6; throw 6 5; throw 1 1", "Ann,Bob")
    assert told(rulings[1:]) == "again R5.4, turn_over R7.5, ready R4.9, throw R3.1"


def test_with_nothing_to_be_moved_the_full_number_is_thrown() -> None:
    rules = Rules(match="duel", one_die="sum_at_most_6", one_die_choice="must")
    assert dice_allowed(rules, frozenset()) == {2}
    unplayed = Rules(match="duel", down=ONLY_12, one_die="never")
    rulings = play(unplayed, "throw 6 6; throw 1 1; throw 1 1", "Ann,Bob")
    assert told(rulings[1:]) == "turn_over R3.6, ready R4.9, turn_over R3.6, ready R4.9, throw R3.1"
    assert rulings[3]["score"] == 0  # Bob had nothing to open, and has not won by a move


# --------------------------------------------------------------------------- R7: rounds and scores


def test_knocked_out_at_once_with_the_last_one_yet_to_play() -> None:
    rules = Rules(match="knockout", knock_out="at_once", target=3, down=ONLY_12)
    rulings = play(rules, "throw 6 6; throw 6 6", "A,B,C")
    assert told(rulings[1:]) == "turn_over R3.6, ready R4.9, turn_over R3.6, match_over R7.3"
    assert rulings[-1]["scores"] == {"A": 3, "B": 3}
    assert rulings[-1]["winners"] == ["C"]


def test_knocked_out_at_once_when_the_last_one_has_played() -> None:
    rules = Rules(match="knockout", knock_out="at_once", target=3, down=ONLY_12)
    script = "throw 6 6; throw 1 1; shut 2; throw 6 6; open 2; throw 6 6"
    rulings = play(rules, script, "A,B,C")
    assert told(rulings[-3:]) == "turn_over R3.6, round_over R7.3, match_over R7.3"
    assert rulings[-2]["out"] == ["A", "C"]
    assert rulings[-1]["winners"] == ["B"]


def test_knocked_out_at_once_the_others_play_on() -> None:
    rules = Rules(match="knockout", knock_out="at_once", target=4, down=ONLY_12)
    script = f"throw 6 6; throw 6 6; throw 6 6; throw 6 6; {SHUT}"
    rulings = play(rules, script, "A,B,C")
    kept = [r for r in rulings if r["verdict"] in ("round_over", "match_over")]
    assert told(kept) == "round_over R7.3"
    assert (kept[0]["out"], rulings[-1]["player"]) == ([], "B")


def test_alone_in_a_knockout() -> None:
    rules = Rules(match="knockout", knock_out="at_once", down=ONLY_12)
    rulings = play(rules, "throw 6 6")
    assert told(rulings[1:]) == "turn_over R3.6, round_over R7.3, match_over R7.3"
    assert rulings[-1]["winners"] == ["Ann"]


def test_so_many_rounds() -> None:
    rules = Rules(match="tournament", rounds=2, down=ONLY_12)
    rulings = play(rules, f"throw 6 6; {SHUT}; {READY}; throw 6 6; throw 6 6", "Ann,Bob")
    assert told(rulings[-3:]) == "turn_over R3.6, round_over R7.2, match_over R7.11"
    assert rulings[-1]["scores"] == {"Ann": 6, "Bob": 3}
    assert rulings[-1]["winners"] == ["Bob"]


@pytest.mark.parametrize(("bonus", "score"), [(10, 17), ("double", 14), (None, 7)])
def test_a_shut_box_and_the_others_of_the_round(bonus: int | str | None, score: int) -> None:
    rules = Rules(match="tournament", shut_bonus=bonus, down=FULL - {7})
    rulings = play(rules, "throw 3 4; shut 7; open 7; throw 6 6", "Ann,Bob")
    assert last(rulings, "turn_over")["score"] == 7
    assert last(rulings, "round_over")["scores"] == {"Ann": 0, "Bob": score}
    assert last(rulings, "round_over")["totals"] == {"Ann": 0, "Bob": score}


def test_two_shut_boxes_count_for_each_other() -> None:
    script = f"throw 6 6; {SHUT}; {READY}; {SHUT}"
    added = play(Rules(match="tournament", shut_bonus=10, down=ONLY_12), script, "A,B,C")
    assert last(added, "round_over")["scores"] == {"A": 23, "B": 10, "C": 10}
    doubled = play(Rules(match="tournament", shut_bonus="double", down=ONLY_12), script, "A,B,C")
    assert last(doubled, "round_over")["scores"] == {"A": 12, "B": 0, "C": 0}


def test_two_shut_boxes_of_others_double_once() -> None:
    rules = Rules(match="tournament", shut_bonus="double_once", down=ONLY_12)
    for players, script, scores in (
        ("A,B,C", f"throw 6 6; {SHUT}; {READY}; {SHUT}", {"A": 6, "B": 0, "C": 0}),
        ("A,B", f"throw 6 6; {SHUT}", {"A": 6, "B": 0}),
    ):
        assert last(play(rules, script, players), "round_over")["scores"] == scores


TILES_1_TO_4 = FULL - {1, 2, 3, 4}
LEAVES_14 = "throw 2 3; shut 2; shut 3; throw 6 6; open 2; open 3"
LEAVES_23 = "throw 2 3; shut 1; shut 4; throw 6 6; open 1; open 4"


@pytest.mark.parametrize(
    ("turns", "players", "winners"),
    [
        ([LEAVES_14, LEAVES_23], "Ann,Bob", ["Bob"]),  # the 4 is higher than the 3
        ([LEAVES_23, LEAVES_14], "Ann,Bob", ["Ann"]),
        ([LEAVES_23, LEAVES_14, LEAVES_23], "Ann,Bob,Cy", ["Ann", "Cy"]),
    ],
)
def test_the_lower_of_the_highest_tiles_wins_a_tie(
    turns: list[str], players: str, winners: list[str]
) -> None:
    rules = Rules(ties="fewest_tiles", down=TILES_1_TO_4)
    rulings = play(rules, "; ".join(turns), players)
    assert told(rulings[-3:]) == "turn_over R3.6, round_over R7.1, match_over R7.8"
    assert rulings[-1]["winners"] == winners


def test_fewer_tiles_go_before_a_lower_one() -> None:
    rules = Rules(ties="fewest_tiles", down=FULL - {1, 2, 3})
    leaves_3 = "throw 1 2; shut 1; shut 2; throw 6 6; open 1; open 2"
    leaves_12 = "throw 1 2; shut 3; throw 6 6; open 3"
    rulings = play(rules, f"{leaves_12}; {leaves_3}", "Ann,Bob")
    assert rulings[-1]["winners"] == ["Bob"]
    assert rulings[-1]["rule"] == "R7.8"


def test_the_bonus_counts_towards_the_target() -> None:
    rules = Rules(match="knockout", shut_bonus=42, down=ONLY_12)
    rulings = play(rules, f"throw 6 6; {SHUT}", "Ann,Bob")
    assert told(rulings[-2:]) == "round_over R7.3, match_over R7.3"
    assert rulings[-2]["out"] == ["Ann"]


# --------------------------------------------------------------------------------- contradictions


@pytest.mark.parametrize(
    ("rules", "players", "pair"),
    [
        (Rules(match="duel"), 3, ("match", "players")),
        (Rules(match="relay"), 1, ("match", "players")),
        (Rules(match="solo"), 2, ("match", "players")),
        (Rules(match="solo", stake=1), 1, ("match", "stake")),
        (Rules(match="duel", opening_tile=2), 2, ("match", "opening_tile")),
        (Rules(match="tournament", stops="match"), 2, ("match", "stops")),
        (Rules(match="knockout", opening_lost="match"), 2, ("match", "opening_lost")),
        (Rules(target=50), 2, ("match", "target")),
        (Rules(rounds=3), 2, ("match", "rounds")),
        (Rules(match="tournament", rounds=3, target=100), 2, ("rounds", "target")),
        (Rules(match="tournament", knock_out="at_once"), 2, ("knock_out", "match")),
        (Rules(pass_box="each_throw"), 2, ("match", "pass_box")),
        (Rules(shut_bonus=10), 2, ("match", "shut_bonus")),
        (Rules(match="tournament", ties="fewest_tiles"), 2, ("match", "ties")),
        (Rules(match="knockout", ties="fewest_tiles"), 2, ("match", "ties")),
        (
            Rules(match="tournament", shut_bonus="double", shut_wins="match"),
            2,
            ("shut_bonus", "shut_wins"),
        ),
        (
            Rules(match="knockout", shut_bonus=5, knock_out="at_once"),
            2,
            ("knock_out", "shut_bonus"),
        ),
        (Rules(quotient=True), 2, ("combine", "quotient")),
        (Rules(combine="either", double_shuts_own=True), 2, ("combine", "double_shuts_own")),
        (Rules(combine="canoga", dice=1), 2, ("combine", "dice")),
        (Rules(combine="sum_or_difference", dice=4), 2, ("combine", "dice")),
        (Rules(combine="either", dice=3), 2, ("combine", "dice")),
        (Rules(opening_tile=10), 2, ("opening_tile", "tiles")),
        (Rules(opening_tile=9, down=frozenset({9})), 2, ("down", "opening_tile")),
        (Rules(down=frozenset({10})), 2, ("down", "tiles")),
        (Rules(down=FULL), 2, ("down", "tiles")),
        (Rules(tiles=1, down="odd"), 2, ("down", "tiles")),
        (Rules(match="first_to_shut"), 2, ("match", "tiles")),
        (Rules(match="first_to_shut", down=FULL - {7}, stop_number=7), 2, ("match", "tiles")),
    ],
)
def test_settings_that_contradict(rules: Rules, players: int, pair: tuple[str, str]) -> None:
    assert pairs(rules, players) == {pair}


@pytest.mark.parametrize(
    "rules",
    [
        Rules(match="duel", ties="roll_off", stake=5, stop_number=7),
        Rules(stops="match", opening_lost="match", take_back="until_next_throw", settle_ms=5),
        Rules(match="duel", scoring="digital", shut_wins="match"),
        Rules(match="knockout", target=20, shut_bonus=5),
        Rules(combine="either", dice=1, sides=20),
        Rules(match="first_to_shut", down=FULL - {3, 4}, knock_out="end_of_round"),
        Rules(match="first_to_shut", combine="canoga", down=FULL - {3, 4}),
    ],
)
def test_settings_without_effect_contradict_nothing(rules: Rules) -> None:
    assert pairs(rules) == set()
