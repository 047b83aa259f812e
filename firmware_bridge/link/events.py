"""The events that a host makes of what it receives over the link, and how many it takes.

The rates bound what a broken or hostile board can make its host do. A throw or change beyond its
rate is neither taken nor acknowledged, so an honest board repeats it: it comes later and is not
lost. Times are microseconds of the host's clock.
"""

from __future__ import annotations

from typing import Literal

from firmware_bridge.link.commands import CommandOutcome
from firmware_bridge.protocol.messages import (
    Change,
    DefectReport,
    ForeignHello,
    Hello,
    NoiseSamples,
    State,
    Throw,
)
from groundwork.dice import DiceRolled
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.limits import Rate


@frozen_dataclass
class Gap:
    """Throws or changes of ``series``, ``first`` to ``last``, that this host never gets.

    ``last`` is None if their number is unknown: the board has lost its memory.
    """

    what: Literal["throw", "change"]
    series: int
    first: int
    last: int | None

    @property
    def is_of_throws(self) -> bool:
        """Whether throws are missing, rather than changes of contacts."""
        return self.what == "throw"

    def __str__(self) -> str:
        """In words: ``throws 7 to 9 of series 5EED0001``."""
        upto = "and later" if self.last is None else f"to {self.last}"
        return f"{self.what}s {self.first} {upto} of series {self.series:08X}"


Excess = Literal["hellos", "throws", "changes", "states", "window"]


@frozen_dataclass
class LimitExceeded:
    """The board says ``what`` more often than it may, or oversteps its window.

    ``dropped``: it was up and is not any more; its next hello that is allowed brings it back.
    """

    what: Excess
    dropped: bool


Received = (
    Hello
    | ForeignHello
    | Throw
    | Change
    | State
    | DefectReport
    | NoiseSamples
    | CommandOutcome
    | Gap
    | LimitExceeded
)


@frozen_dataclass
class LinkEvent:
    """A received event; ``at`` is when the first byte of its frame was read, in microseconds."""

    at: int
    what: Received


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


_SECOND = 1_000_000


@frozen_dataclass
class BoardRates:
    """The rates of what a board may say, each over all restarts and lines of one host.

    ``hellos`` counts those that say something new: another boot, board or version, or a gap.
    """

    hellos: Rate
    throws: Rate
    changes: Rate
    states: Rate


_NO_LIMIT = Rate(1, 0)
UNLIMITED = BoardRates(_NO_LIMIT, _NO_LIMIT, _NO_LIMIT, _NO_LIMIT)
"""For a board on trial, which throws as fast as it can."""

AT_A_TABLE = BoardRates(
    hellos=Rate(8, 10 * _SECOND),
    throws=Rate(64, _SECOND // 2),
    changes=Rate(256, _SECOND // 100),
    states=Rate(8, _SECOND // 2),
)
"""More than people, a bad cable and a roller that was away cause; what it costs stays small.

The bursts cover a firmware that hangs a few times, every throw that a board can store, and levers
that are all turned back at once.
"""

WARNINGS = Rate(1, 60 * _SECOND)
"""The rate of warnings that a board sends too much."""


def bytes_at(baud: int) -> Rate:
    """Return the rate at which bytes are read from a port: twice what its line can carry.

    A port on USB, or a pseudo-terminal, can deliver a thousand times as much.
    """
    return Rate(65_536, max(1, 5 * _SECOND // baud))
