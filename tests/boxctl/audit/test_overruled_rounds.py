"""An operator overrules a turn, and its round ends earlier or later than it was played.

A shut box wins a round of rounds won at once (R7.13), and with ``target_ends = at_once`` the target
ends a tournament in mid-round (R7.2).
"""

from __future__ import annotations

from typing import Any

import pytest

from boxctl.audit.overruled_result import turns_played
from boxctl.audit.verify_match import VerifyAgainst, verify_match
from boxctl.journal.add_entry import add_signature
from tests.boxctl.audit.test_overruled_result import (
    EIGHT,
    NINE,
    NONE,
    SEVEN,
    a_short_box,
    overrules,
    refused,
)
from tests.support.records.recorded_evening import play_turns
from tests.support.rulings import of
from tests.support.tables.virtual_table import BuildTable, VirtualTable

ALL = (7, 8, 9)


def entries(table: VirtualTable, *turns: int) -> tuple[int, ...]:
    """The entries of these turns, from 0."""
    played = turns_played(table.read())
    return tuple(played[turn].entry for turn in turns)


class TestRoundsWon:
    """The first to win two rounds wins."""

    def a_match(self, a_table: BuildTable, **settings: Any) -> VirtualTable:
        return a_short_box(a_table, "Ann,Bob", match="rounds_won", wins=2, **settings)

    @pytest.fixture
    def won_by_bob(self, a_table: BuildTable) -> VirtualTable:
        """Bob wins the first and the third round, Ann the second."""
        table = self.a_match(a_table)
        play_turns(table, SEVEN, EIGHT, NINE, SEVEN, SEVEN, EIGHT)
        assert of(table.rulings[-1]).winners == ("Bob",)
        return table

    def test_a_round_that_was_won_before_the_other_s_turn_leaves_that_out(
        self, won_by_bob: VirtualTable
    ) -> None:
        add_signature(won_by_bob.path, won_by_bob.read())
        result = overrules(won_by_bob, 0, 0).result
        assert result is not None
        assert (result.winners, result.scores) == (("Ann",), {"Ann": 15, "Bob": 17})
        assert result.uncounted == entries(won_by_bob, 1, 4, 5)
        assert verify_match(won_by_bob.read(), VerifyAgainst()).holds

    def test_rounds_after_the_last_that_was_needed_do_not_count(
        self, won_by_bob: VirtualTable
    ) -> None:
        result = overrules(won_by_bob, 2, 24).result
        assert result is not None
        assert (result.winners, result.scores) == (("Bob",), {"Ann": 41, "Bob": 33})
        assert result.uncounted == entries(won_by_bob, 4, 5)

    def test_a_round_that_is_won_by_the_other_leaves_rounds_to_be_played(
        self, a_table: BuildTable
    ) -> None:
        table = self.a_match(a_table)
        play_turns(table, EIGHT, SEVEN, EIGHT, SEVEN)
        assert of(table.rulings[-1]).winners == ("Ann",)
        assert "a turn of Ann that was never played" in refused(table, 0, 24)

    def test_a_box_that_was_not_shut_leaves_the_round_to_be_played_on(
        self, a_table: BuildTable
    ) -> None:
        table = self.a_match(a_table)
        play_turns(table, SEVEN, EIGHT, ALL, ALL)
        assert of(table.rulings[-1]).winners == ("Ann",)
        assert "a turn of Bob that was never played" in refused(table, 2, 9)

    def test_a_turn_of_the_next_round_does_not_stand_in_for_it(self, a_table: BuildTable) -> None:
        """Bob begins the second round: his turn is the one that comes next in the record."""
        table = self.a_match(a_table, first_player="rotate")
        play_turns(table, ALL, SEVEN, EIGHT)
        assert of(table.rulings[-1]).winners == ("Ann",)
        assert "a turn of Bob that was never played" in refused(table, 0, 9)

    def test_while_it_goes_on_no_turn_may_turn_out_not_to_have_been_due(
        self, a_table: BuildTable
    ) -> None:
        table = self.a_match(a_table)
        play_turns(table, SEVEN, EIGHT, SEVEN)
        table.loses_power()
        assert "would have gone on otherwise, or be over" in refused(table, 0, 0)
        assert overrules(table, 0, 15).result is None


class TestATargetThatEndsAtOnce:
    """The target is 24; Ann reaches it in her second turn, before Bob has had his."""

    @pytest.fixture
    def table(self, a_table: BuildTable) -> VirtualTable:
        table = a_short_box(
            a_table, "Ann,Bob", match="tournament", target=24, target_ends="at_once"
        )
        play_turns(table, EIGHT, SEVEN, EIGHT)
        assert of(table.rulings[-1]).scores == {"Ann": 32, "Bob": 17}
        return table

    def with_roll_offs(self, a_table: BuildTable) -> VirtualTable:
        return a_short_box(
            a_table, "Ann,Bob,Cid", match="tournament", target=24, target_ends="at_once",
            ties="roll_off",
        )  # fmt: skip

    def test_reached_earlier_it_leaves_out_the_turns_behind_it(self, table: VirtualTable) -> None:
        result = overrules(table, 0, 24).result
        assert result is not None
        assert (result.winners, result.scores) == (("Bob",), {"Ann": 24, "Bob": 0})
        assert result.uncounted == entries(table, 1, 2)

    def test_reached_by_the_other_it_ends_with_the_round(self, table: VirtualTable) -> None:
        result = overrules(table, 1, 24).result
        assert result is not None
        assert (result.winners, result.scores) == (("Ann",), {"Ann": 16, "Bob": 24})
        assert result.uncounted == entries(table, 2)

    def test_reached_later_it_leaves_a_turn_to_be_played(self, table: VirtualTable) -> None:
        assert "a turn of Bob that was never played" in refused(table, 0, 7)

    def test_a_roll_off_that_it_would_begin_in_mid_round_was_never_played(
        self, a_table: BuildTable
    ) -> None:
        table = self.with_roll_offs(a_table)
        play_turns(table, NINE, SEVEN, EIGHT, NONE)
        assert of(table.rulings[-1]).winners == ("Cid",)
        assert "Bob and Cid tie, and the turns that play it off" in refused(table, 1, 16)

    def test_a_roll_off_that_began_in_mid_round_and_was_not_needed_does_not_count(
        self, a_table: BuildTable
    ) -> None:
        table = self.with_roll_offs(a_table)
        play_turns(table, NINE, SEVEN, SEVEN, EIGHT, EIGHT, SEVEN)
        assert of(table.rulings[-1]).winners == ("Bob",)
        result = overrules(table, 2, 15).result
        assert result is not None
        assert (result.winners, result.scores) == (("Cid",), {"Ann": 31, "Bob": 17, "Cid": 15})
        assert result.uncounted == entries(table, 4, 5)
