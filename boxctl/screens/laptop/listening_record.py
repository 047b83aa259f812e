"""A record that also tells a story: the journal's, with somebody listening."""

from __future__ import annotations

from collections.abc import Iterable

from boxctl.journal.evidence import Evidence
from boxctl.journal.recorder_protocol import Record
from boxctl.referee.events import Event
from boxctl.referee.ruling import PutBack, Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet
from boxctl.screens.laptop.table_log import TableLog
from hardware.devices import DeviceBack, DeviceLost


class Overheard:
    """Hands everything on to ``record``, and tells ``story`` what the referee hears.

    A ruling is told by the runtime, once it is durable.
    """

    def __init__(self, record: Record, story: TableLog) -> None:
        self._record = record
        self._story = story

    @property
    def written(self) -> int:
        """As of the record."""
        return self._record.written

    @property
    def durable(self) -> int:
        """As of the record."""
        return self._record.durable

    @property
    def trouble(self) -> str | None:
        """As of the record."""
        return self._record.trouble

    def match_begins(
        self, rules: RuleSet, players: Iterable[str], levers: TileSet, at: int, line: int
    ) -> None:
        """A match begins."""
        self._story.match_begins()
        self._record.match_begins(rules, players, levers, at, line)

    def heard(self, event: Event, line: int, evidence: Evidence) -> None:
        """The referee is told of an event."""
        self._story.heard(event)
        self._record.heard(event, line, evidence)

    def ruled(self, ruling: Ruling) -> None:
        """The referee has ruled."""
        self._record.ruled(ruling)

    def device(self, notice: DeviceLost | DeviceBack, at: int) -> None:
        """A device was lost, or answers again."""
        self._record.device(notice, at)

    def resumed(self, at: int, levers: TileSet, back: PutBack) -> None:
        """The match goes on after an interruption."""
        self._record.resumed(at, levers, back)

    def goes_on(self, at: int) -> None:
        """The levers are right again."""
        self._record.goes_on(at)

    def declared(self, at: int, levers: TileSet) -> None:
        """The players say that the levers are right as they stand."""
        self._record.declared(at, levers)

    def left(self, at: int, why: str) -> None:
        """The match will not be played on."""
        self._record.left(at, why)
