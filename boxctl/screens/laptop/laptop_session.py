"""One run of the program that referees a laptop's box, until it ends or loses its power."""

from __future__ import annotations

from contextlib import ExitStack

from boxctl.referee.ruling import Ruling
from boxctl.referee.verdict import Verdict
from boxctl.screens.laptop.background_thinking import Think, at_once
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.robots import RobotPlayers
from boxctl.screens.laptop.table_log import TableLog
from boxctl.screens.laptop.virtual_box import LaptopBox
from boxctl.screens.laptop.virtual_hands import VirtualHands
from boxctl.table.loop import AllTimed, take_step
from boxctl.table.open_table import Audience, GameRequest, OpenJournal, open_table
from boxctl.table.resume import OpenedMatch
from boxctl.table.solo_best import FindBest, SoloBestTeller, Work
from boxctl.table.solo_best import at_once as do_at_once
from hardware.devices import Box, Clock


class LaptopSession:
    """What one run holds open over a box: the journal, the roller, the runtime.

    An interrupted match goes on unless ``anew``. Raises :class:`Fault` if the journal or the roller
    cannot be had, and :class:`RuleFault` for a robot who cannot play by the rules.
    """

    def __init__(
        self,
        box: LaptopBox,
        chosen: GameChoice,
        open_journal: OpenJournal,
        find_best: FindBest,
        clock: Clock,
        hands: VirtualHands,
        table_log: TableLog,
        *,
        anew: bool = False,
        think: Think = at_once,
        work: Work = do_at_once,
    ) -> None:
        self.chosen = chosen
        self._box = box
        self._clock = clock
        self._hands = hands
        self._table_log = table_log
        self.robots = RobotPlayers(chosen.rules, chosen.players, chosen.seed, think, box.inbox.wake)
        self.solo_best = SoloBestTeller(find_best, self._say, table_log.tell, box.inbox.wake, work)
        request = GameRequest(chosen.variant, chosen.rules, tuple(chosen.players), anew=anew)
        with ExitStack() as opening:
            self.runtime = open_table(
                opening, request, box, open_journal, clock, box.inbox.wake, self._audience_for
            )
            self._open = opening.pop_all()
        hands.attach(self.runtime)
        self.solo_best.follow(self.runtime)
        self._also = AllTimed(hands, self.solo_best)

    @property
    def due(self) -> int:
        """When :meth:`step` has something to do even if no event comes."""
        by_robots = self.robots.due(self._clock(), self.runtime, self._hands)
        dues = (self.runtime.due, self._also.due, by_robots)
        return min(due for due in dues if due is not None)

    def step(self) -> None:
        """Do and rule on everything that is due; never wait."""
        now = self._clock()
        take_step(self.runtime, self._box.inbox, now, self._also)
        self.robots.advance(now, self.runtime, self._hands)

    def leave(self) -> None:
        """Note that the players leave for good: the match is never resumed."""
        self.runtime.leave()

    def close(self) -> None:
        """Write what waits and close everything; a match that is not over can be resumed."""
        self._hands.attach(None)
        self._open.close()

    def _audience_for(self, opened: OpenedMatch, _box: Box) -> Audience:
        for remark in opened.remarks:
            self._table_log.opened(remark)
        if opened.match is not None:
            self._table_log.show_resumed(opened.match.rulings)
        return Audience(self.solo_best.say, self._table_log.tell, self._table_log.observe)

    def _say(self, ruling: Ruling) -> None:
        if ruling.throw is not None:
            self._hands.throw_is_ruled()
        if ruling.verdict in (Verdict.COMMITTED, Verdict.TURN_OVER, Verdict.READY):
            self._hands.tiles_are_settled()
        self._table_log.say(ruling)
