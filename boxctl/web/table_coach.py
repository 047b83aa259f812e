"""The coach of a table for pages: the one of the terminal, asked from outside the loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

from boxctl.referee.play import Play
from boxctl.rules.ruleset import RuleSet
from boxctl.screens.coaching.advice_words import CoachLine
from boxctl.screens.coaching.coach import Coach
from boxctl.screens.coaching.mode import CoachMode

Rulings = Sequence[Mapping[str, Any]]


class TableCoach:
    """Advises whoever asks, about a copy of the book. Safe from any thread; it takes its time.

    There is a coach for each way to be asked, as each remembers what it has said.
    """

    def __init__(self) -> None:
        self._guard = Lock()
        self._at: tuple[RuleSet, tuple[str, ...]] | None = None
        self._coaches: dict[CoachMode, Coach] = {}

    def says(self, mode: CoachMode, play: Play, rulings: Rulings) -> list[CoachLine]:
        """Return what the coach says of this moment, in the language in use; often nothing.

        ``play`` belongs to the caller's thread; ``rulings`` are those of its match.
        """
        with self._guard:
            coach = self._coach(mode, play)
            lines = coach.asked(play) if mode == "ask" else coach.unasked(play, rulings)
            # What a terminal offers to do about that needs its keys.
            return [CoachLine(coach.silent)] if coach.silent else lines

    def _coach(self, mode: CoachMode, play: Play) -> Coach:
        at = play.rules, tuple(play.players)
        if at != self._at:
            self._at = at
            self._coaches.clear()
        if mode not in self._coaches:
            self._coaches[mode] = Coach(*at, mode)
        return self._coaches[mode]
