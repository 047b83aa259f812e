"""A device in a thread of its own: slow, hanging, going away and coming back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from queue import Queue
from threading import Event

import pytest

from hardware.devices import DeviceBack, DeviceEvent, DeviceLost
from hardware.worker import PATIENCE, PATIENCE_OPENING, Do, NewestJobs, Worker

LONG = 60
"""So long, in seconds, a thread is waited for before the test is given up."""


class Slate:
    """Something to write on, which can break, hang, and be put right."""

    def __init__(self) -> None:
        self.written: Queue[str] = Queue()
        self.begun: Queue[str] = Queue()
        self.broken = False
        self.mistake: Exception | None = None
        self.free = Event()
        self.free.set()
        self.ready = Event()
        self.ready.set()
        self.openings: Queue[int] = Queue()
        self.opened = 0
        self.closed = 0

    def open(self, closing: ExitStack) -> Do[str]:
        self.opened += 1
        self.openings.put(self.opened)
        closing.callback(self._close)
        assert self.ready.wait(LONG)
        if self.broken:
            raise OSError(5, "no such slate")
        return self._write

    def _write(self, word: str) -> None:
        self.begun.put(word)
        assert self.free.wait(LONG)
        if self.mistake is not None:
            raise self.mistake
        if self.broken:
            raise OSError(5, "the chalk breaks")
        self.written.put(word)

    def _close(self) -> None:
        self.closed += 1


class Desk:
    """A worker with its slate, and what is handed over."""

    def __init__(
        self, *, most: int = 1, repeats: bool = True, refresh_s: float | None = None
    ) -> None:
        self.slate = Slate()
        self.now = 0
        self.told: Queue[DeviceEvent] = Queue()
        self.most = most
        self.repeats = repeats
        self.refresh_s = refresh_s

    def begin(self) -> Worker[str]:
        return Worker(
            "slate",
            "it can be written on",
            self.slate.open,
            lambda: self.now,
            self.told.put,
            waiting=NewestJobs(self.most),
            repeats=self.repeats,
            retry_s=0.001,
            refresh_s=self.refresh_s,
        )

    def hears(self) -> DeviceEvent:
        return self.told.get(timeout=LONG)

    def reads(self) -> str:
        return self.slate.written.get(timeout=LONG)


@pytest.fixture
def ending() -> Iterator[ExitStack]:
    with ExitStack() as ending:
        yield ending


def begin(desk: Desk, ending: ExitStack) -> Worker[str]:
    worker = desk.begin()
    ending.callback(worker.close)
    ending.callback(desk.slate.free.set)
    ending.callback(desk.slate.ready.set)
    return worker


def test_a_device_that_works_is_not_spoken_of(ending: ExitStack) -> None:
    desk = Desk()
    begin(desk, ending).give("one")
    assert desk.reads() == "one"
    assert desk.told.empty()


def test_only_the_newest_is_written_when_the_device_is_slow(ending: ExitStack) -> None:
    desk = Desk()
    desk.slate.free.clear()
    worker = begin(desk, ending)
    worker.give("first")
    assert desk.slate.begun.get(timeout=LONG) == "first"
    for word in ("second", "third", "last"):
        worker.give(word)
    desk.slate.free.set()
    assert [desk.reads(), desk.reads()] == ["first", "last"]


def test_as_many_wait_as_may(ending: ExitStack) -> None:
    desk = Desk(most=2)
    desk.slate.free.clear()
    worker = begin(desk, ending)
    worker.give("first")
    assert desk.slate.begun.get(timeout=LONG) == "first"
    for word in ("second", "third", "last"):
        worker.give(word)
    desk.slate.free.set()
    assert [desk.reads(), desk.reads(), desk.reads()] == ["first", "third", "last"]


def test_a_device_that_fails_is_told_of_and_comes_back_with_what_it_should_show(
    ending: ExitStack,
) -> None:
    desk = Desk()
    worker = begin(desk, ending)
    worker.give("one")
    assert desk.reads() == "one"
    desk.slate.broken = True
    worker.give("two")
    assert desk.hears() == DeviceLost(0, "slate", "the chalk breaks")
    desk.slate.broken = False
    assert desk.reads() == "two"
    assert desk.hears() == DeviceBack(0, "slate", "it can be written on")
    assert desk.slate.opened > 1


def test_a_device_that_is_away_is_told_of_once_however_often_it_is_tried(
    ending: ExitStack,
) -> None:
    desk = Desk()
    desk.slate.broken = True
    begin(desk, ending)
    assert desk.hears() == DeviceLost(0, "slate", "no such slate")
    for count in (1, 2, 3, 4):
        assert desk.slate.openings.get(timeout=LONG) == count
    desk.slate.broken = False
    assert desk.hears() == DeviceBack(0, "slate", "it can be written on")


def test_a_driver_that_fails_in_a_way_of_its_own_is_told_of_and_comes_back(
    ending: ExitStack,
) -> None:
    desk = Desk()
    worker = begin(desk, ending)
    desk.slate.mistake = ZeroDivisionError("by nought")
    worker.give("one")
    why = "its driver has failed (ZeroDivisionError: by nought)"
    assert desk.hears() == DeviceLost(0, "slate", why)
    desk.slate.mistake = None
    assert desk.reads() == "one"
    assert desk.hears() == DeviceBack(0, "slate", "it can be written on")


def test_what_was_not_said_in_time_is_not_said_again(ending: ExitStack) -> None:
    desk = Desk(repeats=False)
    worker = begin(desk, ending)
    desk.slate.broken = True
    worker.give("one")
    assert isinstance(desk.hears(), DeviceLost)
    desk.slate.broken = False
    worker.give("two")
    assert desk.reads() == "two"
    assert isinstance(desk.hears(), DeviceBack)


def test_the_last_job_is_done_again_when_nothing_else_is_to_be_done(ending: ExitStack) -> None:
    desk = Desk(refresh_s=0.001)
    worker = begin(desk, ending)
    worker.give("one")
    assert [desk.reads() for _ in range(3)] == ["one"] * 3
    desk.slate.broken = True
    assert isinstance(desk.hears(), DeviceLost)
    desk.slate.broken = False
    assert isinstance(desk.hears(), DeviceBack)
    worker.give("two")
    while desk.reads() != "two":
        pass
    assert desk.reads() == "two"


def test_being_opened_may_take_longer(ending: ExitStack) -> None:
    desk = Desk()
    desk.slate.ready.clear()
    worker = begin(desk, ending)
    assert desk.slate.openings.get(timeout=LONG) == 1
    worker.check(PATIENCE_OPENING)
    assert desk.told.empty()
    worker.check(PATIENCE_OPENING + 1)
    assert desk.hears() == DeviceLost(0, "slate", "it has not answered for 15 seconds")
    desk.slate.ready.set()
    assert isinstance(desk.hears(), DeviceBack)


def test_a_device_that_hangs_is_told_of_once_and_when_it_goes_on(ending: ExitStack) -> None:
    desk = Desk()
    desk.slate.free.clear()
    worker = begin(desk, ending)
    worker.give("one")
    assert desk.slate.begun.get(timeout=LONG) == "one"
    worker.check(PATIENCE)
    assert desk.told.empty()
    desk.now = PATIENCE + 1
    worker.check(desk.now)
    worker.check(2 * desk.now)
    lost = DeviceLost(desk.now, "slate", "it has not answered for 3 seconds")
    assert desk.hears() == lost
    assert desk.told.empty()
    desk.slate.free.set()
    assert desk.hears() == DeviceBack(desk.now, "slate", "it can be written on")


def test_closing_closes_the_device(ending: ExitStack) -> None:
    desk = Desk()
    worker = begin(desk, ending)
    worker.give("one")
    assert desk.reads() == "one"
    worker.close()
    assert desk.slate.closed == desk.slate.opened == 1
