"""A whole match on every display: what is sent over its bus, and what a person sees of it.

The bytes go to models of the chips, which know only their data sheets. What those show is compared
with pictures that are kept, and with what luma's own emulator makes of the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Queue

import pytest
from pytest_mock import MockerFixture

pytest.importorskip("luma.lcd", reason="the libraries of displays are not installed")

from PIL import Image

from boxctl.presentation.display.pages import layout
from boxctl.presentation.ruling_lines import ruling_as_json
from hardware.buses import SET_SPEED
from hardware.config.device_table import DisplayTable
from hardware.config.tables.display import LcdTable, OledTable, Sh1106Table, Ssd1306Table
from hardware.config.tables.max7219_display import DigitsTable, MatrixTable
from hardware.devices import DeviceBack, DeviceEvent, DeviceLost
from hardware.display.oled import picture, show_on
from hardware.display.open import open_display, opening
from tests.support.chips.display_chips import LONG, Bus, Digits, Hd44780, Matrix, Sh1106, Ssd1306
from tests.support.kept_pictures import (
    PICTURES,
    assert_as_kept,
    assert_shown_as_kept,
    text_differs,
)
from tests.support.rulings import of
from tests.support.tables.displayed_match import DirectDisplay, table_with
from tests.support.tables.match import summary
from tests.support.tables.the_match import THE_MATCH
from tests.support.tables.virtual_table import VirtualTable

OLED = Ssd1306Table(1, 0x3C, upside_down=False, contrast=0xCF)
LOW_OLED = Ssd1306Table(1, 0x3C, upside_down=False, contrast=0xCF, size="128x32")
SH1106 = Sh1106Table(1, 0x3C, upside_down=False, contrast=0x7F)
MATRIX = MatrixTable(4, -90, reversed=False, upside_down=False, bus=0, chip_select=0, contrast=0x40)
DIGITS = DigitsTable(1, bus=0, chip_select=1, contrast=0x40)


@pytest.fixture(autouse=True)
def at_once(mocker: MockerFixture) -> None:
    """No chip is waited for, as none is there."""
    for module in ("luma.lcd.device", "luma.core.device", "luma.core.interface.serial"):
        mocker.patch(f"{module}.sleep")


@dataclass
class Seen:
    """What a person has seen on a display, one picture after the other."""

    pictures: list[Image.Image] = field(default_factory=list)

    def add(self, picture: Image.Image) -> None:
        if not self.pictures or picture.tobytes() != self.pictures[-1].tobytes():
            self.pictures.append(picture)


def play_on(table: DisplayTable, bus: Bus, look: Callable[[], None]) -> None:
    """Play the match on this display, and look at it whenever something was shown."""
    with ExitStack() as opened:
        show = opening(table, bus.buses)(opened)
        match = table_with(DirectDisplay(table.face, show, look))
        match.plays(THE_MATCH)
        assert of(match.rulings[-1]).payout == THE_MATCH.payout
    assert bus.closed == 1


@pytest.mark.parametrize(
    ("name", "table", "chip"),
    [
        ("ssd1306", OLED, Ssd1306()),
        ("ssd1306-128x32", LOW_OLED, Ssd1306(128, 32)),
        ("sh1106", SH1106, Sh1106()),
    ],
)
def test_on_an_oled(name: str, table: OledTable, chip: Ssd1306 | Sh1106) -> None:
    seen = Seen()
    bus = Bus(chip, table.address)
    play_on(table, bus, lambda: seen.add(chip.picture()))
    assert_shown_as_kept(name, seen.pictures)
    assert bus.opened == [1]
    assert not chip.on, "it is dark when all is closed"
    assert chip.settings[0x81] == table.contrast


def test_both_oleds_show_the_same() -> None:
    assert (PICTURES / "ssd1306.png").read_bytes() == (PICTURES / "sh1106.png").read_bytes()


def test_on_blocks_of_leds() -> None:
    seen, chip = Seen(), Matrix(4)
    bus = Bus(chip)
    play_on(MATRIX, bus, lambda: seen.add(chip.picture()))
    assert_shown_as_kept("max7219-matrix", seen.pictures)
    assert bus.opened == ["/dev/spidev0.0"]
    assert (SET_SPEED, (1_000_000).to_bytes(4, sys.byteorder)) in bus.orders
    assert not any(chip.picture().tobytes()), "it is dark when all is closed"
    assert [registers[0x0A] for registers in chip.registers] == [0x04] * 4


def test_on_seven_segments() -> None:
    seen, chip = Seen(), Digits(1)
    bus = Bus(chip)
    play_on(DIGITS, bus, lambda: seen.add(chip.picture()))
    assert_shown_as_kept("max7219-digits", seen.pictures)
    assert bus.opened == ["/dev/spidev0.1"]
    assert not any(chip.segments()), "it is dark when all is closed"


@pytest.mark.parametrize("size", [(16, 2), (20, 4)])
def test_on_a_character_lcd(size: tuple[int, int]) -> None:
    columns, rows = size
    seen: list[list[str]] = []
    chip = Hd44780(columns, rows)
    bus = Bus(chip, 0x27)

    def look() -> None:
        if chip.lines() not in seen[-1:]:
            seen.append(chip.lines())

    play_on(LcdTable(1, 0x27, f"{columns}x{rows}"), bus, look)
    assert not chip.lit and not chip.on
    text = "\n".join(_framed(lines, columns) for lines in seen)
    assert_as_kept(PICTURES / f"hd44780-{columns}x{rows}.txt", text, text_differs)


def _framed(lines: list[str], columns: int) -> str:
    edge = f"+{'-' * columns}+\n"
    return edge + "".join(f"|{line}|\n" for line in lines) + edge


def test_a_display_that_fails_in_the_middle_stops_nobody_and_comes_back() -> None:
    chip = Ssd1306()
    bus = Bus(chip, OLED.address)
    told: Queue[DeviceEvent] = Queue()
    display = open_display(OLED, lambda: 0, told.put, bus.buses, retry_s=0.001, refresh_s=0.001)
    with closing(display):
        match = table_with(display)
        match.plays(THE_MATCH, ending_at=10)
        bus.away = True
        match.events.append(told.get(timeout=LONG))
        match.plays(THE_MATCH, beginning_at=10)
        assert [summary(ruling_as_json(ruling)) for ruling in match.rulings] == THE_MATCH.rulings
        # All that it has missed is of no interest now.
        bus.away = False
        match.events.append(told.get(timeout=LONG))
        (last,) = layout(replace(match.presenter.view, troubles=()), OLED.face).pages
        assert _devices(match) == [DeviceLost]
        match.until(match.now + 1)
        assert _devices(match) == [DeviceLost, DeviceBack]
        assert match.presenter.view.troubles == ()
        bus.away = True
        assert isinstance(told.get(timeout=LONG), DeviceLost)
        bus.away = False
        assert isinstance(told.get(timeout=LONG), DeviceBack)
        assert chip.picture().tobytes() == picture(last, OLED.width, OLED.height).tobytes()


def _devices(match: VirtualTable) -> list[type]:
    """What was told of devices."""
    return [type(told) for told in match.notices if isinstance(told, DeviceLost | DeviceBack)]


@pytest.fixture
def emulator(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where luma's emulator puts what it shows."""
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pytest.importorskip("luma.emulator", reason="luma's emulator is not installed")
    pytest.importorskip("pygame", reason="pygame, which the emulator needs, is not installed")
    return tmp_path


def test_luma_s_emulator_shows_the_same(emulator: Path) -> None:
    from luma.emulator.device import capture

    device = capture(
        OLED.width, OLED.height, mode="1", transform="none", scale=1,
        file_template=str(emulator / "{0:06}.png"),
    )  # fmt: skip
    device.contrast = lambda level: None
    seen = Seen()

    def look() -> None:
        newest = max(emulator.glob("*.png"))
        with Image.open(newest) as shown:
            seen.add(shown.convert("1", dither=Image.Dither.NONE))

    with ExitStack() as opened:
        show = show_on(device, OLED, opened)
        table_with(DirectDisplay(OLED.face, show, look)).plays(THE_MATCH)
    assert_shown_as_kept("ssd1306", seen.pictures)
