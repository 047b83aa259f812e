"""Tunes on a line in memory, in time that the test gives."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from queue import Queue

import pytest

from groundwork.faults import Fault
from hardware.config.pins import Pin
from hardware.config.tables.sound import BuzzerKind, BuzzerTable
from hardware.devices import DeviceBack, DeviceEvent, DeviceLost, Manner, Note, Tune, Urgency
from hardware.gpio.lines import GpioLine
from hardware.sound.buzzer import DEVICE, PATIENCE, GpioBuzzer
from tests.support.chips.mock_chips import MockChips

LONG = 60
"""So long, in seconds, something is waited for before the test is given up."""

PIN = Pin(18)
RISING: Tune = (Note(400, 100), Note(0, 50), Note(800, 200))
LOW: Tune = (Note(200, 400),)


class Score:
    """A buzzer in a time of its own, which stands still wherever the test has said so.

    ``sounds`` is what was heard: how often the current was switched on, the level at the end, and
    from when until when, between two changes of more than 10 milliseconds.
    """

    def __init__(self, kind: BuzzerKind, active: str, ending: ExitStack) -> None:
        self.chips = MockChips()
        self.pin = self.chips.header.pins[18]
        self.told: Queue[DeviceEvent] = Queue()
        self.time = 0.0
        self.changes: list[tuple[float, bool]] = []
        self.stands_still_at: float | None = None
        self.stands: Queue[float] = Queue()
        self.is_cut_off = False
        self._goes_on: Queue[None] = Queue()
        self.ended: Queue[float] = Queue()
        self.moment = 0
        self.active_high = active == "high"
        self.buzzer = GpioBuzzer(
            GpioLine(self.chips.open("auto"), 18, PIN, "the buzzer"),
            BuzzerTable(PIN, kind, "high" if active == "high" else "low"),
            lambda: 7,
            self.told.put,
            pace=self,
            retry_s=0.001,
        )
        ending.callback(self.buzzer.close)
        ending.callback(self._goes_on.put, None)

    # The time of the buzzer.

    def now(self) -> float:
        return self.time

    def wait(self, seconds: float) -> bool:
        on = self.pin.high == self.active_high
        if not self.changes or self.changes[-1][1] != on:
            self.changes.append((round(self.time, 6), on))
        self.time += max(0.0, seconds)
        if self.stands_still_at is not None and self.time >= self.stands_still_at:
            self.stands_still_at = None
            self.stands.put(self.time)
            self._goes_on.get(timeout=LONG)
        return self.is_cut_off

    def set(self) -> None:
        self.is_cut_off = True

    def clear(self) -> None:
        self.is_cut_off = False

    def close(self) -> None:
        pass

    # What the test does.

    def plays(self, tune: Tune, urgency: Urgency = Urgency.PASSING) -> None:
        self.moment += 1
        self.buzzer.play(tune, Manner(urgency, "play", self.moment))

    def plays_to_its_end(self, tune: Tune) -> None:
        self.stops_at(self.time + sum(note.milliseconds for note in tune) / 1000 - 1e-9)
        self.plays(tune)
        self.goes_on()

    def stops_at(self, time: float) -> None:
        self.stands_still_at = time

    def reaches(self) -> None:
        """Waits until the time stands still."""
        self.stands.get(timeout=LONG)

    def goes_on(self) -> None:
        self.reaches()
        self._goes_on.put(None)

    def tones(self) -> list[tuple[float, float, int]]:
        """From when, until when and at how many hertz it sounded."""
        found: list[tuple[float, float, int]] = []
        begun = ended = 0.0
        swings = 0
        for (at, on), (until, _next) in zip(self.changes, [*self.changes[1:], (1e9, False)],
                                            strict=True):  # fmt: skip
            if on and not swings:
                begun = at
            swings += on
            if swings and not on and until - at > 0.01:
                ended = at
                hertz = (swings - 0.5) / (ended - begun)
                found.append((begun, ended, round(hertz)))
                swings = 0
        return found


@pytest.fixture
def ending() -> Iterator[ExitStack]:
    with ExitStack() as ending:
        yield ending


def test_a_passive_buzzer_plays_the_tones(ending: ExitStack) -> None:
    score = Score("passive", "high", ending)
    score.plays_to_its_end(RISING)
    score.buzzer.close()
    one, other = score.tones()
    assert one[2] == pytest.approx(400, rel=0.01)
    assert other[2] == pytest.approx(800, rel=0.01)
    assert one[:2] == pytest.approx((0, 0.1), abs=0.002)
    assert other[:2] == pytest.approx((0.15, 0.35), abs=0.002)
    assert not score.pin.high


def test_an_active_buzzer_plays_the_rhythm(ending: ExitStack) -> None:
    score = Score("active", "high", ending)
    score.plays_to_its_end(RISING)
    score.buzzer.close()
    assert score.changes == [(0, True), (0.1, False), (0.15, True)]
    assert not score.pin.high


@pytest.mark.parametrize("kind", ["passive", "active"])
def test_one_that_sounds_on_a_low_level_is_silent_on_a_high_one(
    kind: BuzzerKind, ending: ExitStack
) -> None:
    score = Score(kind, "low", ending)
    assert score.pin.high
    score.plays_to_its_end(RISING)
    score.buzzer.close()
    assert False in score.pin.shown
    assert score.pin.high


def test_a_newer_tune_cuts_an_older_one_off(ending: ExitStack) -> None:
    score = Score("passive", "high", ending)
    score.stops_at(0.05)
    score.plays(RISING)
    score.reaches()
    score.plays(LOW)
    score.stops_at(0.05 + 0.399)
    score._goes_on.put(None)
    score.goes_on()
    score.buzzer.close()
    assert score.told.empty()
    assert score.time == pytest.approx(0.45, abs=0.002)


def test_a_lasting_tune_is_played_again_after_an_urgent_one(ending: ExitStack) -> None:
    score = Score("active", "high", ending)
    score.stops_at(0.1)
    score.plays(RISING, Urgency.LASTING)
    score.reaches()
    score.plays(LOW, Urgency.URGENT)
    score.stops_at(0.1 + 0.4 + 0.349)
    score._goes_on.put(None)
    score.goes_on()
    score.buzzer.close()
    # The rest of the low one runs into the beginning of the one that is played again.
    assert score.changes == [(0, True), (0.6, False), (0.65, True)]


def test_closing_ends_a_tune_in_silence(ending: ExitStack) -> None:
    score = Score("active", "high", ending)
    score.stops_at(0.05)
    score.plays(RISING)
    score.reaches()
    assert score.pin.shown[-1]
    score._goes_on.put(None)
    score.buzzer.close()
    assert not score.pin.high
    assert not score.pin.held


def test_a_line_that_fails_is_told_of_and_tried_again_with_the_next_tune(
    ending: ExitStack,
) -> None:
    score = Score("active", "high", ending)
    score.chips.header.is_away = True
    score.plays(LOW)
    lost = score.told.get(timeout=LONG)
    assert isinstance(lost, DeviceLost)
    assert lost.device == DEVICE
    assert lost.why.startswith("BX407: pin 18 of the buzzer cannot be used (Remote I/O error)")
    score.chips.header.is_away = False
    score.plays(LOW)
    assert score.told.get(timeout=LONG) == DeviceBack(7, DEVICE, "it can be heard")


def test_one_that_does_not_come_to_an_end_is_told_of(ending: ExitStack) -> None:
    score = Score("active", "high", ending)
    score.stops_at(0.1)
    score.plays(LOW)
    score.reaches()
    score.buzzer.check(7 + PATIENCE)
    assert score.told.empty()
    score.buzzer.check(8 + PATIENCE)
    assert isinstance(score.told.get(timeout=LONG), DeviceLost)


def test_a_line_that_is_in_use_is_a_fault(ending: ExitStack) -> None:
    chips = MockChips()
    chips.header.users[18] = "spi0 CS1"
    line = GpioLine(chips.open("auto"), 18, PIN, "the buzzer")
    with pytest.raises(Fault, match=r'BX404: pin 18 of the buzzer is in use by "spi0 CS1"'):
        GpioBuzzer(line, BuzzerTable(PIN, "active", "high"), lambda: 7, lambda _event: None)


def test_one_in_real_time_is_silent_when_closed_however_often(ending: ExitStack) -> None:
    chips, told = MockChips(), Queue[DeviceEvent]()
    line = GpioLine(chips.open("auto"), 18, PIN, "the buzzer")
    buzzer = GpioBuzzer(line, BuzzerTable(PIN, "passive", "high"), lambda: 7, told.put)
    buzzer.play((Note(440, 1),), Manner(Urgency.LASTING, "play", 1))
    buzzer.close()
    buzzer.close()
    assert told.empty()
    assert not chips.header.pins[18].high
