"""The turns of :mod:`boxctl.odds.prizes.scored_turn` for many prizes at once, with numpy.

Nothing is compiled, so the first answer comes at once. Sums add the same numbers in the same order
as in plain Python: results are equal to the last bit.

:class:`ScoreFlow` has the chances of scores under that play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxctl.odds.throws import PositionThrows

Floats = NDArray[np.float64]
Places = NDArray[np.intp]
Flags = NDArray[np.bool_]


class PrizeAnswers(NamedTuple):
    """The n-th kind of throw of each state that has one.

    ``at`` are these states as indexes into the choice, those with the most moves first, and
    ``weight`` is how many throws are of that kind. ``led[m]`` are the states to which move m leads,
    for as many states from the first on as have such a move. ``rows`` are the places of these kinds
    among all kinds of the level, in the order of :func:`first_rows`.
    """

    weight: Floats
    at: Places
    led: tuple[Places, ...]
    rows: Places


class DiceChoice(NamedTuple):
    """One number of dice, in the states that may throw it (``at``, as indexes into the level)."""

    at: Places
    ending: Floats
    stopping: Floats
    counted: Floats
    answers: tuple[PrizeAnswers, ...]


class TurnLevel(NamedTuple):
    """States of which none leads to another one; ``choices[0]`` is for all of them.

    ``scores`` are the places of their scores among all scores, the lowest first; ``number`` is that
    of the level.
    """

    number: int
    states: Places
    scores: Places
    choices: tuple[DiceChoice, ...]


def turn_level(
    number: int, states: Sequence[int], throws: Sequence[Sequence[PositionThrows]], scores: Places
) -> TurnLevel:
    """Return a level of these states, given the throws and the score of every state."""
    firsts = first_rows(states, throws)
    choices = []
    for place in range(max(len(throws[state]) for state in states)):
        at = [index for index, state in enumerate(states) if len(throws[state]) > place]
        here = [throws[states[index]][place] for index in at]
        choices.append(_choice(at, here, [firsts[states[index], place] for index in at]))
    numbers = np.array(states, dtype=np.intp)
    return TurnLevel(number, numbers, scores[numbers], tuple(choices))


def first_rows(
    states: Sequence[int], throws: Sequence[Sequence[PositionThrows]]
) -> dict[tuple[int, int], int]:
    """Return the row of the first kind of each state and choice of dice.

    Kinds have rows state by state, the highest number first, then choice by choice.
    """
    found, row = {}, 0
    for state in reversed(states):
        for place, one in enumerate(throws[state]):
            found[state, place] = row
            row += len(one.led)
    return found


def _choice(at: list[int], throws: list[PositionThrows], firsts: list[int]) -> DiceChoice:
    ending, stopping, counted = (
        np.array(column, dtype=np.float64)[:, None]
        for column in zip(
            *((one.ending, one.stopping, one.weight - one.again) for one in throws), strict=True
        )
    )
    most = max(len(one.led) for one in throws)
    answers = tuple(_answers(throws, firsts, place) for place in range(most))
    return DiceChoice(np.array(at, dtype=np.intp), ending, stopping, counted, answers)


def _answers(throws: list[PositionThrows], firsts: list[int], kind: int) -> PrizeAnswers:
    """Return the moves for the kind of this number in each state that has one."""
    having = [(at, *one.led[kind]) for at, one in enumerate(throws) if len(one.led) > kind]
    having.sort(key=lambda kind: -len(kind[2]))
    led = [
        np.array([states[number] for _at, _weight, states in having if len(states) > number])
        for number in range(len(having[0][2]))
    ]
    return PrizeAnswers(
        np.array([[weight] for _at, weight, _states in having], dtype=np.float64),
        np.array([at for at, _weight, _states in having], dtype=np.intp),
        tuple(led),
        np.array([firsts[at] + kind for at, _weight, _states in having], dtype=np.intp),
    )


Moves = NDArray[np.int32]


class SolvedPrizes(NamedTuple):
    """The worth of every state, a column for each prize, and the dice that best play throws.

    ``more_dice`` is whether the larger of two allowed numbers of dice is better.
    """

    worths: Floats
    more_dice: Flags


class SolvedMoves(NamedTuple):
    """Best play, and its moves: the states to which these lead, times the number of prizes.

    ``moves`` are those of each level, a row for each kind of throw and a column for each prize.
    """

    solved: SolvedPrizes
    moves: list[Moves]


class _FlowChoices(NamedTuple):
    """Every number of dice that a state of the level may throw.

    ``at`` are the states as indexes into the level, ``later`` whether it is not the first choice.
    """

    at: Places
    later: Flags
    counted: Floats
    ending: Floats
    stopping: Floats


class _FlowKinds(NamedTuple):
    """Every kind of throw of the level that leads to other states, and how many throws it is.

    ``of`` are the choices of dice as indexes, one state's after another's.
    """

    of: Places
    weight: Floats


class _FlowLevel(NamedTuple):
    """States of which none leads to another one, the highest first; ``number`` is the level's."""

    number: int
    states: Places
    scores: Places
    choices: _FlowChoices
    kinds: _FlowKinds | None


class ScoreFlow:
    """The ways from the start of a turn to its ends; read-only.

    ``levels`` are states of which none leads to another one, each level after those to which it
    leads. ``throws`` are the throws of every state, ``scores`` the place of its score.
    """

    def __init__(
        self,
        levels: Sequence[Sequence[int]],
        throws: Sequence[Sequence[PositionThrows]],
        scores: Places,
    ) -> None:
        self._levels = [
            _level(number, states[::-1], throws, scores)
            for number, states in reversed(list(enumerate(levels)))
        ]
        self._over = np.array([at for at in range(len(throws))[::-1] if not throws[at]], np.intp)
        self.kinds = [
            0 if level.kinds is None else len(level.kinds.of) for level in reversed(self._levels)
        ]
        """How many kinds of throw each level has."""

    def scores(self, best_play: SolvedMoves, scores: int) -> tuple[Floats, Floats]:
        """Return the chances of the scores played to and stopped at, a column for each prize.

        ``scores`` is how many scores there are.
        """
        solved, moves = best_play
        prizes = solved.worths.shape[1]
        reached = np.zeros(solved.worths.shape)
        reached[-1] = 1.0
        played, stopped = np.zeros((scores, prizes)), np.zeros((scores, prizes))
        for level in self._levels:
            choices = level.choices
            here = reached[level.states][choices.at]
            if choices.later.any():
                chosen = solved.more_dice[level.states][choices.at] == choices.later
                here = np.where(chosen, here, 0.0)
            never_ends = choices.counted[:, 0] == 0
            part = here / np.where(choices.counted == 0, 1.0, choices.counted)
            ends = np.where(never_ends[:, None], here, part * choices.ending)
            part[never_ends] = 0.0
            if level.kinds is not None:
                chances = part.take(level.kinds.of, axis=0)
                chances *= level.kinds.weight
                _add_moves(reached, moves[level.number], chances)
            _add_rows(played, level.scores[choices.at], ends)
            if choices.stopping.any():
                _add_rows(stopped, level.scores[choices.at], part * choices.stopping)
        shut = np.zeros(prizes)
        for state in self._over:
            shut += reached[state]
        played[0] += shut
        return played, stopped


def _add_moves(table: Floats, moves: Moves, added: Floats) -> None:
    """Add to the states of a table to which moves lead, one after the other."""
    cells = np.add(moves, np.arange(table.shape[1]), dtype=np.intp)
    np.add.at(table.reshape(-1), cells.reshape(-1), added.reshape(-1))


def _add_rows(table: Floats, rows: Places, added: Floats) -> None:
    """Add to the rows of a table, one after the other."""
    columns = table.shape[1]
    cells = rows[:, None] * columns + np.arange(columns)
    np.add.at(table.reshape(-1), cells.reshape(-1), added.reshape(-1))


def _level(
    number: int,
    states: Sequence[int],
    throws: Sequence[Sequence[PositionThrows]],
    scores: Places,
) -> _FlowLevel:
    choices = [
        (at, place, one) for at, s in enumerate(states) for place, one in enumerate(throws[s])
    ]
    counts = [[one.weight - one.again, one.ending, one.stopping] for _at, _place, one in choices]
    counted, ending, stopping = np.array(counts, dtype=np.float64).T[:, :, None]
    numbers = np.array(states, dtype=np.intp)
    return _FlowLevel(
        number,
        numbers,
        scores[numbers],
        _FlowChoices(
            np.array([at for at, _place, _one in choices], dtype=np.intp),
            np.array([[place > 0] for _at, place, _one in choices]),
            counted,
            ending,
            stopping,
        ),
        _kinds([one for _at, _place, one in choices]),
    )


def _kinds(choices: Sequence[PositionThrows]) -> _FlowKinds | None:
    kinds = [(of, weight) for of, one in enumerate(choices) for weight, _led in one.led]
    if not kinds:
        return None
    return _FlowKinds(
        np.array([of for of, _weight in kinds]),
        np.array([[weight] for _of, weight in kinds], dtype=np.float64),
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
