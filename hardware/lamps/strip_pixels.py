"""Which LEDs of a strip shine, and how. Pure."""

from __future__ import annotations

from hardware.config.tables.strip import StripTable

DARK = bytes(3)


def colours(strip: StripTable, tiles: int, lit: int) -> list[bytes]:
    """What each LED shows, in the order of the wire, up to the last one that is a lamp.

    ``lit`` are those of so many ``tiles`` that are lit; bit 0 is the first of them.
    """
    shown = [DARK] * strip.leds(tiles)
    shines = _shining(strip)
    for tile in range(tiles):
        if lit >> tile & 1:
            first = _first_led(strip, tiles, tile)
            shown[first : first + strip.leds_per_tile] = [shines] * strip.leds_per_tile
    return shown


def _first_led(strip: StripTable, tiles: int, tile: int) -> int:
    """The first LED of a tile, counted from 0."""
    place = tiles - 1 - tile if strip.backwards else tile
    return strip.first_led - 1 + place * (strip.leds_per_tile + strip.dark_between)


def _shining(strip: StripTable) -> bytes:
    """What is sent for a lit LED. However faint it is, no colour that is there goes out."""
    faint = [(value * strip.brightness + 99) // 100 for value in strip.colour]
    by_name = dict(zip("rgb", faint, strict=True))
    return bytes(by_name[name] for name in strip.order)
