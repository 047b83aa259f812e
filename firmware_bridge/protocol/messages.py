"""Every message of host and board, what it means, and its bytes; see ``docs/protocol.md``.

A payload is the type, the version where there is one, then the fields in order. Making a message
raises ValueError for what is out of range. The firmware's header and the page's tables are
generated from this file: run ``python -m firmware_bridge.protocol.generate`` after a change.
"""

import struct
from collections.abc import Callable
from itertools import repeat
from typing import Annotated, get_args, get_type_hints

from firmware_bridge.protocol import constants
from firmware_bridge.protocol.constants import (
    MAX_DICE,
    MAX_NAME,
    MAX_SAMPLES,
    MAX_TILES,
    VERSION,
    Ability,
    Cause,
    Contact,
    Defect,
    Health,
    Order,
    Result,
    Task,
)
from firmware_bridge.protocol.fields import (
    DiceValues,
    RawBytes,
    Schema,
    Text,
    WireEnum,
    WireFlag,
    WireMessage,
    u8,
    u16,
    u32,
    wire_message,
)
from groundwork.frozen_dataclass import frozen_dataclass

# Without annotations as text: each would have to be compiled when a message is defined.


_Boot = Annotated[int, u32("the boot that this is for, or from", 1)]
_ThrowSeries = Annotated[int, u32("names the board's count of throws", 1)]
_ChangeSeries = Annotated[int, u32("names the board's count of changes", 1)]
_LastTaken = Annotated[int, u32("the last one taken; 0 for none yet")]
_Again = Annotated[
    int, u8("1: a later one came, so one is missing; say all after this again", 0, 1)
]
_Age = Annotated[
    int,
    u16("how long ago it happened, in units of 10 ms; 65535 is longer than that, or not known"),
]
_CommandNumber = Annotated[
    int, u32("the command of this session to this boot: 1, then one more for each", 1)
]
_ALL_CONTACTS = (1 << max(Contact)) - 1


@wire_message(type=1, sender="board", versioned=True)
class Hello(WireMessage):
    """Who I am, and where my counts stand."""

    boot: Annotated[
        int,
        u32("another number after every restart: a count kept in lasting memory, or one at random",
            1),
    ]  # fmt: skip
    series: _ThrowSeries
    first: Annotated[
        int,
        u32("the serial of the oldest throw not yet acknowledged; if there is none, that of the "
            "next", 1),
    ]  # fmt: skip
    changes: _ChangeSeries
    change: Annotated[
        int,
        u32("the number of the oldest change not yet acknowledged; if there is none, that of the "
            "next", 1),
    ]  # fmt: skip
    firmware: Annotated[
        int, u16("the version of the firmware: 256 times its first number plus its second")
    ]
    cause: Annotated[int, u8("why the board started", 0, max(Cause), Cause)]
    task: Annotated[int, u8("what it did before its watchdog bit", 0, max(Task), Task)]
    dice: Annotated[int, u8("how many dice it has", 0, MAX_DICE)]
    sides: Annotated[int, u8("their sides", 2)]
    tiles: Annotated[int, u8("how many tiles it senses", 0, MAX_TILES)]
    abilities: Annotated[int, u8("what it has besides", choices=Ability)]
    name: Annotated[str, Text("the board's name, printable ASCII (`20` to `7E`)", 0, MAX_NAME)]


@wire_message(type=2, sender="host", versioned=True)
class Welcome(WireMessage):
    """I know you, ``boot``; or with 0: say who you are."""

    boot: Annotated[int, u32("the boot that is welcome; 0 asks who is there")]
    session: Annotated[int, u32("another number for every run of the host, at random", 1)]


@wire_message(type=3, sender="board")
class Throw(WireMessage):
    """A throw of the dice."""

    series: _ThrowSeries
    serial: Annotated[
        int, u32("the number of the throw in its series: 1, then one more for each throw", 1)
    ]
    age: _Age
    values: Annotated[
        tuple[int | None, ...],
        DiceValues("the value of each die thrown; 0 for one that was not read", 1, MAX_DICE),
    ]


@wire_message(type=4, sender="host")
class ThrowAck(WireMessage):
    """Every throw of ``series`` up to ``serial`` is mine; forget them."""

    series: _ThrowSeries
    serial: _LastTaken
    again: _Again


@wire_message(type=5, sender="board")
class Change(WireMessage):
    """A lever or a button has settled on another state."""

    series: _ChangeSeries
    number: Annotated[
        int, u32("the number of the change in its series: 1, then one more for each change", 1)
    ]
    age: _Age
    contact: Annotated[
        int, u8("the tile from 1 to 24, or a button", 1, max(Contact), Contact)
    ]  # fmt: skip
    on: Annotated[int, u8("1: the tile is open, or the button pressed", 0, 1)]


@wire_message(type=6, sender="host")
class ChangeAck(WireMessage):
    """Every change of ``series`` up to ``number`` is mine; forget them."""

    series: _ChangeSeries
    number: _LastTaken
    again: _Again


@wire_message(type=7, sender="host")
class Ask(WireMessage):
    """How do things stand? It also shows that the host is there."""

    boot: _Boot


@wire_message(type=8, sender="board")
class State(WireMessage):
    """How things stand; the answer to Ask, and said at once when the health of the noise changes or
    a throw is refused.
    """

    boot: _Boot
    change: Annotated[
        int, u32("the number of the last change that is in ``contacts``; 0 if there was none")
    ]
    contacts: Annotated[
        int,
        u32("which contacts are on: bit 0 is tile 1, bit 24 confirm, bit 25 new, bit 26 roll",
            0, _ALL_CONTACTS),
    ]  # fmt: skip
    health: Annotated[int, u8("whether the dice are fit to be thrown", 0, max(Health), Health)]
    failures: Annotated[
        int, u16("how often the noise has failed its tests since the start; stays at 65535")
    ]
    refused: Annotated[
        int,
        u16("how many throws were asked for and not given since the start; stays at 65535"),
    ]
    dropped: Annotated[
        int, u16("how many lines that the board heard were no frame; stays at 65535")
    ]
    repeated: Annotated[
        int, u16("how many throws and changes the board said again; stays at 65535")
    ]


@wire_message(type=9, sender="host")
class Command(WireMessage):
    """Do something."""

    boot: _Boot
    number: _CommandNumber
    order: Annotated[int, u8("what is asked for", choices=Order)]
    argument: Annotated[int, u32("what the order needs; 0 if nothing")]


@wire_message(type=10, sender="board")
class Answer(WireMessage):
    """What became of a command."""

    boot: _Boot
    number: _CommandNumber
    result: Annotated[int, u8("what became of it", choices=Result)]


@wire_message(type=11, sender="board")
class DefectReport(WireMessage):
    """Something is wrong with me, though I go on. Said when I am welcomed and before each State
    that answers an Ask, as long as it is so.
    """

    boot: _Boot
    defects: Annotated[int, u8("what is wrong", 1, choices=Defect)]


@wire_message(type=12, sender="board", versioned=True)
class NoiseSamples(WireMessage):
    """Raw samples of the noise that the dice are made of, as its health tests get them. They are
    said once.
    """

    boot: _Boot
    first: Annotated[int, u32("the number of the first of them, from 0 for each command SAMPLES")]
    samples: Annotated[
        bytes,
        RawBytes("each the lowest byte of the cycles between two ticks of the watchdog, or what "
                 "another kind of noise gives", 1, MAX_SAMPLES),
    ]  # fmt: skip


@frozen_dataclass
class ForeignHello:
    """A hello of a version that is not ours; nothing else of it can be read."""

    version: int


Sendable = (
    Hello
    | Welcome
    | Throw
    | ThrowAck
    | Change
    | ChangeAck
    | Ask
    | State
    | Command
    | Answer
    | DefectReport
    | NoiseSamples
)
Message = Sendable | ForeignHello


SCHEMAS: tuple[Schema, ...] = tuple(message.schema for message in get_args(Sendable))

CHOICES: tuple[type[WireEnum | WireFlag], ...] = tuple(
    each
    for each in vars(constants).values()
    if isinstance(each, type)
    and issubclass(each, WireEnum | WireFlag)
    and each.__module__ == constants.__name__
)

CONSTANTS: tuple[tuple[str, int, str], ...] = tuple(
    (name, getattr(constants, name), get_args(hint)[1])
    for name, hint in get_type_hints(constants, include_extras=True).items()
)
"""Name, value and meaning of each number that both ends keep to."""


def meaning_of(choices: type[WireEnum | WireFlag]) -> str:
    """Return the meaning of an enumeration, as part of a sentence."""
    sentence = (choices.__doc__ or "").rstrip(".")
    return sentence[:1].lower() + sentence[1:]


def shouted(name: str) -> str:
    """Return the name of a message as C and the page write it: ``THROW_ACK``."""
    return "".join(f"_{c}" if c.isupper() else c.upper() for c in name).lstrip("_")


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
