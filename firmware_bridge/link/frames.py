"""Frames: a payload and its checksum as one line of hexadecimal digits between two newlines.

A reader cuts bytes into frames, and a decoder makes messages of them. What is neither is dropped
and counted.

Why text: a newline differs from every hexadecimal digit in more than one bit, so one flipped bit
can neither end a frame early nor pass for a digit, and what it does inside a digit stays within
four neighbouring bits, which the CRC always finds: no single flipped bit can go unnoticed. Byte
stuffing (COBS, SLIP) cannot promise that, because a bit of the stuffing moves what follows it.
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from dataclasses import dataclass

from firmware_bridge.protocol.constants import MAX_PAYLOAD
from firmware_bridge.protocol.messages import (
    MalformedMessage,
    Message,
    State,
    UnknownMessage,
    from_payload,
)
from groundwork.frozen_dataclass import frozen_dataclass


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


@frozen_dataclass
class ReceivedMessage:
    """A message; ``at`` is when the first byte of its frame was read, in microseconds."""

    at: int
    message: Message


class MessageDecoder:
    """The receiving half of either end. A new line needs a new decoder; counts may be shared."""

    def __init__(self, counts: LineCounts) -> None:
        self._counts = counts
        self._reader = FrameReader(counts)

    def feed(self, data: bytes, now: int) -> list[ReceivedMessage]:
        """Return the messages completed by ``data``, read at ``now`` (microseconds)."""
        arrivals = []
        for frame in self._reader.feed(data, now):
            message = self._message(frame.payload)
            if message is not None:
                arrivals.append(ReceivedMessage(frame.at, message))
        return arrivals

    def _message(self, payload: bytes) -> Message | None:
        try:
            return from_payload(payload)
        except UnknownMessage:
            self._counts.unknown += 1
        except MalformedMessage:
            self._counts.malformed += 1
        return None
