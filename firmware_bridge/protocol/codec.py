"""The bytes of the messages. ``docs/protocol.md`` is their law.

Made by generate.py from definitions.py: do not change it here.
"""

from __future__ import annotations

import struct

from firmware_bridge.protocol.constants import VERSION
from firmware_bridge.protocol.messages import (
    Answer,
    Ask,
    Change,
    ChangeAck,
    Command,
    ForeignHello,
    Hello,
    Message,
    Sendable,
    State,
    Throw,
    ThrowAck,
    Welcome,
)

_HELLO_LAYOUT = struct.Struct(">BBIIIIIHBBBBBB")
_WELCOME_LAYOUT = struct.Struct(">BBII")
_THROW_LAYOUT = struct.Struct(">BIIH")
_THROW_ACK_LAYOUT = struct.Struct(">BIIB")
_CHANGE_LAYOUT = struct.Struct(">BIIHBB")
_CHANGE_ACK_LAYOUT = struct.Struct(">BIIB")
_ASK_LAYOUT = struct.Struct(">BI")
_STATE_LAYOUT = struct.Struct(">BIIIBHHHH")
_COMMAND_LAYOUT = struct.Struct(">BIIBI")
_ANSWER_LAYOUT = struct.Struct(">BIIB")


class UnknownMessage(ValueError):
    """The payload's type (or the version it is written in) is not one we know."""


class MalformedMessage(ValueError):
    """The payload is of a known type, and cannot be one of that type."""


def to_payload(message: Sendable) -> bytes:
    """The bytes of ``message``, as a frame carries them."""
    match message:
        case Hello() as m:
            head = _HELLO_LAYOUT.pack(
                1,
                VERSION,
                m.boot,
                m.series,
                m.first,
                m.changes,
                m.change,
                m.firmware,
                m.cause,
                m.task,
                m.dice,
                m.sides,
                m.tiles,
                m.abilities,
            )
            return head + m.name.encode("ascii")
        case Welcome() as m:
            return _WELCOME_LAYOUT.pack(2, VERSION, m.boot, m.session)
        case Throw() as m:
            head = _THROW_LAYOUT.pack(3, m.series, m.serial, m.age)
            return head + bytes(value or 0 for value in m.values)
        case ThrowAck() as m:
            return _THROW_ACK_LAYOUT.pack(4, m.series, m.serial, m.again)
        case Change() as m:
            return _CHANGE_LAYOUT.pack(5, m.series, m.number, m.age, m.contact, m.on)
        case ChangeAck() as m:
            return _CHANGE_ACK_LAYOUT.pack(6, m.series, m.number, m.again)
        case Ask() as m:
            return _ASK_LAYOUT.pack(7, m.boot)
        case State() as m:
            return _STATE_LAYOUT.pack(
                8,
                m.boot,
                m.change,
                m.contacts,
                m.health,
                m.failures,
                m.refused,
                m.dropped,
                m.repeated,
            )
        case Command() as m:
            return _COMMAND_LAYOUT.pack(9, m.boot, m.number, m.order, m.argument)
        case Answer() as m:
            return _ANSWER_LAYOUT.pack(10, m.boot, m.number, m.result)


def from_payload(payload: bytes) -> Message:
    """The message that ``payload`` is.

    Raises UnknownMessage or MalformedMessage, which both mean: ignore and count it.
    """
    try:
        return _read(payload)
    except UnknownMessage:
        raise
    except (ValueError, IndexError, struct.error) as error:
        raise MalformedMessage(f"{payload.hex()}: {error}") from error


def _read(payload: bytes) -> Message:
    match payload[0]:
        case 1 if payload[1] != VERSION:
            return ForeignHello(payload[1])
        case 1 if payload[1] == VERSION:
            return _read_hello(payload)
        case 2 if payload[1] == VERSION:
            return Welcome(*_WELCOME_LAYOUT.unpack(payload)[2:])
        case 3:
            return _read_throw(payload)
        case 4:
            return ThrowAck(*_THROW_ACK_LAYOUT.unpack(payload)[1:])
        case 5:
            return Change(*_CHANGE_LAYOUT.unpack(payload)[1:])
        case 6:
            return ChangeAck(*_CHANGE_ACK_LAYOUT.unpack(payload)[1:])
        case 7:
            return Ask(*_ASK_LAYOUT.unpack(payload)[1:])
        case 8:
            return State(*_STATE_LAYOUT.unpack(payload)[1:])
        case 9:
            return Command(*_COMMAND_LAYOUT.unpack(payload)[1:])
        case 10:
            return Answer(*_ANSWER_LAYOUT.unpack(payload)[1:])
        case other:
            raise UnknownMessage(f"type {other}")


def _read_hello(payload: bytes) -> Hello:
    (
        _,
        _,
        boot,
        series,
        first,
        changes,
        change,
        firmware,
        cause,
        task,
        dice,
        sides,
        tiles,
        abilities,
    ) = _HELLO_LAYOUT.unpack_from(payload)
    name = payload[_HELLO_LAYOUT.size :].decode("ascii")
    return Hello(
        boot,
        series,
        first,
        changes,
        change,
        firmware,
        cause,
        task,
        dice,
        sides,
        tiles,
        abilities,
        name,
    )


def _read_throw(payload: bytes) -> Throw:
    _, series, serial, age = _THROW_LAYOUT.unpack_from(payload)
    values = tuple(value or None for value in payload[_THROW_LAYOUT.size :])
    return Throw(series, serial, age, values)
