"""Collect the garbage of a start once the box can be played on."""

from __future__ import annotations

import gc

AFTER_US = 1_000_000
"""The wait after the start, in microseconds: by then the first scene is shown."""

OBJECTS_BEFORE_A_COLLECTION = 700
"""The objects made between two collections of garbage, while a box is played on."""


class CollectionAfterStart:
    """Collects garbage once, soon after ``now``, and has Python collect it again from then on.

    It is :class:`boxctl.table.loop.Timed`. What is left is in use until the program ends, so no
    later collection looks through it: the lamps would wait for that as long as a start does.
    """

    def __init__(self, now: int) -> None:
        self._due: int | None = now + AFTER_US

    @property
    def due(self) -> int | None:
        """The box time at which it collects; None once it has."""
        return self._due

    def advance(self, now: int) -> None:
        """Collect if it is time to."""
        if self._due is not None and now >= self._due:
            self._due = None
            gc.collect()
            gc.freeze()
            gc.set_threshold(OBJECTS_BEFORE_A_COLLECTION)
