"""Counters of the frames that a line delivered, and of those dropped."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.protocol.messages import State


@dataclass
class LineCounts:
    """Counts of good frames and of dropped ones, by reason. They only grow.

    ``frames``: whole frames with the right checksum. Dropped lines: ``garbled`` is not pairs of
    hexadecimal digits, ``bad_crc`` has a wrong checksum, ``too_long`` and ``too_late`` exceed the
    limits of a frame. Dropped messages: ``unknown`` has an unknown type, ``malformed`` does not
    fit its type, ``out_of_place`` is not expected here, such as our own echo or a throw before a
    hello, ``excessive`` comes more often than a board may send it, or beyond its window.
    """

    frames: int = 0
    garbled: int = 0
    bad_crc: int = 0
    too_long: int = 0
    too_late: int = 0
    unknown: int = 0
    malformed: int = 0
    out_of_place: int = 0
    excessive: int = 0

    @property
    def dropped(self) -> int:
        """The number of lines that were not a frame."""
        return self.garbled + self.bad_crc + self.too_long + self.too_late


class WireTally:
    """The messages repeated and lines damaged on a wire since the last call.

    The host counts in ``counts``; the board tells its counts in each State, from 0 after a start.
    """

    def __init__(self, counts: LineCounts) -> None:
        self._counts = counts
        self._dropped = counts.dropped
        self._heard: State | None = None
        self._repeated = 0
        self._damaged = 0

    def restart(self) -> None:
        """Note that the board may have restarted: the counts of its next State are as before."""
        self._heard = None

    def hear(self, state: State) -> None:
        """Take in the counts of the board."""
        if (before := self._heard) is not None:
            self._repeated += max(0, state.repeated - before.repeated)
            self._damaged += max(0, state.dropped - before.dropped)
        self._heard = state

    def take(self) -> tuple[int, int]:
        """Return how many were repeated and damaged since the last call."""
        damaged = self._damaged + self._counts.dropped - self._dropped
        repeated, self._repeated, self._damaged = self._repeated, 0, 0
        self._dropped = self._counts.dropped
        return repeated, damaged
