"""The chances of scores under best play (:mod:`boxctl.odds.prizes.scored_turn`), with numpy.

States of a level are left together, for many prizes at once. Sums add the same numbers in the same
order as plain Python: results are equal to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from boxctl.odds.prizes.position_throws import PositionThrows
from boxctl.odds.prizes.solved_prizes import Moves, SolvedMoves
from boxctl.odds.prizes.turn_levels import Flags, Floats, Places


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
