"""Check which tiles have which lamps in box.toml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from groundwork.language import any_of, tr
from hardware.config.checks.raw_tables import Contradiction, KeyPath, RawTables


def tiles_of_lamps(values: Mapping[str, Any], count: int) -> tuple[int, ...]:
    """Return the tiles of a table of lamps, by default the first ``count``."""
    return values.get("tiles") or tuple(range(1, count + 1))


def lamp_contradictions(found: RawTables) -> Iterator[Contradiction]:
    """Yield tiles that the lamps are said to be of, and that the box does not have."""
    tiles = found.of("box").get("tiles")
    if tiles is None:
        return
    for place in found.lamps():
        yield from no_such_tiles((place, "tiles"), found.of(place).get("tiles") or (), tiles)


def no_such_tiles(path: KeyPath, named: Sequence[int], tiles: int) -> Iterator[Contradiction]:
    """Yield the tiles named at ``path`` that a box of this many tiles does not have."""
    beyond = [str(number) for number in named if number > tiles]
    if beyond:
        yield Contradiction(
            "BX318",
            path,
            tr("there is no tile {tile} on a box of {tiles}", tile=any_of(beyond), tiles=tiles),
            tr("name tiles from 1 to {tiles}, or mend box.tiles", tiles=tiles),
            (("box", "tiles"),),
        )
