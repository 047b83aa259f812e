"""Best play of a turn for prizes, once it is solved: worths, dice and moves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxctl.odds.prizes.turn_levels import Flags, Floats

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
