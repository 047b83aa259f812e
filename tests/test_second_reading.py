"""The worked cases of the rule book, and small situations, against the second reading."""

from __future__ import annotations

from itertools import product

import pytest

from tests.support.second_reading import Rules, legal, read
from tests.support.two_readings.plain_script import last, line, play, told

FULL = frozenset(range(1, 10))
CANOGA = Rules(combine="canoga", one_die="sum_below_6", double_on_shut=True)
ONLY_12 = frozenset(range(3, 10))  # down, so that 1 and 2 are in play
TO_3 = frozenset(range(4, 10))  # down, so that 1, 2 and 3 are in play


def tiles(moves: list[tuple[tuple[int, ...], str]]) -> list[tuple[int, ...]]:
    return [move for move, _ in moves]


# --------------------------------------------------------------------------------- worked cases


def test_throw_7_and_8_on_a_full_box() -> None:
    assert tiles(legal(Rules(), FULL, (3, 4), first=True)) == [
        (1, 2, 4),
        (1, 6),
        (2, 5),
        (3, 4),
        (7,),
    ]
    eight = [(1, 2, 5), (1, 3, 4), (1, 7), (2, 6), (3, 5), (8,)]
    assert tiles(legal(Rules(), FULL, (4, 4), first=True)) == eight


def test_canoga_2_4_and_a_double() -> None:
    moves = legal(CANOGA, FULL, (2, 4), first=True)
    assert moves == [((2,), "R3.3"), ((2, 4), "R3.3"), ((6,), "R3.3"), ((8,), "R3.3")]
    assert tiles(legal(CANOGA, FULL, (2, 2), first=True)) == [(4,)]
    assert tiles(legal(CANOGA, FULL, (5,), first=True)) == [(5,)]


def test_thai_2_3() -> None:
    moves = legal(Rules(combine="thai"), FULL, (2, 3), first=True)
    assert moves == [((2,), "R3.4"), ((3,), "R3.4"), ((5,), "R3.4")]


def test_sum_or_difference() -> None:
    rules = Rules(combine="sum_or_difference")
    moves = legal(rules, FULL, (1, 5), first=True)
    assert [move for move in moves if move[1] == "R3.2"] == [((1, 3), "R3.2"), ((4,), "R3.2")]
    assert {rule for _, rule in legal(rules, FULL, (3, 3), first=True)} == {"R3.1"}


def test_how_often_5_comes_up() -> None:
    only_5 = frozenset({5})
    pairs = [throw for throw in product(range(1, 7), repeat=2) if sum(throw) == 5]
    assert len(pairs) * 9 == 36
    assert all(legal(Rules(), only_5, throw, first=False) for throw in pairs)
    singles = [value for value in range(1, 7) if legal(Rules(), only_5, (value,), first=False)]
    assert singles == [5]


def test_2_and_2_again_scores_43() -> None:
    rulings = play(Rules(), "throw 1 1; shut 2; throw 1 1")
    assert told(rulings) == (
        "ready R4.9, throw R3.1, committed R3.1, turn_over R3.6, round_over R7.1, match_over R7.1"
    )
    over = rulings[3]
    assert over["score"] == 43
    assert over["throw"] == [1, 1]
    assert over["put_back"] == {"open": [], "shut": []}
    assert rulings[-1]["winners"] == ["Ann"]


def test_throw_6_with_7_and_2_open() -> None:
    rules = Rules(down=FULL - {7, 2})
    over = last(play(rules, "throw 3 3"), "turn_over")
    assert (over["rule"], over["score"]) == ("R3.6", 9)


@pytest.mark.parametrize(("scoring", "score"), [("golf", 10), ("missionary", 3), ("digital", 127)])
def test_1_2_and_7_open(scoring: str, score: int) -> None:
    rules = Rules(down=FULL - {1, 2, 7}, scoring=scoring)
    assert last(play(rules, "throw 6 6"), "turn_over")["score"] == score


def test_digital_with_two_digit_tiles() -> None:
    rules = Rules(tiles=12, down=frozenset({1, 2, 3, 4, 5, 6, 7, 8, 11}), scoring="digital")
    assert last(play(rules, "throw 1 1"), "turn_over")["score"] == 91012


def test_opening_tile() -> None:
    lost = last(play(Rules(opening_tile=2), "throw 2 2"), "turn_over")
    assert (lost["rule"], lost["score"]) == ("R5.1", 45)
    lost = last(play(Rules(opening_tile=3), "throw 1 1"), "turn_over")
    assert (lost["rule"], lost["score"]) == ("R5.1", 45)
    moves = legal(Rules(opening_tile=3), FULL, (3, 3), first=True)
    assert tiles(moves) == [(1, 2, 3)]
    assert tiles(legal(Rules(opening_tile=3), FULL, (1, 1), first=False)) == [(2,)]


# ------------------------------------------------------------------------------ R2: which throws


def test_void_throws() -> None:
    assert told(play(Rules(), "throw 3; throw 3 7; throw 3 ?; throw 3 4; throw 1 1")) == (
        "ready R4.9, void R2.3, void R2.4, void R2.4, throw R3.1, void R4.6"
    )
    must = Rules(down=FULL - {1, 2, 3}, one_die="sum_at_most_6", one_die_choice="must")
    assert told(play(must, "throw 1 2; throw 3")) == "ready R4.9, void R2.3, throw R3.1"


# ------------------------------------------------------------------------------- R4: the real box


def test_take_back_before_the_move_is_complete() -> None:
    rulings = play(Rules(), "throw 4 4; shut 2; open 2; shut 3 5; open 3; shut 3")
    assert told(rulings) == (
        "ready R4.9, throw R3.1, pending R4.1, taken_back R4.1, pending R4.1, committed R3.1, "
        "disturbed R4.3, restored R4.3"
    )
    assert rulings[2]["moves"] == [
        {"tiles": [1, 2, 5], "rule": "R3.1"},
        {"tiles": [2, 6], "rule": "R3.1"},
    ]
    assert rulings[2]["open"] == sorted(FULL)  # S counts as not yet moved
    assert rulings[5]["tiles"] == [3, 5]
    assert rulings[5]["open"] == [1, 2, 4, 6, 7, 8, 9]


def test_fewest_to_put_back_among_equals_the_last() -> None:
    rulings = play(Rules(), "throw 4 4; shut 2 7; open 2")
    assert told(rulings) == "ready R4.9, throw R3.1, pending R4.1, refused R4.5, restored R4.5"
    assert rulings[3]["put_back"] == {"open": [7], "shut": []}
    rulings = play(Rules(), "throw 4 4; shut 2 3 6")
    assert rulings[-1]["put_back"] == {"open": [3], "shut": []}
    rulings = play(Rules(), "throw 4 4; shut 2 3 6; open 3")
    assert told(rulings[-2:]) == "restored R4.5, committed R3.1"
    assert rulings[-1]["tiles"] == [2, 6]


def test_disturbed_before_the_throw_and_with_a_refusal() -> None:
    rulings = play(Rules(), "shut 9; throw 3 4; open 9; throw 3 4")
    assert told(rulings) == "ready R4.9, disturbed R4.4, void R4.6, restored R4.4, throw R3.1"
    # R4.10: 9 is refused and 8, committed, is disturbed; then 9 and 8 go back.
    rulings = play(Rules(), "throw 4 4; shut 8; throw 2 2; shut 9; open 8 9; shut 8")
    assert told(rulings[3:]) == (
        "throw R3.1, refused R4.5, disturbed R4.3, disturbed R4.3, restored R4.3"
    )
    assert rulings[5]["put_back"] == {"open": [9], "shut": [8]}
    assert rulings[6]["put_back"] == {"open": [], "shut": [8]}


def test_a_complete_move_waits_for_a_disturbed_tile() -> None:
    rulings = play(Rules(), "throw 4 4; shut 8; throw 3 3; shut 2; open 8; shut 4 8")
    assert told(rulings[3:]) == (
        "throw R3.1, pending R4.1, disturbed R4.3, disturbed R4.3, restored R4.3, committed R3.1"
    )
    assert (rulings[-1]["at"], rulings[-1]["tiles"]) == (7.0, [2, 4])


def test_canoga_is_provisional_until_the_next_valid_throw() -> None:
    rulings = play(CANOGA, "throw 2 4; shut 2; throw 1; throw 3 5")
    assert told(rulings) == (
        "ready R4.9, throw R3.3, provisional R4.2, void R2.3, committed R3.3, throw R3.3"
    )
    assert (rulings[4]["line"], rulings[4]["tiles"], rulings[4]["throw"]) == (4, [2], [2, 4])
    assert told(play(CANOGA, "throw 2 4; shut 2 4")[2:]) == "provisional R4.2, committed R3.3"
    pressed = play(CANOGA, "throw 2 4; press confirm; shut 2; press confirm; press confirm")
    assert told(pressed[2:]) == "provisional R4.2, committed R3.3"


def test_settling() -> None:
    rules = Rules(combine="canoga", settle_ms=500)
    lines = [line(1, "throw 2 4"), line(2, "shut 2"), line(2.5, "throw 1 2")]
    rulings = read(rules, ["Ann"], lines)
    committed = last(rulings, "committed")
    assert (committed["at"], committed["line"]) == (2.5, 2)
    assert rulings[-1]["verdict"] == "throw"
    lines = [line(1, "throw 2 4"), line(2, "shut 2"), line(2.499999, "throw 1 2")]
    committed = last(read(rules, ["Ann"], lines), "committed")
    assert (committed["at"], committed["line"]) == (2.499999, 3)


def test_take_back_until_next_throw() -> None:
    rules = Rules(take_back="until_next_throw", settle_ms=500)
    rulings = play(rules, "throw 4 4; shut 8; open 8; shut 2 6; throw 1 2")
    assert told(rulings[2:]) == (
        "provisional R4.8, taken_back R4.1, pending R4.1, provisional R4.8, "
        "committed R3.1, throw R3.1"
    )
    shut = play(Rules(down=FULL - {1, 2}, take_back="until_next_throw"), "throw 1 2; shut 1 2")
    assert told(shut[3:5]) == "committed R3.1, shut_the_box R7.1"  # nothing is left to be moved


def test_take_back_never() -> None:
    rules = Rules(take_back="never")
    rulings = play(rules, "throw 4 4; shut 2; open 2; shut 8 2; open 8")
    assert told(rulings[2:]) == (
        "pending R4.1, disturbed R4.8, disturbed R4.8, refused R4.5, restored R4.5"
    )
    assert rulings[4]["put_back"] == {"open": [8], "shut": [2]}
    # 3 was right when it moved, so 6 and 2 are asked for, though 3 alone would be fewer.
    rulings = play(rules, "throw 4 4; shut 3 6 2")
    assert rulings[-1]["put_back"] == {"open": [2, 6], "shut": []}


def test_bump_time() -> None:
    start = [line(1, "throw 3 4")]
    back = read(Rules(), ["Ann"], [*start, line(2, "shut 7"), line(2.08, "open 7")])
    assert told(back) == "ready R4.9, throw R3.1"
    alone = Rules(act_ms=0)
    late = read(alone, ["Ann"], [*start, line(2, "shut 7"), line(2.080001, "open 7")])
    assert told(late[2:]) == "committed R3.1, disturbed R4.3"
    chatter = [line(2, "shut 7"), line(2.03, "open 7"), line(2.06, "shut 7")]
    last_edge = read(Rules(), ["Ann"], start + chatter)[-1]
    assert (last_edge["verdict"], last_edge["at"], last_edge["line"]) == ("committed", 2.06, 4)


def test_a_throw_waits_for_earlier_levers() -> None:
    lines = [line(1, "throw 3 4"), line(2, "shut 7"), line(2.01, "throw 1 1"), "nonsense"]
    rulings = read(Rules(), ["Ann"], lines)
    assert told(rulings) == "ready R4.9, throw R3.1, error, committed R3.1, throw R3.1"
    assert [ruling["line"] for ruling in rulings] == [0, 1, 4, 2, 3]
    bumped = [line(1, "shut 7"), line(1.01, "throw 3 4"), line(1.02, "open 7")]
    assert told(read(Rules(), ["Ann"], bumped)) == "ready R4.9, throw R3.1"


def test_lines_that_are_errors() -> None:
    wrong = [
        "",
        "7",
        "{}",
        '{"at": NaN}',
        '{"at": true}',
        '{"at": 1, "shut": 10}',
        '{"at": 1, "flip": 3}',
        '{"at": 1, "shut": 3, "open": 4}',
        '{"at": 1, "throw": 7}',
        '{"at": -1}',
    ]
    rulings = read(Rules(), ["Ann"], [*wrong, '{"at": 0, "throw": [3, 4]}', '{"at": 0, "shut": 7}'])
    errors = [{"line": number, "verdict": "error"} for number in range(1, len(wrong) + 1)]
    assert rulings[1:-2] == errors
    assert told(rulings[-2:]) == "throw R3.1, committed R3.1"


# -------------------------------------------------------------------------------- R5, R7, R8: play


def test_stop_number() -> None:
    rulings = play(Rules(stop_number=7), "throw 4 4; shut 8; throw 3 4")
    over = last(rulings, "turn_over")
    assert (over["rule"], over["score"], over["throw"]) == ("R5.2", 37, [3, 4])


def test_doubles_leave_the_opening_tile() -> None:
    rules = Rules(doubles="rethrow", opening_tile=2)
    rulings = play(rules, "throw 2 2; throw 1 5; shut 2 4")
    assert told(rulings[1:]) == "again R5.4, throw R3.1, pending R4.1, committed R3.1"
    assert rulings[2]["moves"] == [
        {"tiles": [1, 2, 3], "rule": "R3.1"},
        {"tiles": [2, 4], "rule": "R3.1"},
    ]


def test_lucky_seven_goes_round() -> None:
    rules = Rules(down=FULL - {7}, match="first_to_shut", one_die="never", stake=100)
    rulings = play(rules, "throw 1 1; throw 3 4; shut 7", "Ann,Bob")
    assert told(rulings[1:]) == (
        "turn_over R5.3, ready R4.9, throw R3.1, committed R3.1, shut_the_box R7.1, "
        "turn_over R7.1, match_over R7.1"
    )
    assert rulings[-1]["scores"] == {"Ann": 7, "Bob": 0}
    assert rulings[-1]["payout"] == {"Ann": -100, "Bob": 100}


def test_between_turns() -> None:
    rules = Rules(down=ONLY_12)
    rulings = play(rules, "throw 1 1; shut 2; throw 6 6; shut 1; throw 1 1; open 1 2", "Ann,Bob")
    assert told(rulings[3:]) == "turn_over R3.6, disturbed R4.4, void R4.6, ready R4.9"
    over, disturbed, void, ready = rulings[3:]
    assert (over["player"], over["put_back"]) == ("Ann", {"open": [2], "shut": []})
    assert disturbed["put_back"] == {"open": [1, 2], "shut": []}
    assert (void["player"], ready["player"]) == ("Bob", "Bob")
    assert all(ruling["open"] == [1, 2] for ruling in rulings[3:])


def test_shutting_the_box_wins_double_the_stake() -> None:
    rules = Rules(down=ONLY_12, stake=50, double_on_shut=True)
    rulings = play(rules, "throw 1 2; shut 1 2; throw 1 2; press new; open 1 2", "Ann,Bob,Cy")
    assert told(rulings[2:]) == (
        "pending R4.1, committed R3.1, shut_the_box R7.1, turn_over R7.1, match_over R7.1, "
        "void R4.6, ready R4.9"
    )
    assert rulings[6]["payout"] == {"Ann": 200, "Bob": -100, "Cy": -100}


def test_a_shared_win_and_a_roll_off() -> None:
    lost = "throw 6 6; throw 6 6; throw 6 6"
    rulings = play(Rules(down=ONLY_12, stake=1), "throw 1 1; shut 2; throw 6 6", "Ann,Bob,Cy")
    assert rulings[-1]["verdict"] == "turn_over"
    shared = play(Rules(down=ONLY_12, stake=1), lost, "Ann,Bob,Cy")[-1]
    assert shared["winners"] == ["Ann", "Bob", "Cy"]
    assert shared["payout"] == {"Ann": 0, "Bob": 0, "Cy": 0}
    rules = Rules(down=ONLY_12, ties="roll_off")
    rulings = play(rules, "throw 6 6; throw 6 6; throw 1 2; shut 1 2; open 1 2; throw 6 6", "A,B")
    assert told([ruling for ruling in rulings if ruling["verdict"] != "ready"][2:]) == (
        "round_over R7.1, throw R3.1, pending R4.1, committed R3.1, shut_the_box R7.8, "
        "turn_over R7.8, turn_over R3.6, round_over R7.8, match_over R7.8"
    )
    assert (rulings[-2]["scores"], rulings[-2]["totals"]) == ({"A": 0, "B": 3}, {"A": 3, "B": 3})
    assert rulings[-1]["winners"] == ["A"]


def test_odd_pennies_go_to_the_earliest_seats() -> None:
    rules = Rules(down=ONLY_12, stake=1)
    script = "throw 1 1; shut 2; throw 6 6; open 2; throw 6 6; throw 1 1; shut 2; throw 6 6"
    assert play(rules, script, "A,B,C")[-1]["payout"] == {"A": 1, "B": -1, "C": 0}


def test_tournament_and_its_shut_box() -> None:
    rules = Rules(down=ONLY_12, match="tournament", target=4)
    shut = "throw 1 2; shut 1 2; open 1 2"
    rulings = play(rules, f"throw 6 6; {shut}; throw 6 6; throw 6 6", "Ann,Bob")
    kept = [ruling for ruling in rulings if ruling["verdict"] in ("round_over", "match_over")]
    assert [ruling["totals"] for ruling in kept[:2]] == [{"Ann": 3, "Bob": 0}, {"Ann": 6, "Bob": 3}]
    assert (kept[2]["rule"], kept[2]["winners"]) == ("R7.2", ["Bob"])
    french = Rules(down=ONLY_12, match="tournament", shut_wins="match")
    assert told(play(french, shut, "Ann,Bob")[3:]) == (
        "committed R3.1, shut_the_box R7.7, turn_over R7.7, match_over R7.7"
    )


def test_knockout() -> None:
    rules = Rules(down=ONLY_12, match="knockout", target=3)
    script = "throw 6 6; throw 1 1; shut 2; throw 6 6; open 2; throw 6 6"
    rulings = play(rules, script, "A,B,C")
    assert told(rulings[-2:]) == "round_over R7.3, match_over R7.3"
    assert (rulings[-2]["out"], rulings[-1]["winners"]) == (["A", "C"], ["B"])


def test_duel() -> None:
    rules = Rules(down=TO_3, match="duel", one_die="never", stake=10)
    rulings = play(rules, "throw 1 2; shut 3; throw 6 6; throw 1 2; open 3", "Ann,Bob")
    assert told(rulings[1:]) == (
        "throw R3.1, committed R3.1, turn_over R3.6, ready R4.9, throw R3.1, committed R3.1, "
        "shut_the_box R7.4, turn_over R7.4, match_over R7.4"
    )
    assert rulings[3]["open"] == [1, 2]
    assert rulings[-1]["scores"] == {"Ann": 3, "Bob": 0}
    assert rulings[-1]["winners"] == ["Bob"]


def test_relay() -> None:
    rules = Rules(down=TO_3, match="relay", one_die="never")
    rulings = play(rules, "throw 1 2; shut 3; throw 6 6; throw 1 2; shut 2 1", "Ann,Bob")
    assert (
        told(rulings[-4:]) == "committed R3.1, shut_the_box R7.5, turn_over R7.5, match_over R7.5"
    )
    assert rulings[-1]["scores"] == {"Ann": 3, "Bob": 0}


def test_who_starts() -> None:
    rules = Rules(first_player="highest")
    rulings = play(
        rules, "throw 5; throw 1 2; throw 6; throw 6; throw 2; throw 4; throw 3 4", "A,B,C"
    )
    assert told(rulings) == (
        "first_throw R7.9, void R2.3, first_throw R7.9, first_throw R7.9, first_throw R7.9, "
        "first_throw R7.9, ready R4.9, throw R3.1"
    )
    assert [ruling["player"] for ruling in rulings] == ["A", "B", "B", "C", "B", "C", "C", "C"]


def test_solo() -> None:
    rulings = play(Rules(match="solo"), "throw 1 1; shut 2; throw 1 1")
    assert told(rulings[-2:]) == "turn_over R3.6, match_over R7.6"
    assert rulings[-1]["payout"] == {"Ann": 0}


def test_the_300_takes_no_forever() -> None:
    moves = legal(Rules(tiles=24, dice=4), frozenset(range(1, 25)), (6, 6, 6, 6), first=True)
    assert len(moves) == 122  # the ways to write 24 as a sum of different numbers
