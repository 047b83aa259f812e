"""The turns of :mod:`boxctl.odds.prizes.scored_turn` for many prizes at once, with numpy.

Nothing is compiled, so the first answer comes at once. A move leads to fewer open tiles and a spare
throw to fewer of these, so all states with as many of both are solved together. Sums add the same
numbers in the same order as in plain Python: results are equal to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxctl.odds.prizes.position_throws import PositionThrows, throws_by_state
from boxctl.odds.prizes.score_chances import ScoreFlow
from boxctl.odds.subboxes import SubBox
from boxctl.odds.turn_states import turn_states
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import score

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

CELLS = 1 << 18
"""States times prizes that are solved at a time; bounds memory and fits a processor's cache."""


class SolvedPrizes(NamedTuple):
    """The worth of every state, a column for each prize, and the dice that best play throws.

    ``more_dice`` is whether the larger of two allowed numbers of dice is better.
    """

    worths: Floats
    more_dice: NDArray[np.bool_]


class _Answers(NamedTuple):
    """The n-th kind of throw of each state that has one.

    ``at`` are these states as indexes into the choice, those with the most moves first, and
    ``weight`` is how many throws are of that kind. ``led[m]`` are the states to which move m leads,
    for as many states from the first on as have such a move.
    """

    weight: Floats
    at: Places
    led: tuple[Places, ...]


class _PrizeChoice(NamedTuple):
    """One number of dice, in the states that may throw it (``at``, as indexes into the level)."""

    at: Places
    ending: Floats
    stopping: Floats
    counted: Floats
    answers: tuple[_Answers, ...]


class _PrizeLevel(NamedTuple):
    """States of which none leads to another one; ``choices[0]`` is for all of them."""

    states: Places
    scores: Places
    choices: tuple[_PrizeChoice, ...]


class PrizeSolver:
    """Best play of a turn for prizes; prepared once, read-only then.

    Raises :class:`boxctl.rules.faults.RuleFault` as :func:`boxctl.odds.turn.solve` does.
    """

    def __init__(self, rules: RuleSet) -> None:
        states = turn_states(rules, SubBox(rules.in_play))
        made = [score(rules.scoring, left) for left in states.box.positions]
        places = {one: place for place, one in enumerate(sorted(set(made)))}
        self._size = states.size
        self._scores = np.array(
            [places[made[state >> states.bits]] for state in range(states.size)], dtype=np.intp
        )
        self._throws = throws_by_state(rules, states)
        self._together = states.levels()
        self._levels = [self._level(together, self._throws) for together in self._together]
        self.at_a_time = max(1, CELLS // self._size)
        """How many prizes :meth:`solve` takes at best."""

    def solve(self, played: Floats, stopped: Floats) -> SolvedPrizes:
        """Solve for prizes, a row for each, with the worth of each score, the lowest score first.

        ``stopped`` has the worths of scores at which a stop number ends the turn (R5.2).
        """
        played, stopped = np.ascontiguousarray(played.T), np.ascontiguousarray(stopped.T)
        worths = np.empty((self._size, played.shape[1]))
        more_dice = np.zeros(worths.shape, dtype=np.bool_)
        worths[:] = played[0]
        for level in self._levels:
            ends, stops = played[level.scores], stopped[level.scores]
            best, *others = (
                _worth_of_choice(choice, ends[choice.at], stops[choice.at], worths)
                for choice in level.choices
            )
            for choice, worth in zip(level.choices[1:], others, strict=True):
                better = worth > best[choice.at]
                best[choice.at] = np.where(better, worth, best[choice.at])
                more_dice[level.states[choice.at]] = better
            worths[level.states] = best
        return SolvedPrizes(worths, more_dice)

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
            solved = self.solve(played[some], stopped[some])
            parts = self._flow.scores(solved.worths, solved.more_dice, played.shape[1])
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

    # Preparing.

    def _level(self, states: list[int], throws: list[list[PositionThrows]]) -> _PrizeLevel:
        most = max(len(throws[state]) for state in states)
        choices = []
        for place in range(most):
            at = [index for index, state in enumerate(states) if len(throws[state]) > place]
            choices.append(_choice(at, [throws[states[index]][place] for index in at]))
        numbers = np.array(states, dtype=np.intp)
        return _PrizeLevel(numbers, self._scores[numbers], tuple(choices))


def _choice(at: list[int], throws: list[PositionThrows]) -> _PrizeChoice:
    ending, stopping, counted = (
        np.array(column, dtype=np.float64)[:, None]
        for column in zip(
            *((one.ending, one.stopping, one.weight - one.again) for one in throws), strict=True
        )
    )
    most = max(len(one.led) for one in throws)
    answers = tuple(
        _answers([one.led[place : place + 1] for one in throws]) for place in range(most)
    )
    return _PrizeChoice(np.array(at, dtype=np.intp), ending, stopping, counted, answers)


def _answers(throws: list[tuple[tuple[int, tuple[int, ...]], ...]]) -> _Answers:
    """Return the moves for at most one kind of throw in each state, the most moves first."""
    having = [(place, *kind) for place, kinds in enumerate(throws) for kind in kinds]
    having.sort(key=lambda kind: -len(kind[2]))
    led = [
        np.array([states[number] for _place, _weight, states in having if len(states) > number])
        for number in range(len(having[0][2]))
    ]
    places = np.array([place for place, _weight, _states in having], dtype=np.intp)
    weights = np.array([[weight] for _place, weight, _states in having], dtype=np.float64)
    return _Answers(weights, places, tuple(led))


def _worth_of_choice(choice: _PrizeChoice, ends: Floats, stops: Floats, worths: Floats) -> Floats:
    gained = choice.stopping * stops + choice.ending * ends
    for weight, at, led in choice.answers:
        best = worths[led[0]]
        for others in led[1:]:
            part = best[: len(others)]
            np.maximum(part, worths[others], out=part)
        best *= weight
        gained[at] += best
    # All throws are unplayable doubles: the turn counts as it stands.
    never_ends = choice.counted[:, 0] == 0
    if never_ends.any():
        gained[never_ends] = ends[never_ends]
        return gained / np.where(choice.counted == 0, 1, choice.counted)
    gained /= choice.counted
    return gained
