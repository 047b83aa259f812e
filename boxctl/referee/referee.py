"""The referee of one table: a fold over box events and their times, giving rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from boxctl.referee.acts import LeverAct, PendingActs, PendingEvent
from boxctl.referee.game import Game
from boxctl.referee.lines import (
    Event,
    InputFault,
    InputRefused,
    LeverMoved,
    Pressed,
    Thrown,
    TimePassed,
)
from boxctl.referee.players import check_names
from boxctl.referee.ruling import Ruling
from boxctl.rules.contradictions import check
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, TileSet
from boxctl.rules.turn_memory import FRESH, TurnMemory
from groundwork.times import START, MatchTime

FOREVER = 1 << 2000
"""A time after anything that can be due, in microseconds."""


class EventRefused(InputRefused):
    """An event that cannot be: an unknown tile, a time that goes back, or one of too many."""


class Referee:
    """Judges one table, match after match.

    ``players`` are their names in seat order, at least one, all different. ``levers`` are the
    tiles that stand open at the start; by default those that the first turn needs. With ``shut``,
    some of the tiles in play, the first turn is one in which these are shut already, and whose
    throws have left it ``memory``. A match after others may go on from their time (``at``,
    microseconds) and ``line``. Raises :class:`RuleFault` (BX204, BX206) if rules and players do
    not go together.

    Call :meth:`begin` once, then :meth:`hear` with each event in the order of time, then
    :meth:`finish`. The same calls always give the same rulings. Not thread-safe.
    """

    def __init__(
        self,
        rules: RuleSet,
        players: Sequence[str],
        levers: TileSet | None = None,
        *,
        at: MatchTime = START,
        line: int = 0,
        shut: TileSet = NO_TILES,
        memory: TurnMemory = FRESH,
    ) -> None:
        check_names(players)
        check(rules, len(players))
        if levers is None:
            levers = rules.in_play & ~shut
        self.play = Game(rules, tuple(players), levers, at, line)
        if shut:
            self.play.begin_in_mid_turn(shut, memory)
        self.clock = at
        self._waiting = PendingActs(levers, rules)
        self._moves_settle = rules.settle_ms > 0

    def begin(self) -> list[Ruling]:
        """Return the rulings before any event."""
        return list(self.play.begin())

    def hear(self, event: Event, line: int = 0) -> list[Ruling]:
        """Hear an event and return all rulings that can be made now, in order of time.

        Raises :class:`EventRefused`, with nothing changed, for a time before that of an event
        heard earlier, for a tile that is not on the box, and for a throw or a press while
        :attr:`full` and nothing is decided by its time.
        """
        return list(self.hearing(event, line))

    def hearing(self, event: Event, line: int = 0) -> Iterator[Ruling]:
        """Yield the rulings of :meth:`hear` one at a time.

        Between two of them :attr:`play` is in the state after the first. Take all of them before
        the next event. Raises :class:`EventRefused` at once, like :meth:`hear`.
        """
        self._refuse_the_impossible(event)
        self.clock = event.at
        if self._may_decide(event.at):
            return self._rulings_until(event, line)
        return self._rulings_on(event, line)

    def finish(self) -> list[Ruling]:
        """End the events: let the time run on until nothing waits, and return the rulings."""
        return list(self._decide(FOREVER))

    @property
    def levers(self) -> TileSet:
        """The tiles whose levers stand open after all events, decided or not."""
        return self._waiting.levers

    @property
    def undecided(self) -> bool:
        """Whether a lever, a throw or a press waits to be judged; a move may still settle."""
        return self._waiting.decided_at is not None

    @property
    def full(self) -> bool:
        """Whether no further throw or press may wait for the levers before it to be judged."""
        return self._waiting.full

    @property
    def due(self) -> MatchTime | None:
        """The match time at which something is ruled without an event; None for never."""
        settled_at = self._settled_at
        if settled_at is not None and self._waits_before(settled_at):
            settled_at = None
        times = (self._waiting.decided_at, settled_at)
        due = min((time for time in times if time is not None), default=None)
        return None if due is None else MatchTime(due)

    def _rulings_until(self, event: Event, line: int) -> Iterator[Ruling]:
        """Yield the rulings on all that is decided by the time of an event, then those on it."""
        yield from self._decide(event.at)
        yield from self._rulings_on(event, line)

    def _rulings_on(self, event: Event, line: int) -> Iterator[Ruling]:
        if not isinstance(event, TimePassed):
            self._waiting.add(PendingEvent(event, line))
            if self._may_decide(event.at):
                return self._decide(event.at)
        return iter(())

    def _refuse_the_impossible(self, event: Event) -> None:
        if event.at < self.clock:
            raise EventRefused(InputFault.TIME_GOES_BACK)
        if isinstance(event, LeverMoved):
            tiles = self.play.rules.tiles
            if not 1 <= event.tile <= tiles:
                raise EventRefused(InputFault.NOT_ON_THE_BOX, (event.tile, tiles))
        elif self.full and not isinstance(event, TimePassed):
            decided_at = self._waiting.decided_at
            if decided_at is None or decided_at > event.at:
                raise EventRefused(InputFault.TOO_MANY_WAIT)

    def _may_decide(self, now: MatchTime) -> bool:
        """Whether anything can be judged by now: usually not, which is asked for every event."""
        decided_at = self._waiting.decided_at
        if decided_at is not None and decided_at <= now:
            return True
        settled_at = self._settled_at if self._moves_settle else None
        return settled_at is not None and settled_at <= now

    @property
    def _settled_at(self) -> int | None:
        answer = self.play.answer if self._moves_settle else None
        return answer.settled_at if answer is not None else None

    def _decide(self, now: int) -> Iterator[Ruling]:
        """Judge everything that is decided by now, in order of time.

        A move settles before an event of the same time, and after every earlier event, decided or
        not; so never between the first and the last change of an act (R4.11).
        """
        while True:
            settled_at, decided_at = self._settled_at, self._waiting.decided_at
            if settled_at is not None and settled_at <= now and not self._waits_before(settled_at):
                yield from self.play.settle()
            elif decided_at is not None and decided_at <= now:
                yield from self._judge(self._waiting.take(now))
            else:
                return

    def _waits_before(self, time: int) -> bool:
        next_at = self._waiting.next_at
        return next_at is not None and next_at < time

    def _judge(self, taken: LeverAct | PendingEvent | None) -> Iterable[Ruling]:
        if taken is None:
            return ()
        if isinstance(taken, LeverAct):
            return self.play.judge_act(taken)
        event, line = taken.event, taken.line
        if isinstance(event, Thrown):
            return self.play.judge_throw(event.values, event.at, line)
        assert isinstance(event, Pressed)
        return self.play.judge_press(event.button, event.at, line)
