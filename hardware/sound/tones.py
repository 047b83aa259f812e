"""Notes on one output line: the level changes as often as the tone asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from hardware.devices import Tune
from hardware.sound.queue import CutOff


class TuneClock(CutOff, Protocol):
    """Time that can be cut short. All times are in seconds."""

    def now(self) -> float:
        """The time now."""
        ...

    def wait(self, seconds: float) -> bool:
        """Wait so long, not at all if it is negative; gives whether the tune is cut off."""
        ...


_ALMOST = 1e-6
"""What is nearer than this, in seconds or in swings, is there."""

SetLevel = Callable[[bool], None]
"""Gives current to the buzzer, or takes it away."""


def play_tones(tune: Tune, set_level: SetLevel, pace: TuneClock) -> None:
    """Play it on a buzzer that makes of every change of current a click, and of many a tone.

    Swings that are missed, as something else had the processor, are left out: the pitch stays.
    """
    begun = pace.now()
    for note in tune:
        ends = begun + note.milliseconds / 1000
        while note.hertz and (now := pace.now()) < ends - _ALMOST:
            half = int((now - begun) * 2 * note.hertz + _ALMOST)
            set_level(half % 2 == 0)
            due = begun + (half + 1) / (2 * note.hertz)
            if pace.wait(min(due, ends) - pace.now()):
                return
        set_level(False)
        if pace.wait(ends - pace.now()):
            return
        begun = ends


def play_rhythm(tune: Tune, set_level: SetLevel, pace: TuneClock) -> None:
    """Play it on a buzzer that sounds by itself as long as it has current."""
    begun = pace.now()
    for note in tune:
        begun += note.milliseconds / 1000
        set_level(note.hertz > 0)
        if pace.wait(begun - pace.now()):
            return
