"""What doubles are good for, and when a match ends: the worked cases, told at a table."""

from __future__ import annotations

import pytest

from tests.support.rulings import of
from tests.support.tables.referee_alone import RefereeAlone

SHUTS_NINE = [(6, 3), (6, 2), (6, 1), (3, 3), (4, 1), (3, 1), (2, 1), (1, 1)]


def shuts_the_box(table: RefereeAlone) -> None:
    """Play classic from a full box to a shut one, without a mistake."""
    for throw in SHUTS_NINE:
        table.throws(*throw)
        table.shuts(sum(throw))
    table.throws(1)
    table.shuts(1)


def markers(table: RefereeAlone) -> int:
    return int(of(table.rulings[-1]).markers)


class TestHighRollers:
    def test_the_worked_case_of_the_book(self) -> None:
        table = RefereeAlone("high-rollers")
        table.throws(1, 1)
        table.shuts(2)
        table.throws(1, 1)
        assert table.ruled == ["again R5.6"]
        assert markers(table) == 1
        table.throws(6, 6)
        table.shuts(9, 3)
        table.throws(1, 2)
        assert table.ruled == ["again R5.6"]
        assert markers(table) == 1
        table.throws(1, 2)
        assert table.ruled == ["again R5.6"]
        assert markers(table) == 0
        table.throws(1, 2)
        assert table.ruled[0] == "turn_over R3.6"

    def test_markers_end_with_the_turn(self) -> None:
        table = RefereeAlone("high-rollers", "Ann,Bob", stop_number=3, down="2")
        table.throws(2, 2)
        table.shuts(4)
        table.throws(1, 2)
        assert table.ruled == ["turn_over R5.2"]
        table.makes_ready()
        table.throws(1, 1)
        assert (table.ruled, markers(table)) == (["again R5.6"], 0)

    def test_a_marker_is_spent_before_the_opening_tile_loses_the_turn(self) -> None:
        table = RefereeAlone("high-rollers", opening_tile=2)
        table.throws(6, 6)
        assert table.ruled == ["throw R3.1"]
        table.shuts(9, 2, 1)
        table.throws(1, 1)
        assert table.ruled == ["again R5.6"]

    def test_how_it_is_said(self) -> None:
        table = RefereeAlone("high-rollers")
        table.throws(1, 1)
        assert table.text == "You threw 1 and 1, 2 in all: shut 2. You have 1 marker."
        table.shuts(2)
        table.throws(1, 1)
        said = "1 and 1 cannot be played, which costs a marker: 1 is left, throw again."
        assert table.text == said

    def test_the_last_marker_is_called_so(self) -> None:
        table = RefereeAlone("high-rollers")
        table.throws(1, 1)
        table.shuts(2)
        table.throws(6, 6)
        table.shuts(9)
        table.shuts(3)
        table.throws(1, 2)
        table.throws(1, 2)
        said = "1 and 2 cannot be played, which costs your last marker: throw again."
        assert table.text == said


class TestAnExtraThrow:
    def test_the_worked_case_of_the_book(self) -> None:
        table = RefereeAlone("classic", doubles="extra")
        table.throws(6, 6)
        table.shuts(9, 3)
        table.throws(1, 2)
        table.shuts(2, 1)
        table.throws(6, 6)
        table.shuts(8, 4)
        table.throws(1, 2)
        assert table.ruled == ["again R5.5"]
        table.throws(1, 2)
        assert table.ruled[0] == "turn_over R3.6"

    def test_an_unplayable_double_uses_it_up(self) -> None:
        table = RefereeAlone("classic", doubles="extra")
        table.throws(1, 1)
        table.shuts(2)
        table.throws(1, 1)
        assert table.ruled == ["again R5.4"]
        table.throws(1, 1)
        assert table.ruled == ["again R5.4"]
        table.throws(6, 6)
        table.shuts(9, 3)
        table.throws(1, 1)
        assert table.ruled == ["again R5.4"]
        table.throws(1, 2)
        assert table.ruled[0] == "turn_over R3.6"


class TestWithoutTheOpeningTile:
    def test_the_match_is_lost_and_the_others_play_on(self) -> None:
        table = RefereeAlone("two-to-go", "Ann,Bob", opening_lost="match", stake=5)
        table.throws(1, 3)
        assert table.ruled == ["turn_over R5.1", "ready R4.9"]
        assert table.rulings[-2].player == "Ann"
        table.throws(1, 1)
        table.shuts(2)
        table.throws(1, 1)
        assert table.ruled == ["turn_over R3.6", "round_over R7.1", "match_over R7.1"]
        assert of(table.last("round_over")).out == ("Ann",)
        assert of(table.last("match_over")).scores == {"Ann": 45, "Bob": 43}
        assert of(table.last("match_over")).winners == ("Bob",)

    def test_nobody_wins_if_all_lose_it(self) -> None:
        table = RefereeAlone("two-to-go", "Ann,Bob", opening_lost="match", stake=5)
        table.throws(1, 3)
        table.throws(1, 3)
        assert table.ruled == ["turn_over R5.1", "round_over R7.1", "match_over R7.10"]
        assert of(table.last("match_over")).winners == ()
        assert of(table.last("match_over")).payout == {"Ann": 0, "Bob": 0}


class TestKnockedOutAtOnce:
    def test_who_is_left_has_won_without_another_turn(self) -> None:
        table = RefereeAlone(
            "last-standing", "Ann,Bob", opening_tile=2, target=45, knock_out="at_once"
        )
        table.throws(1, 3)
        assert table.ruled == ["turn_over R5.1", "match_over R7.3"]
        assert of(table.last("match_over")).winners == ("Bob",)
        assert of(table.last("match_over")).scores == {"Ann": 45}

    def test_the_round_goes_on_among_three(self) -> None:
        table = RefereeAlone(
            "last-standing", "Ann,Bob,Cy", opening_tile=2, target=45, knock_out="at_once"
        )
        table.throws(1, 3)
        assert table.ruled == ["turn_over R5.1", "ready R4.9"]
        table.throws(1, 1)
        table.shuts(2)
        table.throws(1, 1)
        table.makes_ready()
        table.throws(1, 3)
        assert table.ruled == ["turn_over R5.1", "round_over R7.3", "match_over R7.3"]
        assert of(table.last("round_over")).out == ("Ann", "Cy")
        assert of(table.last("match_over")).winners == ("Bob",)

    def test_a_round_in_which_several_stay_in_is_followed_by_another(self) -> None:
        table = RefereeAlone(
            "last-standing", "Ann,Bob", opening_tile=2, target=90, knock_out="at_once"
        )
        table.throws(1, 3)
        table.throws(1, 3)
        assert table.ruled == ["turn_over R5.1", "round_over R7.3", "ready R4.9"]
        assert table.new[-1].player == "Ann"
        table.throws(1, 3)
        assert table.ruled == ["turn_over R5.1", "match_over R7.3"]
        assert of(table.last("match_over")).winners == ("Bob",)

    def test_who_plays_alone_has_won_when_the_first_turn_ends(self) -> None:
        table = RefereeAlone("last-standing", "Ann", opening_tile=2, knock_out="at_once")
        table.throws(1, 3)
        assert table.ruled == ["turn_over R5.1", "round_over R7.3", "match_over R7.3"]
        assert of(table.last("round_over")).out == ("Ann",)
        assert of(table.last("match_over")).winners == ("Ann",)


class TestTheBoxPassesAfterEachThrow:
    def test_a_duel_that_the_opener_wins(self) -> None:
        table = RefereeAlone("two-player-battle", "Ann,Bob", stake=3)
        table.throws(6, 3)
        table.shuts(9)
        assert table.ruled == ["committed R3.1", "turn_over R7.4", "ready R4.9"]
        table.throws(5, 4)
        table.opens(9)
        assert table.ruled == [
            "committed R3.1", "shut_the_box R7.4", "turn_over R7.4", "match_over R7.4",
        ]  # fmt: skip
        assert of(table.last("match_over")).payout == {"Ann": -3, "Bob": 3}

    def test_a_provisional_move_is_committed_by_the_throw_of_the_other(self) -> None:
        table = RefereeAlone(
            "relay", "Ann,Bob", pass_box="each_throw", combine="canoga", one_die="never"
        )
        table.throws(2, 4)
        table.shuts(2)
        assert table.ruled == ["provisional R4.2"]
        table.throws(6, 3)
        assert table.ruled == ["committed R3.3", "turn_over R7.5", "ready R4.9", "throw R3.3"]
        assert [ruling.player for ruling in table.rulings[-4:]] == ["Ann", "Ann", "Bob", "Bob"]

    def test_how_many_dice_is_judged_as_of_the_turn_that_begins(self) -> None:
        table = RefereeAlone(
            "two-player-battle", "Ann,Bob", take_back="until_next_throw", one_die_choice="must"
        )
        table.throws(3, 1)
        table.shuts(1, 3)
        assert table.ruled[-1] == "provisional R4.8"
        table.throws(5)
        assert table.ruled == ["void R2.3"]
        table.throws(2, 2)
        assert table.ruled[:3] == ["committed R3.1", "turn_over R7.4", "ready R4.9"]


class TestRoundsAndBonuses:
    def test_a_tournament_of_two_rounds(self) -> None:
        table = RefereeAlone("tournament", "Ann,Bob", rounds=2, opening_tile=2)
        for _ in range(2):
            table.throws(1, 3)
            table.throws(1, 1)
            table.shuts(2)
            table.throws(1, 1)
            table.makes_ready()
        over = table.last("match_over")
        assert (over.rule, of(over).scores, of(over).winners) == (
            "R7.11", {"Ann": 90, "Bob": 86}, ("Bob",),
        )  # fmt: skip

    @pytest.mark.parametrize(
        ("bonus", "settled"), [("10", 17), ("double", 14), ("none", 7), ("0", 7)]
    )
    def test_what_a_shut_box_does_to_the_other(self, bonus: str, settled: int) -> None:
        table = RefereeAlone("tournament", "Ann,Bob", shut_bonus=bonus, rounds=1)
        shuts_the_box(table)
        table.makes_ready()
        # Bob leaves the 7.
        for throw, tiles in [((6, 3), (9,)), ((6, 2), (8,)), ((5, 1), (6,)), ((4, 1), (5,)),
                             ((3, 1), (4,)), ((2, 1), (3,)), ((2, 1), (2, 1))]:  # fmt: skip
            table.throws(*throw)
            table.shuts(*tiles)
        table.throws(1, 1)
        assert of(table.last("turn_over")).score == 7
        assert of(table.last("round_over")).scores == {"Ann": 0, "Bob": settled}
        assert of(table.last("round_over")).totals == {"Ann": 0, "Bob": settled}
        assert of(table.last("match_over")).scores == {"Ann": 0, "Bob": settled}

    def test_two_shut_boxes_of_others_double_once(self) -> None:
        table = RefereeAlone("tournament", "Ann,Bob,Cy", shut_bonus="double_once", rounds=1)
        for _ in range(2):
            shuts_the_box(table)
            table.makes_ready()
        table.throws(1, 1)
        table.shuts(2)
        table.throws(1, 1)
        assert of(table.last("round_over")).scores == {"Ann": 0, "Bob": 0, "Cy": 86}

    def test_two_shut_boxes_raise_a_third_score_twice_and_each_other_once(self) -> None:
        table = RefereeAlone("tournament", "Ann,Bob,Cy", shut_bonus="10", rounds=1)
        for _ in range(2):
            shuts_the_box(table)
            table.makes_ready()
        table.throws(1, 1)
        table.shuts(2)
        table.throws(1, 1)
        assert of(table.last("round_over")).scores == {"Ann": 10, "Bob": 10, "Cy": 63}


class TestADoubleThatMayBeThrownAgain:
    def test_the_next_throw_replaces_it_as_long_as_nothing_is_moved(self) -> None:
        table = RefereeAlone("classic", doubles="may_rethrow")
        table.throws(3, 3)
        assert table.ruled == ["throw R3.1"]
        table.throws(4, 4)
        assert table.ruled == ["again R5.7", "throw R3.1"]
        assert table.rulings[-2].line == table.rulings[-1].line
        assert of(table.rulings[-2]).throw == (3, 3)
        table.shuts(5)
        table.throws(6, 5)
        assert table.ruled == ["void R4.6"]
        table.opens(5)
        table.throws(6, 5)
        assert table.ruled == ["again R5.7", "throw R3.1"]
        table.throws(6, 5)
        assert table.ruled == ["void R4.6"]

    def test_a_void_throw_replaces_nothing_and_a_stop_number_ends_the_turn(self) -> None:
        table = RefereeAlone("classic", doubles="may_rethrow", stop_number=7)
        table.throws(3, 3)
        table.throws(0, 4)
        assert table.ruled == ["void R2.4"]
        table.throws(3)
        assert table.ruled == ["void R2.3"]
        table.throws(3, 4)
        assert table.ruled[:2] == ["again R5.7", "turn_over R5.2"]

    def test_in_a_turn_of_one_throw_the_new_one_is_the_same_player_s(self) -> None:
        table = RefereeAlone("two-player-battle", "Ann,Bob", doubles="may_rethrow", one_die="never")
        table.throws(3, 3)
        table.throws(3, 4)
        assert table.ruled == ["again R5.7", "throw R3.1"]
        assert {ruling.player for ruling in table.rulings[-2:]} == {"Ann"}
