"""Evenings of the variants with rules of their own: stop numbers, duels, relays, who starts."""

from __future__ import annotations

import pytest

from boxctl.rules.tiles import numbers
from tests.support.rulings import of
from tests.support.tables.referee_alone import RefereeAlone
from tests.support.tables.turns import ends_turn, loses_turn, shut_the_box


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
