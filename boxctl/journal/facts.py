"""What a table has to record: one small class for each kind of fact.

Times (``at``) are the match's. :mod:`boxctl.journal.entries` says what becomes of each in the file.
"""

from __future__ import annotations

from dataclasses import dataclass

from boxctl.journal.evidence import Evidence, SensorFault
from boxctl.referee.events import Event
from boxctl.referee.put_back import PutBack
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet
from groundwork.times import MatchTime
from hardware.devices import DeviceBack, DeviceLost


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """A match begins with these ``levers`` open; ``at`` and ``line`` go on from the one before."""

    rules: RuleSet
    players: tuple[str, ...]
    levers: TileSet
    at: MatchTime
    line: int


@dataclass(frozen=True, slots=True)
class EventHeard:
    """The referee is told of an event, its ``line`` counted from 1 over all matches."""

    event: Event
    line: int
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class RulingMade:
    """The referee has ruled."""

    ruling: Ruling


@dataclass(frozen=True, slots=True)
class DeviceChanged:
    """A device was lost, or answers again; ``fault`` is that of a sensor that is not believed."""

    notice: DeviceLost | DeviceBack
    at: MatchTime
    fault: SensorFault | None = None


@dataclass(frozen=True, slots=True)
class MatchResumed:
    """The program was started again in the middle of the match.

    ``levers`` stand open now; ``put_back`` is where they differ from the book.
    """

    at: MatchTime
    levers: TileSet
    put_back: PutBack


@dataclass(frozen=True, slots=True)
class LeversRestored:
    """After an interruption the levers stand as the book has them again."""

    at: MatchTime


@dataclass(frozen=True, slots=True)
class LeversDeclared:
    """After an interruption the players declare that the ``levers`` are right as they stand."""

    at: MatchTime
    levers: TileSet


@dataclass(frozen=True, slots=True)
class MatchLeft:
    """The match will not be played on; ``why`` is for people."""

    at: MatchTime
    why: str


Fact = (
    MatchBegan
    | EventHeard
    | RulingMade
    | DeviceChanged
    | MatchResumed
    | LeversRestored
    | LeversDeclared
    | MatchLeft
)
