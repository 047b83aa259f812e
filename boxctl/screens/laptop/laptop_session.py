"""A program that referees a laptop's box, from its start until it is left or loses its power."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from boxctl.journal.recorder_protocol import ObservedRecorder
from boxctl.journal.session import Journal
from boxctl.referee.ruling import Ruling
from boxctl.screens.laptop.background_thinking import Think, at_once
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.robots import RobotPlayers
from boxctl.screens.laptop.table_log import TableLog
from boxctl.screens.laptop.virtual_box import LaptopBox
from boxctl.screens.laptop.virtual_hands import VirtualHands
from boxctl.table.loop import take_step
from boxctl.table.resume import seat
from boxctl.table.runtime import Runtime
from hardware.devices import Clock

OpenJournal = Callable[[], Journal]


class LaptopSession:
    """Everything that one program holds open over a box: the journal, the roller, the runtime.

    Opening it seats the players: a match that was interrupted goes on unless it is ``anew`` that
    is asked for. Raises :class:`Fault` if the journal or the roller cannot be had, and
    :class:`RuleFault` for a simulated player who cannot play by the rules.
    """

    def __init__(
        self,
        box: LaptopBox,
        chosen: GameChoice,
        open_journal: OpenJournal,
        clock: Clock,
        hands: VirtualHands,
        story: TableLog,
        *,
        anew: bool = False,
        think: Think = at_once,
    ) -> None:
        self.chosen = chosen
        self._box = box
        self._clock = clock
        self._hands = hands
        self._story = story
        self.robots = RobotPlayers(chosen.rules, chosen.players, chosen.seed, think, box.inbox.wake)
        with ExitStack() as opening:
            journal = open_journal()
            opening.callback(journal.close)
            seats = seat(journal, chosen.rules, chosen.players, box.wood.levers, anew=anew)
            box.put_up(seats.referee.levers)
            for remark in seats.remarks:
                story.remark(remark[0].upper() + remark[1:])
            opening.callback(box.tray.listen(clock, box.inbox.hand_over, journal.found.throws))
            record = journal.record(chosen.variant, box.inbox.wake, seats.match)
            if seats.match is not None:
                story.taken_up(seats.match.rulings)
            self.runtime = Runtime(
                box.devices,
                seats.referee,
                box.devices.read(),
                clock(),
                self._say,
                story.tell,
                ObservedRecorder(record, story.observe),
                seats.going_on,
            )
            self._open = opening.pop_all()
        hands.sit_down(self.runtime)

    @property
    def due(self) -> int:
        """When :meth:`step` has something to do even if nothing comes."""
        by_robots = self.robots.due(self._clock(), self.runtime, self._hands)
        dues = (self.runtime.due, self._hands.due, by_robots)
        return min(due for due in dues if due is not None)

    def step(self) -> None:
        """Let everything that is due happen and be ruled on; never waits."""
        now = self._clock()
        take_step(self.runtime, self._box.inbox, now, self._hands)
        self.robots.advance(now, self.runtime, self._hands)

    def leave(self) -> None:
        """The players leave for good."""
        self.runtime.leave()

    def close(self) -> None:
        """Write what waits and close everything; a match that is not over can be gone on with."""
        self._hands.sit_down(None)
        self._open.close()

    def _say(self, ruling: Ruling) -> None:
        if ruling.throw is not None and ruling.verdict != "committed":
            self._hands.throw_is_ruled()
        if ruling.verdict in ("committed", "turn_over", "ready"):
            self._hands.tiles_are_settled()
        self._story.say(ruling)
