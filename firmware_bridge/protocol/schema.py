"""What the annotations of a message say of its bytes.

A message is a frozen dataclass. A field annotated with ``u8``, ``u16`` or ``u32`` of ``fields`` is
a number of so many bytes, high byte first; the last one may be a ``Text``, ``DiceValues`` or
``RawBytes``, which takes the rest of the payload. The codec, the firmware's header and the tables
of the protocol's page all read these annotations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, get_args, get_type_hints

from firmware_bridge.protocol.fields import DiceValues, Number, RawBytes, Text, check_range

Sender = Literal["board", "host"]
Tail = Text | DiceValues | RawBytes


@dataclass(frozen=True)
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


class WireMessage:
    """The base of every message. Making one raises ValueError for what is out of range."""

    schema: ClassVar[Schema]

    def __init_subclass__(cls, *, type: int, sender: Sender, versioned: bool = False) -> None:
        super().__init_subclass__()
        numbers: dict[str, Number] = {}
        tail: tuple[str, Tail] | None = None
        for name, hint in get_type_hints(cls, include_extras=True).items():
            match get_args(hint):
                case (_, Number() as number):
                    numbers[name] = number
                case (_, (Text() | DiceValues() | RawBytes()) as rest):
                    tail = (name, rest)
        meaning = " ".join((cls.__doc__ or "").split())
        cls.schema = Schema(cls.__name__, type, sender, versioned, meaning, numbers, tail)

    def __post_init__(self) -> None:
        values = vars(self)
        for name, number in self.schema.numbers.items():
            if not number.low <= values[name] <= number.high:
                check_range(name, values[name], number.low, number.high)
        if self.schema.tail is not None:
            name, tail = self.schema.tail
            tail.check(name, values[name])
