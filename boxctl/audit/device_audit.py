"""Count what levers, buttons, roller and other devices have done, by the events of the journal.

Nothing is counted while the box plays: each event has its edges, its bounce and its doubts in the
journal already. Matches are read one at a time, and what is kept of them does not grow with them.
The hash chain is not checked: a changed record deceives nobody but the owner of the contacts.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from boxctl.audit.wear import SampleGroups, Wear, wear_of
from boxctl.journal.entry_kinds import (
    DeviceChanged,
    EventHeard,
    JournalEntry,
    RecordedRuling,
    RulingMade,
    read_entry,
)
from boxctl.journal.evidence import Evidence, ReportedBy, SensorFault, sensor_of
from boxctl.journal.query import newest, reading
from boxctl.journal.recorded_match import RecordedMatch, newest_matches_of_box, read_match
from boxctl.referee.fields import WrongValue
from boxctl.referee.lever_game import KNOCK, is_by_no_hand
from boxctl.referee.lines import LeverMoved, Pressed, Thrown
from boxctl.referee.payloads import Verdict
from boxctl.referee.ruling import DoubtReason, Ruling
from boxctl.rules.faults import RuleFault
from boxctl.rules.tiles import NO_TILES, numbers
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.limits import MOST_TILES
from hardware.devices import ButtonName, Contact

MOST_MATCHES = 20_000
"""The most matches that are looked at, the newest."""

TROUBLES = frozenset({DoubtReason.CHATTERED, DoubtReason.TIME_UNKNOWN, DoubtReason.NOT_SHOWN})
"""Doubts about a contact that are its own fault, or that of its wire."""


@dataclass(slots=True)
class ContactAudit:
    """The counts of a lever or a button.

    ``moves`` counts moves or presses, ``bumps`` how often a lever left its place and came back
    within the bump time, ``refused`` and ``disturbed`` the rulings on it. ``unseen`` counts the
    moves that no edge told, ``doubts`` those with each doubt, ``quarantines`` how often its sensor
    was not believed, by the reason. ``worst`` is the longest bounce, in microseconds.
    """

    moves: int = 0
    bumps: int = 0
    refused: int = 0
    disturbed: int = 0
    unseen: int = 0
    worst: int = 0
    doubts: Counter[DoubtReason] = field(default_factory=Counter)
    quarantines: Counter[SensorFault] = field(default_factory=Counter)
    samples: SampleGroups = field(default_factory=SampleGroups)

    @property
    def wear(self) -> Wear | None:
        """The sign that it gets worse; None if there is none."""
        return wear_of(self.samples.groups)

    def take(self, day: str, how: Evidence) -> None:
        """Count the evidence for one change."""
        reasons = _reasons(how)
        self.doubts.update(reasons)
        if how.edges:
            bounce = how.lasted or 0
            self.worst = max(self.worst, bounce)
            self.samples.add(day, bounce, trouble=not TROUBLES.isdisjoint(reasons))
        elif how.reported_by is None:
            self.unseen += 1
            self.samples.add(day, trouble=True)


@dataclass(slots=True)
class RollerAudit:
    """The throws of the roller, and the faults of its wire.

    ``repeated`` counts the messages that it had to say again, ``damaged`` the lines that arrived
    broken on either side. A sample of a wire has a trouble if either has happened since the throw
    before.
    """

    throws: int = 0
    typed: int = 0
    unreadable: int = 0
    void: int = 0
    late: int = 0
    repeated: int = 0
    damaged: int = 0
    samples: SampleGroups = field(default_factory=SampleGroups)

    @property
    def wear(self) -> Wear | None:
        """The sign that its wire gets worse; None if there is none."""
        return wear_of(self.samples.groups)


@dataclass(slots=True)
class DeviceAudit:
    """The counts of all devices of one ``box`` over so many ``matches``.

    They began from ``since`` to ``until``, times of day (UTC, ISO 8601). A lamp is lit whenever
    its lever is opened, so it has no count of its own; ``losses`` has the losses of the lamps, as
    of every device, by its name. ``together`` counts how often three or more levers moved as no
    hand moves them: the box was moved, or something reached all sensors at once.
    """

    box: str
    matches: int = 0
    since: str = ""
    until: str = ""
    levers: dict[int, ContactAudit] = field(default_factory=dict)
    buttons: dict[ButtonName, ContactAudit] = field(default_factory=dict)
    roller: RollerAudit = field(default_factory=RollerAudit)
    losses: Counter[str] = field(default_factory=Counter)
    together: int = 0

    @property
    def worn(self) -> dict[Contact, Wear]:
        """The levers and buttons that get worse."""
        found = ((contact, audit.wear) for contact, audit in self.contacts)
        return {contact: wear for contact, wear in found if wear is not None}

    @property
    def contacts(self) -> list[tuple[Contact, ContactAudit]]:
        """The levers in the order of their tiles, then the buttons."""
        return [*sorted(self.levers.items()), *sorted(self.buttons.items())]


def audit_devices(
    journal: Path,
    box: str | None = None,
    since: datetime | None = None,
    look_at: int = MOST_MATCHES,
) -> DeviceAudit | None:
    """Audit the devices of a box, by default that of the newest match.

    Only matches count that began at this time of day or later, and are among the newest
    ``look_at``. None if the journal has no match.
    Raises :class:`JournalFault` if it cannot be read. A thousand matches take some seconds.
    """
    with reading(journal) as connection:
        number = newest(connection)
        if number is None:
            return None
        if box is None:
            match = read_match(connection, number)
            assert match is not None
            box = match.box if match.has_header else ""
        counting = _Counting(DeviceAudit(box))
        for match in _matches(connection, box, look_at):
            if since is None or _began(match) >= since:
                counting.count(match)
        return counting.audit


def _matches(connection: sqlite3.Connection, box: str, look_at: int) -> Iterator[RecordedMatch]:
    for number in reversed(newest_matches_of_box(connection, box, look_at)):
        match = read_match(connection, number)
        if match is not None and match.has_header:
            yield match


def _began(match: RecordedMatch) -> datetime:
    return datetime.fromisoformat(match.began)


@frozen_dataclass
class _UndecidedChange:
    """The newest change of a lever, which may still come back within the bump time."""

    at: int
    how: Evidence


class _Counting:
    """Counts match after match. Skips entries whose shape it does not know."""

    def __init__(self, audit: DeviceAudit) -> None:
        self.audit = audit
        self._day = ""
        self._bump = 0
        self._changed: dict[int, _UndecidedChange] = {}

    def count(self, match: RecordedMatch) -> None:
        """Count one match."""
        try:
            self._bump = round(match.rules.bump_ms * 1000)
        except RuleFault:
            return
        audit = self.audit
        self._day = _began(match).isoformat()
        audit.matches += 1
        audit.since = audit.since or self._day
        audit.until = self._day
        for kept in match.entries[1:]:
            if kept.kind in _COUNTED:
                with suppress(WrongValue):
                    self._take(read_entry(kept))
        for tile in list(self._changed):
            self._has_moved(tile)

    def _take(self, entry: JournalEntry | None) -> None:
        match entry:
            case RulingMade(ruling=ruling):
                self._ruled(ruling)
            case DeviceChanged():
                self._device(entry)
            case EventHeard(event=LeverMoved(at, tile), how=how):
                self._lever(at, tile, how)
            case EventHeard(event=Pressed(button=button), how=how):
                pressed = self.audit.buttons.setdefault(button, ContactAudit())
                pressed.moves += 1
                pressed.take(self._day, how)
            case EventHeard(event=Thrown(values=values), how=how):
                self._thrown(values, how)

    def _lever(self, at: int, tile: int, how: Evidence) -> None:
        before = self._changed.pop(tile, None)
        if before is None:
            self._changed[tile] = _UndecidedChange(at, how)
        elif at - before.at > self._bump:
            self._changed[tile] = before
            self._has_moved(tile)
            self._changed[tile] = _UndecidedChange(at, how)
        else:
            lever = self._of(tile)
            lever.bumps += 1
            lever.take(self._day, before.how)
            if at != before.at:
                # Else it only flickered, and both changes have the same edges.
                lever.take(self._day, how)

    def _has_moved(self, tile: int) -> None:
        lever = self._of(tile)
        lever.moves += 1
        lever.take(self._day, self._changed.pop(tile).how)

    def _ruled(self, ruling: RecordedRuling) -> None:
        verdict = ruling.verdict
        if verdict in (Verdict.DISTURBED, Verdict.RESTORED) and isinstance(ruling, Ruling):
            self._levers_ruled(ruling)
        if verdict == Verdict.VOID:
            self.audit.roller.void += 1
        elif verdict in (Verdict.REFUSED, Verdict.DISTURBED):
            tiles = numbers(ruling.contract.tiles or NO_TILES)
            if len(tiles) >= KNOCK:
                # Somebody moved the box, or many tiles: that says nothing of any one lever.
                return
            for tile in tiles:
                lever = self._of(tile)
                lever.refused += verdict == Verdict.REFUSED
                lever.disturbed += verdict == Verdict.DISTURBED

    def _levers_ruled(self, ruling: Ruling) -> None:
        seen = {
            tile: change.at
            for tile, change in self._changed.items()
            if change.how.reported_by is not ReportedBy.PEOPLE
        }
        self.audit.together += is_by_no_hand(ruling.payload, ruling.at, seen)

    def _device(self, entry: DeviceChanged) -> None:
        if entry.answers:
            return
        tile = _TILE_OF_SENSOR.get(entry.device)
        if tile is None:
            self.audit.losses[entry.device] += 1
        elif entry.fault is not None:
            lever = self._of(tile)
            lever.quarantines[entry.fault] += 1
            if entry.fault is SensorFault.CHATTERING:
                lever.samples.add(self._day, trouble=True)

    def _thrown(self, values: tuple[object, ...], how: Evidence) -> None:
        roller = self.audit.roller
        roller.throws += 1
        if how.reported_by is ReportedBy.PEOPLE:
            roller.typed += 1
            return
        if how.edges:
            button = self.audit.buttons.setdefault("roll", ContactAudit())
            button.moves += 1
            button.take(self._day, how)
        roller.unreadable += None in values
        roller.repeated += how.repeated
        roller.damaged += how.damaged
        roller.late += DoubtReason.THROWN_UNHEARD in _reasons(how)
        roller.samples.add(self._day, trouble=bool(how.repeated or how.damaged))

    def _of(self, tile: int) -> ContactAudit:
        return self.audit.levers.setdefault(tile, ContactAudit())


_TILE_OF_SENSOR = {sensor_of(tile): tile for tile in range(1, MOST_TILES + 1)}


_COUNTED = (EventHeard.kind, RulingMade.kind, DeviceChanged.kind)


def _reasons(how: Evidence) -> list[DoubtReason]:
    """Return the reasons of the doubts; early journals kept some doubts as words, without one."""
    return [doubt.reason for doubt in how.doubts if doubt.reason is not DoubtReason.IN_WORDS]
