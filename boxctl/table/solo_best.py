"""Tell a solo player his best score before a match, and compare it after."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING, Protocol

from boxctl.presentation.notices import SoloBest
from boxctl.presentation.ways_to_play import way_to_play
from boxctl.referee.game import Game
from boxctl.referee.payloads import MatchOver
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.table.event_queue import Say
from boxctl.table.interruption import Tell
from groundwork.faults import Fault
from groundwork.system.threads import start_thread

if TYPE_CHECKING:
    from pathlib import Path

    from boxctl.audit.personal_best import PersonalBest

FindBest = Callable[[RuleSet, str], "PersonalBest | None"]
"""Looks a player's best up. Called in any thread; may take long."""

Work = Callable[[Callable[[], None]], object]
"""Does some work, at once or in another thread."""

AT_ONCE = 0
"""A box time that has passed."""


def at_once(work: Callable[[], None]) -> None:
    """Do the work in the caller's thread, while everything waits."""
    work()


def in_background(work: Callable[[], None]) -> None:
    """Do the work in a daemon thread: the end of the program does not wait for it.

    Where the system allows no further thread, do it at once.
    """
    try:
        start_thread(Thread(target=work, name="best", daemon=True))
    except Fault:
        work()


def best_in(journal: Path, box: str) -> FindBest:
    """Return a lookup of a player's best score on this box, in the journal."""

    def find(rules: RuleSet, player: str) -> PersonalBest | None:
        # Loaded in the thread, by tables of one player only.
        from boxctl.audit.personal_best import personal_best

        return personal_best(journal, box, rules, player)

    return find


class ObservedMatch(Protocol):
    """The table whose matches are followed."""

    @property
    def referee(self) -> HasPlay:
        """The referee of the current match; each match has its own."""
        ...


class HasPlay(Protocol):
    """The part of a referee that is needed here."""

    @property
    def play(self) -> Game:
        """The game as the referee has it now."""
        ...


class SoloBestTeller:
    """Passes rulings on to ``say``, and compares a solo player with his best.

    When a match begins, ``work`` runs ``find`` and then ``wake``; people are told in the next
    :meth:`advance` (:class:`boxctl.table.loop.Timed`). Not thread-safe.
    """

    def __init__(
        self, find: FindBest, say: Say, tell: Tell, wake: Callable[[], object], work: Work
    ) -> None:
        self._find = find
        self._say = say
        self._tell = tell
        self._wake = wake
        self._work = work
        # Any thread may append to it.
        self._answers: deque[tuple[Game, PersonalBest | None]] = deque()
        self._table: ObservedMatch | None = None
        self._play: Game | None = None
        self._awaited = False
        self._made: int | None = None
        # For a table that records nothing.
        self._of_session: dict[tuple[RuleSet, str], PersonalBest] = {}
        self.best: PersonalBest | None = None

    def follow(self, table: ObservedMatch) -> None:
        """Look the best up for the match at this table, and for each that begins there later."""
        self._table = table
        self._look()

    def say(self, ruling: Ruling) -> None:
        """Pass a ruling on."""
        self._say(ruling)
        if isinstance(ruling.payload, MatchOver):
            self._over(ruling.payload)
        else:
            self._look()

    @property
    def due(self) -> int | None:
        """The box time at which to call :meth:`advance`; None if there is nothing to tell."""
        return AT_ONCE if self._answers else None

    def advance(self, now: int) -> None:
        """Tell the result of the lookup."""
        while self._answers:
            play, best = self._answers.popleft()
            if play is self._play:
                self._awaited = False
                self.best = best or self._of_session.get((play.rules, play.players[0]))
                self._tell_best()

    def _look(self) -> None:
        play = self._table.referee.play if self._table is not None else None
        if play is None or play is self._play:
            return
        self._play, self._made, self.best = play, None, None
        # A robot has no best of its own: only people look forward to one.
        self._awaited = _is_one_turn(play) and way_to_play(play.players[0]) is None
        if self._awaited:
            self._work(lambda: self._look_up(play))

    def _look_up(self, play: Game) -> None:
        self._answers.append((play, self._find(play.rules, play.players[0])))
        self._wake()

    def _over(self, over: MatchOver) -> None:
        if self._play is None or not _is_one_turn(self._play):
            return
        self._made = over.scores.get(self._play.players[0])
        if not self._awaited:
            self._tell_best()

    def _tell_best(self) -> None:
        best, made = self.best, self._made
        if best is not None or made is not None:
            self._tell(SoloBest(None if best is None else best.score, made))
        if made is not None and self._play is not None:
            self.best = _with(best, made)
            self._of_session[self._play.rules, self._play.players[0]] = self.best


def _is_one_turn(play: Game) -> bool:
    return len(play.players) == 1 and play.rules.match in ("solo", "single")


def _with(best: PersonalBest | None, score: int) -> PersonalBest:
    from boxctl.audit.personal_best import PersonalBest

    return PersonalBest(score, 1) if best is None else best.with_score(score)
