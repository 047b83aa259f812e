"""Trying again, ever more slowly, up to a bound."""

from __future__ import annotations

from firmware_bridge.link.commands import Backoff


def test_pauses_double_up_to_the_bound() -> None:
    pace = Backoff(100, 500)
    pace.start(1000)
    dues: list[int] = []
    while pace.due is not None and len(dues) < 6:
        dues.append(pace.due)
        assert not pace.is_due(pace.due - 1)
        assert pace.is_due(pace.due)
        pace.tried(pace.due)
    assert dues == [1000, 1100, 1300, 1700, 2200, 2700]


def test_a_new_start_has_short_pauses_again() -> None:
    pace = Backoff(100, 500)
    pace.start(0)
    for now in range(5):
        pace.tried(now)
    pace.start(5000)
    pace.tried(5000)
    assert pace.due == 5100


def test_stopped_or_not_begun_nothing_is_ever_due() -> None:
    pace = Backoff(100, 500)
    assert not pace.is_due(10**9)
    pace.start(0)
    pace.stop()
    assert not pace.is_due(10**9)
