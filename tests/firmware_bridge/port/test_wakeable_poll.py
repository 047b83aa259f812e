"""A thread sleeps until it is needed."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator

import pytest

from firmware_bridge.port.wakeable_poll import Sleeper


@pytest.fixture
def sleeper() -> Iterator[Sleeper]:
    sleeper = Sleeper()
    yield sleeper
    sleeper.close()


def test_a_wake_up_before_the_sleep_ends_it_and_is_used_up(sleeper: Sleeper) -> None:
    sleeper.wake()
    sleeper.wake()
    assert not sleeper.sleep(None)
    assert select.select([sleeper._read], [], [], 0)[0] == []


def test_any_number_of_wake_ups_does_not_block(sleeper: Sleeper) -> None:
    for _ in range(100_000):
        sleeper.wake()
    assert not sleeper.sleep(None)


def test_a_file_with_something_to_read_ends_the_sleep(sleeper: Sleeper) -> None:
    ours, theirs = os.pipe()
    try:
        assert not sleeper.sleep(0, ours)
        os.write(theirs, b"x")
        assert sleeper.sleep(None, ours)
        os.read(ours, 1)
    finally:
        os.close(theirs)
    assert sleeper.sleep(None, ours)  # Broken, which reading will tell.
    os.close(ours)


def test_room_to_write_ends_the_sleep_and_is_nothing_to_read(sleeper: Sleeper) -> None:
    ours, theirs = os.pipe()
    assert not sleeper.sleep(None, theirs, writing=True)
    os.close(ours)
    os.close(theirs)


def test_a_time_that_is_over_does_not_sleep(sleeper: Sleeper) -> None:
    assert not sleeper.sleep(-5_000_000)


def test_closed_it_can_be_woken_and_closed_in_vain() -> None:
    sleeper = Sleeper()
    sleeper.close()
    sleeper.wake()
    sleeper.close()
