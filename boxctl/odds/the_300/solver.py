"""Solve all 2**24 positions of "The 300" for two aims in one pass; needs the extra ``odds``.

README.md explains the layout and the order. The best move is searched from the worth of ending the
turn upwards: no move is worse than ending, so nobody has to ask whether a throw can be played.

In every scoring the score is the sum of the scores of low tiles, block and lanes, each times a
scale. The scale is 1, but where tiles are read as digits (R6.3) each open tile above makes it a
hundred times as much. This saves a table of 2**24 scores.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from boxctl.odds.aims import AimName
from boxctl.odds.the_300.layout import (
    BLOCK_TILES,
    BLOCKS,
    LANE_TILES,
    LANES,
    LOW_TILES,
    ROW_LENGTH,
    ROWS,
    TABLE_LENGTH,
    TABLES,
)
from boxctl.odds.the_300.vector_rows import (
    better,
    divided,
    in_all_lanes,
    plus_times,
    put_row,
    row_at,
    without_tile,
)
from boxctl.odds.throws import kinds_of_throws
from boxctl.rules.moves import sums
from boxctl.rules.ruleset import Scoring, score
from boxctl.rules.tiles import tile_range, total
from boxctl.rules.variants import variant

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
    """Return the worth of ending a turn to each of two aims."""
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


Worths = NDArray[np.float64]
Row = Any
"""A row of :mod:`boxctl.odds.the_300.vector_rows`; numba types have no name for mypy."""

LEAST_TOTAL, MOST_TOTAL = 4, 24
SUMS = MOST_TOTAL + 1
FIRST_BLOCK_TILE = LOW_TILES + 1
FIRST_LANE_TILE = FIRST_BLOCK_TILE + BLOCK_TILES
THROWS = 6**4

AT_A_TIME = 28
"""Blocks solved before progress is reported: many, so that no thread waits long for others."""


def solve_the_300(
    aims: tuple[AimName, AimName] = TABLES["the-300"],
    progress: Callable[[float], object] = lambda done: None,
) -> memoryview:
    """Solve the table of two aims, on as many threads as numba has.

    ``progress`` takes how much is done, from 0 to 1, from time to time.
    Returns 256 MiB of doubles that lie as :mod:`boxctl.odds.the_300.layout` says; a few megabytes
    more are needed meanwhile.
    """
    table = np.empty((BLOCKS * ROWS, ROW_LENGTH))
    starts, rows = _rows_left()
    weights, ends = _weights(), end_worths(aims)
    # Chunks of one: a thread that other programs slow down holds up a single block.
    with numba.parallel_chunksize(1):
        solved = 0
        for blocks in _independent_blocks():
            for first in range(0, len(blocks), AT_A_TIME):
                some = blocks[first : first + AT_A_TIME]
                _solve_blocks(table, np.array(some), starts, rows, weights, ends)
                solved += len(some)
                progress(solved / BLOCKS)
    return table.reshape(TABLE_LENGTH).data


def _independent_blocks() -> list[list[int]]:
    """Return the blocks by how many tiles they have, the fewest first.

    A block reads blocks with one tile fewer, so those with equally many are independent.
    """
    by_count: list[list[int]] = [[] for _ in range(BLOCK_TILES + 1)]
    for block in range(BLOCKS):
        by_count[block.bit_count()].append(block)
    return by_count


def _weights() -> NDArray[np.float64]:
    """Return how many of the 1296 throws have each total, by total."""
    rules = variant("the-300")
    weights = np.zeros(SUMS)
    for kind in kinds_of_throws(rules, rules.dice.count):
        weights[total(kind.moves[0])] += kind.weight
    return weights


def _rows_left() -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
    """Return the rows left by shutting low tiles, for each row and each sum from 0 to 24.

    Returns ``starts, rows``: those of a row and a sum are ``rows[starts[row * 25 + sum]:]`` up to
    the next start.
    """
    low = np.arange(ROWS, dtype=np.int32)
    counts = np.zeros((ROWS, SUMS), dtype=np.int64)
    places, left = [], []
    for wanted in range(SUMS):
        for tiles in sums(wanted, tile_range(LOW_TILES)) if wanted else (0,):
            having = low[low & tiles == tiles]
            counts[having, wanted] += 1
            places.append(having * SUMS + wanted)
            left.append(having ^ tiles)
    order = np.argsort(np.concatenate(places), kind="stable")
    starts = np.concatenate([[0], np.cumsum(counts.ravel())]).astype(np.int32)
    return starts, np.concatenate(left)[order].astype(np.uint16)


@numba.njit(parallel=True, cache=True)
def _solve_blocks(
    table: Worths,
    blocks: NDArray[np.int64],
    starts: NDArray[np.int32],
    rows: NDArray[np.uint16],
    weights: Worths,
    ends: EndWorths,
) -> None:
    for which in numba.prange(len(blocks)):
        _solve_block(table, blocks[which], starts, rows, weights, ends)


@numba.njit(cache=True)
def _solve_block(
    table: Worths,
    block: int,
    starts: NDArray[np.int32],
    rows: NDArray[np.uint16],
    weights: Worths,
    ends: EndWorths,
) -> None:
    first = block * ROWS
    best_of_lanes = np.empty((LANE_TILES, ROW_LENGTH))
    for row in range(ROWS):
        sums_of_row = starts[row * SUMS : (row + 1) * SUMS + 1]
        ending = row_of_ends(ends, block, row)
        added = in_all_lanes(0.0)
        for thrown in range(LEAST_TOTAL, MOST_TOTAL + 1):
            best = _best_in_block(ending, table, first, sums_of_row, rows, thrown)
            for place in range(BLOCK_TILES):
                rest = thrown - FIRST_BLOCK_TILE - place
                if rest < 0:
                    break
                if block >> place & 1:
                    other = first ^ ROWS << place
                    best = _best_in_block(best, table, other, sums_of_row, rows, rest)
            if thrown < FIRST_LANE_TILE:
                added = plus_times(added, best, weights[thrown])
            else:
                best = _best_in_lanes(best, table, first, sums_of_row, rows, thrown)
                put_row(best_of_lanes, thrown - FIRST_LANE_TILE, best)
        worths = in_all_lanes(-inf)
        for _ in range(LANE_TILES + 1):
            worths = _with_lone_tiles(worths, added, best_of_lanes, weights)
            if block + row == 0:
                worths = better(worths, row_at(ends.shut_box, 0))
        put_row(table, first + row, worths)


@numba.njit(cache=True)
def _best_in_block(
    best: Row,
    table: Worths,
    block: int,
    sums_of_row: NDArray[np.int32],
    rows: NDArray[np.uint16],
    wanted: int,
) -> Row:
    """Return the better of ``best`` and the rows left by low tiles of this sum.

    ``block`` is the first row of the block that they are read from.
    """
    for move in range(sums_of_row[wanted], sums_of_row[wanted + 1]):
        best = better(best, row_at(table, block + rows[move]))
    return best


@numba.njit(cache=True)
def _best_in_lanes(
    best: Row,
    table: Worths,
    block: int,
    sums_of_row: NDArray[np.int32],
    rows: NDArray[np.uint16],
    thrown: int,
) -> Row:
    """Return the better of ``best`` and what one tile of the lanes and one low tile or more leave.

    A tile of the lanes alone leads to the row being solved; :func:`_with_lone_tiles` has those.
    """
    for place in range(LANE_TILES):
        rest = thrown - FIRST_LANE_TILE - place
        if rest < 1:
            break
        for move in range(sums_of_row[rest], sums_of_row[rest + 1]):
            best = better(best, without_tile(row_at(table, block + rows[move]), place))
    return best


@numba.njit(cache=True)
def _with_lone_tiles(row: Row, added: Row, best_of_lanes: Worths, weights: Worths) -> Row:
    """Return the worths of the row, given in ``row`` those of all lanes with fewer tiles.

    Called once for each number of tiles that a lane can have, the fewest first.
    """
    for place in range(LANE_TILES):
        best = better(row_at(best_of_lanes, place), without_tile(row, place))
        added = plus_times(added, best, weights[FIRST_LANE_TILE + place])
    return divided(added, THROWS)
