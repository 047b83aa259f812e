"""Put mistakes of lamps into words, with code and cure."""

from __future__ import annotations

from boxctl.setup.lamp_findings import LampMistake, LampMistakeFound
from groundwork.language import all_of, tr

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
