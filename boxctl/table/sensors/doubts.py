"""Find why a ruling is unverified: a weak report of a sensor, a lost device, the word of people.

Doubts about devices and times outlive a match (:class:`TableDoubts`); which of them count
depends on the rules of the match (:class:`MatchDoubts`). Sensors that change together as no hand
moves levers are told once, with what it may be.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace

from boxctl.journal.evidence import Evidence, ReportedBy
from boxctl.presentation.notices import KEY, Notice, SensorsTogether
from boxctl.referee.lever_game import is_by_no_hand
from boxctl.referee.lines import Event, LeverMoved
from boxctl.referee.payloads import Verdict
from boxctl.referee.ruling import Doubt, DoubtReason, Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, tile
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.limits import MOST_TILES
from groundwork.times import BoxTime
from hardware.debounce import ContactChange, MissedReading
from hardware.devices import LAMPS, Contact, DeviceBack, DeviceLost, DiceRolled

CHATTER = 1_000_000
"""A contact that is restless for this long, in microseconds, has not just bounced."""

NAP = 2_000_000
"""The age of a throw, in microseconds, from which on the program must have slept meanwhile.

A table that runs looks at everything once a second and whenever something comes.
"""

MOST_PERIODS = 20
"""The most doubtful periods that are remembered, the newest."""

SHOWS_ONLY = frozenset({LAMPS, "display", "voice", "buzzer", "dice LEDs", KEY})
"""Devices that only show or sign something: no ruling is in doubt because one of them fails."""

ON_THROW = frozenset({Verdict.FIRST_THROW, Verdict.THROW, Verdict.AGAIN})
"""Verdicts on a valid throw. A turn that the throw itself ends is over at once (``turn_over``)."""

ON_ANSWER = frozenset(
    {
        Verdict.PENDING,
        Verdict.PROVISIONAL,
        Verdict.TAKEN_BACK,
        Verdict.REFUSED,
        Verdict.COMMITTED,
        Verdict.SHUT_THE_BOX,
        Verdict.TURN_OVER,
        Verdict.ROUND_OVER,
        Verdict.MATCH_OVER,
    }
)
"""Verdicts that rest on the last valid throw and on where the levers stand since."""


@frozen_dataclass
class _Period:
    """From ``since`` to ``until``, both included, the order of events is uncertain."""

    since: int
    until: int
    why: Doubt


class TableDoubts:
    """The doubts about a table's devices. Times are in microseconds on the box's clock.

    With ``by_people`` they tap how the contacts stand, which nothing senses: no doubt is about it.
    """

    def __init__(self, *, by_people: bool = False) -> None:
        self._by_people = by_people
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
        if self._by_people:
            return
        why = Doubt(DoubtReason.UNOBSERVED, contact)
        self._periods.append(_Period(since, until, why))
        self._unseen[contact] = why

    def evidence_of_contact(self, change: ContactChange, restless: int = 0) -> Evidence:
        """Return the evidence for a contact's change, with its doubts.

        ``restless`` is how long it had gone on and off by then, in microseconds, if that includes
        rests long enough to be believed.
        """
        if self._by_people:
            return Evidence(reported_by=ReportedBy.PEOPLE)
        doubts = []
        if (lasted := max(change.lasted, restless)) >= CHATTER:
            doubts.append(Doubt(DoubtReason.CHATTERED, change.contact, lasted))
        if change.unsure:
            why = Doubt(DoubtReason.TIME_UNKNOWN, change.contact)
            self._periods.append(_Period(change.at - change.unsure, change.at + change.unsure, why))
            doubts.append(why)
        if (why_unseen := self._unseen.pop(change.contact, None)) is not None:
            doubts.append(why_unseen)
        return Evidence(
            edges=change.edges,
            lasted=change.lasted if change.edges else None,
            doubts=tuple(doubts),
        )

    def evidence_of_throw(
        self, event: DiceRolled, now: int, about_roller: tuple[Doubt, ...] = ()
    ) -> Evidence:
        """Return the evidence for a throw that the roller reports, heard at ``now``."""
        doubts = [*about_roller]
        if event.late:
            doubts.append(Doubt(DoubtReason.THROWN_UNHEARD))
        waited = now - event.at
        if event.slept or waited >= NAP:
            doubts.append(Doubt(DoubtReason.HOST_SLEPT, lasted=max(event.slept, waited)))
        return Evidence(
            series=event.series,
            serial=event.serial,
            doubts=tuple(doubts),
            reported_by=ReportedBy.PEOPLE if event.typed else None,
            repeated=event.repeated,
            damaged=event.damaged,
        )

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


@frozen_dataclass
class _LeverChange:
    """A lever change that was heard, and the doubts about it."""

    line: int
    lever: LeverMoved
    doubts: tuple[Doubt, ...]


class AnswerDoubts:
    """Carries doubts about a throw, and about the levers moved since, into the rulings on it.

    A lever counts by its newest change. One that stands again as it did when the dice were thrown
    does not count, nor does one that returns within the bump time of ``rules`` (R4.7).
    """

    def __init__(self, rules: RuleSet) -> None:
        self._bump = round(rules.bump_ms * 1000)
        self._by_line: dict[int, tuple[Doubt, ...]] = {}
        self._changes: deque[_LeverChange] = deque()
        self._throw: tuple[Doubt, ...] = ()
        self._levers: dict[int, tuple[Doubt, ...]] = {}
        self._open_at_throw = NO_TILES
        self._stand: dict[int, bool] = {}

    def heard(self, line: int, event: Event, doubts: tuple[Doubt, ...]) -> None:
        """Take in the event of this line, of which nothing is ruled yet, and its doubts."""
        if doubts:
            self._by_line[line] = doubts
        if isinstance(event, LeverMoved):
            self._lever_heard(_LeverChange(line, event, doubts))

    def _lever_heard(self, change: _LeverChange) -> None:
        # Its return may be heard after the last line of an act: both must go, or the act's ruling
        # takes the one and the next ruling the other.
        lever = change.lever
        before = next((c for c in reversed(self._changes) if c.lever.tile == lever.tile), None)
        if before is None or not self._returns(before.lever, lever):
            self._changes.append(change)
        else:
            self._changes.remove(before)

    def _returns(self, first: LeverMoved, then: LeverMoved) -> bool:
        return then.open != first.open and then.at - first.at <= self._bump

    def ruled(self, ruling: Ruling) -> tuple[Doubt, ...]:
        """Take in a ruling, in the order in which they are made; return its doubts, each once."""
        own = (*self._of_act(ruling.line), *self._by_line.get(ruling.line, ()))
        if _on_throw(ruling):
            self._throw, self._open_at_throw = own, ruling.open
            self._levers.clear()
            self._stand = {n: bool(tile(n) & ruling.open) for n in range(1, MOST_TILES + 1)}
            self._by_line = {n: why for n, why in self._by_line.items() if n >= ruling.line}
        if ruling.verdict not in ON_ANSWER:
            return tuple(dict.fromkeys(own))
        carried = [why for doubts in self._levers.values() for why in doubts]
        return tuple(dict.fromkeys((*own, *self._throw, *carried)))

    def _of_act(self, line: int) -> tuple[Doubt, ...]:
        """Take in the lever changes up to this line, which are judged now, and return their doubts.

        A lever that has returned did not move (R4.11), nor has one that people say stands where it
        stood.
        """
        moved: dict[int, tuple[Doubt, ...]] = {}
        while self._changes and self._changes[0].line <= line:
            change = self._changes.popleft()
            self._lever_changed(change)
            number, is_open = change.lever.tile, change.lever.open
            if self._stand.get(number, not is_open) == is_open:
                continue
            self._stand[number] = is_open
            if moved.pop(number, None) is None:
                moved[number] = change.doubts
        return tuple(why for doubts in moved.values() for why in doubts)

    def _lever_changed(self, change: _LeverChange) -> None:
        lever = change.lever
        if lever.open == bool(tile(lever.tile) & self._open_at_throw):
            self._levers.pop(lever.tile, None)
        else:
            self._levers[lever.tile] = change.doubts


class MatchDoubts:
    """The doubts about the rulings of one match, played by ``rules``."""

    def __init__(self, rules: RuleSet, table: TableDoubts) -> None:
        self._bump = round(rules.bump_ms * 1000)
        self._table = table
        self._answer = AnswerDoubts(rules)

    def resume(self, answer: AnswerDoubts) -> None:
        """Go on with the doubts that the match had when it was interrupted."""
        self._answer = answer

    def missed(self, unseen: Iterable[MissedReading]) -> None:
        """Take in that the box was not read in time to see these contacts at rest.

        A lever that returns within the bump time has not moved, so nothing is missed then.
        """
        for rest in unseen:
            if isinstance(rest.contact, int) and rest.until - rest.since > self._bump:
                self._table.unobserved(rest.contact, rest.since, rest.until)

    def heard(self, line: int, event: Event, evidence: Evidence) -> None:
        """Remember what the event of this line rests on."""
        self._answer.heard(line, event, evidence.doubts)

    def ruled(self, ruling: Ruling) -> tuple[Doubt, ...]:
        """Take in a ruling that is made now; return the doubts about it, usually none."""
        return tuple(dict.fromkeys((*self._answer.ruled(ruling), *self._table.lasting)))


def _on_throw(ruling: Ruling) -> bool:
    """Return whether it rules on a valid throw."""
    ends_turn = ruling.verdict is Verdict.TURN_OVER and ruling.throw is not None
    return ends_turn or ruling.verdict in ON_THROW


REPEAT_US = 600_000_000
"""For so long, in microseconds, people are not told a second time."""


class TogetherWatch:
    """Watches the levers of one table for changes that belong together. Times are box times.

    ``tell`` is called when several were disturbed by one act without a throw, or came back at once.
    A knock while a throw is owed an answer is named by its ruling (R4.11).
    """

    def __init__(self, tell: Callable[[Notice], None]) -> None:
        self._tell = tell
        self._changed: dict[int, int] = {}
        self._told_at: int | None = None

    def changed(self, tile: int, at: int) -> None:
        """Take in that the lever of this tile has settled, by a sensor that is believed."""
        self._changed[tile] = at

    def ruled(self, ruling: Ruling, at: BoxTime) -> None:
        """Take in a ruling that was said, on an event of this time."""
        if not is_by_no_hand(ruling.payload, at, self._changed):
            return
        if self._told_at is None or at - self._told_at >= REPEAT_US:
            self._told_at = at
            self._tell(SensorsTogether())
