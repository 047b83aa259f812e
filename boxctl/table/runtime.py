"""The one place that changes anything: devices → settling → journal → referee → lamps and words.

Driver threads only hand events over. :class:`Runtime` does the work one step at a time, at times
that are given to it, and never waits; :func:`boxctl.table.loop.run` does the waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from boxctl.journal.evidence import PLAIN, Evidence
from boxctl.journal.facts import (
    DeviceChanged,
    EventHeard,
    LeversDeclared,
    LeversRestored,
    MatchBegan,
    MatchLeft,
    MatchResumed,
    RulingMade,
)
from boxctl.journal.recorder_protocol import NullRecorder, Recorder
from boxctl.presentation.lamps import Asked, asked_of, lamps, next_blink
from boxctl.presentation.notices import (
    JOURNAL,
    Declared,
    GoesOn,
    Interrupted,
    Notice,
    Reminder,
    Trusted,
    Why,
    sensor_of,
)
from boxctl.referee.events import Button, Event, LeverMoved, Pressed, Thrown, TimePassed
from boxctl.referee.how_it_stands import how_it_stands
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import PutBack, Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, numbers, tile
from boxctl.table.contact_state import ContactState
from boxctl.table.doubts import MatchDoubts, TableDoubts
from boxctl.table.durable_outbox import DurableOutbox, Say
from boxctl.table.event_queue import EventQueue
from boxctl.table.long_press import LongPress
from boxctl.table.sensor_quarantine import SensorQuarantine
from hardware.debounce import ContactChange
from hardware.devices import Box, Contact, DeviceBack, DeviceEvent, DeviceLost, DiceRolled, Edge

_NEVER = 1 << 62

Tell = Callable[[Notice], None]


@dataclass(frozen=True, slots=True)
class Resumption:
    """A match that was interrupted: what is left to say of it, its last line, and the tiles whose
    sensors were set aside.
    """

    line: int
    unsaid: tuple[Ruling, ...] = ()
    set_aside: Mapping[int, Why] = field(default_factory=dict)


class Runtime:
    """Plays one table on one box.

    ``known`` is a reading of the box at ``now`` that the caller believes. ``say`` is called with
    every ruling once ``record`` has it for good, ``tell`` with everything else that people have to
    know. With ``going_on`` the referee is in the middle of a match: it goes on when the levers
    stand as they stood, or as the players declare them. The box is told of each throw that is
    ``kept`` once ``record`` has it for good: from then on its roller may forget it.

    All times are in microseconds on the box's clock. The referee's time goes on from ``now``.
    """

    def __init__(
        self,
        box: Box,
        referee: Referee,
        known: Mapping[Contact, bool],
        now: int,
        say: Say,
        tell: Tell,
        record: Recorder | None = None,
        going_on: Resumption | None = None,
    ) -> None:
        self._box = box
        self._referee = referee
        self._start = now - referee.clock
        self._tell = tell
        self._record = record if record is not None else NullRecorder()
        can_answer = {"confirm", "new"} <= known.keys()
        self._aside = SensorQuarantine(self._about_sensor, self._by_word, can_answer=can_answer)
        self._sight = ContactState(
            known, now, box.quiet, self._aside, referee.play.rules.on_the_box
        )
        self._waiting = EventQueue()
        self._line = 0
        self._now = now
        self._following = (referee.play.rules, tuple(referee.play.players))
        self._roll_held, self._confirm_held = LongPress(), LongPress()
        self._ruled_while_held = False
        self._doubts = TableDoubts()
        self._match_doubts = MatchDoubts(referee.play.rules, self._doubts)
        self._showing = DurableOutbox(self._record, say, box.kept)
        self._trouble: str | None = None
        self._interrupted = False
        self._may_begin_anew = False
        self._asked_at = _NEVER
        self._reminder_asked = False
        if going_on is None:
            self._begin_match()
        else:
            self._take_up(going_on)
        self._light()

    @property
    def referee(self) -> Referee:
        """The referee of the table."""
        return self._referee

    @property
    def line(self) -> int:
        """How many events the referee has been told, in this match and those before it."""
        return self._line

    @property
    def at_rest(self) -> bool:
        """Whether everything that has happened is ruled on and said; a move may still settle."""
        nothing_waits = not self._waiting and not self._referee.undecided
        return nothing_waits and self._showing.all_is_shown and not self._sight.restless

    @property
    def paused(self) -> bool:
        """Whether nothing is ruled: nothing can be recorded, or people are asked something."""
        return self._trouble is not None or self._aside.question is not None

    @property
    def question(self) -> int | None:
        """The tile that people are asked about, to be answered with the buttons."""
        return self._aside.question

    @property
    def put_back(self) -> PutBack:
        """The levers that must move before play goes on, as far as that has been said."""
        return self._put_right() if self._interrupted else self._showing.asked.put_back

    @property
    def asked(self) -> Asked:
        """What is asked of the levers, as far as that has been said."""
        if (number := self._aside.question) is not None:
            # Whether it stands or lies is what is asked, so its lamp blinks either way.
            return Asked(PutBack(open=tile(number), shut=tile(number)))
        return Asked(self._put_right()) if self._interrupted else self._showing.asked

    @property
    def due(self) -> int:
        """When :meth:`step` has something to do even if no event comes."""
        times = [self._sight.due]
        if self._judging and not self._sight.restless:
            # While a contact is restless nothing later can be judged, however long it is due.
            times += [self._start + due for due in [self._referee.due] if due is not None]
            first = self._waiting.first
            times += [] if self._held or first is None else [first.at]
        if self._trouble is None and (disk_due := self._showing.due) is not None:
            times.append(disk_due)
        blink = next_blink(self._sight.seen, self.asked, self._now)
        return min([*times, blink] if blink is not None else times)

    def step(self, now: int, events: Iterable[DeviceEvent]) -> None:
        """Take in what was handed over by now, rule on what can be ruled, light the lamps."""
        self._now = now
        self._box.check(now)
        self._look_at_the_journal()
        for event in events:
            self._take_in(event)
        self._match_doubts.missed(self._sight.take_unseen())
        self._aside.look(now, self._sight.known)
        if not self._interrupted:
            # After an interruption people have been told what confirm does then.
            self._aside.waits_for(self.put_back, now)
        self._light()
        if self._something_to_judge(now):
            # A lever can have moved without its edge being here yet, so nothing is judged before
            # the box has been read.
            self._read(now)
            if self._judging:
                self._judge(self._sight.horizon(now))
            self._light()
        self._remind()

    def followed_by(self, rules: RuleSet, players: Sequence[str]) -> None:
        """The next match is played by these rules and players."""
        self._following = (rules, tuple(players))

    def leave(self) -> None:
        """The players leave for good: a match that is not over will not be gone on with."""
        if not self._referee.play.over:
            self._record.append(MatchLeft(self._referee.clock, "the players have left"))

    # What comes in.

    def _take_in(self, event: DeviceEvent) -> None:
        if isinstance(event, Edge):
            self._sight.edge(event, self._now)
        elif isinstance(event, DiceRolled):
            self._waiting.add(Thrown(event.at, event.values), self._doubts.evidence_of_throw(event))
        else:
            self._doubts.device_changed(event)
            self._record.append(
                DeviceChanged(event, max(event.at - self._start, self._referee.clock))
            )
            self._tell(event)

    def _something_to_judge(self, now: int) -> bool:
        ruling_due = self._referee.due
        return (
            bool(self._waiting)
            or self._sight.due <= now
            or (ruling_due is not None and ruling_due + self._start <= now)
        )

    def _read(self, now: int) -> None:
        states = self._box.read()
        for change in self._sight.read(states, now):
            self._settled(change)
        self._sight.look(states)

    def _settled(self, change: ContactChange) -> None:
        contact = change.contact
        if isinstance(contact, int):
            self._lever(contact, change)
        elif contact == "roll":
            self._roll(change.at, pressed=change.on)
        elif change.on:
            self._press(contact, change)
        elif contact == "confirm" and self._confirm_held.lasts:
            self._let_go_of_confirm(change)

    def _lever(self, number: int, change: ContactChange) -> None:
        if number in self._aside:
            self._aside.settled(number, on=self._sight.known[number])
        elif self._interrupted:
            self._see_if_all_is_right()
        elif tile(number) & self._sight.on_the_box:
            moved = LeverMoved(change.at, number, change.on)
            self._waiting.add(moved, self._doubts.evidence_of_contact(change))

    def _press(self, button: Button, change: ContactChange) -> None:
        if self._aside.question is not None:
            # However long it is held, it is an answer and nothing more.
            self._aside.pressed(button, self._sight.known)
            return
        if button == "confirm":
            self._confirm_held.pressed(change.at)
            self._ruled_while_held = False
        elif self._may_begin_anew:
            self._begin_anew()
        else:
            self._waiting.add(Pressed(change.at, button), self._doubts.evidence_of_contact(change))

    def _let_go_of_confirm(self, change: ContactChange) -> None:
        """Only now it is known what is meant: held long, that a sensor is not to be believed."""
        if self._aside.question is not None:
            self._confirm_held = LongPress()
            return
        if not self._confirm_held.was_long(change.at):
            if self._interrupted:
                self._declare()
            else:
                self._waiting.add(
                    Pressed(change.at, "confirm"), self._doubts.evidence_of_contact(change)
                )
        elif not self._ruled_while_held:
            self._aside.held(self.put_back, self._referee.play.may_move, self._sight.known)

    def _roll(self, at: int, *, pressed: bool) -> None:
        """The roll button throws when it is let go: held long, the fewest dice allowed."""
        if pressed:
            self._roll_held.pressed(at)
            return
        held_long = self._roll_held.was_long(at)
        if self._box.dice is None or not self._judging:
            return
        play = self._referee.play
        count = play.counts[0 if held_long else -1]
        self._waiting.add(Thrown(at, self._box.dice.roll(count, play.rules.dice.sides)))

    def _by_word(self, number: int, stands: bool) -> None:
        """A lever stands as people say, or as a sensor that works again shows."""
        if self._interrupted:
            self._see_if_all_is_right()
            return
        doubts = (f"the sensor of tile {number} did not show this",)
        self._waiting.add(LeverMoved(self._now, number, stands), Evidence(doubts=doubts))

    def _about_sensor(self, notice: Notice) -> None:
        if isinstance(notice, Declared):
            self._doubts.sensor_quarantined(notice.tile)
            self._record_set_aside(notice.tile, notice.why)
        elif isinstance(notice, Trusted):
            self._doubts.sensor_trusted(notice.tile)
            what = "it is of no account any more" if notice.left_out else "it is believed again"
            back = DeviceBack(self._now, sensor_of(notice.tile), what)
            self._record.append(
                DeviceChanged(back, max(self._now - self._start, self._referee.clock))
            )
        self._tell(notice)

    def _record_set_aside(self, number: int, why: Why) -> None:
        lost = DeviceLost(self._now, sensor_of(number), f"it {why}")
        self._record.append(DeviceChanged(lost, max(self._now - self._start, self._referee.clock)))

    # What is ruled.

    @property
    def _judging(self) -> bool:
        """Whether anything is ruled now: not while paused, nor before all is as it was."""
        return not self.paused and not self._interrupted

    @property
    def _held(self) -> bool:
        """Whether what comes next is a new match, for which the old one's levers must be decided.

        So no event that belongs to the new match is recorded in the old one.
        """
        first = self._waiting.first
        if first is None or not self._referee.undecided:
            return False
        return self._referee.play.over and _asks_for_a_match(first)

    def _judge(self, horizon: int) -> None:
        while (first := self._waiting.first) is not None and first.at <= horizon:
            if self._held:
                self._asked_at = min(self._asked_at, self._referee.clock)
                self._hear_returns()
                # What is undecided now becomes decided with time alone.
                self._let_time_pass(min(horizon, self._start + (self._referee.due or 0)))
                if self._held:
                    break
            self._hear(*self._waiting.take_first())
        self._let_time_pass(horizon)

    def _hear_returns(self) -> None:
        """Hear of undecided levers that have returned since: they never moved (R4.7)."""
        undecided = self._referee.levers ^ self._referee.play.levers
        for event, evidence in self._waiting:
            if event.at - self._start > (self._referee.due or 0):
                return
            if isinstance(event, LeverMoved) and tile(event.tile) & undecided:
                undecided ^= tile(event.tile)
                self._waiting.take(event)
                self._hear(event, evidence)

    def _let_time_pass(self, now: int) -> None:
        at = max(now - self._start, self._referee.clock)
        self._announce(self._referee.hear(TimePassed(at)))

    def _hear(self, event: Event, evidence: Evidence) -> None:
        if isinstance(event, LeverMoved) and not tile(event.tile) & self._sight.on_the_box:
            # It was moved before a match began that is played without it.
            return
        self._line += 1
        if self._referee.play.over and _asks_for_a_match(event):
            # The time for which it was held is the old match's.
            since = min(self._asked_at, self._referee.clock)
            self._next_match(max(event.at - self._start, since), self._referee.play.levers)
            self._reminder_asked = bool(self._referee.play.put_back)
            return
        evidence = self._doubts.with_doubts_at(event.at, evidence)
        # What comes to light late is judged as having happened now: time never goes back.
        event = replace(event, at=max(event.at - self._start, self._referee.clock))
        self._record.append(EventHeard(event, self._line, evidence))
        self._match_doubts.heard(self._line, evidence)
        self._showing.took(evidence)
        if isinstance(event, Thrown):
            self._may_begin_anew = False
        rulings = self._referee.hear(event, self._line)
        self._announce(rulings)
        if isinstance(event, Pressed) and event.button == "confirm":
            self._reminder_asked = not rulings

    def _remind(self) -> None:
        """Nothing was ruled on a button. While something waits, what is ruled on it will tell."""
        if self._reminder_asked and self._judging and self.at_rest:
            self._reminder_asked = False
            play = self._referee.play
            self._tell(Reminder(play.said_of_throw, how_it_stands(play)))

    def _announce(self, rulings: Iterable[Ruling]) -> None:
        for ruling in rulings:
            self._reminder_asked = False
            # Whoever holds confirm did not know of this yet.
            self._ruled_while_held = True
            if doubts := self._match_doubts.about(ruling):
                ruling = replace(ruling, unverified=doubts)
            self._record.append(RulingMade(ruling))
            self._showing.hold(ruling, asked_of(self._referee.play), self._now)
        self._showing.asks(asked_of(self._referee.play), self._now)
        self._showing.show()

    def _look_at_the_journal(self) -> None:
        before = self._trouble
        self._showing.show()
        trouble = self._trouble = self._showing.trouble(self._now)
        if trouble is not None and before is None:
            self._tell(DeviceLost(self._now, JOURNAL, trouble))
        elif trouble is None and before is not None:
            self._tell(DeviceBack(self._now, JOURNAL, ""))

    # A match begins, or goes on after an interruption.

    def _next_match(self, at: int, levers: TileSet) -> None:
        """Another match begins: the same players by the same rules, if nothing else is said."""
        rules, players = self._following
        # A box for other rules may have tiles that were of no account till now.
        levers |= self._sight.all_standing & ~self._sight.on_the_box
        self._sight.on_the_box = rules.on_the_box
        self._aside.leave_out_all_but(rules.on_the_box)
        self._referee = Referee(rules, players, levers & rules.on_the_box, at=at, line=self._line)
        self._begin_match()

    def _begin_match(self) -> None:
        self._asked_at = _NEVER
        play, at = self._referee.play, self._referee.clock
        self._match_doubts = MatchDoubts(play.rules, self._doubts)
        self._record.append(MatchBegan(play.rules, play.players, play.levers, at, self._line))
        for number, why in self._aside.all.items():
            self._record_set_aside(number, why)
        self._announce(self._referee.begin())

    def _take_up(self, going_on: Resumption) -> None:
        self._line = going_on.line
        self._interrupted = self._may_begin_anew = True
        self._showing.asked = asked_of(self._referee.play)
        for number in going_on.set_aside:
            self._doubts.sensor_quarantined(number)
        self._aside.take_up(going_on.set_aside, self._referee.levers, self._sight.known, self._now)
        self._record.append(MatchResumed(self._referee.clock, self._sight.seen, self._put_right()))
        self._announce(going_on.unsaid)
        play = self._referee.play
        self._tell(
            Interrupted(play.player, self._put_right(), play.said_of_throw, how_it_stands(play))
        )
        if not self._put_right():
            self._go_on()
        self._aside.ask()

    def _put_right(self) -> PutBack:
        """The levers that stand otherwise than when the program ended, and were not asked to."""
        asked = self._referee.play.put_back
        moved = self.standing ^ self._referee.levers
        wrong = moved & ~(asked.open | asked.shut)
        return PutBack(open=wrong & ~self.standing, shut=wrong & self.standing)

    @property
    def standing(self) -> TileSet:
        """The tiles whose levers stand open, settled."""
        return self._sight.standing

    def _see_if_all_is_right(self) -> None:
        if self._aside.question is None and not self._put_right():
            self._record.append(LeversRestored(self._referee.clock))
            self._say_that_it_goes_on(declared=False)
            self._go_on()

    def _say_that_it_goes_on(self, *, declared: bool) -> None:
        play = self._referee.play
        self._tell(GoesOn(play.player, play.said_of_throw, declared, how_it_stands(play)))

    def _declare(self) -> None:
        self._record.append(LeversDeclared(self._referee.clock, self.standing))
        self._say_that_it_goes_on(declared=True)
        self._go_on(Evidence(doubts=("declared by the players after an interruption",)))

    def _go_on(self, evidence: Evidence = PLAIN) -> None:
        self._interrupted = False
        self._start = self._now - self._referee.clock
        for number in numbers(self.standing ^ self._referee.levers):
            stands = bool(self.standing & tile(number))
            self._waiting.add(LeverMoved(self._now, number, stands), evidence)

    def _begin_anew(self) -> None:
        """The match that was interrupted is left, and the same players begin another."""
        self._interrupted = self._may_begin_anew = False
        dropped = list(self._waiting)
        self._waiting.clear()
        old = self._referee
        self._start = self._now - old.clock
        self._record.append(MatchLeft(old.clock, "a new match was asked for after an interruption"))
        for _event, evidence in dropped:
            self._showing.took(evidence)
        self._line += 1
        self._next_match(old.clock, self.standing)
        self._showing.asked = asked_of(self._referee.play)

    def _light(self) -> None:
        self._box.lamps.show(lamps(self._sight.seen, self.asked, self._now))


def _asks_for_a_match(event: Event) -> bool:
    return isinstance(event, Pressed) and event.button == "new"
