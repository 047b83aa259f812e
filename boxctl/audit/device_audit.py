"""Count what levers, buttons, roller and other devices have done, by the events of the journal.

Nothing is counted while the box plays: each event has its edges, its bounce and its doubts in the
journal already. Matches are read one at a time, and what is kept of them does not grow with them.
The hash chain is not checked: a changed record deceives nobody but the owner of the contacts.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from boxctl.audit.wear import SampleGroups, Wear, wear_of
from boxctl.journal.entries import RecordedEntry
from boxctl.journal.entry_kinds import DeviceChanged, EventHeard, RulingMade, has_its_shape
from boxctl.journal.evidence import SensorFault, Witness, sensor_of
from boxctl.journal.query import newest, reading
from boxctl.journal.recorded_match import RecordedMatch, newest_matches_of_box, read_match
from boxctl.referee.doubt import DoubtReason
from boxctl.referee.events import LeverMoved, Pressed, Thrown
from boxctl.referee.lever_play import KNOCK, is_by_no_hand
from boxctl.referee.lines import event_from_json
from boxctl.referee.ruling_data import NoRuling, from_data
from boxctl.referee.verdict import Verdict
from boxctl.rules.faults import RuleFault
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

    def take(self, day: str, how: Mapping[str, Any]) -> None:
        """Count the evidence for one change."""
        reasons = [_reason(doubt) for doubt in how.get("doubts", ())]
        self.doubts.update(reason for reason in reasons if reason is not None)
        if "edges" in how:
            bounce = round(how.get("lasted_ms", 0) * 1000)
            self.worst = max(self.worst, bounce)
            self.samples.add(day, bounce, trouble=not TROUBLES.isdisjoint(reasons))
        elif "witness" not in how:
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
            box = str(match.header.get("box", "")) if has_its_shape(match.entries[0]) else ""
        counting = _Counting(DeviceAudit(box))
        for match in _matches(connection, box, look_at):
            if since is None or _began(match) >= since:
                counting.count(match)
        return counting.audit


def _matches(connection: sqlite3.Connection, box: str, look_at: int) -> Iterator[RecordedMatch]:
    for number in reversed(newest_matches_of_box(connection, box, look_at)):
        match = read_match(connection, number)
        if match is not None and match.entries[0].number == 0 and has_its_shape(match.entries[0]):
            yield match


def _began(match: RecordedMatch) -> datetime:
    return datetime.fromisoformat(match.began)


@frozen_dataclass
class _UndecidedChange:
    """The newest change of a lever, which may still come back within the bump time."""

    at: int
    how: Mapping[str, Any]


class _Counting:
    """Counts match after match. An entry of another shape, and what it tells, is passed over."""

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
        for entry in match.entries[1:]:
            if entry.kind in (
                EventHeard.kind,
                RulingMade.kind,
                DeviceChanged.kind,
            ) and has_its_shape(entry):
                self._take(entry)
        for tile in list(self._changed):
            self._has_moved(tile)

    def _take(self, entry: RecordedEntry) -> None:
        body = entry.body
        if entry.kind == RulingMade.kind:
            self._ruled(body)
        elif entry.kind == DeviceChanged.kind:
            self._device(body)
        else:
            how = body.get("how", {})
            match event_from_json(body["event"]):
                case LeverMoved(at, tile):
                    self._lever(at, tile, how)
                case Pressed(button=button):
                    pressed = self.audit.buttons.setdefault(button, ContactAudit())
                    pressed.moves += 1
                    pressed.take(self._day, how)
                case Thrown(values=values):
                    self._thrown(values, how)
                case _:
                    pass

    def _lever(self, at: int, tile: int, how: Mapping[str, Any]) -> None:
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

    def _ruled(self, body: Mapping[str, Any]) -> None:
        verdict = body["verdict"]
        if verdict in (Verdict.DISTURBED, Verdict.RESTORED):
            self._levers_ruled(body)
        if verdict == Verdict.VOID:
            self.audit.roller.void += 1
        elif verdict in (Verdict.REFUSED, Verdict.DISTURBED):
            tiles = body.get("tiles", ())
            if len(tiles) >= KNOCK:
                # Somebody moved the box, or many tiles: that says nothing of any one lever.
                return
            for tile in tiles:
                lever = self._of(tile)
                lever.refused += verdict == Verdict.REFUSED
                lever.disturbed += verdict == Verdict.DISTURBED

    def _levers_ruled(self, body: Mapping[str, Any]) -> None:
        try:
            ruling = from_data(body)
        except NoRuling:
            return
        seen = {
            tile: change.at
            for tile, change in self._changed.items()
            if change.how.get("witness") != Witness.PEOPLE
        }
        self.audit.together += is_by_no_hand(ruling.payload, ruling.at, seen)

    def _device(self, body: Mapping[str, Any]) -> None:
        if body["answers"]:
            return
        tile = _TILE_OF_SENSOR.get(body["device"])
        if tile is None:
            self.audit.losses[body["device"]] += 1
        elif "fault" in body:
            fault = SensorFault(body["fault"])
            lever = self._of(tile)
            lever.quarantines[fault] += 1
            if fault is SensorFault.CHATTERING:
                lever.samples.add(self._day, trouble=True)

    def _thrown(self, values: tuple[object, ...], how: Mapping[str, Any]) -> None:
        roller = self.audit.roller
        roller.throws += 1
        if how.get("witness") == Witness.PEOPLE:
            roller.typed += 1
            return
        if "edges" in how:
            button = self.audit.buttons.setdefault("roll", ContactAudit())
            button.moves += 1
            button.take(self._day, how)
        roller.unreadable += None in values
        repeated, damaged = how.get("repeated", 0), how.get("damaged", 0)
        roller.repeated += repeated
        roller.damaged += damaged
        reasons = {_reason(doubt) for doubt in how.get("doubts", ())}
        roller.late += DoubtReason.THROWN_UNHEARD in reasons
        roller.samples.add(self._day, trouble=bool(repeated or damaged))

    def _of(self, tile: int) -> ContactAudit:
        return self.audit.levers.setdefault(tile, ContactAudit())


_TILE_OF_SENSOR = {sensor_of(tile): tile for tile in range(1, MOST_TILES + 1)}


def _reason(doubt: object) -> DoubtReason | None:
    """Return the reason of a doubt; None for one of an early journal, which kept words."""
    if not isinstance(doubt, dict):
        return None
    try:
        return DoubtReason(doubt.get("reason", ""))
    except ValueError:
        return None
