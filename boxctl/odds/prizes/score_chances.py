"""The chances of the scores that best play comes to, for many prizes at once, with numpy.

Goes through the states from the start of the turn on, in the order of
:class:`boxctl.odds.prizes.scored_turn.ScoredTurn`, and adds the same numbers in the same
order as plain Python: results are equal to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxctl.odds.prizes.position_throws import PositionThrows

Floats = NDArray[np.float64]
Places = NDArray[np.intp]


class _FlowChoices(NamedTuple):
    """Every number of dice that a state of the level may throw.

    ``at`` are the states as indexes into the level, ``later`` whether it is not the first choice.
    """

    at: Places
    later: NDArray[np.bool_]
    counted: Floats
    ending: Floats
    stopping: Floats


class _Kinds(NamedTuple):
    """Every kind of throw of the level that leads to other states.

    ``of`` are the choices of dice as indexes, one state's after another's. ``led[m]`` are the
    states to which move m leads, those of kinds with more moves first, for as many kinds as have
    such a move; ``places`` are the kinds' places in that order.
    """

    of: Places
    weight: Floats
    led: tuple[Places, ...]
    places: Places


class _FlowLevel(NamedTuple):
    """States of which none leads to another one, the highest first."""

    states: Places
    scores: Places
    choices: _FlowChoices
    kinds: _Kinds | None


class ScoreFlow:
    """The ways from the start of a turn to its ends; read-only.

    ``levels`` are states of which none leads to another one, each level before those that lead to
    it. ``throws`` are the throws of every state, ``scores`` the place of its score.
    """

    def __init__(
        self,
        levels: Sequence[Sequence[int]],
        throws: Sequence[Sequence[PositionThrows]],
        scores: Places,
    ) -> None:
        self._levels = [_level(states[::-1], throws, scores) for states in reversed(levels)]
        self._over = np.array([at for at in range(len(throws))[::-1] if not throws[at]], np.intp)

    def scores(
        self, worths: Floats, more_dice: NDArray[np.bool_], scores: int
    ) -> tuple[Floats, Floats]:
        """Return the chances of the scores played to and stopped at, a column for each prize.

        ``worths`` and ``more_dice`` are those of best play, a column for each prize; ``scores`` is
        how many scores there are.
        """
        prizes = worths.shape[1]
        reached = np.zeros(worths.shape)
        reached[-1] = 1.0
        played, stopped = np.zeros((scores, prizes)), np.zeros((scores, prizes))
        for level in self._levels:
            choices = level.choices
            here = np.where(
                more_dice[level.states][choices.at] == choices.later,
                reached[level.states][choices.at],
                0.0,
            )
            never_ends = choices.counted[:, 0] == 0
            part = here / np.where(choices.counted == 0, 1.0, choices.counted)
            ends = np.where(never_ends[:, None], here, part * choices.ending)
            part[never_ends] = 0.0
            if level.kinds is not None:
                led = _led(level.kinds, worths)
                chances = part.take(level.kinds.of, axis=0)
                chances *= level.kinds.weight
                _add_rows(reached, led, chances)
            _add_rows(played, level.scores[choices.at], ends)
            if choices.stopping.any():
                _add_rows(stopped, level.scores[choices.at], part * choices.stopping)
        shut = np.zeros(prizes)
        for state in self._over:
            shut += reached[state]
        played[0] += shut
        return played, stopped


def _led(kinds: _Kinds, worths: Floats) -> Places:
    """Return the state to which each kind leads, for each prize: that of the first best move."""
    best = worths.take(kinds.led[0], axis=0)
    led = np.empty(best.shape, dtype=np.intp)
    led[:] = kinds.led[0][:, None]
    for states in kinds.led[1:]:
        part, worth = best[: len(states)], worths.take(states, axis=0)
        np.copyto(led[: len(states)], states[:, None], where=worth > part)
        np.maximum(part, worth, out=part)
    return led.take(kinds.places, axis=0)


def _add_rows(table: Floats, rows: Places, added: Floats) -> None:
    """Add to the rows of a table, one after the other; rows may differ from column to column."""
    columns = table.shape[1]
    cells = (rows if rows.ndim > 1 else rows[:, None]) * columns + np.arange(columns)
    np.add.at(table.reshape(-1), cells.reshape(-1), added.reshape(-1))


def _level(
    states: Sequence[int], throws: Sequence[Sequence[PositionThrows]], scores: Places
) -> _FlowLevel:
    choices = [
        (at, place, one) for at, s in enumerate(states) for place, one in enumerate(throws[s])
    ]
    counts = [[one.weight - one.again, one.ending, one.stopping] for _at, _place, one in choices]
    counted, ending, stopping = np.array(counts, dtype=np.float64).T[:, :, None]
    numbers = np.array(states, dtype=np.intp)
    return _FlowLevel(
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


def _kinds(choices: Sequence[PositionThrows]) -> _Kinds | None:
    kinds = [(of, *kind) for of, one in enumerate(choices) for kind in one.led]
    if not kinds:
        return None
    by_moves = sorted(range(len(kinds)), key=lambda place: -len(kinds[place][2]))
    most_moves_first = [kinds[place][2] for place in by_moves]
    led = [
        np.array([states[number] for states in most_moves_first if len(states) > number])
        for number in range(len(most_moves_first[0]))
    ]
    return _Kinds(
        np.array([of for of, _weight, _led in kinds]),
        np.array([[weight] for _of, weight, _led in kinds], dtype=np.float64),
        tuple(led),
        np.argsort(by_moves),
    )
