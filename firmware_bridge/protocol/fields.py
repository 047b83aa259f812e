"""The annotations of a message's fields, and the layout of its bytes that they give.

A message is a frozen dataclass. A field annotated with ``u8``, ``u16`` or ``u32`` is a number of
so many bytes, high byte first; the last one may be a ``Text``, ``DiceValues`` or ``RawBytes``,
which takes the rest of the payload. The codec, the firmware's header and the tables of the
protocol's page all read these annotations.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from enum import IntEnum, IntFlag
from typing import ClassVar, Literal, Self, TypeVar, dataclass_transform

from groundwork.frozen_dataclass import frozen_dataclass


def out_of_range(what: str, value: int, least: int, most: int) -> ValueError:
    """Return the error for a ``value`` that is not from ``least`` to ``most``."""
    return ValueError(f"{what} must be {least} to {most}, not {value}")


def check_range(what: str, value: int, least: int, most: int) -> None:
    """Raise ValueError unless ``value`` is from ``least`` to ``most``."""
    if not least <= value <= most:
        raise out_of_range(what, value, least, most)


_ChoiceT = TypeVar("_ChoiceT", bound="WireEnum | WireFlag")


def _with_meaning(cls: type[_ChoiceT], value: int, meaning: str) -> _ChoiceT:
    member = int.__new__(cls, value)
    member._value_ = value
    member.meaning = meaning
    return member


class WireEnum(IntEnum):
    """A number with a name, written as ``NAME = number, meaning``."""

    meaning: str

    def __new__(cls, value: int, meaning: str = "") -> Self:
        return _with_meaning(cls, value, meaning)


class WireFlag(IntFlag):
    """A bit with a name, written as ``NAME = number, meaning``. Bits can stand together."""

    meaning: str

    def __new__(cls, value: int, meaning: str = "") -> Self:
        return _with_meaning(cls, value, meaning)


@frozen_dataclass
class Number:
    """A number of ``size`` bytes from ``low`` to ``high``; ``choices`` names its values."""

    size: Literal[1, 2, 4]
    meaning: str
    low: int
    high: int
    choices: type[WireEnum | WireFlag] | None = None


def u8(
    meaning: str, low: int = 0, high: int = 0xFF, choices: type[WireEnum | WireFlag] | None = None
) -> Number:
    """Annotate a number of one byte."""
    return Number(1, meaning, low, high, choices)


def u16(meaning: str) -> Number:
    """Annotate a number of two bytes, 0 to 65535."""
    return Number(2, meaning, 0, 0xFFFF)


def u32(meaning: str, low: int = 0, high: int = 0xFFFF_FFFF) -> Number:
    """Annotate a number of four bytes."""
    return Number(4, meaning, low, high)


@frozen_dataclass
class Text:
    """Printable ASCII of ``low`` to ``high`` bytes, up to the end of the payload."""

    meaning: str
    low: int
    high: int

    def check(self, name: str, value: str) -> None:
        """Raise ValueError unless ``value`` is such a text."""
        if not self.low <= len(value) <= self.high:
            raise out_of_range(f"the {name}'s length", len(value), self.low, self.high)
        if not (value.isascii() and value.isprintable()):
            raise ValueError(f"the {name} must be printable ASCII")

    def to_bytes(self, value: str) -> bytes:
        """Return the bytes of the text."""
        return value.encode("ascii")

    def from_bytes(self, data: bytes) -> str:
        """Return the text of the bytes. Raises ValueError if they are not ASCII."""
        return data.decode("ascii")


@frozen_dataclass
class RawBytes:
    """``low`` to ``high`` bytes of any value, up to the end of the payload."""

    meaning: str
    low: int
    high: int

    def check(self, name: str, value: bytes) -> None:
        """Raise ValueError unless there are so many bytes."""
        if not self.low <= len(value) <= self.high:
            raise out_of_range(f"the number of {name}", len(value), self.low, self.high)

    def to_bytes(self, value: bytes) -> bytes:
        """Return the bytes themselves."""
        return value

    def from_bytes(self, data: bytes) -> bytes:
        """Return the bytes themselves."""
        return data


@frozen_dataclass
class DiceValues:
    """``low`` to ``high`` dice, a byte each, up to the end of the payload.

    A die shows 1 to 255; None, a zero on the wire, is a die that was not read.
    """

    meaning: str
    low: int
    high: int

    def check(self, name: str, value: Sequence[int | None]) -> None:
        """Raise ValueError unless ``value`` are such dice."""
        if not self.low <= len(value) <= self.high:
            raise out_of_range(f"the number of {name}", len(value), self.low, self.high)
        for die in value:
            if die is not None and not 1 <= die <= 0xFF:
                raise out_of_range("a die", die, 1, 0xFF)

    def to_bytes(self, value: Sequence[int | None]) -> bytes:
        """Return the bytes of the dice."""
        return bytes([die or 0 for die in value])

    def from_bytes(self, data: bytes) -> tuple[int | None, ...]:
        """Return the dice of the bytes."""
        return tuple([die or None for die in data] if 0 in data else data)


Sender = Literal["board", "host"]
Tail = Text | DiceValues | RawBytes


@frozen_dataclass
class Schema:
    """A message as the wire has it: its type, the protocol's version if it is ``versioned``, its
    numbers in order, then its tail if it has one.
    """

    name: str
    type: int
    sender: Sender
    versioned: bool
    meaning: str
    numbers: dict[str, Number]
    tail: tuple[str, Tail] | None

    @property
    def fixed_size(self) -> int:
        """Bytes before the tail."""
        return 1 + self.versioned + sum(number.size for number in self.numbers.values())


@frozen_dataclass
class WireMessage:
    """The base of every message. Making one raises ValueError for what is out of range."""

    schema: ClassVar[Schema]

    def __post_init__(self) -> None:
        for name, number in self.schema.numbers.items():
            check_range(name, getattr(self, name), number.low, number.high)
        if self.schema.tail is not None:
            name, tail = self.schema.tail
            tail.check(name, getattr(self, name))


M = TypeVar("M", bound=WireMessage)


@dataclass_transform(frozen_default=True)
def wire_message(
    *, type: int, sender: Sender, versioned: bool = False
) -> Callable[[builtins.type[M]], builtins.type[M]]:
    """Make of an annotated class the message of this type, with its schema."""

    def define(cls: builtins.type[M]) -> builtins.type[M]:
        numbers: dict[str, Number] = {}
        tail: tuple[str, Tail] | None = None
        for name, hint in cls.__annotations__.items():
            match hint.__metadata__:
                case (Number() as number,):
                    numbers[name] = number
                case ((Text() | DiceValues() | RawBytes()) as rest,):
                    tail = (name, rest)
        meaning = " ".join((cls.__doc__ or "").split())
        message = frozen_dataclass(cls)
        message.schema = Schema(cls.__name__, type, sender, versioned, meaning, numbers, tail)
        return message

    return define
