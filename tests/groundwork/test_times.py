"""The box's clock and a match's: what one shows when the other shows something."""

from __future__ import annotations

from groundwork.times import START, BoxTime, MatchClock, MatchTime

SECOND = 1_000_000


def test_a_match_that_begins_late_counts_from_there() -> None:
    clock = MatchClock(BoxTime(78 * SECOND), START)
    assert clock.match_time(BoxTime(80 * SECOND)) == 2 * SECOND
    assert clock.box_time(MatchTime(2 * SECOND)) == 80 * SECOND


def test_a_match_that_goes_on_after_an_hour_has_not_aged() -> None:
    before = MatchClock(BoxTime(78 * SECOND), START)
    stood = before.match_time(BoxTime(90 * SECOND))
    after = MatchClock(BoxTime(5 * SECOND), stood)
    assert after.match_time(BoxTime(6 * SECOND)) == 13 * SECOND
