"""The bytes of the messages: their type, the version where they have one, their fields in order."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import get_args

from firmware_bridge.protocol.constants import VERSION
from firmware_bridge.protocol.messages import ForeignHello, Hello, Message, Sendable

_FORMATS = {1: "B", 2: "H", 4: "I"}


class UnknownMessage(ValueError):
    """The payload's type (or the version it is written in) is not one we know."""


class MalformedMessage(ValueError):
    """The payload is of a known type, and cannot be one of that type."""


class _Layout:
    """How one kind of message is packed."""

    def __init__(self, message: type[Sendable]) -> None:
        schema = message.schema
        self.message: Callable[..., Message] = message
        self.head = (schema.type, VERSION) if schema.versioned else (schema.type,)
        fields = "".join(_FORMATS[number.size] for number in schema.numbers.values())
        self._struct = struct.Struct(f">{len(self.head)}B{fields}")
        self._names = tuple(schema.numbers)
        self._tail = schema.tail

    def pack(self, message: Sendable) -> bytes:
        """The payload of ``message``."""
        values = vars(message)
        data = self._struct.pack(*self.head, *[values[name] for name in self._names])
        if self._tail is None:
            return data
        name, tail = self._tail
        return data + tail.to_bytes(values[name])

    def unpack(self, payload: bytes) -> Message:
        """The message of ``payload``. Raises ValueError or struct.error."""
        skip = len(self.head)
        if self._tail is None:
            return self.message(*self._struct.unpack(payload)[skip:])
        rest = self._tail[1].from_bytes(payload[self._struct.size :])
        return self.message(*self._struct.unpack_from(payload)[skip:], rest)


_BY_KIND = {kind: _Layout(kind) for kind in get_args(Sendable)}
_BY_TYPE = {layout.head[0]: layout for layout in _BY_KIND.values()}


def to_payload(message: Sendable) -> bytes:
    """The bytes of ``message``, as a frame carries them."""
    return _BY_KIND[type(message)].pack(message)


def from_payload(payload: bytes) -> Message:
    """The message that ``payload`` is.

    Raises UnknownMessage or MalformedMessage, which both mean: ignore and count it.
    """
    try:
        layout = _BY_TYPE.get(payload[0])
        if layout is None:
            raise UnknownMessage(f"type {payload[0]}")
        if len(layout.head) > 1 and payload[1] != VERSION:
            if layout.message is Hello:
                return ForeignHello(payload[1])
            raise UnknownMessage(f"type {payload[0]} of version {payload[1]}")
        return layout.unpack(payload)
    except UnknownMessage:
        raise
    except (ValueError, IndexError, struct.error) as error:
        raise MalformedMessage(f"{payload.hex()}: {error}") from error
