"""Go on with an interrupted match: its levers are put right, or declared right."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from boxctl.journal.entry_kinds import (
    LeftReason,
    LeversDeclared,
    LeversRestored,
    MatchLeft,
    MatchResumed,
)
from boxctl.journal.evidence import NO_EVIDENCE, Evidence, ReportedBy, SensorFault
from boxctl.journal.recorder import Recorder
from boxctl.presentation.notices import JOURNAL, KEY, MatchContinues, MatchInterrupted, Notice
from boxctl.referee.fields import PutBack
from boxctl.referee.game_so_far import game_state
from boxctl.referee.lever_game import KNOCK
from boxctl.referee.ruling import Doubt, DoubtReason, Ruling
from boxctl.rules.tiles import NO_TILES, numbers, tile
from boxctl.table.event_queue import DurableOutbox, LeverReport
from boxctl.table.referee_feed import RefereeFeed
from boxctl.table.sensors.contact_state import ContactState
from boxctl.table.sensors.doubts import AnswerDoubts
from boxctl.table.states import JournalState, SensorQuestion, StateMachine, Trigger
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import BoxTime
from hardware.devices import DeviceBack, DeviceLost

Tell = Callable[[Notice], None]
"""Called with a notice that people are to be told of, in the loop's thread; must not wait."""


@frozen_dataclass
class Resumption:
    """The state of a table, beside its referee's, in which an interrupted match is resumed.

    ``line`` is its last line, ``unsaid`` are the rulings that its record lacks, ``quarantined`` the
    tiles whose sensors were in quarantine, with the faults, ``doubts`` those about the answer to
    the throw. ``thrown``: a throw of the match has counted.
    """

    line: int
    unsaid: tuple[Ruling, ...]
    quarantined: Mapping[int, SensorFault]
    doubts: AnswerDoubts
    thrown: bool = True


class Interruption:
    """Brings the levers of one table back to where the record of its match has them."""

    def __init__(
        self, feed: RefereeFeed, contacts: ContactState, machine: StateMachine, tell: Tell
    ) -> None:
        self._feed = feed
        self._contacts = contacts
        self._machine = machine
        self._tell = tell
        self._told_may_declare = False

    @property
    def put_right(self) -> PutBack:
        """The levers that have moved since the program ended without having been asked to."""
        referee, standing = self._feed.referee, self._contacts.standing
        asked = referee.play.put_back
        wrong = (standing ^ referee.levers) & ~(asked.open | asked.shut)
        return PutBack(open=wrong & ~standing, shut=wrong & standing)

    @property
    def may_declare(self) -> bool:
        """Whether people can declare the levers right: no rule would send one of them back at once.

        No word of people opens a tile that is shut for good, or moves one without a throw.
        """
        play, standing = self._feed.play, self._contacts.standing
        if play.over:
            return True
        answer, asked = play.answer, play.put_back
        if answer is None or answer.standing.knocked:
            return not self.put_right
        changed = (standing ^ play.open) & ~(asked.open | asked.shut)
        if asked and len(numbers(changed & ~answer.moved)) >= KNOCK:
            return False
        return answer.judged(changed, numbers(changed), NO_TILES).right

    def begin(self, resumption: Resumption) -> None:
        """Record that the match is resumed, say what was left unsaid, and go on if all is right."""
        feed = self._feed
        feed.record(
            MatchResumed(at=feed.match_now, levers=self._contacts.seen, put_back=self.put_right)
        )
        feed.announce(resumption.unsaid)
        self._tell_what_to_do()
        if not self.put_right:
            self._go_on(Trigger.LEVERS_RIGHT)

    def stay_over(self) -> None:
        """Leave a match that has ended on the table: nothing goes on, so nothing is recorded."""
        self._hear_levers(NO_EVIDENCE)

    def lever_changed(self) -> None:
        """Go on if every lever stands right now and no sensor is in question."""
        if self._machine.state.question is not SensorQuestion.NONE:
            return
        if not self.put_right:
            self._feed.record(LeversRestored(at=self._feed.match_now))
            self._tell_that_it_goes_on(declared=False)
            self._go_on(Trigger.LEVERS_RIGHT)
        elif self.may_declare != self._told_may_declare:
            self._tell_what_to_do()

    def declare(self) -> None:
        """Go on with the levers as they stand, since the players say that they are right.

        If the book cannot have them so, people are told once more what to do.
        """
        if not self.may_declare:
            self._tell_what_to_do()
            return
        self._feed.record(LeversDeclared(at=self._feed.match_now, levers=self._contacts.standing))
        self._tell_that_it_goes_on(declared=True)
        doubts = (Doubt(DoubtReason.DECLARED),)
        self._go_on(Trigger.LEVERS_DECLARED, Evidence(doubts=doubts, reported_by=ReportedBy.PEOPLE))

    def leave_match(self) -> None:
        """Leave the match for good, with everything that waits to be judged in it."""
        self._machine.fire(Trigger.MATCH_LEFT)
        self._feed.start_clock()
        if not self._feed.play.over:
            self._feed.record(MatchLeft(at=self._feed.match_now, reason=LeftReason.NEW_MATCH))
        self._feed.drop_reports()
        # The button that leaves it counts as a line, as in every other match.
        self._feed.line += 1

    def _tell_what_to_do(self) -> None:
        play = self._feed.play
        self._told_may_declare = self.may_declare
        self._tell(
            MatchInterrupted(play.player, self.put_right, game_state(play), self._told_may_declare)
        )

    def _tell_that_it_goes_on(self, *, declared: bool) -> None:
        play = self._feed.play
        self._tell(MatchContinues(play.player, declared, game_state(play)))

    def _go_on(self, trigger: Trigger, evidence: Evidence = NO_EVIDENCE) -> None:
        self._machine.fire(trigger)
        if self._feed.play.over:
            self._machine.fire(Trigger.MATCH_OVER)
        self._hear_levers(evidence)

    def _hear_levers(self, evidence: Evidence) -> None:
        """Start the clock, and report each lever that stands otherwise than the referee knows."""
        feed, standing = self._feed, self._contacts.standing
        feed.start_clock()
        for number in numbers(standing ^ feed.referee.levers):
            stands = bool(standing & tile(number))
            feed.report(LeverReport(feed.now, number, stands), evidence)


class RecordWatch:
    """Watches the journal and the key of one table. Not thread-safe: the table's loop calls it.

    ``machine`` goes to :attr:`JournalState.DOWN` while nothing can be recorded. A key that cannot
    sign is told of and holds nothing up.
    """

    def __init__(
        self, recorder: Recorder, outbox: DurableOutbox, machine: StateMachine, tell: Tell
    ) -> None:
        self._recorder = recorder
        self._outbox = outbox
        self._machine = machine
        self._tell = tell
        self._unsigned: str | None = None

    def look(self, now: BoxTime) -> None:
        """Say what has become durable, and tell what was lost or is back."""
        self._outbox.flush()
        self._look_at_the_journal(now)
        self._look_at_the_key(now)

    def _look_at_the_journal(self, now: BoxTime) -> None:
        journal, trouble = self._machine.state.journal, self._outbox.trouble(now)
        if trouble is not None and journal is JournalState.WRITING:
            self._machine.fire(Trigger.JOURNAL_FAILED)
            self._tell(DeviceLost(now, JOURNAL, trouble))
        elif trouble is None and journal is JournalState.DOWN:
            self._machine.fire(Trigger.JOURNAL_RECOVERED)
            self._tell(DeviceBack(now, JOURNAL, ""))

    def _look_at_the_key(self, now: BoxTime) -> None:
        before, self._unsigned = self._unsigned, self._recorder.unsigned
        if self._unsigned is not None and before is None:
            self._tell(DeviceLost(now, KEY, self._unsigned))
        elif self._unsigned is None and before is not None:
            self._tell(DeviceBack(now, KEY, ""))
