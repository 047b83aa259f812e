"""Why a ruling is marked unverified: a sensor that tells too little, a device away, mere word.

What is doubtful about devices and times outlives a match (:class:`TableDoubts`); which of them
count depends on the rules that are played by (:class:`MatchDoubts`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace

from boxctl.journal.evidence import PLAIN, Evidence
from boxctl.referee.doubt import Doubt, DoubtReason
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from hardware.debounce import ContactChange, MissedReading
from hardware.devices import LAMPS, Contact, DeviceBack, DeviceLost, DiceRolled

CHATTER = 1_000_000
"""A contact that is restless for this long, in microseconds, has not just bounced."""

MOST_PERIODS = 20
"""Only so many doubtful periods are remembered, the newest."""

SHOWS_ONLY = frozenset({LAMPS, "display", "voice", "buzzer", "dice LEDs"})
"""Devices that only show something: no ruling is in doubt because one of them fails."""


@dataclass(frozen=True, slots=True)
class _Period:
    """From ``since`` to ``until``, both included, the order of events is uncertain."""

    since: int
    until: int
    why: Doubt


class TableDoubts:
    """The doubts about a table's devices. Times are in microseconds on the box's clock."""

    def __init__(self) -> None:
        self._lost: dict[str, Doubt] = {}
        self._periods: deque[_Period] = deque(maxlen=MOST_PERIODS)
        self._unseen: dict[Contact, Doubt] = {}

    def device_changed(self, event: DeviceLost | DeviceBack) -> None:
        """Begin or end the doubt about a device that was lost or answers again."""
        if event.device in SHOWS_ONLY:
            return
        if isinstance(event, DeviceLost):
            self._lost[event.device] = Doubt(DoubtReason.DEVICE_LOST, event.device)
        else:
            self._lost.pop(event.device, None)

    def sensor_quarantined(self, number: int) -> None:
        """Doubt every ruling while the lever of this tile stands as people say."""
        self._lost[f"sensor {number}"] = Doubt(DoubtReason.SENSOR_QUARANTINED, number)

    def sensor_trusted(self, number: int) -> None:
        """End the doubt about this tile's sensor."""
        self._lost.pop(f"sensor {number}", None)

    def unobserved(self, contact: int, since: int, until: int) -> None:
        """Doubt what happened in this period, and what the contact does next."""
        why = Doubt(DoubtReason.UNOBSERVED, contact)
        self._periods.append(_Period(since, until, why))
        self._unseen[contact] = why

    def evidence_of_contact(self, change: ContactChange) -> Evidence:
        """Return what is known of a contact's change."""
        doubts = []
        if change.lasted >= CHATTER:
            doubts.append(Doubt(DoubtReason.CHATTERED, change.contact, change.lasted))
        if change.unsure:
            why = Doubt(DoubtReason.TIME_UNKNOWN, change.contact)
            self._periods.append(_Period(change.at - change.unsure, change.at + change.unsure, why))
            doubts.append(why)
        if (why_unseen := self._unseen.pop(change.contact, None)) is not None:
            doubts.append(why_unseen)
        return Evidence(change.edges, change.lasted, doubts=tuple(doubts))

    def evidence_of_throw(self, event: DiceRolled) -> Evidence:
        """Return what is known of a throw that the roller reports."""
        doubts = (Doubt(DoubtReason.THROWN_UNHEARD),) if event.late else ()
        return Evidence(series=event.series, serial=event.serial, doubts=doubts)

    def with_doubts_at(self, time: int, evidence: Evidence) -> Evidence:
        """Return the evidence of an event of this time with the doubts about that time added."""
        if not self._periods:
            return evidence
        doubts = [period.why for period in self._periods if period.since <= time <= period.until]
        every = dict.fromkeys([*evidence.doubts, *doubts])
        return replace(evidence, doubts=tuple(every)) if doubts else evidence

    @property
    def lasting(self) -> tuple[Doubt, ...]:
        """The doubts that touch every ruling made now."""
        return tuple(self._lost.values())


class MatchDoubts:
    """The doubts about the rulings of one match, played by ``rules``."""

    def __init__(self, rules: RuleSet, table: TableDoubts) -> None:
        self._bump = round(rules.bump_ms * 1000)
        self._table = table
        self._by_line: dict[int, tuple[Doubt, ...]] = {}

    def missed(self, unseen: Iterable[MissedReading]) -> None:
        """Take in that the box was not read in time to see these contacts at rest.

        A lever that returns within the bump time has not moved, so nothing is missed then.
        """
        for rest in unseen:
            if isinstance(rest.contact, int) and rest.until - rest.since > self._bump:
                self._table.unobserved(rest.contact, rest.since, rest.until)

    def heard(self, line: int, evidence: Evidence) -> None:
        """Remember what the event of this line rests on."""
        if evidence is not PLAIN and evidence.doubts:
            self._by_line[line] = evidence.doubts

    def about(self, ruling: Ruling) -> tuple[Doubt, ...]:
        """Return the doubts about a ruling that is made now; usually none."""
        return (*self._by_line.get(ruling.line, ()), *self._table.lasting)
