"""The one place that changes a table: devices → debounce → journal → referee → lamps and words.

Driver threads only hand events over. :class:`Runtime` does the work one step at a time, at times
that are given to it, and never waits; :func:`boxctl.table.loop.run` does the waiting.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from boxctl.journal.entry_kinds import (
    ChosenBy,
    GameChosen,
    LeftReason,
    MatchLeft,
    TurnOverruled,
)
from boxctl.journal.evidence import Evidence, ReportedBy
from boxctl.journal.recorded_match import house_game
from boxctl.journal.recorder import NullRecorder, Recorder
from boxctl.presentation.lamps import LeverRequest, asked_of, lamps, menu_signs, next_blink
from boxctl.presentation.menu_notices import TonightChosen
from boxctl.presentation.notices import (
    NoSensorQuarantined,
    Notice,
    Reminder,
    SensorQuarantined,
    SensorTrusted,
)
from boxctl.referee.fields import PutBack
from boxctl.referee.game_so_far import game_state
from boxctl.referee.lines import Button
from boxctl.referee.players import check_names, handicaps_by_seat, handicaps_kept, typed_players
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Doubt, DoubtReason, Ruling
from boxctl.referee.scoresheet import Scoresheet
from boxctl.rules.contradictions import check
from boxctl.rules.ruleset import RuleSet, Throw
from boxctl.rules.settings import written
from boxctl.rules.tiles import TileSet, tile
from boxctl.table.buttons import Buttons
from boxctl.table.event_queue import AskedFor, ButtonReport, DurableOutbox, LeverReport, Say
from boxctl.table.interruption import Interruption, RecordWatch, Resumption, Tell
from boxctl.table.referee_feed import RefereeFeed
from boxctl.table.sensors.contact_state import ContactState
from boxctl.table.sensors.doubts import TableDoubts, TogetherWatch
from boxctl.table.sensors.quarantine import SensorQuarantine
from boxctl.table.states import (
    Activity,
    JournalState,
    PlayPhase,
    SensorQuestion,
    StateMachine,
    TableState,
    Trigger,
)
from boxctl.table.throws.pairing import KnownRoller
from boxctl.table.throws.roller_gate import OtherEvent, RollerGate, WhereRulesStand
from boxctl.table.tonight.chooser import GameChooser, menu_keys
from boxctl.table.tonight.offers import GameOffers, PlannedMatch
from groundwork.times import BoxTime, MatchTime
from hardware.debounce import ContactChange
from hardware.devices import (
    Box,
    ButtonTyped,
    Contact,
    DeviceEvent,
    DiceRolled,
    Edge,
    RollerDice,
    ThrowTyped,
)


class Runtime:
    """Plays one table on one box. Not thread-safe: one loop calls it.

    ``known`` is a reading of the box at ``now`` that the caller believes. ``say`` is called with
    every ruling once ``recorder`` has it for good, ``tell`` with every notice for people. With a
    ``resumption`` the referee is in the middle of a match, which goes on when the levers stand as
    they stood, or as the players declare them; one that is over stays so. ``roller`` is that of the
    box's newest match.
    ``box.kept`` is called with each throw that ``recorder`` has for good: its roller may forget it
    then. ``rules_stand`` returns where rules were asked for, for a roller that has other dice.
    ``planned`` is the match to be played next, by default another one like this. With ``offers``
    people can choose another game.

    Times are in microseconds on the box's clock. The match's clock goes on from ``now``.
    """

    def __init__(
        self,
        box: Box,
        referee: Referee,
        known: Mapping[Contact, bool],
        now: int,
        say: Say,
        tell: Tell,
        recorder: Recorder | None = None,
        resumption: Resumption | None = None,
        roller: KnownRoller | None = None,
        rules_stand: WhereRulesStand | None = None,
        planned: PlannedMatch | None = None,
        offers: GameOffers | None = None,
        variant: str = "",
    ) -> None:
        rules = referee.play.rules
        recorder = recorder if recorder is not None else NullRecorder()
        self._box = box
        self._tell = tell
        self._following = planned or PlannedMatch(rules, tuple(referee.play.players), variant)
        self._replaces = False
        self._machine = StateMachine()
        self._doubts = TableDoubts(by_people=box.tapped is not None)
        self._say = say
        self._together = TogetherWatch(tell)
        self._outbox = DurableOutbox(recorder, self._say_ruling, box.kept)
        self._record_watch = RecordWatch(recorder, self._outbox, self._machine, tell)
        can_answer = box.buttons_elsewhere or {"confirm", "new"} <= known.keys()
        can_confirm = box.buttons_elsewhere or "confirm" in known
        self._quarantine = SensorQuarantine(
            self._tell_of_sensor,
            self._reports_withdrawn,
            self._lever_declared,
            can_answer=can_answer,
        )
        self._contacts = ContactState(
            known, BoxTime(now), box.quiet, self._quarantine, rules.on_the_box
        )
        self._feed = RefereeFeed(
            referee,
            BoxTime(now),
            recorder,
            self._outbox,
            self._doubts,
            self._machine,
            self._next_match,
        )
        self._gate = RollerGate(
            box,
            self._feed,
            self._doubts,
            self._outbox,
            tell,
            roller,
            rules_stand,
            can_confirm=can_confirm,
            has_thrown=resumption is not None,
        )
        self._interruption = Interruption(self._feed, self._contacts, self._machine, tell)
        self._chooser: GameChooser | None = None
        if offers is not None:
            self._chooser = GameChooser(
                offers,
                menu_keys(known),
                self._machine,
                tell,
                lambda: self._gate.roller_dice,
                lambda: self._following,
                self._choose,
            )
        self._buttons = Buttons(
            self._feed,
            self._contacts,
            self._quarantine,
            self._doubts,
            self._interruption,
            self._machine,
            lambda: box.dice,
            self._gate.entry,
            lambda: self.put_back,
            self._begin_anew,
            self._gate.confirm_roller,
            self._chooser,
        )
        self.variant = variant
        if resumption is None:
            self._begin_match(referee)
        else:
            self._resume(resumption)
        self._light()

    @property
    def state(self) -> TableState:
        """The state of the table."""
        return self._machine.state

    @property
    def referee(self) -> Referee:
        """The referee of the match that is played."""
        return self._feed.referee

    @property
    def line(self) -> int:
        """The number of events that the referee has heard, in this match and those before it."""
        return self._feed.line

    @property
    def _is_sensed(self) -> bool:
        """Whether sensors tell how levers stand: where people tap it, none can be wrong."""
        return self._box.tapped is None

    @property
    def at_rest(self) -> bool:
        """Whether everything that has happened is ruled on and said; a move may still settle."""
        return self._feed.at_rest and not self._contacts.restless

    def record_withdrawn(self, throw: Throw) -> None:
        """Record that people have taken back a throw before it counted."""
        self._feed.record_withdrawn(throw)

    @property
    def all_recorded(self) -> bool:
        """Whether no ruling is held back until the journal has it for good."""
        return self._outbox.empty and not self.paused

    @property
    def may_be_overruled(self) -> bool:
        """Whether the record has all that has happened, so that a turn can be overruled by it."""
        return self.at_rest and self.all_recorded and self._outbox.all_durable

    def overrule(self, told: TurnOverruled, sheet: Scoresheet | None) -> None:
        """Record that a turn has another score, and go on with this sheet: None if it is over."""
        self._feed.record(told)
        if sheet is not None:
            self.referee.play.rescore(sheet)

    @property
    def settled(self) -> bool:
        """Whether no lever and no button is moving."""
        return not self._contacts.restless

    @property
    def paused(self) -> bool:
        """Whether nothing is ruled: nothing can be recorded, or people are asked something."""
        return self.state.paused

    @property
    def question(self) -> int | None:
        """The tile that people are asked about, to be answered with the buttons."""
        return self._quarantine.question

    @property
    def asks_where(self) -> bool:
        """Whether the question is how the tile stands, not if its sensor is the one that fails."""
        return self._quarantine.asks_where

    @property
    def put_back(self) -> PutBack:
        """The levers that must move before play goes on, as far as that has been said."""
        if self.state.phase is PlayPhase.INTERRUPTED:
            return self._interruption.put_right
        return self._outbox.asked.put_back

    @property
    def may_declare(self) -> bool:
        """Whether confirm would declare the levers of an interrupted match right as they stand."""
        return self.state.phase is PlayPhase.INTERRUPTED and self._interruption.may_declare

    @property
    def asked(self) -> LeverRequest:
        """The levers that people were asked to move; the lamps of the menu while it is open."""
        if self._chooser is not None and (shown := self._chooser.shown) is not None:
            return LeverRequest(menu=menu_signs(shown, self.referee.play.rules.on_the_box))
        if (number := self._quarantine.question) is not None:
            # Whether it stands or lies is what is asked, so its lamp blinks either way.
            return LeverRequest(PutBack(open=tile(number), shut=tile(number)))
        if self.state.phase is PlayPhase.INTERRUPTED:
            return LeverRequest(self._interruption.put_right)
        return self._outbox.asked

    @property
    def standing(self) -> TileSet:
        """The tiles whose levers stand open, settled."""
        return self._contacts.standing

    @property
    def seen(self) -> TileSet:
        """The tiles whose levers are seen to stand open this moment, settled or not."""
        return self._contacts.seen

    @property
    def due(self) -> int:
        """The box time at which :meth:`step` has something to do even if no event comes."""
        times: list[int | None] = [self._contacts.due]
        if self.state.activity is Activity.JUDGING and not self._contacts.restless:
            # While a contact is restless nothing later can be judged, however long it is due.
            times.append(self._feed.due)
        if self.state.journal is JournalState.WRITING:
            times.append(self._outbox.due)
        if self._chooser is not None:
            times.append(self._chooser.due)
        if self._can_be_replaced:
            times.append(self._feed.now)
        times.append(next_blink(self._contacts.seen, self.asked, self._feed.now))
        return min(time for time in times if time is not None)

    def light_at_once(self, now: int, events: Sequence[DeviceEvent]) -> list[OtherEvent]:
        """Take in the edges among these events and light the lamps that follow their levers.

        Return the other events, for :meth:`step`. Call it before other work: no lamp waits for it.
        """
        self._feed.now = BoxTime(now)
        others: list[OtherEvent] = []
        for event in events:
            if isinstance(event, Edge):
                self._contacts.edge(event, self._feed.now)
            else:
                others.append(event)
        if len(others) < len(events):
            self._light()
        return others

    def step(self, now: int, events: Sequence[DeviceEvent]) -> None:
        """Take in what was handed over by now, rule on what can be ruled, light the lamps."""
        others = self.light_at_once(now, events)
        self._box.check(now)
        self._record_watch.look(self._feed.now)
        for event in others:
            if isinstance(event, ButtonTyped):
                self.press(event.button, event.at, long=event.long)
            else:
                if self._chooser is not None and isinstance(event, DiceRolled | ThrowTyped):
                    self._chooser.close(by_throw=True)
                self._gate.take(event)
        self._gate.forget_dropped()
        self._feed.doubts.missed(self._contacts.take_unseen())
        if self._is_sensed:
            self._quarantine.look(now, self._contacts.known)
        if self._is_sensed and self.state.phase is not PlayPhase.INTERRUPTED:
            # After an interruption people have been told what confirm does then.
            self._quarantine.waits_for(self.put_back, now)
        self._light()
        if self._something_to_judge():
            # A lever can have moved without its edge being here yet, so nothing is judged before
            # the box has been read.
            self._read()
            if self.state.activity is Activity.JUDGING:
                self._feed.advance(self._contacts.horizon(self._feed.now))
            self._light()
        if self._chooser is not None:
            self._chooser.look(now)
        if self._chooser is not None or self._replaces:
            self._replace_match()
            self._light()
        self._remind()

    @property
    def dice_by_hand(self) -> bool:
        """Whether people enter what real dice show."""
        return self._box.dice_by_hand

    @property
    def thrown(self) -> bool:
        """Whether anything was thrown in the match."""
        return self._feed.thrown

    @property
    def roller_dice(self) -> RollerDice | None:
        """The dice that the roller has told; None before."""
        return self._gate.roller_dice

    @property
    def following(self) -> PlannedMatch:
        """The match to be played next."""
        return self._following

    @property
    def chooser(self) -> GameChooser | None:
        """What lets people choose another game; None if they may not."""
        return self._chooser

    def press(self, button: Button, now: int, *, long: bool = False) -> None:
        """Take a press of a button that is not on the box: it is released ``now``."""
        self._buttons.press(button, max(BoxTime(now), self._feed.now), long=long)

    def asked_from(self, seat: str, what: Iterable[AskedFor], now: int) -> None:
        """Note that a phone at this seat, or at none (empty), asks for what happens next."""
        self._feed.seats.asks(seat, what, BoxTime(now))

    def followed_by(self, rules: RuleSet, players: Sequence[str], variant: str = "") -> None:
        """Play the next match by these rules and with these players, as box.toml says."""
        house = house_game(variant) if variant else None
        self.play_next(PlannedMatch(rules, tuple(players), variant, house=house))

    def play_next(self, plan: PlannedMatch, *, at_once: bool = False) -> bool:
        """Play this match next; ``at_once``: in the place of one in which nothing is thrown.

        Return whether it takes that place.
        """
        self._following = plan
        if at_once:
            self._replaces = self._has_no_throw
        return self._replaces

    def named(self, players: Sequence[str]) -> None:
        """Play the next match with these players, as :meth:`renamed` takes them."""
        self._following = self.renamed(players)

    def renamed(self, players: Sequence[str]) -> PlannedMatch:
        """Return the next match with these players, who keep their handicaps (R7.16).

        One may have another behind the name: ``Ann +5``. Raises :class:`RuleFault` if they cannot
        play it.
        """
        players, told = typed_players(players)
        before = self._following
        given = {name: str(points) for name, points in before.handicap.items()}
        kept = dict(handicaps_kept(given, before.players, players)) | dict(told)
        check_names(players)
        rules = replace(before.rules, handicaps=handicaps_by_seat(kept.items(), players))
        check(rules, len(players))
        return replace(before, rules=rules, players=players)

    def _choose(self, plan: PlannedMatch, by: ChosenBy) -> None:
        """Play this game from now on: at once if nothing is thrown, else from the next match on.

        At the end of a match the buttons of the menu begin it, as ``new`` does.
        """
        assert plan.instead_of is not None
        self._following = plan
        self._feed.record(
            GameChosen(
                at=self._feed.match_now,
                variant=plan.variant,
                rules=written(plan.rules),
                players=plan.players,
                by=by,
                instead_of=plan.instead_of,
                handicap=plan.handicap or None,
                house=plan.house,
            )
        )
        over, at_box = self._feed.play.over, by is ChosenBy.BUTTONS
        self._replaces = self._has_no_throw
        begins = self._replaces or (over and at_box)
        self._tell(TonightChosen(plan.variant, plan.stake, plan.players, begins, plan.handicap))
        if over and at_box:
            self._feed.report(ButtonReport(self._feed.now, "new"))

    @property
    def _has_no_throw(self) -> bool:
        """Whether nothing is thrown in a match that is not over."""
        return not (self._feed.play.over or self._feed.thrown or self._feed.throw_waits)

    @property
    def _can_be_replaced(self) -> bool:
        """Whether a match in which nothing is thrown gives way at once to the game chosen."""
        return self._replaces and self.at_rest and not self.paused

    def _replace_match(self) -> None:
        """Begin the game that was chosen in the place of a match in which nothing is thrown."""
        if not self._replaces:
            return
        if self._feed.thrown or self._feed.throw_waits:
            # The throw was first: the choice counts from the next match.
            self._replaces = False
        elif self._can_be_replaced:
            self._replaces = False
            self._begin_anew()
            if asked_of(self.referee.play).put_back or self.referee.play.deciding_who_starts:
                self._feed.press_unanswered()

    def leave(self) -> None:
        """Note that the players leave for good: a match that is not over is never resumed."""
        if not self._feed.play.over:
            self._feed.record(MatchLeft(at=self._feed.match_now, reason=LeftReason.PLAYERS_LEFT))

    # What comes in.

    def _something_to_judge(self) -> bool:
        now, ruling_due = self._feed.now, self._feed.ruling_due
        return (
            bool(self._feed.queue)
            or self._contacts.due <= now
            or (ruling_due is not None and ruling_due <= now)
        )

    def _read(self) -> None:
        states = self._box.read()
        for change in self._contacts.read(states, self._feed.now):
            if isinstance(change.contact, int):
                self._lever_settled(change.contact, change)
            else:
                self._buttons.settled(change)
        self._contacts.look(states)

    def _lever_settled(self, number: int, change: ContactChange) -> None:
        if number in self._quarantine:
            self._quarantine.settled(number, on=self._contacts.known[number])
        elif self.state.phase is PlayPhase.INTERRUPTED:
            self._interruption.lever_changed()
        elif tile(number) & self._contacts.on_the_box:
            # When play went on the lever was reported as it stood until then.
            at = max(BoxTime(change.at), self._feed.clock.since)
            report = LeverReport(at, number, change.on)
            restless = self._quarantine.restless(number, change.at)
            self._together.changed(number, at)
            self._feed.report(report, self._doubts.evidence_of_contact(change, restless))

    # Sensors in quarantine.

    def _reports_withdrawn(self, number: int) -> None:
        """Have the lever stand as the book has it: the sensor of this tile is not believed."""
        if self.state.phase is not PlayPhase.INTERRUPTED:
            self._feed.withdraw(number)

    def _lever_declared(self, number: int, stands: bool, reported_by: ReportedBy) -> None:
        """Report a lever as people say it stands, or as a sensor that works again shows it."""
        if self.state.phase is PlayPhase.INTERRUPTED:
            self._interruption.lever_changed()
            return
        doubts = (Doubt(DoubtReason.NOT_SHOWN, number),)
        report = LeverReport(self._feed.now, number, stands)
        self._feed.report(report, Evidence(doubts=doubts, reported_by=reported_by))

    def _tell_of_sensor(self, notice: Notice) -> None:
        self._follow_question()
        if isinstance(notice, SensorQuarantined):
            self._doubts.sensor_quarantined(notice.tile)
            self._feed.record_quarantine(notice.tile, notice.why)
        elif isinstance(notice, SensorTrusted):
            self._doubts.sensor_trusted(notice.tile)
            self._feed.record_release(notice.tile, left_out=notice.left_out)
        self._tell(notice)
        if isinstance(notice, NoSensorQuarantined) and self.state.phase is PlayPhase.INTERRUPTED:
            self._interruption.lever_changed()

    def _follow_question(self) -> None:
        """Follow the quarantine with the state. It calls this at each change of its question."""
        asking = self._quarantine.question is not None
        if asking != (self.state.question is SensorQuestion.OPEN):
            self._machine.fire(Trigger.SENSOR_ASKED if asking else Trigger.SENSOR_ANSWERED)

    # What people are told and shown.

    def _say_ruling(self, ruling: Ruling) -> None:
        self._say(ruling)
        if self._is_sensed:
            self._together.ruled(ruling, self._feed.clock.box_time(ruling.at))

    def _remind(self) -> None:
        """Answer a press on which nothing was ruled, unless what waits will be ruled on."""
        may_tell = self.state.activity is Activity.JUDGING and self.at_rest
        if may_tell and self._feed.take_reminder():
            self._tell(Reminder(game_state(self._feed.play)))

    def _light(self) -> None:
        self._box.lamps.show(lamps(self._contacts.seen, self.asked, self._feed.now))

    # A match begins, or goes on after an interruption.

    def _next_match(self, at: MatchTime, levers: TileSet) -> None:
        """Begin another match: by the same rules with the same players, if no others are set."""
        rules, players = self._following.rules, self._following.players
        # A box for other rules may have tiles that were not on this one.
        levers |= self._contacts.all_standing & ~self._contacts.on_the_box
        self._contacts.on_the_box = rules.on_the_box
        self._quarantine.leave_out_all_but(rules.on_the_box)
        on_the_box = levers & rules.on_the_box
        self.variant = self._following.variant or self.variant
        referee = Referee(rules, players, on_the_box, at=at, line=self._feed.line)
        self._begin_match(referee)

    def _begin_match(self, referee: Referee) -> None:
        self._replaces = False
        planned = self._following
        self._feed.open_match(
            referee,
            self.variant,
            planned.instead_of,
            planned.house,
            self._box.tapped,
            guided=planned.guided,
        )
        # People learn it once: the next match like it has the dice of chance.
        self._following = replace(planned, guided=False)
        self._gate.match_begins()
        for number, why in self._quarantine.all.items():
            self._feed.record_quarantine(number, why)
        self._feed.begin_match()

    def _resume(self, resumption: Resumption) -> None:
        self._feed.resume(resumption.line, resumption.doubts, thrown=resumption.thrown)
        if self.referee.play.over and not resumption.unsaid:
            self._interruption.stay_over()
            return
        self._machine.fire(Trigger.INTERRUPTION)
        self._outbox.show_asked(asked_of(self.referee.play))
        for number in resumption.quarantined:
            self._doubts.sensor_quarantined(number)
        self._quarantine.restore(
            resumption.quarantined, self.referee.levers, self._contacts.known, self._feed.now
        )
        self._follow_question()
        self._interruption.begin(resumption)
        self._quarantine.ask()

    def _begin_anew(self) -> None:
        """Leave a match that was interrupted, or not begun; the same players begin another."""
        self._interruption.leave_match()
        self._next_match(self._feed.match_now, self.standing)
        self._outbox.show_asked(asked_of(self.referee.play))
