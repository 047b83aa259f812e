"""Set Python up for play once the box can be played on: what it does then would hold up a start."""

from __future__ import annotations

import gc
import sys

AFTER_US = 1_000_000
"""The wait after the start, in microseconds: by then the first scene is shown."""

OBJECTS_BEFORE_A_COLLECTION = 700
"""The objects made between two collections of garbage, while a box is played on."""

SWITCH_S = 0.0001
"""Seconds after which a thread of Python lets another one run that waits for its turn.

With Python's own 0.005 the lamps wait that long while the journal's thread signs what it wrote.
"""


class AfterStart:
    """Collects garbage once, soon after ``now``, has Python collect it again from then on, and
    shortens the turns of threads.

    It is :class:`boxctl.table.loop.Timed`. What is left is in use until the program ends, so no
    later collection looks through it: the lamps would wait for that as long as a start does.
    """

    def __init__(self, now: int) -> None:
        self._due: int | None = now + AFTER_US

    @property
    def due(self) -> int | None:
        """The box time at which it acts; None once it has."""
        return self._due

    def advance(self, now: int) -> None:
        """Act if it is time to."""
        if self._due is not None and now >= self._due:
            self._due = None
            gc.collect()
            gc.freeze()
            gc.set_threshold(OBJECTS_BEFORE_A_COLLECTION)
            sys.setswitchinterval(SWITCH_S)
