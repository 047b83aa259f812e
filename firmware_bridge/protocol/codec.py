"""Encode and decode messages: type, version where there is one, then the fields in order."""

from __future__ import annotations

import struct
from collections.abc import Callable
from itertools import repeat
from typing import get_args

from firmware_bridge.protocol.constants import VERSION
from firmware_bridge.protocol.messages import ForeignHello, Hello, Message, Sendable

_FORMATS = {1: "B", 2: "H", 4: "I"}


class UnknownMessage(ValueError):
    """The payload has an unknown type, or a version that is not ours."""


class MalformedMessage(ValueError):
    """The payload has a known type but does not fit it."""


class _MessageLayout:
    """The layout of one kind of message in bytes."""

    def __init__(self, message: type[Sendable]) -> None:
        schema = message.schema
        self.message: Callable[..., Message] = message
        self.versioned = schema.versioned
        self.head = (schema.type, VERSION) if schema.versioned else (schema.type,)
        fields = "".join(_FORMATS[number.size] for number in schema.numbers.values())
        self._packed = struct.Struct(f">{len(self.head)}B{fields}")
        # The head was looked at before.
        self._unpacked = struct.Struct(f">{len(self.head)}x{fields}")
        self._names = tuple(schema.numbers)
        self._tail = schema.tail

    def pack(self, message: Sendable) -> bytes:
        """Return the payload of ``message``."""
        data = self._packed.pack(*self.head, *map(getattr, repeat(message), self._names))
        if self._tail is None:
            return data
        name, tail = self._tail
        return data + tail.to_bytes(getattr(message, name))

    def unpack(self, payload: bytes) -> Message:
        """Return the message of ``payload``. Raises ValueError or struct.error."""
        if self._tail is None:
            return self.message(*self._unpacked.unpack(payload))
        rest = self._tail[1].from_bytes(payload[self._unpacked.size :])
        return self.message(*self._unpacked.unpack_from(payload), rest)


_BY_KIND = {kind: _MessageLayout(kind) for kind in get_args(Sendable)}
_BY_TYPE = {layout.head[0]: layout for layout in _BY_KIND.values()}


def to_payload(message: Sendable) -> bytes:
    """Return the payload of ``message`` for a frame."""
    return _BY_KIND[type(message)].pack(message)


def from_payload(payload: bytes) -> Message:
    """Return the message of ``payload``.

    Raises UnknownMessage or MalformedMessage; the caller counts and ignores either.
    """
    try:
        layout = _BY_TYPE.get(payload[0])
        if layout is None:
            raise UnknownMessage(f"type {payload[0]}")
        if layout.versioned and payload[1] != VERSION:
            if layout.message is Hello:
                return ForeignHello(payload[1])
            raise UnknownMessage(f"type {payload[0]} of version {payload[1]}")
        return layout.unpack(payload)
    except UnknownMessage:
        raise
    except (ValueError, IndexError, struct.error) as error:
        raise MalformedMessage(f"{payload.hex()}: {error}") from error
