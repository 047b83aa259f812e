"""Write the facts of a table as entries of the journal."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from typing import Any, Protocol, assert_never

from boxctl import __version__
from boxctl.journal import entries as kinds
from boxctl.journal.entries import Entry
from boxctl.journal.evidence import Evidence, sensor_of
from boxctl.journal.facts import (
    DeviceChanged,
    EventHeard,
    Fact,
    LeversDeclared,
    LeversRestored,
    MatchBegan,
    MatchLeft,
    MatchResumed,
    RulingMade,
    SensorDistrusted,
    SensorReleased,
)
from boxctl.referee.lines import event_as_json
from boxctl.referee.ruling_data import as_data, doubt_as_data, in_seconds, put_back_as_json
from boxctl.rules.settings import written
from boxctl.rules.tiles import numbers
from groundwork.times import MatchTime
from hardware.devices import DeviceBack, DeviceLost


class EntryWriter(Protocol):
    """Writes entries to the disk, such as :class:`boxctl.journal.disk.writer.JournalWriter`."""

    @property
    def durable(self) -> int:
        """The number of entries on the disk."""
        ...

    @property
    def trouble(self) -> str | None:
        """The reason why nothing can be written; None while all is well."""
        ...

    def write(self, entry: Entry) -> None:
        """Queue this entry; returns at once."""
        ...


class JournalRecorder:
    """Records a table in the journal, match after match.

    ``box`` names the box (its box.toml), ``variant`` the rules; ``time_of_day`` returns the time of
    day (UTC) as text, ``unsigned`` why nothing can be signed. Not thread-safe; never waits.
    """

    def __init__(
        self,
        writer: EntryWriter,
        box: str,
        variant: str,
        time_of_day: Callable[[], str],
        unsigned: Callable[[], str | None] = lambda: None,
    ) -> None:
        self._writer = writer
        self._unsigned = unsigned
        self._box = box
        self._variant = variant
        self._time_of_day = time_of_day
        self._software = software()
        self._written = 0

    @property
    def written(self) -> int:
        """The number of facts appended; each is one entry."""
        return self._written

    @property
    def durable(self) -> int:
        """The number of entries on the disk: always the first ones."""
        return self._writer.durable

    @property
    def trouble(self) -> str | None:
        """The reason why nothing can be written; None while all is well."""
        return self._writer.trouble

    @property
    def unsigned(self) -> str | None:
        """The reason why the box cannot sign; None while it can, or has not tried."""
        return self._unsigned()

    def append(self, fact: Fact) -> None:
        """Queue the entry of this fact; return at once."""
        self._written += 1
        self._writer.write(self._entry_of(fact))

    def _entry_of(self, fact: Fact) -> Entry:
        match fact:
            case EventHeard():
                return Entry(kinds.EVENT, _event(fact))
            case RulingMade(ruling):
                return Entry(kinds.RULING, as_data(ruling))
            case MatchBegan():
                return Entry(kinds.MATCH, self._header(fact))
            case DeviceChanged():
                return Entry(kinds.DEVICE, _device(fact))
            case SensorDistrusted(at, tile, fault):
                return _sensor(at, tile, answers=False, fault=fault.value)
            case SensorReleased(at, tile, left_out):
                return _sensor(at, tile, answers=True, left_out=left_out)
            case MatchResumed(at, levers, put_back):
                return self._dated(
                    kinds.RESUMED,
                    at,
                    levers=list(numbers(levers)),
                    put_back=put_back_as_json(put_back),
                    software=self._software,
                )
            case LeversRestored(at):
                return self._dated(kinds.GOES_ON, at)
            case LeversDeclared(at, levers):
                return self._dated(kinds.DECLARED, at, levers=list(numbers(levers)))
            case MatchLeft(at, reason):
                return self._dated(kinds.LEFT, at, reason=reason.value)
        assert_never(fact)

    def _header(self, began: MatchBegan) -> dict[str, Any]:
        return {
            "began": self._time_of_day(),
            "box": self._box,
            "variant": self._variant,
            "rules": written(began.rules),
            "players": list(began.players),
            "levers": list(numbers(began.levers)),
            "at": in_seconds(began.at),
            "line": began.line,
            "software": self._software,
        }

    def _dated(self, kind: str, at: MatchTime, **more: Any) -> Entry:
        return Entry(kind, {"at": in_seconds(at), "now": self._time_of_day(), **more})


def _event(heard: EventHeard) -> dict[str, Any]:
    body: dict[str, Any] = {"line": heard.line, "event": event_as_json(heard.event)}
    if how := _how(heard.evidence):
        body["how"] = how
    return body


def _device(changed: DeviceChanged) -> dict[str, Any]:
    notice = changed.notice
    lost = isinstance(notice, DeviceLost)
    return {
        "at": in_seconds(changed.at),
        "device": notice.device,
        "answers": not lost,
        "says": notice.why if isinstance(notice, DeviceLost) else notice.what,
        **_board(notice),
    }


def _board(notice: DeviceLost | DeviceBack) -> dict[str, Any]:
    if isinstance(notice, DeviceLost) or notice.board is None:
        return {}
    board = notice.board
    return {
        "board": {
            "name": board.name,
            "dice": board.dice,
            "sides": board.sides,
            "tiles": board.tiles,
            "series": board.series,
            "lasting": board.lasting,
        }
    }


def _sensor(at: MatchTime, tile: int, *, answers: bool, **why: str | bool) -> Entry:
    body = {"at": in_seconds(at), "device": sensor_of(tile), "answers": answers, **why}
    return Entry(kinds.DEVICE, body)


def software() -> dict[str, str]:
    """Return the versions of the software that rules and records."""
    return {
        "boxctl": __version__,
        "python": ".".join(map(str, sys.version_info[:3])),
        "sqlite": sqlite3.sqlite_version,
    }


def _how(evidence: Evidence) -> dict[str, Any]:
    how: dict[str, Any] = {}
    if evidence.series:
        how |= {"series": evidence.series, "serial": evidence.serial}
    if evidence.repeated:
        how["repeated"] = evidence.repeated
    if evidence.damaged:
        how["damaged"] = evidence.damaged
    if evidence.edges:
        how |= {"edges": evidence.edges, "lasted_ms": evidence.lasted / 1000}
    if evidence.witness is not None:
        how["witness"] = evidence.witness.value
    if evidence.doubts:
        how["doubts"] = list(map(doubt_as_data, evidence.doubts))
    return how
