"""All 2**24 positions of "The 300" solved for both aims in one pass; needs the extra ``odds``.

There are 1,598,291,968 pairs of a position and a move. They are read a row at a time, from tables
that lie as :mod:`boxctl.odds.three_hundred` says, so that the processor takes many lanes at once.
Where nothing can be played the turn ends, and no move is ever worse than ending: so the worth of
ending is where the search for the best move begins, and nobody has to ask what can be played.
"""

from __future__ import annotations

import numba
import numpy as np
from numpy.typing import NDArray

from boxctl.odds.three_hundred import (
    BLOCK_TILES,
    BLOCKS,
    LANE_TILES,
    LANES,
    LOW_TILES,
    ROW_LENGTH,
    ROWS,
    TABLE_LENGTH,
)
from boxctl.odds.throws import kinds_of_throws
from boxctl.rules.moves import sums
from boxctl.rules.tiles import tile_range, total
from boxctl.rules.variants import variant

Worths = NDArray[np.float64]

LEAST_TOTAL, MOST_TOTAL = 4, 24
FIRST_BLOCK_TILE = LOW_TILES + 1
FIRST_LANE_TILE = FIRST_BLOCK_TILE + BLOCK_TILES
THROWS = 6**4


def solve_the_300() -> memoryview:
    """The whole table: 256 MiB of doubles, on as many threads as numba has.

    Needs no more memory than the table and a megabyte beside it.
    """
    table = np.empty((BLOCKS, ROWS, ROW_LENGTH))
    starts, rows = _rows_left()
    weights = _weights()
    by_count: list[list[int]] = [[] for _ in range(BLOCK_TILES + 1)]
    for block in range(BLOCKS):
        by_count[block.bit_count()].append(block)
    # A block is read by those that have its tiles and one more: those of equal count are free
    # to be solved side by side.
    for blocks in by_count:
        _solve_blocks(table, np.array(blocks), starts, rows, weights)
    return table.reshape(TABLE_LENGTH).data


def _weights() -> NDArray[np.float64]:
    """How many of the throws have each total."""
    rules = variant("the-300")
    weights = np.zeros(MOST_TOTAL + 1)
    for kind in kinds_of_throws(rules, rules.dice.count):
        weights[total(kind.moves[0])] += kind.weight
    return weights


def _rows_left() -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
    """For each row and each sum up to 24 the rows that are left when tiles of that sum are shut.

    They are one after another; ``starts[row * 25 + sum]`` is where those of a sum begin.
    """
    low = np.arange(ROWS, dtype=np.int32)
    counts = np.zeros((ROWS, MOST_TOTAL + 1), dtype=np.int64)
    places, left = [], []
    for wanted in range(MOST_TOTAL + 1):
        for tiles in sums(wanted, tile_range(LOW_TILES)) if wanted else (0,):
            having = low[low & tiles == tiles]
            counts[having, wanted] += 1
            places.append(having * (MOST_TOTAL + 1) + wanted)
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
) -> None:
    for which in numba.prange(len(blocks)):
        _solve_block(table, blocks[which], starts, rows, weights)


@numba.njit(cache=True)
def _solve_block(
    table: Worths,
    block: int,
    starts: NDArray[np.int32],
    rows: NDArray[np.uint16],
    weights: Worths,
) -> None:
    ending, best, added = np.empty(ROW_LENGTH), np.empty(ROW_LENGTH), np.empty(ROW_LENGTH)
    best_of_lanes = np.empty((LANE_TILES, ROW_LENGTH))
    for row in range(ROWS):
        _end(ending, block, row)
        added[:] = 0.0
        for thrown in range(LEAST_TOTAL, MOST_TOTAL + 1):
            best[:] = ending
            sums_of_row = row * (MOST_TOTAL + 1)
            at = sums_of_row + thrown
            for move in range(starts[at], starts[at + 1]):
                _take_better(best, table[block, rows[move]])
            for place in range(BLOCK_TILES):
                rest = thrown - FIRST_BLOCK_TILE - place
                if rest < 0:
                    break
                if block >> place & 1:
                    at = sums_of_row + rest
                    for move in range(starts[at], starts[at + 1]):
                        _take_better(best, table[block ^ (1 << place), rows[move]])
            for place in range(LANE_TILES):
                rest = thrown - FIRST_LANE_TILE - place
                # A lane's tile alone leads to this very row, which comes last.
                if rest < 1:
                    break
                at = sums_of_row + rest
                for move in range(starts[at], starts[at + 1]):
                    _take_better_lanes(best, table[block, rows[move]], 1 << place)
            if thrown < FIRST_LANE_TILE:
                for lane in range(ROW_LENGTH):
                    added[lane] += weights[thrown] * best[lane]
            else:
                best_of_lanes[thrown - FIRST_LANE_TILE] = best
        _finish_row(table[block, row], added, best_of_lanes, weights, block + row == 0)


@numba.njit(cache=True)
def _end(ending: Worths, block: int, row: int) -> None:
    """What a turn is worth that ends in each lane: no shut box, and the score."""
    score = 0
    for place in range(LOW_TILES):
        if row >> place & 1:
            score += place + 1
    for place in range(BLOCK_TILES):
        if block >> place & 1:
            score += FIRST_BLOCK_TILE + place
    for lane in range(LANES):
        lane_score = score
        for place in range(LANE_TILES):
            if lane >> place & 1:
                lane_score += FIRST_LANE_TILE + place
        ending[lane] = 0.0
        ending[LANES + lane] = -lane_score


@numba.njit(cache=True)
def _take_better(best: Worths, left: Worths) -> None:
    for lane in range(ROW_LENGTH):
        best[lane] = max(best[lane], left[lane])


@numba.njit(cache=True)
def _take_better_lanes(best: Worths, left: Worths, tile: int) -> None:
    """Those lanes that have this tile lead to the lanes without it."""
    for lane in range(ROW_LENGTH):
        if lane & tile:
            best[lane] = max(best[lane], left[lane ^ tile])


@numba.njit(cache=True)
def _finish_row(
    row: Worths, added: Worths, best_of_lanes: Worths, weights: Worths, has_shut_box: bool
) -> None:
    """The moves that shut one tile of the lanes, lanes with fewer tiles first."""
    for lane in range(ROW_LENGTH):
        if has_shut_box and lane % LANES == 0:
            row[lane] = 1.0 if lane == 0 else 0.0
            continue
        worth = added[lane]
        for place in range(LANE_TILES):
            best = best_of_lanes[place, lane]
            if lane >> place & 1:
                best = max(best, row[lane ^ (1 << place)])
            worth += weights[FIRST_LANE_TILE + place] * best
        row[lane] = worth / THROWS
