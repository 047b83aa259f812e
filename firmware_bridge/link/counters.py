"""Counters of the frames that a line delivered, and of those dropped."""

from __future__ import annotations

from dataclasses import dataclass


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
        """How many lines were not a frame."""
        return self.garbled + self.bad_crc + self.too_long + self.too_late
