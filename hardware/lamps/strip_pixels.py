"""The colours of the LEDs of a strip. Pure."""

from __future__ import annotations

from hardware.config.tables.strip import StripTable

DARK = bytes(3)


def colours(strip: StripTable, tiles: int, lit: int) -> list[bytes]:
    """Return the colour of each LED, in the order of the wire, up to the last lamp.

    ``lit`` is which of the ``tiles`` are lit; bit 0 is the first.
    """
    shown = [DARK] * strip.leds(tiles)
    shines = _shining(strip)
    for tile in range(tiles):
        if lit >> tile & 1:
            for led in strip.leds_of(tile, tiles):
                shown[led] = shines
    return shown


def _shining(strip: StripTable) -> bytes:
    """Return the bytes of a lit LED. Dimming never turns a present colour off."""
    faint = [(value * strip.brightness + 99) // 100 for value in strip.colour]
    by_name = dict(zip("rgb", faint, strict=True))
    return bytes(by_name[name] for name in strip.order)
