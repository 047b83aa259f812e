"""The facts that a table records, a class for each kind.

``at`` is match time in microseconds. :mod:`boxctl.journal.entries` has the entry of each fact.
"""

from __future__ import annotations

from enum import StrEnum

from boxctl.journal.evidence import Evidence, SensorFault
from boxctl.referee.events import Event
from boxctl.referee.put_back import PutBack
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import MatchTime
from hardware.devices import DeviceBack, DeviceLost


@frozen_dataclass
class MatchBegan:
    """A match begins with these ``levers`` open; ``at`` and ``line`` go on from the one before."""

    rules: RuleSet
    players: tuple[str, ...]
    levers: TileSet
    at: MatchTime
    line: int


@frozen_dataclass
class EventHeard:
    """The referee hears an event; its ``line`` is counted from 1 over all matches."""

    event: Event
    line: int
    evidence: Evidence


@frozen_dataclass
class RulingMade:
    """The referee has ruled."""

    ruling: Ruling


@frozen_dataclass
class DeviceChanged:
    """A device was lost, or answers again."""

    notice: DeviceLost | DeviceBack
    at: MatchTime


@frozen_dataclass
class SensorDistrusted:
    """The sensor of a tile is in quarantine because of this ``fault``."""

    at: MatchTime
    tile: int
    fault: SensorFault


@frozen_dataclass
class SensorReleased:
    """The sensor of a tile leaves quarantine.

    It is believed again, or (``left_out``) its tile is not played with.
    """

    at: MatchTime
    tile: int
    left_out: bool


@frozen_dataclass
class MatchResumed:
    """The program was started again in the middle of the match.

    ``levers`` stand open now; ``put_back`` must move so that they are as before.
    """

    at: MatchTime
    levers: TileSet
    put_back: PutBack


@frozen_dataclass
class LeversRestored:
    """After an interruption the levers stand as the book has them again."""

    at: MatchTime


@frozen_dataclass
class LeversDeclared:
    """After an interruption the players declare that the ``levers`` are right as they stand."""

    at: MatchTime
    levers: TileSet


class LeftReason(StrEnum):
    """The reason why a match will not go on; the value is recorded in the journal."""

    PLAYERS_LEFT = "players_left"
    NEW_MATCH = "new_match"
    """Another one was asked for after an interruption."""


@frozen_dataclass
class MatchLeft:
    """The match will not be played on."""

    at: MatchTime
    reason: LeftReason


Fact = (
    MatchBegan
    | EventHeard
    | RulingMade
    | DeviceChanged
    | SensorDistrusted
    | SensorReleased
    | MatchResumed
    | LeversRestored
    | LeversDeclared
    | MatchLeft
)
