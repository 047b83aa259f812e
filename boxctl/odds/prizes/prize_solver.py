"""The turns of :mod:`boxctl.odds.prizes.scored_turn` for many prizes at once, with numpy.

Nothing is compiled, so the first answer comes at once. Sums add the same numbers in the same order
as in plain Python: results are equal to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from boxctl.odds.prizes.position_throws import PositionThrows
from boxctl.odds.prizes.score_chances import ScoreFlow
from boxctl.odds.prizes.solved_prizes import Moves, SolvedMoves, SolvedPrizes
from boxctl.odds.prizes.turn_levels import (
    DiceChoice,
    Floats,
    Places,
    PrizeAnswers,
    turn_level,
)

CELLS = 1 << 18
"""States times prizes that are solved at a time; bounds memory and fits a processor's cache."""


class PrizeSolver:
    """Best play of a turn for prizes; prepared once, read-only then.

    ``throws`` are those of every state and ``scores`` the place of its score among all scores, the
    lowest first; ``levels`` are states of which none leads to another one, each level after those
    to which it leads.
    """

    def __init__(
        self,
        levels: Sequence[Sequence[int]],
        throws: Sequence[Sequence[PositionThrows]],
        scores: Sequence[int],
    ) -> None:
        self._together, self._throws = levels, throws
        self._scores: Places = np.array(scores, dtype=np.intp)
        self._levels = [
            turn_level(number, together, throws, self._scores)
            for number, together in enumerate(levels)
        ]
        self.states = len(throws)
        """How many states a turn has."""
        self.at_a_time = max(1, CELLS // self.states)
        """How many prizes :meth:`solve` takes at best."""

    def solve(self, played: Floats, stopped: Floats) -> SolvedPrizes:
        """Solve for prizes, a row for each, with the worth of each score, the lowest score first.

        ``stopped`` has the worths of scores at which a stop number ends the turn (R5.2).
        """
        solved = self._unsolved(played)
        self._solve(solved, None, played, stopped)
        return solved

    def worth_of_turn(self, played: Floats, stopped: Floats) -> Floats:
        """Return the worth of a whole turn for each prize, however many there are."""
        found = [
            self.solve(played[some], stopped[some]).worths[-1] for some in self.slices(len(played))
        ]
        return np.concatenate(found) if found else np.empty(0)

    def scores(self, played: Floats, stopped: Floats) -> tuple[Floats, Floats]:
        """Return the chances of the scores played to and stopped at, a row for each prize."""
        found = np.zeros_like(played), np.zeros_like(stopped)
        for some in self.slices(len(played)):
            solved = self._unsolved(played[some])
            columns = len(played[some])
            moves = [np.empty((kinds, columns), dtype=np.int32) for kinds in self._flow.kinds]
            self._solve(solved, moves, played[some], stopped[some])
            parts = self._flow.scores(SolvedMoves(solved, moves), played.shape[1])
            for rows, part in zip(found, parts, strict=True):
                rows[some] = part.T
        return found

    @cached_property
    def _flow(self) -> ScoreFlow:
        return ScoreFlow(self._together, self._throws, self._scores)

    def slices(self, prizes: int) -> Iterator[slice]:
        """Cut so many prizes into parts for :meth:`solve`."""
        for first in range(0, prizes, self.at_a_time):
            yield slice(first, first + self.at_a_time)

    def _unsolved(self, played: Floats) -> SolvedPrizes:
        """Return arrays for so many prizes, with the worth of the shut box."""
        worths = np.empty((self.states, len(played)))
        worths[:] = played[:, 0]
        return SolvedPrizes(worths, np.zeros(worths.shape, dtype=np.bool_))

    def _solve(
        self,
        solved: SolvedPrizes,
        all_moves: Sequence[Moves] | None,
        played: Floats,
        stopped: Floats,
    ) -> None:
        """Solve all states; note the best moves in ``all_moves``, if given."""
        played, stopped = np.ascontiguousarray(played.T), np.ascontiguousarray(stopped.T)
        worths, more_dice = solved
        for level in self._levels:
            moves = None if all_moves is None else all_moves[level.number]
            ends, stops = played[level.scores], stopped[level.scores]
            best, *others = (
                _worth_of_choice(choice, ends[choice.at], stops[choice.at], worths, moves)
                for choice in level.choices
            )
            for choice, worth in zip(level.choices[1:], others, strict=True):
                better = worth > best[choice.at]
                best[choice.at] = np.where(better, worth, best[choice.at])
                more_dice[level.states[choice.at]] = better
            worths[level.states] = best


def _worth_of_choice(
    choice: DiceChoice, ends: Floats, stops: Floats, worths: Floats, moves: Moves | None
) -> Floats:
    """Return the worth of the choice, and note the best moves in ``moves``, if given."""
    gained = choice.stopping * stops + choice.ending * ends
    for answers in choice.answers:
        best = worths.take(answers.led[0], axis=0)
        if moves is None:
            for others in answers.led[1:]:
                part = best[: len(others)]
                np.maximum(part, worths.take(others, axis=0), out=part)
        else:
            moves[answers.rows] = _choose(answers, worths, best)
        best *= answers.weight
        gained[answers.at] += best
    # All throws are unplayable doubles: the turn counts as it stands.
    never_ends = choice.counted[:, 0] == 0
    if never_ends.any():
        gained[never_ends] = ends[never_ends]
        return gained / np.where(choice.counted == 0, 1, choice.counted)
    gained /= choice.counted
    return gained


def _choose(answers: PrizeAnswers, worths: Floats, best: Floats) -> Moves:
    """Raise ``best`` to the worths of the best moves; return where the first of these lead."""
    columns = best.shape[1]
    led = np.empty(best.shape, dtype=np.int32)
    led[:] = (answers.led[0] * columns)[:, None]
    for others in answers.led[1:]:
        part, worth = best[: len(others)], worths.take(others, axis=0)
        np.copyto(
            led[: len(others)], (others * columns)[:, None], where=worth > part, casting="unsafe"
        )
        np.maximum(part, worth, out=part)
    return led
