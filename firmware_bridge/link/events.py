"""The events of a board on a port. Times are microseconds of the host's clock."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.link.commands import CommandOutcome
from firmware_bridge.link.host import Gap
from firmware_bridge.protocol.messages import Hello, State
from groundwork.faults import Fault

LATE_US = 1_000_000
"""A throw older than this on arrival, in microseconds, is late: the link was down."""


@dataclass(frozen=True)
class ThrowReceived:
    """A throw; ``at`` is when the first byte of its frame was read.

    ``values`` has one entry for each die, None for one that was not read or is out of range.
    ``series`` and ``serial`` together identify the throw for good. ``age`` is how long before
    ``at`` it was thrown, in microseconds; None if unknown or very long.
    """

    at: int
    serial: int
    values: tuple[int | None, ...]
    series: int = 0
    age: int | None = 0

    @property
    def is_late(self) -> bool:
        """Whether it was thrown while the link was down."""
        return self.age is None or self.age > LATE_US


@dataclass(frozen=True)
class ContactMoved:
    """A tile (1 to 24) or a button (``constants.Contact``) has settled in a new state.

    ``at`` is when it settled, or when it was reported if the board no longer knows.
    """

    at: int
    contact: int
    on: bool


@dataclass(frozen=True)
class BoardState:
    """The board's state, about once a second. ``contacts`` has bit 0 for tile 1.

    ``contacts`` is None while changes are in flight that have not been handed over yet.
    """

    at: int
    contacts: int | None
    state: State


@dataclass(frozen=True)
class GapFound:
    """Throws or changes were lost and will never come."""

    at: int
    gap: Gap


@dataclass(frozen=True)
class CommandAnswered:
    """The board has answered a command, or restarted before it could."""

    at: int
    outcome: CommandOutcome


@dataclass(frozen=True)
class RollerUp:
    """A board has said hello. Throws come only after this."""

    at: int
    hello: Hello

    @property
    def name(self) -> str:
        """The board's name."""
        return self.hello.name

    @property
    def dice(self) -> int:
        """How many dice it has."""
        return self.hello.dice

    @property
    def sides(self) -> int:
        """The sides of its dice."""
        return self.hello.sides


@dataclass(frozen=True)
class RollerDown:
    """The board cannot be reached: port lost, restarted or silent. ``why`` is for people."""

    at: int
    why: str


@dataclass(frozen=True)
class RollerRefused:
    """The board speaks a version of the protocol that this program does not."""

    at: int
    fault: Fault


RollerEvent = (
    ThrowReceived
    | ContactMoved
    | BoardState
    | GapFound
    | CommandAnswered
    | RollerUp
    | RollerDown
    | RollerRefused
)
