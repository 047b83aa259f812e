"""Answers from the kept table of "The 300", beside bare reads of the same file."""

from __future__ import annotations

import os
from array import array
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.ratio import beside
from boxctl.odds.the_300.layout import (
    TABLE_LENGTH,
    odds_in_table,
    place_in_table,
)
from boxctl.odds.the_300.table_file import DOUBLE, TableFile, write_table
from boxctl.rules.moves import moves
from boxctl.rules.tiles import tile_range
from boxctl.rules.variants import variant

RULES = variant("the-300")
START, THROW = tile_range(RULES.tiles), (6, 6, 6, 4)


def report() -> str:
    """Measure one throw with everything open, and the whole table, each with its checks."""
    with TemporaryDirectory() as directory:
        path = Path(directory) / "zeros.odds"
        write_table(path, memoryview(array("d", bytes(TABLE_LENGTH * DOUBLE))))
        left = [START & ~move.tiles for move in moves(RULES, START, THROW)]
        places = [place_in_table(tiles, "golf") for tiles in left]
        one = beside(lambda: _answer(path), lambda: _bare(path, places))
        whole = beside(lambda: _whole(path), path.read_bytes)
    return (
        f"odds: The 300 answered from its file, {len(places)} moves: {one.thing * 1000:.1f} ms, "
        f"{one.ratio:.0f} times bare reads of as many numbers; all of it checked: "
        f"{whole.thing * 1000:.0f} ms, {whole.ratio:.1f} times a bare read of the file"
    )


def _answer(path: Path) -> None:
    with TableFile(path, TABLE_LENGTH) as kept:
        odds_in_table(RULES, "golf", kept).after_throw(START, THROW)


def _bare(path: Path, places: list[int]) -> None:
    with path.open("rb", buffering=0) as file:
        for place in places:
            os.pread(file.fileno(), DOUBLE, place * DOUBLE)


def _whole(path: Path) -> None:
    with TableFile(path, TABLE_LENGTH) as kept:
        kept.whole()
