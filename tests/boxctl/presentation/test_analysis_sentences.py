"""The analysis of a match as a table: its columns stand one below the other."""

from __future__ import annotations

import re

from boxctl.odds.post_mortem import AnalysedThrow, AnalysedTurn
from boxctl.presentation.analysis_sentences import analysis_lines
from boxctl.rules.tiles import TileSet, tile_range, tile_set

SCATTERED = tile_set(range(1, 24, 2))
"""Tiles of The 300 that take many characters to write."""


def step(
    to_move: TileSet, throw: tuple[int, ...], moved: TileSet | None, worth: float
) -> AnalysedThrow:
    return AnalysedThrow("Ann", to_move, throw, moved, moved, worth, -worth / 3, 0, 0, worth)


def test_no_column_runs_into_the_next_however_much_it_has() -> None:
    steps = (
        step(tile_range(24), (6, 6, 6, 6), tile_set((24,)), -300.0),
        step(SCATTERED, (1, 2, 1, 1), tile_set((5,)), -1.25),
        step(SCATTERED, (6, 5, 6, 6), tile_set((1, 3, 5, 11)), -123.5),
        step(tile_set((1,)), (2, 2, 2, 2), None, -1.0),
    )
    turn = AnalysedTurn("Ann", -300.0, -1.0, steps)
    lines = analysis_lines([turn], "golf", lambda worth: -worth)
    rows = [line for line in lines if "  luck " in line]
    assert len(rows) == len(steps)
    for column in ("luck", "now"):
        assert len({row.index(f" {column} ") for row in rows}) == 1
    for row, each in zip(rows, steps, strict=True):
        tiles, throw, *_others = re.split(" {2,}", row.strip())
        assert throw == " ".join(map(str, each.throw))
        assert tiles
