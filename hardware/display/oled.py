"""Text on an OLED on I2C, with luma: the drivers ``ssd1306`` and ``sh1106``.

Lines are drawn as dots, also for 8x8 LEDs, in luma's own font of 5 by 7 dots, so that a picture is
the same on every machine. Larger lines scale it up.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any

from hardware.buses import Buses
from hardware.config.tables.display import LETTER_HEIGHT, LETTER_WIDTH, OledTable
from hardware.devices import Show, TextLine
from hardware.display.luma_import import luma, through_luma

if TYPE_CHECKING:
    from PIL.Image import Image


@through_luma
def open_ssd1306(table: OledTable, buses: Buses, closing: ExitStack) -> Show:
    """Set the display up. Raises :class:`OSError`, or what luma raises."""
    from luma.core.interface.serial import i2c
    from luma.oled.device import ssd1306

    bus = buses.i2c(table.bus)
    closing.callback(bus.close)
    serial = i2c(bus=bus, address=table.address)
    rotate = 2 if table.upside_down else 0
    return show_on(ssd1306(serial, table.width, table.height, rotate), table, closing)


@through_luma
def open_sh1106(table: OledTable, buses: Buses, closing: ExitStack) -> Show:
    """Set the display up. Raises :class:`OSError`, or what luma raises."""
    from luma.core.interface.serial import i2c
    from luma.oled.device import sh1106

    bus = buses.i2c(table.bus)
    closing.callback(bus.close)
    serial = i2c(bus=bus, address=table.address)
    rotate = 2 if table.upside_down else 0
    return show_on(sh1106(serial, table.width, table.height, rotate), table, closing)


def show_on(device: Any, table: OledTable, closing: ExitStack) -> Show:
    """Return how to show lines on this luma device, which goes dark when closed."""

    def darken() -> None:
        with suppress(OSError), luma():
            device.hide()

    shown: Sequence[TextLine] = ()

    def show(lines: Sequence[TextLine]) -> None:
        nonlocal shown
        if lines == shown:
            # Sends one command, which fails if the display has gone.
            device.show()
        else:
            device.display(picture(lines, table.width, table.height))
        shown = lines

    closing.callback(darken)
    device.contrast(table.contrast)
    return show


def picture(lines: Sequence[TextLine], width: int, height: int) -> Image:
    """Return a picture of the lines, centred, from the top down. Needs luma and Pillow.

    They are centred beside the dots of the first line, if that has any.
    """
    from PIL import Image

    whole = Image.new("1", (width, height))
    drawn = lines[0].dots if lines else ()
    left = _draw(whole, drawn)
    top = (height - LETTER_HEIGHT * sum(line.size for line in lines)) // 2
    for line in lines:
        dots = _dots(line.text)
        larger = dots.resize((dots.width * line.size, dots.height * line.size))
        across = left + (width - left - larger.width + line.size) // 2
        whole.paste(larger, (across, top))
        top += LETTER_HEIGHT * line.size
    return whole


def _draw(whole: Image, rows: Sequence[str]) -> int:
    """Draw rows of dots at the left edge, in all the height; return how wide they are."""
    top = (whole.height - len(rows)) // 2
    for y, row in enumerate(rows):
        for x, dot in enumerate(row):
            whole.putpixel((x, top + y), dot == "#")
    return max(map(len, rows), default=0)


def _dots(text: str) -> Image:
    from luma.core.legacy.font import LCD_FONT
    from PIL import Image

    dots = Image.new("1", (LETTER_WIDTH * max(1, len(text)), LETTER_HEIGHT))
    for place, letter in enumerate(text):
        for x, column in enumerate(LCD_FONT[ord(letter)][: LETTER_WIDTH - 1]):
            for y in range(LETTER_HEIGHT):
                dots.putpixel((place * LETTER_WIDTH + x, y), column >> y & 1)
    return dots
