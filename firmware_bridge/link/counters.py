"""What a line has brought so far, and what of it was thrown away."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class LineCounts:
    """How many frames came over a line, and why others were dropped. Only ever grows.

    ``frames`` are whole and have the right checksum. Of what was not: ``garbled`` is not pairs of
    hexadecimal digits, ``bad_crc`` has the wrong checksum, ``too_long`` and ``too_late`` broke the
    bounds of a frame. Of the whole frames ``unknown`` have a type we do not know, ``malformed``
    cannot be what their type says, and ``out_of_place`` are good messages that make no sense here:
    our own echo, or a throw of a roller that has not said hello.
    """

    frames: int = 0
    garbled: int = 0
    bad_crc: int = 0
    too_long: int = 0
    too_late: int = 0
    unknown: int = 0
    malformed: int = 0
    out_of_place: int = 0

    @property
    def dropped(self) -> int:
        """Lines that were no frame, for whatever reason."""
        return self.garbled + self.bad_crc + self.too_long + self.too_late
