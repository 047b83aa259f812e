"""A display that fails, hangs, is unplugged and comes back; and one that never can be had."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue

import pytest
from pytest_mock import MockerFixture

pytest.importorskip("luma.lcd", reason="the libraries of displays are not installed")

from groundwork.faults import Fault
from hardware.buses import Buses, SpiFile, check_libraries
from hardware.config.device_table import DisplayTable
from hardware.config.tables.display import SEGMENTS, LcdTable, Sh1106Table, Ssd1306Table, spelled
from hardware.config.tables.max7219_display import DigitsTable, MatrixTable
from hardware.devices import DeviceBack, DeviceEvent, DeviceLost, TextLine
from hardware.display.open import WorkedDisplay, open_display, opening
from hardware.open_box import open_devices
from hardware.worker import PATIENCE
from tests.support.chips.box_toml import GOOD, problems, read, with_change
from tests.support.chips.display_chips import (
    LONG,
    Bus,
    Digits,
    Hd44780,
    Matrix,
    Sh1106,
    Ssd1306,
)
from tests.support.chips.mock_chips import MockChips

OLED = Ssd1306Table(1, 0x3C, upside_down=False, contrast=0xCF)
HELLO = [TextLine("Hello", 2)]
BYE = [TextLine("Bye", 2)]


@pytest.fixture(autouse=True)
def at_once(mocker: MockerFixture) -> None:
    """No chip is waited for, as none is there."""
    for module in ("luma.lcd.device", "luma.core.device", "luma.core.interface.serial"):
        mocker.patch(f"{module}.sleep")


@dataclass
class Wall:
    """A display on the wall, its bus, and what is told of it."""

    table: DisplayTable
    bus: Bus
    now: int = 0
    told: Queue[DeviceEvent] = field(default_factory=Queue)

    def hang_up(self, closing: ExitStack) -> WorkedDisplay:
        display = open_display(
            self.table,
            lambda: self.now,
            self.told.put,
            self.bus.buses,
            retry_s=0.001,
            refresh_s=0.001,
        )
        closing.callback(display.close)
        closing.callback(self.bus.free.set)
        return display

    def hears(self) -> DeviceEvent:
        return self.told.get(timeout=LONG)


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    with ExitStack() as closing:
        yield closing


def picture_of(table: DisplayTable, bus: Bus, lines: list[TextLine]) -> bytes:
    """What the display shows of these lines when nothing goes wrong."""
    chip = bus.chip
    assert isinstance(chip, Ssd1306 | Sh1106 | Matrix | Digits)
    with ExitStack() as closing:
        opening(table, bus.buses)(closing)(lines)
        return bytes(chip.picture().tobytes())


ADDRESSES = [
    (OLED, Ssd1306, 0x3C, "address 0x3c of /dev/i2c-1"),
    (Sh1106Table(3, 0x3D, False, 10), Sh1106, 0x3D, "address 0x3d of /dev/i2c-3"),
    (LcdTable(1, 0x27), Hd44780, 0x27, "address 0x27 of /dev/i2c-1"),
]


@pytest.mark.parametrize(("table", "chip", "address", "place"), ADDRESSES)
def test_a_display_that_is_not_there_is_waited_for(
    table: DisplayTable, chip: type[Ssd1306], address: int, place: str, closing: ExitStack
) -> None:
    wall = Wall(table, Bus(chip(), address))
    wall.bus.away = True
    display = wall.hang_up(closing)
    display.show(HELLO)
    lost = wall.hears()
    assert isinstance(lost, DeviceLost) and lost.device == "display"
    assert lost.why.startswith(f"{place}: ") and "look at its wires" in lost.why
    wall.bus.away = False
    assert wall.hears() == DeviceBack(0, "display", "it shows the table again")


def test_a_display_that_fails_shows_the_newest_when_it_is_back(closing: ExitStack) -> None:
    chip = Ssd1306()
    wall = Wall(OLED, Bus(chip, 0x3C))
    expected = picture_of(OLED, Bus(Ssd1306(), 0x3C), BYE)
    display = wall.hang_up(closing)
    display.show(HELLO)
    wall.bus.away = True
    assert isinstance(wall.hears(), DeviceLost), "without anything new to be shown"
    display.show(HELLO)
    display.show(BYE)
    # As it is plugged in again it knows nothing any more.
    chip.__init__()  # type: ignore[misc]
    wall.bus.away = False
    assert isinstance(wall.hears(), DeviceBack)
    assert chip.on and chip.picture().tobytes() == expected


def test_a_bus_that_hangs_is_told_of(closing: ExitStack) -> None:
    wall = Wall(OLED, Bus(Ssd1306(), 0x3C))
    display = wall.hang_up(closing)
    display.show(HELLO)
    # It has been opened and is being refreshed from here on.
    wall.bus.away = True
    assert isinstance(wall.hears(), DeviceLost)
    wall.bus.away = False
    assert isinstance(wall.hears(), DeviceBack)
    wall.bus.free.clear()
    wall.bus.reached.clear()
    assert wall.bus.reached.wait(LONG)
    wall.now = PATIENCE + 1
    display.check(wall.now)
    display.check(wall.now)
    lost = DeviceLost(wall.now, "display", "it has not answered for 3 seconds")
    assert wall.hears() == lost and wall.told.empty()
    wall.bus.free.set()
    assert isinstance(wall.hears(), DeviceBack)


def test_a_chain_that_has_lost_its_power_is_set_up_again() -> None:
    chip = Digits(1)
    table = DigitsTable(1, 0, 0, 0x40)
    lines = [TextLine("3 4 = 7")]
    expected = picture_of(table, Bus(Digits(1)), lines)
    with ExitStack() as closing:
        show = opening(table, Bus(chip).buses)(closing)
        show(lines)
        assert chip.picture().tobytes() == expected
        chip.registers[0] = {}
        show(lines)
        assert chip.picture().tobytes() == expected


def test_the_display_is_dark_when_it_is_closed(closing: ExitStack) -> None:
    chip = Sh1106()
    table = Sh1106Table(1, 0x3C, upside_down=False, contrast=0xCF)
    wall = Wall(table, Bus(chip, 0x3C))
    display = wall.hang_up(closing)
    display.show(HELLO)
    display.close()
    assert not chip.on and wall.bus.closed == 1


def test_upside_down() -> None:
    upright = Ssd1306()
    turned = Ssd1306()
    table = Ssd1306Table(1, 0x3C, upside_down=True, contrast=0xCF)
    with ExitStack() as closing:
        opening(OLED, Bus(upright, 0x3C).buses)(closing)(HELLO)
        opening(table, Bus(turned, 0x3C).buses)(closing)(HELLO)
        wanted = upright.picture().rotate(180)
        assert turned.picture().tobytes() == wanted.tobytes()


@pytest.mark.parametrize("turned", [False, True])
def test_blocks_turned_on_their_boards(turned: bool) -> None:
    chip = Matrix(4, turned=turned)
    table = MatrixTable(4, -90 if turned else 0, False, False, 0, 0, 0x40)
    same = Matrix(4, turned=False)
    plain = MatrixTable(4, 0, False, False, 0, 0, 0x40)
    with ExitStack() as closing:
        opening(table, Bus(chip).buses)(closing)([TextLine("UP 24")])
        opening(plain, Bus(same).buses)(closing)([TextLine("UP 24")])
        assert chip.picture().tobytes() == same.picture().tobytes() != bytes(32)


def test_two_modules_in_a_chain() -> None:
    chip = Digits(2)
    with ExitStack() as closing:
        show = opening(DigitsTable(2, 0, 0, 0x40), Bus(chip).buses)(closing)
        show([TextLine("1 2 3 4 5 6 7 8")])
        shapes = chip.segments()
        assert shapes[0] == SHAPES["1"] and shapes[8] == SHAPES["5"] and shapes[14] == SHAPES["8"]
        assert shapes[15] == ""


SHAPES = {
    " ": "", "-": "g", "=": "dg", "_": "d",
    "0": "abcdef", "1": "bc", "2": "abdeg", "3": "abcdg", "4": "bcfg", "5": "acdfg",
    "6": "acdefg", "7": "abc", "8": "abcdefg", "9": "abcdfg",
    "A": "abcefg", "b": "cdefg", "C": "adef", "c": "deg", "d": "bcdeg", "E": "adefg", "F": "aefg",
    "G": "acdef", "H": "bcefg", "h": "cefg", "I": "bc", "i": "c", "J": "bcd", "L": "def",
    "n": "ceg", "O": "abcdef", "o": "cdeg", "P": "abefg", "q": "abcfg", "r": "eg", "S": "acdfg",
    "t": "defg", "U": "bcdef", "u": "cde", "Y": "bcdfg",
}  # fmt: skip
"""The segments of each letter: a at the top, then clockwise, g in the middle."""


def test_every_letter_that_seven_segments_have() -> None:
    chip = Digits(1)
    with ExitStack() as closing:
        show = opening(DigitsTable(1, 0, 0, 0x40), Bus(chip).buses)(closing)
        for letter in SEGMENTS:
            show([TextLine(f"-{letter}-")])
            assert chip.segments()[:3] == ["g", SHAPES[letter], "g"], letter


def test_a_point_is_lit_beside_its_digit_and_takes_no_place() -> None:
    chip = Digits(1)
    with ExitStack() as closing:
        show = opening(DigitsTable(1, 0, 0, 0x40), Bus(chip).buses)(closing)
        show([TextLine("A 1.50 b")])
        assert chip.segments() == ["abcefg", "", "bc", "acdfg", "abcdef", "", "cdefg", ""]
        assert chip.points() == [2]


def test_every_letter_that_an_lcd_has() -> None:
    from hardware.config.tables.display import ASCII

    chip = Hd44780(20, 4)
    with ExitStack() as closing:
        show = opening(LcdTable(1, 0x27, "20x4"), Bus(chip, 0x27).buses)(closing)
        for start in range(0, len(ASCII), 18):
            text = f"|{ASCII[start : start + 18]}|"
            show([TextLine(""), TextLine(text)])
            assert chip.lines()[1] == text.ljust(20)


@pytest.mark.parametrize(
    ("text", "ascii", "segments"),
    [
        ("Ann", "Ann", "Ann"),
        ("Bob", "Bob", "bob"),
        ("Zoë", "Zoe", None),
        ("Łucja Ångström", "Lucja Angstrom", None),
        ("Straße", "Strasse", "StrASSE"),
        ("李", None, None),
        ("a\\b", None, None),
        ("a\nb", None, None),
    ],
)
def test_names_are_spelled_with_what_there_is(
    text: str, ascii: str | None, segments: str | None
) -> None:
    assert spelled(text, "ascii") == ascii
    assert spelled(text, "segments") == segments


@pytest.mark.parametrize(
    ("written", "table"),
    [
        ('driver = "max7219-digits"', DigitsTable(1, 0, 0, 0x40)),
        ('driver = "max7219-digits"\nmodules = 2\nchip_select = 1', DigitsTable(2, 0, 1, 0x40)),
        ('driver = "max7219-matrix"', MatrixTable(4, -90, False, False, 0, 0, 0x40)),
        ('driver = "ssd1306"', OLED),
        ('driver = "ssd1306"\nsize = "64x48"\naddress = 0x3d\nupside_down = true\ncontrast = 1',
         Ssd1306Table(1, 0x3D, upside_down=True, contrast=1, size="64x48")),
        ('driver = "sh1106"\nbus = 3', Sh1106Table(3, 0x3C, False, 0x7F)),
        ('driver = "hd44780"\nsize = "20x4"', LcdTable(1, 0x27, "20x4")),
    ],
)  # fmt: skip
def test_in_box_toml(written: str, table: DisplayTable, tmp_path: Path) -> None:
    assert read(tmp_path, f"{GOOD}[display]\n{written}\n").display == table


@pytest.mark.parametrize(
    ("old", "new", "display", "problem"),
    [
        ("16", "10", 'driver = "max7219-digits"', "BX308 buttons.roll for SPI0 (MOSI)"),
        ("16", "7", 'driver = "max7219-matrix"', "BX308 buttons.roll for SPI0 (CE1)"),
        ("[tiles]", "[gpio]\ni2c = false\n[tiles]", 'driver = "hd44780"',
         "BX308 gpio.i2c I2C is said not to be in use"),
        ("16", "16", 'driver = "ssd1306"\nsize = "1x1"', "BX305 display.size is not possible"),
        ("16", "16", 'driver = "hd44780"\ncontrast = 1', "BX303 display.contrast no such key"),
        ("16", "16", 'driver = "ssd1307"', "BX305 display.driver is not possible"),
    ],
)  # fmt: skip
def test_what_does_not_fit(old: str, new: str, display: str, problem: str, tmp_path: Path) -> None:
    text = with_change(old, new) + f"[display]\n{display}\n"
    (found,) = problems(tmp_path, text)
    code, key, sentence = problem.split(" ", 2)
    assert (found.code, found.key) == (code, key) and sentence in found.sentence


def test_another_i2c_bus_leaves_the_pins_free(tmp_path: Path) -> None:
    display = '[display]\ndriver = "ssd1306"\nbus = 3\n'
    assert not problems(tmp_path, f"{GOOD}[gpio]\ni2c = false\n{display}")


def test_lamps_and_a_display_on_one_chip_select(tmp_path: Path) -> None:
    lamps = GOOD[GOOD.index("[lamps]") : GOOD.index("[buttons]")]
    text = GOOD.replace(lamps, '[lamps]\ndriver = "max7219"\n')
    display = '[display]\ndriver = "max7219-digits"\n'
    (problem,) = problems(tmp_path, text + display)
    assert problem.code == "BX317" and "/dev/spidev0.0 is used twice" in problem.sentence
    assert not problems(tmp_path, f"{text}{display}chip_select = 1\n")


def test_the_box_has_its_display(tmp_path: Path) -> None:
    bus = Bus(Ssd1306(), 0x3C)
    roller = '[roller]\ndriver = "serial"\nport = "/dev/ttyACM0"'
    text = with_change(roller, '[roller]\ndriver = "pi"\n[display]\ndriver = "ssd1306"')
    box_file = read(tmp_path, text)
    with open_devices(
        box_file, lambda: 0, lambda _: None, chips=MockChips(lambda: 0), buses=bus.buses
    ) as box:
        assert box.display is not None and box.display.face.columns == 21
        watched: list[object] = [*box.watched]
        assert watched == [box.display]
        assert bus.reached.wait(LONG)
    assert bus.closed == 1


def test_without_its_libraries(mocker: MockerFixture) -> None:
    mocker.patch("hardware.buses._is_there", return_value=False)
    with pytest.raises(Fault, match=r"BX421: .*there is no luma\.core.*pip install .*\[display\]"):
        check_libraries(OLED)


def test_without_its_bus(tmp_path: Path, mocker: MockerFixture) -> None:
    missing = mocker.patch("hardware.config.tables.i2c.I2cPlace.path", str(tmp_path / "i2c-7"))
    assert missing
    with pytest.raises(Fault, match=r"BX422: .*i2c-7 for the display is not there; write"):
        Buses().check(OLED)
    with pytest.raises(Fault, match=r"BX415: /dev/spidev0\.2 for the display is not there; write"):
        Buses(spi=_no_spi).check(DigitsTable(1, 0, 2, 0x40))


def _no_spi(path: str) -> SpiFile:
    raise FileNotFoundError(2, "No such file or directory", path)


def test_without_permission(tmp_path: Path, mocker: MockerFixture) -> None:
    path = tmp_path / "i2c-1"
    path.touch()
    mocker.patch("hardware.config.tables.i2c.I2cPlace.path", str(path))
    Buses().check(OLED)
    mocker.patch("hardware.buses.os.access", return_value=False)
    with pytest.raises(Fault, match=r"BX423: .*usermod -aG i2c"):
        Buses().check(OLED)


def test_an_i2c_bus_of_the_kernel_that_is_not_there() -> None:
    with pytest.raises(OSError):
        Buses().i2c(4242)
