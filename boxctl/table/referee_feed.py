"""Tells the referee what has happened, in order; records it, and says rulings once durable."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from boxctl.journal.entry_kinds import (
    DeviceChanged,
    EventHeard,
    GameAsked,
    HouseGame,
    JournalEntry,
    MatchBegan,
    RulingMade,
    ThrowWithdrawn,
)
from boxctl.journal.evidence import NO_EVIDENCE, Evidence, SensorFault, sensor_of
from boxctl.journal.recorder import Recorder
from boxctl.presentation.lamps import asked_of
from boxctl.referee.fields import BY_RECORDER
from boxctl.referee.game import Game
from boxctl.referee.lines import TimePassed
from boxctl.referee.payloads import Verdict
from boxctl.referee.players import handicaps_by_name
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Doubt, DoubtReason, Ruling
from boxctl.rules.ruleset import Throw
from boxctl.rules.settings import written
from boxctl.rules.tiles import TileSet, tile
from boxctl.table.event_queue import (
    AskingSeats,
    ButtonReport,
    DurableOutbox,
    EventQueue,
    LeverReport,
    Report,
    event_of,
)
from boxctl.table.sensors.doubts import AnswerDoubts, MatchDoubts, TableDoubts
from boxctl.table.states import StateMachine, Trigger
from groundwork.times import BoxTime, MatchClock, MatchTime
from hardware.debounce import MissedReading
from hardware.devices import DeviceBack, DeviceLost, DiceRolled, Tapped

NextMatch = Callable[[MatchTime, TileSet], None]
"""Called to begin the next match at this time, with the levers that stand open by the book."""


class RefereeFeed:
    """Feeds the referee of one table with its events, match after match.

    Reports wait in :attr:`queue`, where :meth:`report` puts them; :meth:`advance` tells the referee
    of those whose time has come. :attr:`referee` and :attr:`doubts` are of the match that is
    played. :attr:`now` is the box time of the step under way; :attr:`line` counts the events that
    the referee has heard over all matches; :attr:`thrown` is whether a throw of the match has
    counted. ``next_match`` is called when the button asks for a
    match and the levers of the old one are decided. Not thread-safe.
    """

    def __init__(
        self,
        referee: Referee,
        now: BoxTime,
        recorder: Recorder,
        outbox: DurableOutbox,
        doubts: TableDoubts,
        machine: StateMachine,
        next_match: NextMatch,
    ) -> None:
        self.referee = referee
        self.doubts = MatchDoubts(referee.play.rules, doubts)
        self.queue = EventQueue()
        self.seats = AskingSeats()
        self.now = now
        self.line = 0
        self.rulings_made = 0
        self.thrown = False
        self.clock = MatchClock(now, self.match_now)
        self._next_asked_at: MatchTime | None = None
        self._reminder_due = False
        self._recorder = recorder
        self._outbox = outbox
        self._table_doubts = doubts
        self._machine = machine
        self._next_match = next_match

    @property
    def play(self) -> Game:
        """The referee's book of the match."""
        return self.referee.play

    @property
    def match_now(self) -> MatchTime:
        """The match time of the last event that the referee was told of."""
        return MatchTime(self.referee.clock)

    @property
    def at_rest(self) -> bool:
        """Whether everything reported is ruled on and said; a move may still settle."""
        nothing_waits = not self.queue and not self.referee.undecided
        return nothing_waits and self._outbox.empty

    @property
    def due(self) -> BoxTime | None:
        """The box time at which something is to be judged; None while nothing is."""
        times = [self.ruling_due]
        if not self._held_up:
            times.append(self.queue.due)
        return min((time for time in times if time is not None), default=None)

    @property
    def ruling_due(self) -> BoxTime | None:
        """The box time at which time alone brings a ruling; None while it brings none."""
        due = self.referee.due
        return None if due is None else self.clock.box_time(MatchTime(due))

    def advance(self, horizon: BoxTime) -> None:
        """Tell the referee of everything up to ``horizon``, after which more may come to light."""
        while (due := self.queue.due) is not None and due <= horizon:
            if self._held_up:
                if self._next_match_waits and self._next_asked_at is None:
                    self._next_asked_at = self.match_now
                self._hear_returns()
                # What is undecided now becomes decided with time alone.
                self._let_time_pass(min(horizon, self._decided_by))
                if self._held_up:
                    break
            self._hear(*self.queue.pop())
        self._let_time_pass(horizon)

    def report(self, report: Report, evidence: Evidence = NO_EVIDENCE) -> None:
        """Queue what has happened, until the referee is told of it.

        If too much waits already, throws and presses are dropped, and a lever that moves to and fro
        counts as not moved, with a doubt.
        """
        if seat := self.seats.of(report):
            evidence = replace(evidence, seat=seat)
        dropped = self.queue.add(report, evidence)
        for _report, its_evidence in dropped:
            self._outbox.track(its_evidence)
        levers = [each for each, _evidence in dropped if isinstance(each, LeverReport)]
        if levers:
            first, last = levers
            self.doubts.missed([MissedReading(first.tile, first.at, last.at)])

    def withdraw(self, number: int) -> None:
        """Reset this tile to its ruled position, ignoring later sensor reports.

        A change that the referee has heard of and not decided returns before it is: it never
        happened (R4.7).
        """
        self.queue.drop_lever(number)
        referee = self.referee
        stood = referee.play.levers & tile(number)
        if referee.levers & tile(number) != stood:
            # No later, or what waits in the queue would come after it.
            at = self.clock.box_time(self.match_now)
            doubts = (Doubt(DoubtReason.NOT_SHOWN, number),)
            self._hear(LeverReport(at, number, bool(stood)), Evidence(doubts=doubts))

    # Matches.

    @property
    def throw_waits(self) -> bool:
        """Whether a throw waits to be judged."""
        return any(isinstance(report, DiceRolled) for report, _evidence in self.queue)

    def open_match(
        self,
        referee: Referee,
        variant: str,
        instead_of: GameAsked | None,
        house: HouseGame | None,
        tapped: Tapped | None = None,
        *,
        guided: bool = False,
    ) -> None:
        """Record that a match begins, whose time and lines go on from the one before.

        ``variant`` is empty where only the recorder knows it, and so is what the ``house`` has
        written of it. What is ``tapped`` nothing senses. The dice of a
        ``guided`` match are arranged.
        """
        play = referee.play
        self.referee = referee
        self.thrown = False
        self.doubts = MatchDoubts(play.rules, self._table_doubts)
        self._next_asked_at = None
        self._reminder_due = False
        self.record(
            MatchBegan(
                variant=variant or BY_RECORDER,
                rules=written(play.rules),
                players=play.players,
                levers=play.levers,
                at=self.match_now,
                line=self.line,
                instead_of=instead_of,
                house=house,
                handicap=handicaps_by_name(play.rules, play.players) or None,
                tapped=tapped,
                guided=guided or None,
            )
        )

    def begin_match(self) -> None:
        """Announce the rulings before any event."""
        self.announce(self.referee.begin())

    def resume(self, line: int, doubts: AnswerDoubts, *, thrown: bool) -> None:
        """Go on from this line of the match, with the doubts that it had."""
        self.line = line
        self.thrown = thrown
        self.doubts.resume(doubts)

    def start_clock(self) -> None:
        """Let the match's clock go on now from where it stood."""
        self.clock = MatchClock(self.now, self.match_now)

    def drop_reports(self) -> None:
        """Drop all waiting reports; the roller may forget their throws."""
        dropped = list(self.queue)
        self.queue.clear()
        for _report, evidence in dropped:
            self._outbox.track(evidence)

    # A press on which nothing was ruled is answered with a reminder of what must be done.

    def press_unanswered(self) -> None:
        """Note that nothing was ruled on a press: a reminder is due."""
        self._reminder_due = True

    def take_reminder(self) -> bool:
        """Return whether a reminder is due; from then on it is not."""
        due, self._reminder_due = self._reminder_due, False
        return due

    # Facts.

    def record(self, fact: JournalEntry) -> None:
        """Record a fact of the match that is played."""
        self._recorder.append(fact)

    def record_device(self, notice: DeviceLost | DeviceBack) -> None:
        """Record that a device was lost or answers again."""
        self.record(
            DeviceChanged(
                at=self._match_time(BoxTime(notice.at)),
                device=notice.device,
                answers=isinstance(notice, DeviceBack),
                says=notice.why if isinstance(notice, DeviceLost) else notice.what,
                board=None if isinstance(notice, DeviceLost) else notice.board,
            )
        )

    def record_withdrawn(self, throw: Throw) -> None:
        """Record that people have taken back a throw before it counted."""
        at = self._match_time(self.now)
        self.record(ThrowWithdrawn(at=at, player=self.play.player, throw=throw))

    def record_quarantine(self, tile: int, fault: SensorFault) -> None:
        """Record that the sensor of this tile is in quarantine, and why."""
        self._record_sensor(tile, answers=False, fault=fault)

    def record_release(self, tile: int, *, left_out: bool) -> None:
        """Record that the sensor of this tile leaves quarantine."""
        self._record_sensor(tile, answers=True, left_out=left_out)

    def _record_sensor(
        self,
        tile: int,
        *,
        answers: bool,
        fault: SensorFault | None = None,
        left_out: bool | None = None,
    ) -> None:
        self.record(
            DeviceChanged(
                at=self._match_time(self.now),
                device=sensor_of(tile),
                answers=answers,
                fault=fault,
                left_out=left_out,
            )
        )

    def announce(self, rulings: Iterable[Ruling]) -> None:
        """Record these rulings; each is said once it is durable."""
        play = self.play
        for ruling in rulings:
            self._reminder_due = False
            self.rulings_made += 1
            self.thrown = self.thrown or counts_a_throw(ruling.verdict)
            if ruling.verdict is Verdict.MATCH_OVER:
                self._machine.fire(Trigger.MATCH_OVER)
            if doubts := self.doubts.ruled(ruling):
                ruling = replace(ruling, unverified=doubts)
            self.record(RulingMade(ruling=ruling))
            self._outbox.hold(ruling, asked_of(play), self.now)
        self._outbox.hold_asked(asked_of(play), self.now)
        self._outbox.flush()

    # Hearing.

    @property
    def _held_up(self) -> bool:
        """Whether the referee must not hear the next report before its levers are decided."""
        full = self.referee.full and not isinstance(self.queue.first, LeverReport)
        return full or self._next_match_waits

    @property
    def _next_match_waits(self) -> bool:
        """Whether the next match is asked for while levers of this one are undecided.

        No event that belongs to the new match may be recorded in the old one.
        """
        first = self.queue.first
        if first is None or not self.referee.undecided:
            return False
        return self.play.over and _asks_for_a_match(first)

    @property
    def _decided_by(self) -> BoxTime:
        """The box time at which the next of the undecided levers is decided."""
        return self.clock.box_time(MatchTime(self.referee.due or 0))

    def _hear_returns(self) -> None:
        """Hear of undecided levers that have returned since: they never moved (R4.7)."""
        referee = self.referee
        undecided = referee.levers ^ referee.play.levers
        for report, evidence in self.queue:
            if report.at > self._decided_by:
                return
            if isinstance(report, LeverReport) and tile(report.tile) & undecided:
                undecided ^= tile(report.tile)
                self.queue.remove(report)
                self._hear(report, evidence)

    def _let_time_pass(self, now: BoxTime) -> None:
        self.announce(self.referee.hear(TimePassed(self._match_time(now))))

    def _hear(self, report: Report, evidence: Evidence) -> None:
        play = self.play
        if isinstance(report, LeverReport) and not tile(report.tile) & play.rules.on_the_box:
            # It was moved before a match began that is played without it.
            return
        self.line += 1
        if play.over and _asks_for_a_match(report):
            # The time for which it was held up is the old match's.
            since = self.match_now if self._next_asked_at is None else self._next_asked_at
            asked_at = self.clock.match_time(BoxTime(report.at))
            self._next_match(MatchTime(max(asked_at, since)), play.levers)
            play = self.play
            if play.put_back or play.deciding_who_starts:
                self.press_unanswered()
            return
        evidence = self._table_doubts.with_doubts_at(report.at, evidence)
        event = event_of(report, self._match_time(BoxTime(report.at)))
        self.record(EventHeard(line=self.line, event=event, how=evidence))
        self.doubts.heard(self.line, event, evidence)
        self._outbox.track(evidence)
        if isinstance(report, DiceRolled):
            self._machine.fire(Trigger.THROW_HEARD)
        rulings = self.referee.hear(event, self.line)
        self.announce(rulings)
        if isinstance(report, ButtonReport) and report.button == "confirm" and not rulings:
            self.press_unanswered()

    def _match_time(self, at: BoxTime) -> MatchTime:
        """Return this time of the match, or now if it has passed: time never goes back."""
        return MatchTime(max(self.clock.match_time(at), self.match_now))


_BEFORE_A_THROW = (Verdict.READY, Verdict.VOID, Verdict.DISTURBED, Verdict.RESTORED)
"""The verdicts that a match can have although no throw of it has counted."""


def counts_a_throw(verdict: Verdict) -> bool:
    """Return whether a ruling of this verdict tells that a throw of the match has counted."""
    return verdict not in _BEFORE_A_THROW


def _asks_for_a_match(report: Report) -> bool:
    return isinstance(report, ButtonReport) and report.button == "new"
