"""A wait of one thread that another, a file or the time ends."""

from __future__ import annotations

import gc
import os
import select
from collections.abc import Iterator
from contextlib import closing

import pytest

from groundwork.waker import WaitResult, Waker


@pytest.fixture
def waker() -> Waker:
    return Waker()


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ours, theirs = os.pipe()
    with closing(os.fdopen(ours, "rb")), closing(os.fdopen(theirs, "wb")):
        yield ours, theirs


def test_a_wait_ends_at_once_when_it_is_set_and_not_any_more_when_cleared(waker: Waker) -> None:
    assert not waker.wait(0)
    waker.set()
    waker.set()
    assert waker.wait()
    assert waker.wait(10_000)
    waker.clear()
    waker.clear()
    assert not waker.wait(0)


def test_setting_it_any_number_of_times_does_not_block(waker: Waker) -> None:
    for _ in range(100_000):
        waker.set()
    assert waker.wait()
    waker.clear()
    assert select.select([waker], [], [], 0)[0] == []


def test_it_tells_what_has_ended_the_wait(waker: Waker, pipe: tuple[int, int]) -> None:
    reads, writes = pipe
    assert waker.wait_for(reads, 0) == WaitResult(is_set=False, readable=False)
    os.write(writes, b"x")
    assert waker.wait_for(reads) == WaitResult(is_set=False, readable=True)
    waker.set()
    assert waker.wait_for(reads) == WaitResult(is_set=True, readable=True)


def test_a_file_that_is_broken_ends_the_wait_which_reading_will_tell(waker: Waker) -> None:
    reads, writes = os.pipe()
    os.close(writes)
    assert waker.wait_for(reads).readable
    os.close(reads)


def test_room_to_write_ends_the_wait_and_is_nothing_to_read(
    waker: Waker, pipe: tuple[int, int]
) -> None:
    _reads, writes = pipe
    assert waker.wait_for(writes, writing=True) == WaitResult(is_set=False, readable=False)


def test_a_time_that_is_over_does_not_wait(waker: Waker) -> None:
    assert not waker.wait(-5)


def test_closed_it_can_be_set_and_closed_in_vain(waker: Waker) -> None:
    waker.close()
    waker.set()
    waker.close()


def test_its_descriptors_are_closed_when_nobody_refers_to_it() -> None:
    waker = Waker()
    descriptor = waker.fileno()
    del waker
    gc.collect()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)
