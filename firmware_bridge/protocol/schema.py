"""Read from the annotations of a message how its bytes are laid out.

A message is a frozen dataclass. A field annotated with ``u8``, ``u16`` or ``u32`` of ``fields`` is
a number of so many bytes, high byte first; the last one may be a ``Text``, ``DiceValues`` or
``RawBytes``, which takes the rest of the payload. The codec, the firmware's header and the tables
of the protocol's page all read these annotations.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import ClassVar, Literal, TypeVar, dataclass_transform

from firmware_bridge.protocol.fields import DiceValues, Number, RawBytes, Text, check_range
from groundwork.frozen_dataclass import frozen_dataclass

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
