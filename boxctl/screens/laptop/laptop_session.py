"""One run of the program that referees a laptop's box, until it ends or loses its power."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Protocol

from boxctl.journal.entry_kinds import JournalEntry
from boxctl.journal.session import Journal
from boxctl.presentation.journal.start_sentences import StartRemark
from boxctl.presentation.notices import Notice
from boxctl.presentation.sentences.controls import Controls
from boxctl.presentation.ways_to_play import robots_among
from boxctl.referee.payloads import Verdict
from boxctl.referee.ruling import Ruling
from boxctl.screens.background_thinking import Think, at_once
from boxctl.screens.laptop.game_choice import GameChoice, LaptopWatcher
from boxctl.screens.laptop.pace import RobotPace
from boxctl.screens.laptop.robots import RobotPlayers
from boxctl.screens.laptop.table_log import TableLog
from boxctl.screens.laptop.virtual_box import LaptopBox
from boxctl.screens.laptop.virtual_hands import VirtualHands
from boxctl.table.loop import AllTimed, Timed, take_step
from boxctl.table.open_table import Audience, GameRequest, open_table
from boxctl.table.outputs import Outputs
from boxctl.table.resume import OpenedMatch
from boxctl.table.solo_best import FindBest, SoloBestTeller, Work
from boxctl.table.solo_best import at_once as do_at_once
from boxctl.view.announcement import AT_MOST
from hardware.devices import Box, Clock


class TableListener(Protocol):
    """Something that shows people what a table says. Called in the loop's thread; never waits."""

    def say(self, ruling: Ruling) -> None:
        """Take a ruling."""
        ...

    def tell(self, notice: Notice) -> None:
        """Take a notice."""
        ...

    def opened(self, remark: StartRemark) -> None:
        """Take what is said when the table is opened."""
        ...

    def remark(self, text: str) -> None:
        """Take a remark of the moment: why the last key or act does nothing."""
        ...


class LaptopSession:
    """The open parts of one run: the journal, the roller, the voice, the runtime.

    Rulings and notices go to ``table_log``, to each of ``listeners``, to the box's voice and to the
    ``watcher``. An interrupted match goes on unless ``anew``, first of all that of the number
    ``played_last``; the one of the number ``resume`` must. With ``end_stays`` a match that has
    ended stays on the table until another begins. Raises :class:`Fault` if the journal or
    the roller cannot be had, or that match not resumed, and :class:`RuleFault` for a robot who
    cannot play by the rules.
    """

    def __init__(
        self,
        box: LaptopBox,
        chosen: GameChoice,
        open_journal: Callable[[int | None], Journal],
        find_best: FindBest,
        clock: Clock,
        hands: VirtualHands,
        table_log: TableLog,
        listeners: Sequence[TableListener] = (),
        *,
        anew: bool = False,
        resume: int | None = None,
        played_last: int | None = None,
        end_stays: bool = False,
        think: Think = at_once,
        work: Work = do_at_once,
        controls: Controls = Controls.KEYS,
        pace: RobotPace | None = None,
        watcher: LaptopWatcher | None = None,
    ) -> None:
        self.chosen = chosen
        self._watcher = watcher
        self._box = box
        self._clock = clock
        self._hands = hands
        self._table_log = table_log
        self._listeners = (table_log, *listeners)
        self._controls = controls
        self._outputs: Outputs  # made once it is known who plays what
        self._pace = pace or RobotPace()
        self.robots = RobotPlayers(
            chosen.rules, chosen.players, chosen.seed, think, box.inbox.wake, pace=self._pace
        )
        self.solo_best = SoloBestTeller(find_best, self._say, self._tell, box.inbox.wake, work)
        request = GameRequest(
            chosen.variant,
            chosen.rules,
            tuple(chosen.players),
            anew=anew,
            resume=resume,
            played_last=played_last,
            by_number=True,
            end_stays=end_stays,
            rules_stand=lambda _rules: chosen.variant,
            guided=chosen.guided,
        )

        def open_for_this() -> Journal:
            self._journal = open_journal(resume)
            return self._journal

        with ExitStack() as opening:
            self.runtime = open_table(
                opening,
                request,
                box,
                open_for_this,
                clock,
                box.inbox.wake,
                self._audience_for,
            )
            self._open = opening.pop_all()
        self._outputs.follow(self.runtime)
        hands.attach(self.runtime)
        self.solo_best.follow(self.runtime)
        also: list[Timed] = [hands, self.solo_best, self._outputs]
        if watcher is not None:
            watcher.invites_by(self._outputs)
            watcher.follow(self.runtime)
            also.append(watcher)
        self._also = AllTimed(*also)

    @property
    def match(self) -> int | None:
        """The number of the match that is played; None if none is recorded yet."""
        return self._journal.playing

    @property
    def by_itself(self) -> bool:
        """Whether the player whose turn it is plays by itself."""
        play = self.runtime.referee.play
        return self.robots.plays(play.seat) and not play.over

    @property
    def due(self) -> int:
        """The time at which :meth:`step` has something to do even if no event comes."""
        now, announcer = self._clock(), self._table_log.announcer
        reading = announcer.busy(now)
        by_robots = None if reading else self.robots.due(now, self.runtime, self._hands)
        dues = (self.runtime.due, self._also.due, announcer.due, by_robots)
        return min(due for due in dues if due is not None)

    def step(self) -> None:
        """Do and rule on everything that is due; never wait."""
        now = self._clock()
        take_step(self.runtime, self._box.inbox, now, self._also)
        if complaint := self._hands.take_complaint():
            for listener in self._listeners:
                listener.remark(complaint)
            if self._watcher is not None:
                self._watcher.remark(complaint)
        announcer = self._table_log.announcer
        announcer.most = self._pace.reads if self.by_itself else AT_MOST
        if not announcer.most:
            announcer.skip(now)
        announcer.advance(now)
        if not announcer.busy(now):
            # A simulated player lets people read first.
            self.robots.advance(now, self.runtime, self._hands)

    def leave(self) -> None:
        """Note that the players leave for good: the match is never resumed."""
        self.runtime.leave()

    def close(self) -> None:
        """Write what waits and close everything; a match that is not over can be resumed."""
        self._hands.attach(None)
        self.robots.leave()
        self._open.close()

    def say_aloud(self, words: str) -> None:
        """Have the voice say an answer to what somebody asked, if the box has a voice."""
        self._outputs.answer(words)

    def hush(self) -> None:
        """Cut off what the voice says, but for results: somebody has pressed a key."""
        self._outputs.hush()

    def _audience_for(self, opened: OpenedMatch, box: Box) -> Audience:
        for listener in self._listeners:
            for remark in opened.remarks:
                listener.opened(remark)
        if opened.match is not None:
            guided = bool(opened.match.header.guided)
            self._table_log.show_resumed(opened.match.rulings, guided=guided)
        self._outputs = Outputs(
            box,
            opened.referee.play,
            self._say_to_eyes,
            self._tell_eyes,
            can_ask=False,
            by_themselves=robots_among(self.chosen.players),
            controls=self._controls,
        )
        if self._watcher is not None:
            self._watcher.opened(opened, self.chosen.variant)
        return Audience(self.solo_best.say, self._tell, self._observe)

    def _observe(self, fact: JournalEntry) -> None:
        self._table_log.observe(fact)
        if self._watcher is not None:
            self._watcher.observe(fact)

    def _say(self, ruling: Ruling) -> None:
        if ruling.throw is not None:
            self._hands.throw_is_ruled()
        if ruling.verdict in (Verdict.COMMITTED, Verdict.TURN_OVER, Verdict.READY):
            self._hands.tiles_are_settled()
        if ruling.verdict in (Verdict.TURN_OVER, Verdict.MATCH_OVER):
            self._pace.turn_is_over()
        self._outputs.say(ruling)

    def _tell(self, notice: Notice) -> None:
        self._outputs.tell(notice)

    def _say_to_eyes(self, ruling: Ruling) -> None:
        for listener in self._listeners:
            listener.say(ruling)
        if self._watcher is not None:
            self._watcher.say(ruling)

    def _tell_eyes(self, notice: Notice) -> None:
        for listener in self._listeners:
            listener.tell(notice)
        if self._watcher is not None:
            self._watcher.tell(notice)
