"""Play notes by switching one output line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from hardware.devices import Tune
from hardware.sound.queue import CutOff


class TuneClock(CutOff, Protocol):
    """A clock in seconds whose waits can be cut off."""

    def now(self) -> float:
        """Return the time now."""
        ...

    def wait(self, seconds: float) -> bool:
        """Wait for ``seconds``, not at all if negative; return whether the tune is cut off."""
        ...


_ALMOST = 1e-6
"""Tolerance of comparisons, in seconds or cycles."""

SetLevel = Callable[[bool], None]
"""Switches the buzzer's current on or off."""


def play_tones(tune: Tune, set_level: SetLevel, pace: TuneClock) -> None:
    """Play on a passive buzzer, which turns changes of current into a tone.

    Cycles missed because the processor was busy are left out, so that the pitch stays right.
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
    """Play on an active buzzer, which sounds while it has current."""
    begun = pace.now()
    for note in tune:
        begun += note.milliseconds / 1000
        set_level(note.hertz > 0)
        if pace.wait(begun - pace.now()):
            return
