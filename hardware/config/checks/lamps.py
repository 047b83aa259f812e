"""Check which tiles have which lamps in box.toml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from groundwork.language import any_of, tr, tr_n
from hardware.config.checks.places import Contradiction, Found, Path, places_of
from hardware.config.tables.max7219 import LEDS, Max7219Table
from hardware.config.tables.strip import LONGEST, StripTable

TableT = TypeVar("TableT", StripTable, Max7219Table)

_STRIPS = ("ws2812", "apa102")


def lamp_places(found: Found) -> list[str]:
    """Return the places of the tables of lamps: ``lamps``, or ``lamps[1]`` and so on."""
    return places_of("lamps", found)


def tiles_of_lamps(values: Mapping[str, Any], count: int) -> tuple[int, ...]:
    """Return the tiles of a table of lamps, by default the first ``count``."""
    return values.get("tiles") or tuple(range(1, count + 1))


def lamp_contradictions(found: Found) -> Iterator[Contradiction]:
    """Yield everything wrong with the tiles of the lamps."""
    tiles = found.get("box", {}).get("tiles")
    if tiles is None:
        return
    for place in lamp_places(found):
        values = found[place]
        yield from no_such_tiles((place, "tiles"), values.get("tiles") or (), tiles)
        count = len(tiles_of_lamps(values, tiles))
        if values.get("driver") in _STRIPS and (strip := _made(StripTable, values)):
            yield from _strip_is_long_enough(place, strip, count)
        if values.get("driver") == "max7219" and (chain := _made(Max7219Table, values)):
            yield from _chain_is_long_enough(place, chain, count)


def _made(kind: type[TableT], values: Mapping[str, Any]) -> TableT | None:
    """Return the typed table, if all of it could be read."""
    settings = {key: value for key, value in values.items() if key != "driver"}
    return kind(**settings) if len(settings) == len(fields(kind)) else None


def no_such_tiles(path: Path, named: Sequence[int], tiles: int) -> Iterator[Contradiction]:
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


def _strip_is_long_enough(place: str, strip: StripTable, count: int) -> Iterator[Contradiction]:
    last = strip.leds(count)
    if last > LONGEST:
        yield Contradiction(
            "BX319",
            (place, "driver"),
            tr(
                "the last of {count} tiles would have LED {last} of the strip, which is more "
                "than {most}",
                count=count,
                last=last,
                most=LONGEST,
            ),
            tr("give a smaller first_led, leds_per_tile or dark_between"),
        )


def _chain_is_long_enough(place: str, chain: Max7219Table, count: int) -> Iterator[Contradiction]:
    over = chain.leds(count) - chain.chips * LEDS
    if over > 0:
        yield Contradiction(
            "BX319",
            (place, "driver"),
            tr_n(
                "1 chip has no LED for the last of {count} tiles, {over} too few",
                "{chips} chips have no LED for the last of {count} tiles, {over} too few",
                chain.chips,
                chips=chain.chips,
                count=count,
                over=over,
            ),
            tr("begin at an earlier chip, digit or segment, or give more chips"),
        )
