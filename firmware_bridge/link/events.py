"""What a board on a port gives its host. Times are microseconds of the host's clock."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.link.commands import CommandOutcome
from firmware_bridge.link.host import Gap
from firmware_bridge.protocol.messages import Hello, State
from groundwork.faults import Fault

LATE_US = 1_000_000
"""A throw that is older than this when it comes is late: the link was down meanwhile."""


@dataclass(frozen=True)
class ThrowReceived:
    """A throw; ``at`` is when the first byte of the frame that brought it was read.

    ``values`` has one entry for each die thrown, None for a die that was not read or shows what
    the roller's dice cannot. ``series`` and ``serial`` together name the throw for good. ``age``
    is how long before ``at`` it was thrown, in microseconds, None for very long or not known.
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
    """A tile (1 to 24) or a button (``constants.Contact``) has settled on another state.

    ``at`` is when it did, or, where the board does not know that any more, when it told.
    """

    at: int
    contact: int
    on: bool


@dataclass(frozen=True)
class BoardState:
    """How things stand, once a second. ``contacts`` are those of the board, bit 0 for tile 1;

    None while changes are under way that are not handed over yet.
    """

    at: int
    contacts: int | None
    state: State


@dataclass(frozen=True)
class GapFound:
    """Throws or changes that never come."""

    at: int
    gap: Gap


@dataclass(frozen=True)
class CommandAnswered:
    """What became of a command."""

    at: int
    outcome: CommandOutcome


@dataclass(frozen=True)
class RollerUp:
    """A board has said hello, for the first time or again; throws come only after this."""

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
    """The port was lost, the board restarted or is silent, or cannot be reached otherwise.

    ``why`` is for people.
    """

    at: int
    why: str


@dataclass(frozen=True)
class RollerRefused:
    """There is a board, and it speaks a version of the protocol that we do not."""

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
