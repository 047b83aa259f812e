"""The pictures of docs/displays.md, made by the drivers and the models of the chips."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

pytest.importorskip("luma.lcd", reason="the libraries of displays are not installed")

from PIL import Image

from boxctl.presentation.display.pages import layout
from hardware.config.device_table import DisplayTable
from hardware.config.tables.display import (
    LETTER_HEIGHT,
    LETTER_WIDTH,
    LcdTable,
    Sh1106Table,
    Ssd1306Table,
)
from hardware.config.tables.max7219_display import DigitsTable, MatrixTable
from hardware.devices import TextLine
from hardware.display.oled import picture
from hardware.display.open import opening
from tests.support.chips.display_chips import Bus, Chip, Digits, Hd44780, Matrix, Sh1106, Ssd1306
from tests.support.kept_pictures import assert_as_kept, dots_differ, png_of
from tests.support.some_views import PLAYS, REFUSED, TURN_OVER, WON

GALLERY = Path(__file__).parents[3] / "docs" / "displays"

SCALE = 4
GAP = 2
GREY = 96

Look = Callable[[], Image.Image]


def _letters(chip: Hd44780) -> Image.Image:
    """What is to be read on an LCD, in letters much like its own."""
    size = chip.columns * LETTER_WIDTH, chip.rows * LETTER_HEIGHT
    return picture([TextLine(line) for line in chip.lines()], *size)


def _made(table: DisplayTable, chip: Chip, look: Look) -> Image.Image:
    """What a display shows of four views, page after page beside each other."""
    rows = []
    with ExitStack() as closing:
        show = opening(table, Bus(chip, getattr(table, "address", None)).buses)(closing)
        for scene in (PLAYS, REFUSED, TURN_OVER, WON):
            seen = []
            for page in layout(scene, table.face).pages[:3]:
                show(page)
                seen.append(look())
            rows.append(seen)
    return _side_by_side(rows)


def _side_by_side(rows: list[list[Image.Image]]) -> Image.Image:
    width, height = rows[0][0].size
    across = max(map(len, rows))
    whole = Image.new("L", (across * (width + GAP) + GAP, len(rows) * (height + GAP) + GAP), GREY)
    for row, seen in enumerate(rows):
        for column, image in enumerate(seen):
            whole.paste(image, (GAP + column * (width + GAP), GAP + row * (height + GAP)))
    return whole.resize((whole.width * SCALE, whole.height * SCALE), Image.Resampling.NEAREST)


@pytest.fixture(autouse=True)
def at_once(mocker: MockerFixture) -> None:
    for module in ("luma.lcd.device", "luma.core.device", "luma.core.interface.serial"):
        mocker.patch(f"{module}.sleep")


def _gallery() -> list[tuple[str, DisplayTable, Chip, Look]]:
    ssd1306, sh1106 = Ssd1306(128, 32), Sh1106()
    digits, matrix, lcd, large = Digits(1), Matrix(4), Hd44780(16, 2), Hd44780(20, 4)
    return [
        ("max7219-digits", DigitsTable(1, 0, 0, 64), digits, digits.picture),
        ("max7219-matrix", MatrixTable(4, -90, False, False, 0, 0, 64), matrix, matrix.picture),
        ("sh1106-128x64", Sh1106Table(1, 0x3C, False, 64), sh1106, sh1106.picture),
        (
            "ssd1306-128x32",
            Ssd1306Table(1, 0x3C, False, 64, size="128x32"),
            ssd1306,
            ssd1306.picture,
        ),
        ("hd44780-16x2", LcdTable(1, 0x27), lcd, lambda: _letters(lcd)),
        ("hd44780-20x4", LcdTable(1, 0x27, "20x4"), large, lambda: _letters(large)),
    ]


@pytest.mark.parametrize(("name", "table", "chip", "look"), _gallery())
def test_the_picture_is_up_to_date(name: str, table: DisplayTable, chip: Chip, look: Look) -> None:
    assert_as_kept(GALLERY / f"{name}.png", png_of(_made(table, chip, look)), dots_differ)
