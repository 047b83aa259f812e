"""A wait of one thread that another ends."""

from __future__ import annotations

import os

from hardware.worker.interrupt import Interrupt


def test_a_wait_ends_at_once_when_it_is_set_and_not_any_more_when_cleared() -> None:
    interrupt = Interrupt()
    assert not interrupt.wait(0)
    interrupt.set()
    interrupt.set()
    assert interrupt.wait(10_000)
    interrupt.clear()
    interrupt.clear()
    assert not interrupt.wait(0)
    interrupt.close()


def test_it_tells_what_has_ended_the_wait() -> None:
    interrupt = Interrupt()
    reads, writes = os.pipe()
    assert interrupt.wait_for(reads, 0) is False
    os.write(writes, b"x")
    assert interrupt.wait_for(reads, 10_000) is True
    interrupt.set()
    assert interrupt.wait_for(reads, 10_000) is None
    interrupt.close()
    os.close(reads)
    os.close(writes)
