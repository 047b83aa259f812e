"""The messages of host and board. ``docs/protocol.md`` is their law.

Made by generate.py from definitions.py: do not change it here.
"""

from __future__ import annotations

from dataclasses import dataclass


def _check(what: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise ValueError(f"{what} must be {least} to {most}, not {value}")


@dataclass(frozen=True)
class ForeignHello:
    """A hello of a version that is not ours; nothing else of it can be read."""

    version: int


@dataclass(frozen=True)
class Hello:
    """Board to host: who I am, and where my counts stand.

    ``boot``: another number after every restart: a count kept in lasting memory, or one at
      random.
    ``series``: names the board's count of throws.
    ``first``: the serial of the oldest throw not yet acknowledged; if there is none, that of the
      next.
    ``changes``: names the board's count of changes.
    ``change``: the number of the oldest change not yet acknowledged; if there is none, that of
      the next.
    ``firmware``: the version of the firmware: 256 times its first number plus its second.
    ``cause``: why the board started.
    ``task``: what it did before its watchdog bit.
    ``dice``: how many dice it has.
    ``sides``: their sides.
    ``tiles``: how many tiles it senses.
    ``abilities``: what it has besides.
    ``name``: the board's name, printable ASCII (`20` to `7E`).

    Raises ValueError for what is out of range.
    """

    boot: int
    series: int
    first: int
    changes: int
    change: int
    firmware: int
    cause: int
    task: int
    dice: int
    sides: int
    tiles: int
    abilities: int
    name: str

    def __post_init__(self) -> None:
        _check("boot", self.boot, 1, 4294967295)
        _check("series", self.series, 1, 4294967295)
        _check("first", self.first, 1, 4294967295)
        _check("changes", self.changes, 1, 4294967295)
        _check("change", self.change, 1, 4294967295)
        _check("firmware", self.firmware, 0, 65535)
        _check("cause", self.cause, 0, 4)
        _check("task", self.task, 0, 6)
        _check("dice", self.dice, 0, 16)
        _check("sides", self.sides, 2, 255)
        _check("tiles", self.tiles, 0, 24)
        _check("abilities", self.abilities, 0, 255)
        _check("the name's length", len(self.name), 0, 32)
        if not (self.name.isascii() and self.name.isprintable()):
            raise ValueError("the name must be printable ASCII")


@dataclass(frozen=True)
class Welcome:
    """Host to board: i know you, ``boot``; or with 0: say who you are.

    ``boot``: the boot that is welcome; 0 asks who is there.
    ``session``: another number for every run of the host, at random.

    Raises ValueError for what is out of range.
    """

    boot: int
    session: int

    def __post_init__(self) -> None:
        _check("boot", self.boot, 0, 4294967295)
        _check("session", self.session, 1, 4294967295)


@dataclass(frozen=True)
class Throw:
    """Board to host: a throw of the dice.

    ``series``: names the board's count of throws.
    ``serial``: the number of the throw in its series: 1, then one more for each throw.
    ``age``: how long ago it happened, in units of 10 ms; 65535 is longer than that, or not known.
    ``values``: the value of each die thrown; 0 for one that was not read.

    Raises ValueError for what is out of range.
    """

    series: int
    serial: int
    age: int
    values: tuple[int | None, ...]

    def __post_init__(self) -> None:
        _check("series", self.series, 1, 4294967295)
        _check("serial", self.serial, 1, 4294967295)
        _check("age", self.age, 0, 65535)
        _check("the number of dice", len(self.values), 1, 16)
        for value in self.values:
            if value is not None:
                _check("a die", value, 1, 255)


@dataclass(frozen=True)
class ThrowAck:
    """Host to board: every throw of ``series`` up to ``serial`` is mine; forget them.

    ``series``: names the board's count of throws.
    ``serial``: the last one taken; 0 for none yet.
    ``again``: 1: a later one came, so one is missing; say all after this again.

    Raises ValueError for what is out of range.
    """

    series: int
    serial: int
    again: int

    def __post_init__(self) -> None:
        _check("series", self.series, 1, 4294967295)
        _check("serial", self.serial, 0, 4294967295)
        _check("again", self.again, 0, 1)


@dataclass(frozen=True)
class Change:
    """Board to host: a lever or a button has settled on another state.

    ``series``: names the board's count of changes.
    ``number``: the number of the change in its series: 1, then one more for each change.
    ``age``: how long ago it happened, in units of 10 ms; 65535 is longer than that, or not known.
    ``contact``: the tile from 1 to 24, or a button.
    ``on``: 1: the tile is open, or the button pressed.

    Raises ValueError for what is out of range.
    """

    series: int
    number: int
    age: int
    contact: int
    on: int

    def __post_init__(self) -> None:
        _check("series", self.series, 1, 4294967295)
        _check("number", self.number, 1, 4294967295)
        _check("age", self.age, 0, 65535)
        _check("contact", self.contact, 1, 27)
        _check("on", self.on, 0, 1)


@dataclass(frozen=True)
class ChangeAck:
    """Host to board: every change of ``series`` up to ``number`` is mine; forget them.

    ``series``: names the board's count of changes.
    ``number``: the last one taken; 0 for none yet.
    ``again``: 1: a later one came, so one is missing; say all after this again.

    Raises ValueError for what is out of range.
    """

    series: int
    number: int
    again: int

    def __post_init__(self) -> None:
        _check("series", self.series, 1, 4294967295)
        _check("number", self.number, 0, 4294967295)
        _check("again", self.again, 0, 1)


@dataclass(frozen=True)
class Ask:
    """Host to board: how do things stand? It also shows that the host is there.

    ``boot``: the boot that this is for, or from.

    Raises ValueError for what is out of range.
    """

    boot: int

    def __post_init__(self) -> None:
        _check("boot", self.boot, 1, 4294967295)


@dataclass(frozen=True)
class State:
    """Board to host: how things stand; the answer to Ask, and said at once when the health of the
    noise changes or a throw is refused.

    ``boot``: the boot that this is for, or from.
    ``change``: the number of the last change that is in ``contacts``; 0 if there was none.
    ``contacts``: which contacts are on: bit 0 is tile 1, bit 24 confirm, bit 25 new, bit 26 roll.
    ``health``: whether the dice are fit to be thrown.
    ``failures``: how often the noise has failed its tests since the start; stays at 65535.
    ``refused``: how many throws were asked for and not given since the start; stays at 65535.
    ``dropped``: how many lines that the board heard were no frame; stays at 65535.
    ``repeated``: how many throws and changes the board said again; stays at 65535.

    Raises ValueError for what is out of range.
    """

    boot: int
    change: int
    contacts: int
    health: int
    failures: int
    refused: int
    dropped: int
    repeated: int

    def __post_init__(self) -> None:
        _check("boot", self.boot, 1, 4294967295)
        _check("change", self.change, 0, 4294967295)
        _check("contacts", self.contacts, 0, 134217727)
        _check("health", self.health, 0, 4)
        _check("failures", self.failures, 0, 65535)
        _check("refused", self.refused, 0, 65535)
        _check("dropped", self.dropped, 0, 65535)
        _check("repeated", self.repeated, 0, 65535)


@dataclass(frozen=True)
class Command:
    """Host to board: do something.

    ``boot``: the boot that this is for, or from.
    ``number``: the command of this session to this boot: 1, then one more for each.
    ``order``: what is asked for.
    ``argument``: what the order needs; 0 if nothing.

    Raises ValueError for what is out of range.
    """

    boot: int
    number: int
    order: int
    argument: int

    def __post_init__(self) -> None:
        _check("boot", self.boot, 1, 4294967295)
        _check("number", self.number, 1, 4294967295)
        _check("order", self.order, 0, 255)
        _check("argument", self.argument, 0, 4294967295)


@dataclass(frozen=True)
class Answer:
    """Board to host: what became of a command.

    ``boot``: the boot that this is for, or from.
    ``number``: the command of this session to this boot: 1, then one more for each.
    ``result``: what became of it.

    Raises ValueError for what is out of range.
    """

    boot: int
    number: int
    result: int

    def __post_init__(self) -> None:
        _check("boot", self.boot, 1, 4294967295)
        _check("number", self.number, 1, 4294967295)
        _check("result", self.result, 0, 255)


Sendable = Hello | Welcome | Throw | ThrowAck | Change | ChangeAck | Ask | State | Command | Answer
Message = Sendable | ForeignHello
