"""What the table tells the journal, put into entries."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from boxctl import __version__
from boxctl.journal import entries as kinds
from boxctl.journal.entries import Entry
from boxctl.journal.evidence import Evidence
from boxctl.referee.events import Event
from boxctl.referee.lines import event_as_json
from boxctl.referee.ruling import PutBack, Ruling, in_seconds, put_back_as_json
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import written
from boxctl.rules.tiles import TileSet, numbers
from hardware.devices import DeviceBack, DeviceLost


class EntryWriter(Protocol):
    """Where the entries go: a :class:`boxctl.journal.disk.writer.JournalWriter`."""

    @property
    def durable(self) -> int:
        """How many of the entries are on the disk."""
        ...

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written at present."""
        ...

    def write(self, entry: Entry) -> None:
        """Have this entry written; returns at once."""
        ...


class Recorder:
    """The record of a table, match after match; nothing here waits.

    ``box`` names the box (its box.toml), ``variant`` the rules; ``time_of_day`` gives the time of
    day as text, for people.
    """

    def __init__(
        self, writer: EntryWriter, box: str, variant: str, time_of_day: Callable[[], str]
    ) -> None:
        self._writer = writer
        self._box = box
        self._variant = variant
        self._time_of_day = time_of_day
        self._software = software()
        self._written = 0

    @property
    def written(self) -> int:
        """How many entries were given to be written."""
        return self._written

    @property
    def durable(self) -> int:
        """How many of them are on the disk: always the first ones."""
        return self._writer.durable

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written at present; None while all is well."""
        return self._writer.trouble

    def match_begins(
        self, rules: RuleSet, players: Iterable[str], levers: TileSet, at: int, line: int
    ) -> None:
        """A match begins with the levers so; ``at`` and ``line`` go on from the match before."""
        self._write(
            kinds.MATCH,
            began=self._time_of_day(),
            box=self._box,
            variant=self._variant,
            rules=written(rules),
            players=list(players),
            levers=list(numbers(levers)),
            at=in_seconds(at),
            line=line,
            software=self._software,
        )

    def heard(self, event: Event, line: int, evidence: Evidence) -> None:
        """The referee is told of an event."""
        body: dict[str, Any] = {"line": line, "event": event_as_json(event)}
        if how := _how(evidence):
            body["how"] = how
        self._write(kinds.EVENT, **body)

    def ruled(self, ruling: Ruling) -> None:
        """The referee has ruled."""
        self._write(kinds.RULING, **ruling.as_json())

    def device(self, notice: DeviceLost | DeviceBack, at: int) -> None:
        """A device was lost, or answers again; ``at`` is the match's time."""
        lost = isinstance(notice, DeviceLost)
        says = notice.why if isinstance(notice, DeviceLost) else notice.what
        self._write(
            kinds.DEVICE, at=in_seconds(at), device=notice.device, answers=not lost, says=says
        )

    def resumed(self, at: int, levers: TileSet, back: PutBack) -> None:
        """The match goes on after an interruption; ``back`` is where levers and book differ."""
        self._write(
            kinds.RESUMED,
            at=in_seconds(at),
            now=self._time_of_day(),
            levers=list(numbers(levers)),
            put_back=put_back_as_json(back),
            software=self._software,
        )

    def goes_on(self, at: int) -> None:
        """The levers that were to be put right after an interruption are right."""
        self._write(kinds.GOES_ON, at=in_seconds(at), now=self._time_of_day())

    def declared(self, at: int, levers: TileSet) -> None:
        """The players say that the levers are right as they stand."""
        self._write(
            kinds.DECLARED,
            at=in_seconds(at),
            now=self._time_of_day(),
            levers=list(numbers(levers)),
        )

    def left(self, at: int, why: str) -> None:
        """The match will not be played on."""
        self._write(kinds.LEFT, at=in_seconds(at), now=self._time_of_day(), why=why)

    def _write(self, kind: str, **body: Any) -> None:
        self._written += 1
        self._writer.write(Entry(kind, body))


def software() -> dict[str, str]:
    """The versions of what rules and what records."""
    return {
        "boxctl": __version__,
        "python": ".".join(map(str, sys.version_info[:3])),
        "sqlite": sqlite3.sqlite_version,
    }


def _how(evidence: Evidence) -> dict[str, Any]:
    how: dict[str, Any] = {}
    if evidence.series:
        how |= {"series": evidence.series, "serial": evidence.serial}
    if evidence.edges:
        how |= {"edges": evidence.edges, "lasted_ms": evidence.lasted / 1000}
    if evidence.doubts:
        how["doubts"] = list(evidence.doubts)
    return how
