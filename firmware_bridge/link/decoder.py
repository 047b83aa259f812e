"""Decode bytes into messages; count and drop whatever is not one."""

from __future__ import annotations

from firmware_bridge.link.counters import LineCounts
from firmware_bridge.link.frames import FrameReader
from firmware_bridge.protocol.codec import MalformedMessage, UnknownMessage, from_payload
from firmware_bridge.protocol.messages import Message
from groundwork.frozen_dataclass import frozen_dataclass


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
