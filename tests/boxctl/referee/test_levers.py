"""R4: the move on a real box. Levers are judged by where they stand."""

from __future__ import annotations

import pytest

from boxctl.referee.lever_game import AT_ONCE, is_by_no_hand
from boxctl.referee.lines import LeverMoved, Thrown, TimePassed
from boxctl.referee.payloads import NextStep, Restored
from boxctl.rules.tiles import numbers
from groundwork.times import MatchTime
from tests.support.rulings import of
from tests.support.tables.referee_alone import MILLISECOND, SECOND, RefereeAlone


def test_a_move_is_committed_as_soon_as_it_is_whole() -> None:
    table = RefereeAlone()
    table.throws(2, 3)
    assert table.ruled == ["throw R3.1"]
    table.shuts(1)
    assert table.ruled == ["pending R4.1"]
    table.shuts(4)
    assert table.ruled == ["committed R3.1"]
    assert numbers(table.new[0].open) == (2, 3, 5, 6, 7, 8, 9)


def test_an_overshoot_is_refused_in_words_that_a_player_understands() -> None:
    table = RefereeAlone()
    table.throws(2, 3)
    table.shuts(7)
    assert table.ruled == ["refused R4.5"]
    assert table.asked_back == [(7,), ()]
    assert table.text == "7 is more than the 5 you threw: put the 7 back up."


def test_the_fewest_tiles_go_back_and_among_equals_the_one_moved_last() -> None:
    table = RefereeAlone()
    table.throws(2, 3)
    table.shuts(4, 3)
    assert table.asked_back == [(3,), ()]


def test_a_tile_that_fits_may_stay_when_a_wrong_one_went_first() -> None:
    table = RefereeAlone()
    table.throws(2, 3)
    table.shuts(9, 4)
    assert table.ruled == ["refused R4.5"]
    assert table.asked_back == [(9,), ()]
    table.opens(9)
    assert table.ruled == ["restored R4.5"]
    table.shuts(1)
    assert table.ruled == ["committed R3.1"]


def test_a_move_that_is_whole_once_the_wrong_tile_is_back_is_committed_with_it() -> None:
    table = RefereeAlone()
    table.throws(2, 3)
    table.shuts(9, 5)
    table.opens(9)
    assert table.ruled == ["restored R4.5", "committed R3.1"]


def test_a_tile_may_be_taken_back_while_the_move_is_not_whole() -> None:
    table = RefereeAlone()
    table.throws(2, 6)
    table.shuts(2)
    table.opens(2)
    assert table.ruled == ["taken_back R4.1"]
    assert of(table.new[0]).tiles == 0
    table.shuts(3, 5)
    assert table.ruled == ["committed R3.1"]


def test_a_committed_tile_that_moves_has_to_be_put_back_first() -> None:
    table = RefereeAlone()
    table.throws(2, 3)
    table.shuts(5)
    table.opens(5)
    assert table.ruled == ["disturbed R4.3"]
    assert table.asked_back == [(), (5,)]
    table.throws(1, 2)
    assert table.ruled == ["void R4.6"]
    table.shuts(5)
    assert table.ruled == ["restored R4.3"]
    table.throws(1, 2)
    assert table.ruled == ["throw R3.1"]


def test_a_lever_that_moves_before_the_throw_is_a_disturbance() -> None:
    table = RefereeAlone()
    table.shuts(3)
    assert table.ruled == ["disturbed R4.4"]
    table.opens(3)
    assert table.ruled == ["restored R4.4"]


def test_a_tile_not_in_play_is_no_part_of_any_move() -> None:
    table = RefereeAlone("three-down-extreme")
    table.throws(2, 2)
    table.opens(2)
    assert table.ruled == ["disturbed R4.4"]
    assert table.asked_back == [(), (2,)]


def test_disturbed_and_refused_at_once_is_disturbed_and_both_go_back() -> None:
    table = RefereeAlone()
    table.throws(1, 1)
    table.shuts(2)
    table.throws(1, 2)
    table.shuts(9)
    table.opens(2)
    assert table.ruled == ["disturbed R4.3"]
    assert table.asked_back == [(9,), (2,)]
    table.shuts(2)
    assert table.ruled == ["refused R4.5"]
    assert table.asked_back == [(9,), ()]
    table.opens(9)
    assert table.ruled == ["restored R4.5"]


def test_a_throw_while_one_is_owed_an_answer_changes_nothing() -> None:
    table = RefereeAlone()
    table.throws(2, 3)
    table.throws(6, 6)
    assert table.ruled == ["void R4.6"]
    table.shuts(5)
    assert table.ruled == ["committed R3.1"]


class TestProvisional:
    """A move that is part of a larger one waits."""

    def test_canoga_waits_for_the_other_die(self) -> None:
        table = RefereeAlone("canoga")
        table.throws(2, 4)
        table.shuts(2)
        assert table.ruled == ["provisional R4.2"]
        table.shuts(4)
        assert table.ruled == ["committed R3.3"]

    def test_the_next_valid_throw_commits_it(self) -> None:
        table = RefereeAlone("canoga")
        table.throws(2, 4)
        table.shuts(2)
        table.throws(1, 2)
        assert table.ruled == ["committed R3.3", "throw R3.3"]

    def test_a_void_throw_does_not(self) -> None:
        table = RefereeAlone("canoga")
        table.throws(2, 4)
        table.shuts(2)
        table.throws(1, None)
        assert table.ruled == ["void R2.4"]
        table.throws(1)
        assert table.ruled == ["void R2.3"]
        table.opens(2)
        assert table.ruled == ["taken_back R4.1"]

    def test_the_confirm_button_commits_it(self) -> None:
        table = RefereeAlone("canoga")
        table.throws(2, 4)
        table.shuts(2)
        table.presses("confirm")
        assert table.ruled == ["committed R3.3"]

    def test_confirm_has_nothing_to_say_to_half_a_move(self) -> None:
        table = RefereeAlone()
        table.throws(2, 4)
        table.shuts(2)
        table.presses("confirm")
        assert table.ruled == []

    def test_it_settles_when_that_is_set(self) -> None:
        table = RefereeAlone("canoga", settle_ms=2000)
        table.throws(2, 4)
        table.shuts(2)
        moved_at = table.new[0].at
        table.waits(3000)
        assert table.ruled == ["committed R3.3"]
        assert table.new[0].at == moved_at + 2 * SECOND

    def test_it_does_not_settle_while_something_has_to_be_put_back(self) -> None:
        table = RefereeAlone("canoga", settle_ms=2000)
        table.throws(2, 4)
        table.shuts(2, 9)
        table.waits(10_000)
        assert table.ruled == []
        table.opens(9)
        assert table.ruled == ["restored R4.5", "provisional R4.2"]
        table.waits(1400)
        assert table.ruled == []
        table.waits(100)
        assert table.ruled == ["committed R3.3"]


class TestBump:
    """R4.7: a tile that returns within the bump time never moved."""

    @pytest.mark.parametrize(("after", "verdicts"), [
        (1, []),
        (79, []),
        (80, []),
        (80.001, ["disturbed R4.4", "restored R4.4"]),
    ])  # fmt: skip
    def test_a_die_hits_a_tile(self, after: float, verdicts: list[str]) -> None:
        table = RefereeAlone(act_ms=0)
        back = round(after * MILLISECOND)
        table.hears(
            LeverMoved(MatchTime(0), 5, open=False),
            LeverMoved(MatchTime(back), 5, open=True),
            TimePassed(MatchTime(SECOND)),
        )
        assert table.ruled == verdicts

    def test_of_a_chatter_that_ends_changed_the_last_edge_is_the_change(self) -> None:
        table = RefereeAlone()
        table.throws(2, 3)
        start = table.referee.clock + SECOND
        levels = [False, True, False, True, False]
        edges = [
            LeverMoved(MatchTime(start + 20_000 * n), 5, open=up) for n, up in enumerate(levels)
        ]
        table.hears(*edges, TimePassed(MatchTime(start + SECOND)))
        assert table.ruled == ["committed R3.1"]
        assert table.new[0].at == start + 80_000

    def test_a_throw_waits_for_the_levers_before_it(self) -> None:
        table = RefereeAlone()
        table.throws(2, 3)
        start = table.referee.clock + SECOND
        table.hears(
            LeverMoved(MatchTime(start), 5, open=False), Thrown(MatchTime(start + 10_000), (1, 1))
        )
        assert table.ruled == []
        table.hears(TimePassed(MatchTime(start + SECOND)))
        assert table.ruled == ["committed R3.1", "throw R3.1"]
        assert [ruling.at for ruling in table.new] == [start, start + 10_000]


class TestTakeBack:
    """R4.8."""

    def test_until_next_throw_a_whole_move_can_be_changed(self) -> None:
        table = RefereeAlone(take_back="until_next_throw")
        table.throws(2, 3)
        table.shuts(5)
        assert table.ruled == ["provisional R4.8"]
        table.opens(5)
        assert table.ruled == ["taken_back R4.1"]
        table.shuts(1, 4)
        table.throws(1, 2)
        assert table.ruled == ["committed R3.1", "throw R3.1"]

    def test_until_next_throw_the_last_tiles_are_committed_at_once(self) -> None:
        table = RefereeAlone("even-stevens", take_back="until_next_throw", down="1-7,9")
        table.throws(4, 4)
        table.shuts(8)
        assert table.ruled[0] == "committed R3.1"

    def test_never_a_tile_once_moved_stays_moved(self) -> None:
        table = RefereeAlone(take_back="never")
        table.throws(2, 6)
        table.shuts(2)
        table.opens(2)
        assert table.ruled == ["disturbed R4.8"]
        assert table.asked_back == [(), (2,)]
        table.shuts(2)
        assert table.ruled == ["restored R4.8"]

    def test_never_only_the_refused_tile_goes_back(self) -> None:
        table = RefereeAlone(take_back="never")
        table.throws(4, 5)
        table.shuts(4, 8)
        assert table.ruled == ["refused R4.5"]
        assert table.asked_back == [(8,), ()]


class TestBetweenTurns:
    """R4.9: a turn begins when every lever stands as it needs."""

    def between(self) -> RefereeAlone:
        table = RefereeAlone("classic", "Ann,Bob")
        table.throws(1, 1)
        table.shuts(2)
        table.throws(1, 1)
        assert table.ruled == ["turn_over R3.6"]
        assert table.asked_back == [(2,), ()]
        return table

    def test_the_next_player_is_ready_when_the_levers_are(self) -> None:
        table = self.between()
        table.opens(2)
        assert table.ruled == ["ready R4.9"]
        assert table.new[0].player == "Bob"

    def test_no_throw_counts_before(self) -> None:
        table = self.between()
        table.throws(3, 4)
        assert table.ruled == ["void R4.6"]
        assert table.new[0].player == "Bob"

    def test_a_lever_going_the_wrong_way_is_told_all_that_is_needed(self) -> None:
        table = self.between()
        table.shuts(7)
        assert table.ruled == ["disturbed R4.4"]
        assert table.asked_back == [(2, 7), ()]
        table.opens(7)
        assert table.ruled == []
        table.opens(2)
        assert table.ruled == ["ready R4.9"]


@pytest.mark.parametrize(
    ("before", "by_no_hand"), [(0, True), (AT_ONCE, True), (AT_ONCE + 1, False), (-1, False)]
)
def test_levers_that_come_back_at_once_are_moved_by_no_hand(before: int, by_no_hand: bool) -> None:
    changed = {1: SECOND, 2: SECOND, 7: SECOND - before}
    assert is_by_no_hand(Restored(NextStep.THROW), SECOND, changed) is by_no_hand
