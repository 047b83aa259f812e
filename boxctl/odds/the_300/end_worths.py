"""The worth of ending a turn of "The 300" in each position; needs the extra ``odds``.

In every scoring the score is the sum of the scores of low tiles, block and lanes, each times a
scale. The scale is 1, but where tiles are read as digits (R6.3) each open tile above makes it a
hundred times as much. This saves a table of 2**24 scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from boxctl.odds.aims import AimName
from boxctl.odds.the_300.layout import BLOCK_TILES, BLOCKS, LANES, LOW_TILES, ROWS
from boxctl.odds.the_300.vector_rows import plus_times, row_at
from boxctl.rules.scoring import Scoring, score

Numbers = NDArray[np.float64]

DIGITS = 2
"""Digits in the number of every tile of a block or a lane: 13 to 24."""


class EndWorths(NamedTuple):
    """The worths of the parts of a position, for two aims.

    ``low``, ``block_scales`` and ``blocks`` are indexed by aim and part; ``lane_scales`` has a
    table row for each aim, the others are one table row. ``shut_box`` is the worth of the shut box
    in lane 0 and minus infinity in lanes with tiles.
    """

    low: Numbers
    block_scales: Numbers
    blocks: Numbers
    lane_scales: Numbers
    lanes: Numbers
    shut_box: Numbers


def end_worths(aims: Sequence[AimName]) -> EndWorths:
    """Return what ending a turn is worth to each of two aims."""
    by_aim = [_parts(name) for name in aims]
    ends = EndWorths(*(np.array(part) for part in zip(*by_aim, strict=True)))
    apart = np.zeros((len(aims), len(aims), LANES))
    for place, scales in enumerate(ends.lane_scales):
        apart[place, place] = scales
    return ends._replace(
        lane_scales=apart.reshape(len(aims), -1),
        lanes=ends.lanes.reshape(1, -1),
        shut_box=ends.shut_box.reshape(1, -1),
    )


def _parts(name: AimName) -> tuple[list[float], ...]:
    shut = [1.0 if name == "shut" else 0.0] + [-inf] * (LANES - 1)
    if name == "shut" or name == "win":
        return [0.0] * ROWS, [0.0] * BLOCKS, [0.0] * BLOCKS, [0.0] * LANES, [0.0] * LANES, shut
    low = _worths(name, ROWS, 0)
    blocks = _worths(name, BLOCKS, LOW_TILES)
    lanes = _worths(name, LANES, LOW_TILES + BLOCK_TILES)
    return low, _scales(name, BLOCKS), blocks, _scales(name, LANES), lanes, shut


def _worths(scoring: Scoring, sets: int, lower_tiles: int) -> list[float]:
    return [0.0 - score(scoring, tiles << lower_tiles) for tiles in range(sets)]


def _scales(scoring: Scoring, sets: int) -> list[float]:
    digits = DIGITS if scoring == "digital" else 0
    return [float(10 ** (digits * tiles.bit_count())) for tiles in range(sets)]


@numba.njit(cache=True)
def row_of_ends(ends: EndWorths, block: int, row: int) -> Any:
    """Return the worth of ending the turn in each lane of a row."""
    worths = row_at(ends.lanes, 0)
    for aim in range(len(ends.low)):
        lower = ends.low[aim, row] * ends.block_scales[aim, block] + ends.blocks[aim, block]
        worths = plus_times(worths, row_at(ends.lane_scales, aim), lower)
    return worths
