"""Why a ruling is marked unverified: a sensor that tells too little, a device away, mere word.

What is doubtful about devices and times outlives a match (:class:`TableDoubts`); which of them
count depends on the rules that are played by (:class:`MatchDoubts`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace

from boxctl.journal.evidence import PLAIN, Evidence
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
    why: str


class TableDoubts:
    """The doubts about a table's devices. Times are in microseconds on the box's clock."""

    def __init__(self) -> None:
        self._lost: dict[str, str] = {}
        self._periods: deque[_Period] = deque(maxlen=MOST_PERIODS)
        self._unseen: dict[Contact, str] = {}

    def device_changed(self, event: DeviceLost | DeviceBack) -> None:
        """Begin or end the doubt about a device that was lost or answers again."""
        if event.device in SHOWS_ONLY:
            return
        if isinstance(event, DeviceLost):
            self._lost[event.device] = f"the {event.device} did not answer"
        else:
            self._lost.pop(event.device, None)

    def sensor_quarantined(self, number: int) -> None:
        """Doubt every ruling while the lever of this tile stands as people say."""
        self._lost[f"sensor {number}"] = f"the sensor of tile {number} is set aside"

    def sensor_trusted(self, number: int) -> None:
        """End the doubt about this tile's sensor."""
        self._lost.pop(f"sensor {number}", None)

    def unobserved(self, contact: Contact, since: int, until: int) -> None:
        """Doubt what happened in this period, and what the contact does next."""
        why = f"nobody looked while tile {contact} may have been moved and back"
        self._periods.append(_Period(since, until, why))
        self._unseen[contact] = why

    def evidence_of_contact(self, change: ContactChange) -> Evidence:
        """Return what is known of a contact's change."""
        doubts = []
        if change.lasted >= CHATTER:
            doubts.append(f"{_name(change)} chattered for {change.lasted / 1e6:.1f} s")
        if change.unsure:
            why = f"{_name(change)} did not tell when it changed"
            self._periods.append(_Period(change.at - change.unsure, change.at + change.unsure, why))
            doubts.append(why)
        if (why_unseen := self._unseen.pop(change.contact, None)) is not None:
            doubts.append(why_unseen)
        return Evidence(change.edges, change.lasted, doubts=tuple(doubts))

    def evidence_of_throw(self, event: DiceRolled) -> Evidence:
        """Return what is known of a throw that the roller reports."""
        doubts = ("the throw was made while the roller could not be heard",) if event.late else ()
        return Evidence(series=event.series, serial=event.serial, doubts=doubts)

    def with_doubts_at(self, time: int, evidence: Evidence) -> Evidence:
        """Return the evidence of an event of this time with the doubts about that time added."""
        if not self._periods:
            return evidence
        doubts = [period.why for period in self._periods if period.since <= time <= period.until]
        every = dict.fromkeys([*evidence.doubts, *doubts])
        return replace(evidence, doubts=tuple(every)) if doubts else evidence

    @property
    def lasting(self) -> tuple[str, ...]:
        """The doubts that touch every ruling made now."""
        return tuple(self._lost.values())


class MatchDoubts:
    """The doubts about the rulings of one match, played by ``rules``."""

    def __init__(self, rules: RuleSet, table: TableDoubts) -> None:
        self._bump = round(rules.bump_ms * 1000)
        self._table = table
        self._by_line: dict[int, tuple[str, ...]] = {}

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

    def about(self, ruling: Ruling) -> tuple[str, ...]:
        """Return the doubts about a ruling that is made now; usually none."""
        return (*self._by_line.get(ruling.line, ()), *self._table.lasting)


def _name(change: ContactChange) -> str:
    if isinstance(change.contact, int):
        return f"the sensor of tile {change.contact}"
    return f"the button {change.contact}"
