"""Frames: a payload and its checksum as one line of hexadecimal digits between two newlines.

Why text: a newline differs from every hexadecimal digit in more than one bit, so one flipped bit
can neither end a frame early nor pass for a digit, and what it does inside a digit stays within
four neighbouring bits, which the CRC always finds: no single flipped bit can go unnoticed. Byte
stuffing (COBS, SLIP) cannot promise that, because a bit of the stuffing moves what follows it.
"""

from __future__ import annotations

import re
from binascii import crc_hqx

from firmware_bridge.link.counters import LineCounts
from firmware_bridge.protocol.constants import MAX_PAYLOAD
from groundwork.frozen_dataclass import frozen_dataclass

FRAME_TIME_US = 1_000_000
"""Microseconds from the first byte of a frame to its last, at most."""

_CRC_BYTES = 2
_MAX_LINE = 2 * (MAX_PAYLOAD + _CRC_BYTES)
_DIGITS = re.compile(rb"(?:[0-9A-F]{2}){3,}")


@frozen_dataclass
class Frame:
    """A payload received whole; ``at`` is when its first byte was read, in microseconds."""

    at: int
    payload: bytes


def crc16(data: bytes) -> int:
    """Return the CRC-16/GENIBUS: polynomial 0x1021, start 0xFFFF, not reflected, inverted.

    Without the inversion, a throw whose checksum ends in a zero byte would still be a good frame
    when its last byte is cut off: a throw with one die less.
    """
    return crc_hqx(data, 0xFFFF) ^ 0xFFFF


def encode(payload: bytes) -> bytes:
    """Return the frame of ``payload``: newline, digits, newline.

    Raises ValueError unless there are 1 to ``MAX_PAYLOAD`` bytes.
    """
    if not 1 <= len(payload) <= MAX_PAYLOAD:
        raise ValueError(f"a frame carries 1 to {MAX_PAYLOAD} bytes, not {len(payload)}")
    checked = payload + crc16(payload).to_bytes(_CRC_BYTES, "big")
    return b"\n" + checked.hex().upper().encode() + b"\n"


class FrameReader:
    """Find frames in bytes that arrive in pieces of any size.

    A newline always starts afresh, so garbage costs at most the frame it touches. Buffers at most
    one frame, for at most ``FRAME_TIME_US``.
    """

    def __init__(self, counts: LineCounts) -> None:
        self._counts = counts
        self._line = bytearray()
        self._began = 0
        self._skipping = False

    def feed(self, data: bytes, now: int) -> list[Frame]:
        """Return the frames completed by ``data``, read at ``now`` (microseconds)."""
        frames = []
        *lines, rest = data.split(b"\n")
        for end_of_line in lines:
            self._extend(end_of_line, now)
            frame = self._finish()
            if frame is not None:
                frames.append(frame)
        self._extend(rest, now)
        return frames

    def _extend(self, piece: bytes, now: int) -> None:
        if self._skipping:
            return
        if not self._line:
            self._began = now
        elif now - self._began > FRAME_TIME_US:
            self._counts.too_late += 1
            self._skip()
            return
        if len(self._line) + len(piece) > _MAX_LINE:
            self._counts.too_long += 1
            self._skip()
            return
        self._line += piece

    def _skip(self) -> None:
        self._skipping = True
        self._line.clear()

    def _finish(self) -> Frame | None:
        line = bytes(self._line)
        self._line.clear()
        self._skipping = False
        if not line:
            return None
        # bytes.fromhex also accepts lower case and spaces. No sender writes those: it is damage.
        if not _DIGITS.fullmatch(line):
            self._counts.garbled += 1
            return None
        checked = bytes.fromhex(line.decode())
        payload = checked[:-_CRC_BYTES]
        if crc16(payload) != int.from_bytes(checked[-_CRC_BYTES:], "big"):
            self._counts.bad_crc += 1
            return None
        self._counts.frames += 1
        return Frame(self._began, payload)
