"""Judge which lamp is at which tile, by where people saw light, and word the mistakes. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import field
from enum import Enum, auto

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, tr

SeenLight = Mapping[int, Collection[int]]
"""For each tile, the tiles at which light was seen while its lamp alone should be lit."""


class LampMistake(Enum):
    """A mistake in the wire of a lamp."""

    DARK = auto()
    """Nothing lights."""

    ALWAYS_LIT = auto()
    """It is lit while all should be dark."""

    TOGETHER = auto()
    """Several lamps light together, or one lamp for several tiles."""

    SWAPPED = auto()
    """It is at another tile."""

    INVERTED = auto()
    """All are lit while they should be dark, and the other way round."""


@frozen_dataclass
class LampMistakeFound:
    """A mistake, the tiles whose lamps it concerns, and the tiles at which light was seen."""

    mistake: LampMistake
    tiles: tuple[int, ...]
    seen: tuple[int, ...] = ()


@frozen_dataclass
class LearnedLamps:
    """The findings about the lamps.

    ``tile_of`` has the tile at which the lamp of each tile really is, as far as that can be relied
    on. ``inverted``: the level that should light the lamps darkens them.
    """

    tile_of: Mapping[int, int] = field(default_factory=dict)
    mistakes: tuple[LampMistakeFound, ...] = ()
    inverted: bool = False

    def places(self, count: int) -> dict[int, int]:
        """Return the tile at which the lamp of each of ``count`` tiles is, no two at one.

        A lamp that is not known is taken to be where box.toml has it, or else at a tile left over.
        """
        places = dict(self.tile_of)
        left = [tile for tile in range(1, count + 1) if tile not in places.values()]
        unknown = [tile for tile in range(1, count + 1) if tile not in places]
        for lamp in [*(each for each in unknown if each in left),
                     *(each for each in unknown if each not in left)]:  # fmt: skip
            places[lamp] = lamp if lamp in left else left[0]
            left.remove(places[lamp])
        return places


def is_inverted(lit_at_rest: Collection[int], tiles: int) -> bool:
    """Return whether all lamps were lit while all should be dark."""
    return len({*lit_at_rest}) == tiles


def judge_lamps(lit_at_rest: Collection[int], seen: SeenLight) -> LearnedLamps:
    """Judge what was seen while all lamps should be dark, and while each should be lit alone."""
    inverted = is_inverted(lit_at_rest, len(seen))
    stuck = set() if inverted else {*lit_at_rest}
    mistakes = [LampMistakeFound(LampMistake.ALWAYS_LIT, (tile,)) for tile in sorted(stuck)]
    lit = {tile: frozenset(places) - stuck for tile, places in seen.items()}
    dark = [tile for tile, places in lit.items() if not places and tile not in stuck]
    mistakes += [LampMistakeFound(LampMistake.DARK, (tile,)) for tile in dark]
    tangled = list(_lit_together(lit))
    mistakes += tangled
    told = {tile for found in tangled for tile in found.tiles}
    tile_of = {
        tile: next(iter(places))
        for tile, places in lit.items()
        if len(places) == 1 and tile not in told
    }
    mistakes += _swapped(tile_of)
    if inverted:
        mistakes.append(LampMistakeFound(LampMistake.INVERTED, tuple(seen)))
    return LearnedLamps(tile_of, tuple(mistakes), inverted)


def _lit_together(lit: Mapping[int, frozenset[int]]) -> Iterable[LampMistakeFound]:
    by_places: dict[frozenset[int], list[int]] = {}
    for tile, places in lit.items():
        if places:
            by_places.setdefault(places, []).append(tile)
    for places, tiles in by_places.items():
        if len(places) > 1 or len(tiles) > 1:
            yield LampMistakeFound(LampMistake.TOGETHER, tuple(tiles), tuple(sorted(places)))


def _swapped(tile_of: Mapping[int, int]) -> Iterable[LampMistakeFound]:
    told: set[int] = set()
    for tile, place in tile_of.items():
        if place != tile and tile not in told:
            told |= {tile, place} if tile_of.get(place) == tile else {tile}
            yield LampMistakeFound(LampMistake.SWAPPED, (tile, place), (place,))


LAMP_CODES = {
    LampMistake.DARK: "BX447",
    LampMistake.ALWAYS_LIT: "BX448",
    LampMistake.TOGETHER: "BX448",
    LampMistake.SWAPPED: "BX449",
    LampMistake.INVERTED: "BX450",
}
"""The code of each mistake."""


def lamp_mistake_in_words(found: LampMistakeFound, *, is_written: bool = True) -> str:
    """Return a mistake with its code and its cure.

    ``is_written``: box.toml can say which lamp is where; a board's firmware has that fixed.
    """
    return f"{LAMP_CODES[found.mistake]}: {_sentence(found, is_written=is_written)}"


def _sentence(found: LampMistakeFound, *, is_written: bool) -> str:
    lamps = lamps_in_words(found.tiles)
    match found.mistake:
        case LampMistake.DARK:
            return tr(
                "{lamps}: dark; look at its wires and its resistor, and which way round the LED is",
                lamps=lamps,
            )
        case LampMistake.ALWAYS_LIT:
            return tr(
                "{lamps}: lit although it should be dark; look for a wire that touches its supply "
                "or ground",
                lamps=lamps,
            )
        case LampMistake.TOGETHER:
            return tr(
                "{lamps}: not one light of its own, but at {tiles}; look for wires or drops of "
                "solder that touch",
                lamps=lamps,
                tiles=all_of(tr("tile {number}", number=tile) for tile in found.seen),
            )
        case LampMistake.SWAPPED if is_written:
            return tr(
                "{lamps}: swapped, the first is at tile {tile}; box.toml names the lamps as they "
                "are wired, so nothing has to be mended",
                lamps=lamps,
                tile=found.seen[0],
            )
        case LampMistake.SWAPPED:
            return tr(
                "{lamps}: swapped, the first is at tile {tile}; exchange their wires",
                lamps=lamps,
                tile=found.seen[0],
            )
        case LampMistake.INVERTED if is_written:
            return tr(
                "the lamps are lit by the other level; box.toml says so, so nothing has to be "
                "mended"
            )
        case LampMistake.INVERTED:
            return tr(
                "the lamps are lit while they should be dark; wire them as docs/wiring.md shows"
            )


def lamps_in_words(tiles: tuple[int, ...]) -> str:
    """Return ``the lamp of tile 4``; of several, all of them."""
    return all_of(tr("the lamp of tile {number}", number=tile) for tile in tiles)
