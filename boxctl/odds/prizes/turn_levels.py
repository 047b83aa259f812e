"""The states of a turn in levels, as arrays: none leads to another one of its own level.

A move leads to fewer open tiles and a blocked throw to fewer that may follow, so all states with as
many of both can be solved together.
"""

from __future__ import annotations

from collections.abc import Sequence
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
