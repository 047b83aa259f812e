"""The lamps of a box.toml: any mixture of drivers, and what cannot be mixed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from groundwork.language import all_of, any_of
from hardware.config.box_file import LAMP_DRIVERS
from hardware.config.pins import Pin
from hardware.config.tables.gpio import LampsTable
from hardware.config.tables.max7219 import Max7219Table
from hardware.config.tables.roller import OnBoard
from hardware.config.tables.strip import Apa102Table, Ws2812Table
from tests.support.chips.box_toml import problems, read

BOX = """\
[box]
tiles = 12
[rules]
variant = "classic"
[tiles]
driver = "gpio"
pins = [4, 17, 27, 22, 5, 6, 13, 19, 26, 12, 16, 23]
[buttons]
driver = "gpio"
roll = 24
[roller]
driver = "pi"
"""

LAST_LINE = BOX.count("\n")


def lamps(*tables: str) -> str:
    """The box with these lamps; each begins on a line of its own."""
    header = "[lamps]" if len(tables) == 1 else "[[lamps]]"
    return BOX + "".join(f"{header}\n{table}\n" for table in tables)


WS2812 = 'driver = "ws2812"'


def test_a_strip_needs_nothing_but_its_name(tmp_path: Path) -> None:
    (strip,) = read(tmp_path, lamps(WS2812)).lamps
    assert strip == Ws2812Table(
        tiles=None, bus=0, chip_select=0, first_led=1, leds_per_tile=1, dark_between=0,
        backwards=False, colour=(0xFF, 0x96, 0x32), brightness=50, order="grb",
    )  # fmt: skip


def test_a_mixture_of_every_driver(tmp_path: Path) -> None:
    box = read(
        tmp_path,
        lamps(
            'driver = "gpio"\npins = [14, 15, 3]\ntiles = "1-3"',
            'driver = "max7219"\ntiles = "4-6"\nalong = "digits"\nchip_select = 1',
            'driver = "apa102"\ntiles = [9, 8, 7]\nbus = 1',
        ).replace("19, 26", "2, 26").replace("16, 23", "25, 23") + "[gpio]\ni2c = false\n",
    )  # fmt: skip
    pins, chip, strip = box.lamps
    assert pins == LampsTable((Pin(14), Pin(15), Pin(3)), "high", (1, 2, 3))
    assert isinstance(chip, Max7219Table) and chip.tiles == (4, 5, 6)
    assert isinstance(strip, Apa102Table) and strip.tiles == (9, 8, 7)


@pytest.mark.parametrize(
    ("written", "tiles"),
    [
        ('"1-3,12"', (1, 2, 3, 12)),
        ('"12-10, 4"', (12, 11, 10, 4)),
        ("[5, 4]", (5, 4)),
        ('" 7 "', (7,)),
    ],
)
def test_ways_to_name_tiles(tmp_path: Path, written: str, tiles: tuple[int, ...]) -> None:
    (strip,) = read(tmp_path, lamps(f"{WS2812}\ntiles = {written}")).lamps
    assert isinstance(strip, Ws2812Table) and strip.tiles == tiles


def test_tables_may_be_written_as_a_list(tmp_path: Path) -> None:
    text = f'lamps = [{{ driver = "ws2812" }}, {{ driver = "max7219", bus = 3 }}]\n{BOX}'
    (problem,) = problems(tmp_path, text)
    assert (problem.code, problem.line, problem.key) == ("BX305", 1, "lamps[2].bus")


def test_the_tiles_of_a_board_may_have_a_strip_on_the_pi(tmp_path: Path) -> None:
    text = (
        '[box]\ntiles = 9\n[rules]\nvariant = "classic"\n[tiles]\ndriver = "usb"\n'
        '[roller]\ndriver = "usb"\n[[lamps]]\ndriver = "usb"\n[[lamps]]\ndriver = "apa102"\n'
    )
    board, strip = read(tmp_path, text).lamps
    assert isinstance(board, OnBoard) and isinstance(strip, Apa102Table)


@dataclass(frozen=True)
class Case:
    """Lamps with one problem: its code, its line below the box and its key, then parts of it."""

    lamps: str
    problem: str


CASES = [
    Case('driver = "ws2813"', 'BX305 2 lamps.driver | "ws2813" is not | mean ws2812?'),
    Case(f"{WS2812}\nspeed = 1", 'BX303 3 lamps.speed | key with driver = "ws2812" | known are'),
    Case(f"{WS2812}\nbus = 2", "BX305 3 lamps.bus | 2 is not possible | from 0 to 1"),
    Case(f"{WS2812}\ncolour = 7", 'BX305 3 lamps.colour | 7 is not | a colour such as "#ff9632"'),
    Case(f'{WS2812}\ncolour = "#ff96"', 'BX305 3 lamps.colour | "#ff96" is | two hexadecimal'),
    Case(f'{WS2812}\ncolour = "#000000"', "BX305 3 lamps.colour | is black | give a colour"),
    Case(f'{WS2812}\norder = "rg"', 'BX305 3 lamps.order | "rg" is not | rgb'),
    Case(f"{WS2812}\nbrightness = 0", "BX305 3 lamps.brightness | 0 is not | from 1 to 100"),
    Case(f'{WS2812}\ntiles = "1-"', 'BX305 3 lamps.tiles | "1-" is not | such as "1-9,12"'),
    Case(f"{WS2812}\ntiles = []", "BX305 3 lamps.tiles | [] is not | tiles from 1 to 24"),
    Case(f"{WS2812}\ntiles = [1, 2, 1]", "BX305 3 lamps.tiles | tile 1 is there twice | once"),
    Case(f'{WS2812}\ntiles = "1-9999"', 'BX305 3 lamps.tiles | "1-9999" is | tiles from 1'),
    Case(f'{WS2812}\ntiles = "12-14"', "BX318 3 lamps.tiles | no tile 13 or 14 on a box of 12 |"),
    Case(f"{WS2812}\nfirst_led = 134",
         "BX319 2 lamps.driver | have LED 145 of the strip, which is more than 144 | smaller"),
    Case(f"{WS2812}\nleds_per_tile = 10\ndark_between = 3",
         "BX319 2 lamps.driver | LED 153 of the strip | leds_per_tile or dark_between"),
    Case('driver = "max7219"\ndigit = 7', "BX319 2 lamps.driver | 1 chip has no LED for the last "
         "of 12 tiles, 4 too few | give more chips"),
    Case('driver = "max7219"\nchip = 3\nchips = 2',
         "BX319 2 lamps.driver | 2 chips have no LED | more"),
    Case('driver = "max7219"\nsegment = "H"', 'BX305 3 lamps.segment | "H" is not | DP, A, B'),
    Case('driver = "gpio"\ntiles = "1-3"\npins = [14, 15]',
         "BX309 4 lamps.pins | there are 2 pins for 3 tiles | each tile of lamps.tiles"),
    Case('driver = "usb"', 'BX313 2 lamps.driver | lamps with driver = "usb" do not go | same'),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.problem)
def test_one_thing_is_wrong(tmp_path: Path, case: Case) -> None:
    where, sentence, cure = (part.strip() for part in case.problem.split("|"))
    (problem,) = problems(tmp_path, lamps(case.lamps))
    assert f"{problem.code} {(problem.line or 0) - LAST_LINE} {problem.key}" == where
    assert sentence in problem.sentence
    assert cure in problem.cure


def texts(directory: Path, text: str) -> list[str]:
    return [
        str(problem).removeprefix(f"{problem.code}: {problem.file}:")
        for problem in problems(directory, text)
    ]


def test_a_chip_select_that_the_bus_does_not_have(tmp_path: Path) -> None:
    third = 'driver = "max7219"\nbus = {}\nchip_select = 2'
    (told,) = problems(tmp_path, lamps(third.format(0)))
    assert (told.code, told.key) == ("BX305", "lamps.chip_select")
    assert told.sentence.startswith("SPI0 has no chip select 2")
    assert told.cure == "give 0 or 1"
    assert "BX305" not in {problem.code for problem in problems(tmp_path, lamps(third.format(1)))}


def test_two_devices_on_one_chip_select(tmp_path: Path) -> None:
    chip = 'driver = "max7219"'
    (told,) = problems(tmp_path, lamps(f'{chip}\ntiles = "1-3"', f'{chip}\ntiles = "4-6"'))
    assert (told.code, told.key, told.line) == ("BX317", "lamps[2].driver", LAST_LINE + 5)
    assert told.sentence == (
        f"/dev/spidev0.0 is used twice (lamps[1].driver, line {LAST_LINE + 2})"
    )
    assert told.cure == "give each its own chip_select or bus"


@pytest.mark.parametrize("first", [True, False])
def test_a_strip_hears_what_is_sent_to_others_on_its_bus(tmp_path: Path, first: bool) -> None:
    strip, chip = f'{WS2812}\ntiles = "1-3"', 'driver = "max7219"\nchip_select = 1'
    tables = (strip, chip) if first else (chip, strip)
    (told,) = problems(tmp_path, lamps(*tables))
    assert (told.code, told.key) == ("BX317", "lamps[2].driver")
    assert "a WS2812 strip hears all that is sent on SPI0" in told.sentence
    assert told.cure == "give each its own bus"


def test_two_chains_share_a_bus(tmp_path: Path) -> None:
    text = lamps('driver = "max7219"', 'driver = "max7219"\nchip_select = 1')
    assert problems(tmp_path, text) == ()


@pytest.mark.parametrize(
    ("line", "pin", "kept"),
    [
        ("bus = 0", 10, "SPI0 (MOSI)"),
        ("bus = 0", 11, "SPI0 (SCLK)"),
        ("bus = 0", 9, "SPI0 (MISO)"),
        ("bus = 0", 8, "SPI0 (CE0)"),
        ("bus = 0", 7, "SPI0 (CE1)"),
        ("bus = 1", 20, "SPI1 (MOSI)"),
        ("bus = 1", 18, "SPI1 (CE0)"),
        ("bus = 1\nchip_select = 1", 17, "SPI1 (CE1)"),
    ],
)
def test_the_pins_of_a_bus_in_use(tmp_path: Path, line: str, pin: int, kept: str) -> None:
    text = BOX.replace("17, 27", "2, 27").replace("19, 26, 12, 16", "3, 26, 12, 14")
    text = text.replace("roll = 24", f"roll = {pin}") + "[gpio]\ni2c = false\n"
    (problem,) = problems(tmp_path, f'{text}[lamps]\ndriver = "apa102"\n{line}\n')
    assert (problem.code, problem.key) == ("BX308", "buttons.roll")
    assert f"pin {pin} of the button roll is kept by the board for {kept}" in problem.sentence
    assert f"(lamps.driver, line {LAST_LINE + 4})" in problem.sentence


def test_the_pins_of_a_bus_that_is_not_in_use_are_free(tmp_path: Path) -> None:
    text = BOX.replace("roll = 24", "roll = 10")
    assert problems(tmp_path, text) == ()


def test_what_is_wrong_with_one_of_many_tables_names_it(tmp_path: Path) -> None:
    drivers = [driver.name for driver in LAMP_DRIVERS]
    keys = list(
        dict.fromkeys(
            ["driver", *(each.key for driver in LAMP_DRIVERS for each in driver.settings)]
        )
    )
    text = lamps('driver = "gpio"\npins = [4, 15]\ntiles = [1, 2]', f"{WS2812}\nbus = 7", "x = 1")
    assert texts(tmp_path, text) == [
        f"7: tiles.pins: pin 4 of tile 1 is also used by the lamp of tile 1 (lamps[1].pins, line "
        f"{LAST_LINE + 3}); give each its own pin",
        f"{LAST_LINE + 7}: lamps[2].bus: 7 is not possible; give a whole number from 0 to 1",
        f"{LAST_LINE + 8}: lamps[3].driver: the key is missing; give {any_of(drivers)}",
        f"{LAST_LINE + 9}: lamps[3].x: [lamps] has no such key; known are {all_of(keys)}",
    ]
    assert {"gpio", "max7219", "ws2812", "apa102", "usb"} <= {*drivers}
    assert {"driver", "tiles", "pins", "bus", "segment", "colour"} <= {*keys}


def test_one_of_many_that_is_no_table(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, f"lamps = [3]\n{BOX}")
    assert (problem.code, problem.line, problem.key) == ("BX305", 1, "lamps[1]")


ON_EXPANDER = [f"mcp23017:{line}" for line in range(12)]


@pytest.mark.parametrize(
    ("lamp", "says"),
    [
        ("milliamperes = 10.4", None),
        (
            "milliamperes = 10.5",
            "the LEDs take 126 mA from chip mcp23017, which gives 125 mA in all",
        ),
        ('active = "low"\nmilliamperes = 12.5', None),
        (
            'active = "low"\nmilliamperes = 13',
            "the LEDs take 156 mA from chip mcp23017, which gives 150 mA in all",
        ),
    ],
)
def test_all_lamps_of_an_expander_together_take_no_more_than_its_supply_pins_stand(
    tmp_path: Path, lamp: str, says: str | None
) -> None:
    found = problems(tmp_path, lamps(f'driver = "gpio"\npins = {ON_EXPANDER}\n{lamp}'))
    assert [(problem.code, problem.key) for problem in found] == (
        [("BX321", "lamps.milliamperes")] if says else []
    )
    assert [problem.sentence for problem in found] == ([says] if says else [])


@pytest.mark.parametrize(
    ("pin", "milliamperes", "chip", "most"),
    [('"mcp23017:3"', 26, "chip mcp23017", 25), ("14", 17, "the header", 16)],
)
def test_a_lamp_takes_no_more_than_its_pin_stands(
    tmp_path: Path, pin: str, milliamperes: int, chip: str, most: int
) -> None:
    table = f'driver = "gpio"\npins = [{pin}]\ntiles = [1]\nmilliamperes = {milliamperes}'
    (problem,) = problems(tmp_path, lamps(table))
    assert problem.code == "BX321"
    assert problem.sentence == (
        f"{milliamperes} mA is too much for a pin of {chip}, which gives {most} mA"
    )


def test_lamps_of_several_tables_and_the_leds_of_dice_add_up(tmp_path: Path) -> None:
    """With four pins a die has seven LEDs."""
    first = f'driver = "gpio"\npins = {ON_EXPANDER[:6]}\ntiles = "1-6"\nmilliamperes = 12'
    second = f'driver = "gpio"\npins = {ON_EXPANDER[6:]}\ntiles = "7-12"\nmilliamperes = 8'
    assert problems(tmp_path, lamps(first, second)) == ()
    dice = [f"mcp23017:{line}" for line in range(12, 16)]
    box = lamps(first, second).replace('driver = "pi"', f'driver = "pi"\nleds = [{dice}]')
    (problem,) = problems(tmp_path, box)
    assert problem.sentence == (
        "the LEDs take 129.1 mA from chip mcp23017, which gives 125 mA in all "
        "(lamps[2].milliamperes, line 23; roller.leds, line 13)"
    )
