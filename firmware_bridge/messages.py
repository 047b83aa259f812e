"""The messages between host and roller, and their bytes. ``docs/protocol.md`` is their law."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum

VERSION = 1
"""The version of the protocol that this side speaks."""

MAX_DICE = 16
MAX_NAME = 32
MAX_NUMBER = 0xFFFF_FFFF

_HELLO_HEAD = struct.Struct(">BBIIIBB")
_WELCOME_ALL = struct.Struct(">BBI")
_THROW_HEAD = struct.Struct(">BII")
_ACK_ALL = struct.Struct(">BII")


class _Kind(IntEnum):
    HELLO = 1
    WELCOME = 2
    THROW = 3
    ACK = 4


class UnknownMessage(ValueError):
    """The payload's type (or the version it is written in) is not one we know."""


class MalformedMessage(ValueError):
    """The payload is of a known type, and cannot be one of that type."""


def _check(what: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise ValueError(f"{what} must be {least} to {most}, not {value}")


@dataclass(frozen=True)
class Hello:
    """Roller to host: who I am, and where my count of throws stands.

    ``boot`` is another number after every restart. ``series`` names the roller's count of throws:
    as long as it is the same, a serial number means the same throw. ``first`` is the serial of the
    oldest throw that nobody has acknowledged, or of the next one if there is none. ``name`` is the
    roller's name and firmware, printable ASCII.

    Raises ValueError for values out of range: numbers 1 to 2**32-1, dice 1 to 16, sides 2 to 255.
    """

    boot: int
    series: int
    first: int
    dice: int
    sides: int
    name: str

    def __post_init__(self) -> None:
        _check("boot", self.boot, 1, MAX_NUMBER)
        _check("series", self.series, 1, MAX_NUMBER)
        _check("first", self.first, 1, MAX_NUMBER)
        _check("dice", self.dice, 1, MAX_DICE)
        _check("sides", self.sides, 2, 255)
        _check("the name's length", len(self.name), 0, MAX_NAME)
        if not (self.name.isascii() and self.name.isprintable()):
            raise ValueError("the name must be printable ASCII")


@dataclass(frozen=True)
class ForeignHello:
    """Roller to host: a HELLO of a version that is not ours; nothing else of it can be read."""

    version: int


@dataclass(frozen=True)
class Welcome:
    """Host to roller: I know you, ``boot``; or with 0: say who you are."""

    boot: int

    def __post_init__(self) -> None:
        _check("boot", self.boot, 0, MAX_NUMBER)


@dataclass(frozen=True)
class Throw:
    """Roller to host: the ``serial``-th throw of ``series``; None is a die that was not read.

    Raises ValueError for numbers out of range: 1 to 16 values, each None or 1 to 255.
    """

    series: int
    serial: int
    values: tuple[int | None, ...]

    def __post_init__(self) -> None:
        _check("series", self.series, 1, MAX_NUMBER)
        _check("serial", self.serial, 1, MAX_NUMBER)
        _check("the number of dice", len(self.values), 1, MAX_DICE)
        for value in self.values:
            if value is not None:
                _check("a die", value, 1, 255)


@dataclass(frozen=True)
class Ack:
    """Host to roller: every throw of ``series`` up to ``serial`` is mine; forget them."""

    series: int
    serial: int

    def __post_init__(self) -> None:
        _check("series", self.series, 1, MAX_NUMBER)
        _check("serial", self.serial, 1, MAX_NUMBER)


Message = Hello | ForeignHello | Welcome | Throw | Ack
Sendable = Hello | Welcome | Throw | Ack


def to_payload(message: Sendable) -> bytes:
    """The bytes of ``message``, as a frame carries them."""
    match message:
        case Hello(boot, series, first, dice, sides, name):
            head = _HELLO_HEAD.pack(_Kind.HELLO, VERSION, boot, series, first, dice, sides)
            return head + name.encode("ascii")
        case Welcome(boot):
            return _WELCOME_ALL.pack(_Kind.WELCOME, VERSION, boot)
        case Throw(series, serial, values):
            return _THROW_HEAD.pack(_Kind.THROW, series, serial) + bytes(v or 0 for v in values)
        case Ack(series, serial):
            return _ACK_ALL.pack(_Kind.ACK, series, serial)


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
        case _Kind.HELLO:
            return _read_hello(payload)
        case _Kind.WELCOME if payload[1] == VERSION:
            return Welcome(_WELCOME_ALL.unpack(payload)[2])
        case _Kind.THROW:
            _, series, serial = _THROW_HEAD.unpack_from(payload)
            return Throw(series, serial, tuple(v or None for v in payload[_THROW_HEAD.size :]))
        case _Kind.ACK:
            return Ack(*_ACK_ALL.unpack(payload)[1:])
        case other:
            raise UnknownMessage(f"type {other}")


def _read_hello(payload: bytes) -> Hello | ForeignHello:
    if payload[1] != VERSION:
        return ForeignHello(payload[1])
    _, _, boot, series, first, dice, sides = _HELLO_HEAD.unpack_from(payload)
    return Hello(boot, series, first, dice, sides, payload[_HELLO_HEAD.size :].decode("ascii"))
