"""The coach of a table for pages: the one of the terminal, asked from outside the loop."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock
from typing import Any

from boxctl.referee.game import Game
from boxctl.rules.ruleset import RuleSet
from boxctl.screens.coaching.advice import CoachLine, CoachMode
from boxctl.screens.coaching.coach import Coach

Rulings = Sequence[Mapping[str, Any]]


class TableCoach:
    """Advises whoever asks, about a copy of the book. Safe from any thread; it takes its time.

    There is a coach for each way to be asked, as each remembers what it has said.
    """

    def __init__(self) -> None:
        self._guard = Lock()
        self._at: tuple[RuleSet, tuple[str, ...]] | None = None
        self._coaches: dict[CoachMode, Coach] = {}

    def __reduce__(self) -> tuple[Any, tuple[()]]:
        """Pickle as the coach that the other process has already, with all that it has solved."""
        return _coach_there, ()

    def says(self, mode: CoachMode, play: Game, rulings: Rulings) -> list[CoachLine]:
        """Return the coach's words on this moment, in the language in use; often none.

        ``play`` belongs to the caller's thread; ``rulings`` are those of its match.
        """
        with self._guard:
            is_new = mode not in self._coaches or self._at != _table_of(play)
            with no_collection(keeps_much=is_new):
                return self._says(mode, play, rulings)

    def _says(self, mode: CoachMode, play: Game, rulings: Rulings) -> list[CoachLine]:
        coach = self._coach(mode, play)
        lines = coach.asked(play) if mode == "ask" else coach.unasked(play, rulings)
        # What a terminal offers to do about that needs its keys.
        return [CoachLine(coach.silent)] if coach.silent else lines

    def _coach(self, mode: CoachMode, play: Game) -> Coach:
        at = _table_of(play)
        if at != self._at:
            self._at = at
            self._coaches.clear()
        if mode not in self._coaches:
            self._coaches[mode] = Coach(*at, mode)
        return self._coaches[mode]


@lru_cache(maxsize=1)
def _coach_there() -> TableCoach:
    return TableCoach()


def _table_of(play: Game) -> tuple[RuleSet, tuple[str, ...]]:
    return play.rules, tuple(play.players)


@contextmanager
def no_collection(*, keeps_much: bool) -> Iterator[None]:
    """Have Python collect no garbage meanwhile, in no thread.

    A collection looks through all that is being worked out while every thread waits, the loop of
    the table too: up to a quarter of a second. What ``keeps_much`` is never looked through later,
    either.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if keeps_much:
            gc.freeze()
        if was_enabled:
            gc.enable()
