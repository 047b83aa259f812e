"""How a turn of "The 300" ends under a policy: the exact chance of every end, and of every score.

As :mod:`tests.support.odds.exact_distribution`, for 2**24 positions; needs the extra ``odds``.
"""

from __future__ import annotations

from typing import Literal

import numba
import numpy as np
from numpy.typing import NDArray

from boxctl.odds.sampling import Policy
from boxctl.rules.tiles import TileSet, numbers
from boxctl.simulation.turns.compiled_turns import (
    START,
    CompiledPreferences,
    compiled_preferences,
    count_allowed,
    meant_move,
)

Chances = NDArray[np.float64]


def chances_of_ends_of_the_300(policy: Policy, to_move: TileSet = START) -> Chances:
    """The chance that the turn leaves each set of tiles, by the number that the set is.

    It begins with ``to_move``. From the start it takes 128 MiB and a minute, for ten million
    positions can be reached. Raises :class:`TypeError` for a policy that
    :func:`compiled_preferences` does not know.
    """
    preferences = compiled_preferences(policy)
    chances = np.zeros(START + 1)
    chances[to_move] = 1.0
    _play_all(preferences, np.bincount(preferences.kinds) / len(preferences.kinds), chances)
    return chances


def chances_of_scores_of_the_300(
    ends: Chances, scoring: Literal["golf", "missionary"]
) -> dict[int, float]:
    """The chance of each score that can be made, the lowest first."""
    scores = np.zeros(1, dtype=np.int16)
    for number in numbers(START):
        scores = np.concatenate([scores, scores + np.int16(number if scoring == "golf" else 1)])
    chances = np.bincount(scores, weights=ends)
    return {made: float(chance) for made, chance in enumerate(chances) if chance}


@numba.njit(cache=True)
def _play_all(
    preferences: CompiledPreferences, chances_of_kinds: Chances, chances: Chances
) -> None:
    """From the chance to begin in a position to the chances to come to others, and to end there.

    A position comes before those that it can become.
    """
    for at in range(START, 0, -1):
        if not chances[at]:
            continue
        here, chances[at] = chances[at], 0.0
        for kind in range(len(chances_of_kinds)):
            _play_kind(preferences, here * chances_of_kinds[kind], kind, at, chances)


@numba.njit(cache=True)
def _play_kind(
    preferences: CompiledPreferences, chance: float, kind: int, at: int, chances: Chances
) -> None:
    first, last = preferences.starts[kind], preferences.starts[kind + 1]
    errors = preferences.errors / 2.0**32
    if errors < 1:
        # No move at all is meant where none is allowed: the turn ends here.
        meant = meant_move(preferences, at, first, last)
        chances[at ^ meant] += chance * (1 - errors)
    if errors:
        allowed = count_allowed(preferences, at, first, last)
        if not allowed:
            chances[at] += chance * errors
        for place in range(first, last):
            move = preferences.moves[place]
            if move & at == move:
                chances[at ^ move] += chance * errors / allowed
