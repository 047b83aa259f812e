"""The turns of :mod:`boxctl.odds.prizes.scored_turn`, a hundred times faster; needs numba.

Sums add the same numbers in the same order, so results are equal to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numba
import numpy as np

from boxctl.odds.prizes.position_throws import PositionThrows
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class FlatTurn:
    """All states of a turn as flat arrays of int64, each level indexing the next.

    ``choices``: where a state's choices of dice start. ``counts``: for each choice, the numbers
    of throws that are not thrown again, that end and that stop the turn. ``throws``: where its
    kinds of throw start; ``weights``: how many throws each is. ``moves``: where a kind's moves
    start; ``led``: the states they lead to. ``scores``: the index of each state's score.
    """

    choices: Any
    counts: Any
    throws: Any
    weights: Any
    moves: Any
    led: Any
    scores: Any


def flat(states: Sequence[Sequence[PositionThrows]], scores: Sequence[int]) -> FlatTurn:
    """Flatten the states from number 0 on; ``scores`` has the score index of each."""
    choices, throws, moves = [0], [0], [0]
    counts: list[tuple[int, int, int]] = []
    weights: list[int] = []
    led: list[int] = []
    for there in states:
        for choice in there:
            counts.append((choice.weight - choice.again, choice.ending, choice.stopping))
            for weight, leads in choice.led:
                weights.append(weight)
                led.extend(leads)
                moves.append(len(led))
            throws.append(len(weights))
        choices.append(len(counts))
    lists = (choices, counts, throws, weights, moves, led, scores)
    return FlatTurn(*(np.array(numbers, dtype=np.int64) for numbers in lists))


def play_numba(turn: FlatTurn, played: Any, stopped: Any) -> tuple[Any, Any]:
    """Return, a row for each prize, the chances of the scores played to and stopped at.

    ``played`` and ``stopped`` have a row of worths, by score, for each prize.
    """
    found = np.zeros_like(played), np.zeros_like(stopped)
    _play(*(getattr(turn, each.name) for each in fields(FlatTurn)), played, stopped, *found)
    return found


@numba.njit(cache=True)
def _play(
    choices: Any,
    counts: Any,
    throws: Any,
    weights: Any,
    moves: Any,
    led: Any,
    scores: Any,
    played: Any,
    stopped: Any,
    made: Any,
    made_stopped: Any,
) -> None:
    size = len(scores)
    worths, reached = np.empty(size), np.empty(size)
    chosen = np.empty(size, dtype=np.int64)
    best_led = np.empty(len(weights), dtype=np.int64)
    for prize in range(len(played)):
        for number in range(size):
            if choices[number] == choices[number + 1]:
                worths[number], chosen[number] = played[prize, 0], -1
                continue
            end, stop = played[prize, scores[number]], stopped[prize, scores[number]]
            best = -np.inf
            for choice in range(choices[number], choices[number + 1]):
                left, ending, stopping = counts[choice]
                gained = stopping * stop + ending * end
                for throw in range(throws[choice], throws[choice + 1]):
                    first = moves[throw]
                    best_led[throw] = led[first]
                    for move in range(first + 1, moves[throw + 1]):
                        if worths[led[move]] > worths[best_led[throw]]:
                            best_led[throw] = led[move]
                    gained += weights[throw] * worths[best_led[throw]]
                worth = gained / left if left else end
                if worth > best:
                    best, chosen[number] = worth, choice
            worths[number] = best
        reached[:] = 0.0
        reached[size - 1] = 1.0
        shut = 0.0
        for number in range(size - 1, -1, -1):
            here, choice = reached[number], chosen[number]
            if here == 0.0:
                continue
            if choice < 0:
                shut += here
                continue
            left, ending, stopping = counts[choice]
            if left == 0:
                made[prize, scores[number]] += here
                continue
            part = here / left
            for throw in range(throws[choice], throws[choice + 1]):
                reached[best_led[throw]] += part * weights[throw]
            made[prize, scores[number]] += part * ending
            made_stopped[prize, scores[number]] += part * stopping
        made[prize, 0] += shut
