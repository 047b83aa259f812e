"""The events of a board on a port. Times are microseconds of the host's clock."""

from __future__ import annotations

from firmware_bridge.link.commands import CommandOutcome
from firmware_bridge.link.received import Gap
from firmware_bridge.protocol.messages import Hello, State
from groundwork.dice import DiceRolled
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class ContactMoved:
    """A tile (1 to 24) or a button (``constants.Contact``) has settled in a new state.

    ``at`` is when it settled, or when it was reported if the board no longer knows.
    """

    at: int
    contact: int
    on: bool


@frozen_dataclass
class BoardState:
    """The board's state, about once a second, less often at rest.

    ``contacts`` has bit 0 for tile 1; None while changes are in flight that have not been handed
    over yet.
    """

    at: int
    contacts: int | None
    state: State


@frozen_dataclass
class GapFound:
    """Throws or changes were lost and will never come."""

    at: int
    gap: Gap


@frozen_dataclass
class CommandAnswered:
    """The board has answered a command, or restarted before it could."""

    at: int
    outcome: CommandOutcome


@frozen_dataclass
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
        """The number of its dice."""
        return self.hello.dice

    @property
    def sides(self) -> int:
        """The sides of its dice."""
        return self.hello.sides


@frozen_dataclass
class RollerDown:
    """The board cannot be reached: port lost, restarted or silent. ``why`` is for people."""

    at: int
    why: str


@frozen_dataclass
class RollerRefused:
    """The board is not listened to: it speaks another version of the protocol, or breaks it."""

    at: int
    fault: Fault


@frozen_dataclass
class BoardDefective:
    """Something is wrong with the board, though it goes on.

    Comes once for each defect and restart, and at most once a minute for a limit that it exceeds.
    """

    at: int
    fault: Fault


@frozen_dataclass
class NoiseHeard:
    """Raw samples of the board's noise; ``first`` is the number of the first, from 0."""

    at: int
    first: int
    samples: bytes


RollerEvent = (
    DiceRolled
    | ContactMoved
    | BoardState
    | GapFound
    | CommandAnswered
    | RollerUp
    | RollerDown
    | RollerRefused
    | BoardDefective
    | NoiseHeard
)
