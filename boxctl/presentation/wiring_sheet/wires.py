"""Every wire that a box.toml asks for, from the pin to where it ends. Pure.

The parts between a pin and its end are those of docs/wiring.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import assert_never

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr
from hardware.config.box_file import BoxFile
from hardware.config.pi_header import (
    I2C_PINS,
    PULLED_UP,
    SPI_CHIP_SELECTS,
    SPI_PINS,
    is_header,
    spi_lines,
)
from hardware.config.pins import ChipName, Pin
from hardware.config.tables.display import (
    DigitsTable,
    I2cPlace,
    LcdTable,
    MatrixTable,
    OledTable,
)
from hardware.config.tables.gpio import AN_LED, ButtonsTable, LampsTable, TilesTable
from hardware.config.tables.levers import Resting, Sensor
from hardware.config.tables.max7219 import Max7219Table
from hardware.config.tables.roller import PiTable
from hardware.config.tables.spi import SpiPlace
from hardware.config.tables.strip import Apa102Table, Ws2812Table
from hardware.config.tables.usb import OnBoard
from hardware.die_faces import leds_behind

SDA, SCL = 2, 3
"""BCM numbers of the header's I2C bus."""

HEADER_BUS = 1
"""The number of that bus."""

A_BASE = 2.6
"""Milliamperes into the base of the buzzer's transistor behind 1 kΩ."""

BUTTON_NAMES = {
    "confirm": message("confirm button"),
    "new": message("new match button"),
    "roll": message("roll button"),
}

DIE_LEDS = {
    "a": message("the middle"),
    "b": message("top left and bottom right"),
    "b1": message("top left"),
    "b2": message("bottom right"),
    "c": message("top right and bottom left"),
    "c1": message("top right"),
    "c2": message("bottom left"),
    "d": message("left and right"),
    "d1": message("left"),
    "d2": message("right"),
}
"""The LEDs behind each line of a die, by its name in :mod:`hardware.die_faces`."""


class WireKind(StrEnum):
    """The purpose of a wire; the value is the letter that the sheet marks it with."""

    LEVER = "T"
    LAMP = "L"
    BUTTON = "B"
    DICE = "D"
    BUZZER = "Z"
    I2C = "I"
    SPI = "S"
    REGISTER = "R"


class Part(StrEnum):
    """A component between a pin and its part."""

    R_68 = message("68 Ω")
    R_100 = message("100 Ω")
    R_150 = message("150 Ω")
    R_220 = message("220 Ω")
    R_330 = message("330 Ω")
    R_470 = message("470 Ω")
    R_680 = message("680 Ω")
    R_1K = message("1 kΩ")
    R_2K2 = message("2.2 kΩ")
    R_4K7 = message("4.7 kΩ")
    R_15K = message("15 kΩ")
    PULL_UP = message("10 kΩ from the line to 3V3")
    PULL_UP_5V = message("10 kΩ from the pin to 5V")
    PULL_DOWN = message("10 kΩ from the pin to GND")
    LED = message("LED")
    TRANSISTOR = message("base of an NPN transistor")
    LEVEL_SHIFTER = message("74AHCT125")


RESISTORS = {
    Part.R_68: 68,
    Part.R_100: 100,
    Part.R_150: 150,
    Part.R_220: 220,
    Part.R_330: 330,
    Part.R_470: 470,
    Part.R_680: 680,
    Part.R_1K: 1000,
    Part.R_2K2: 2200,
    Part.R_4K7: 4700,
    Part.R_15K: 15000,
}
"""The resistors in line with a wire, in ohms, the smallest first."""

OVER_AN_LED_RESISTOR = 1.3
"""Volts that a red LED leaves to its resistor at 3.3 V."""


@frozen_dataclass
class Wire:
    """A wire from line ``line`` of ``chip`` by way of ``through`` to ``to`` of ``part``.

    ``chip`` None is the header, where lines are BCM numbers. ``milliamperes`` is the most that the
    line gives.
    """

    kind: WireKind
    chip: ChipName | None
    line: int
    part: str
    through: tuple[Part, ...]
    to: str
    milliamperes: float = 0.0


def wires(box: BoxFile) -> tuple[Wire, ...]:
    """Return the wires of the pins that box.toml names or puts to use, those of levers first.

    For a board on USB see :func:`~.board_wires.board_wiring`.
    """
    found = (*_levers(box), *_lamps(box), *_buttons(box), *_dice(box), *_buzzer(box))
    return (*found, *_on_i2c(box, found), *_on_spi(box))


def kept_pins(box: BoxFile) -> dict[int, str]:
    """Return what the board itself keeps pins of the header for, wired or not."""
    kept = {pin: tr(use) for pin, use in I2C_PINS.items()} if box.gpio.i2c else {}
    for _part, place, _ends in _parts_on_spi(box):
        for pin, line in spi_lines(place.bus, place.chip_select).items():
            kept[pin] = f"SPI{place.bus} ({line})"
    return kept


def expanders(found: tuple[Wire, ...]) -> tuple[ChipName, ...]:
    """Return the chips that are not the header's, in the order of their first wire."""
    return tuple(dict.fromkeys(wire.chip for wire in found if wire.chip is not None))


def place_of(wire: Wire) -> str:
    """Return the name of the line at which a wire begins, such as ``GPIO17`` or ``1-0020:3``."""
    return f"GPIO{wire.line}" if wire.chip is None else f"{wire.chip}:{wire.line}"


def through_in_words(through: tuple[Part, ...]) -> str:
    """Return what is between a pin and its part, such as ``2 x 1 kΩ, 2 x LED``."""
    counts = {part: through.count(part) for part in through}
    return ", ".join(
        tr(part.value) if count == 1 else f"{count} x {tr(part.value)}"
        for part, count in counts.items()
    )


def sensor_name(sensor: Sensor) -> str:
    """Return what people call a sensor of this kind."""
    match sensor:
        case "reed":
            return tr("reed contact")
        case "hall":
            return tr("Hall switch")
        case "switch":
            return tr("micro switch")


def far_end(sensor: Sensor, contact: Resting, *, end: str, supply: str) -> str:
    """Return where a sensor's own wires end: at ``end``, and at ``supply`` if it needs one."""
    if sensor == "hall":
        return tr("GND; its supply to {supply}", supply=supply)
    if sensor == "switch":
        terminal = "NC" if contact == "normally_closed" else "NO"
        return tr("pin at {terminal}, C to {supply}", terminal=terminal, supply=end)
    return end


def _chip_of(box: BoxFile, pin: Pin) -> ChipName | None:
    chip = box.gpio.chip if pin.chip is None else pin.chip
    return None if is_header(chip) else chip


def _levers(box: BoxFile) -> Iterator[Wire]:
    if not isinstance(box.tiles, TilesTable):
        return
    for tile, pin in enumerate(box.tiles.pins, start=1):
        sensor = box.tiles.levers.of(tile)
        chip = _chip_of(box, pin)
        part = tr("{sensor} of tile {tile}", sensor=sensor_name(sensor.sensor), tile=tile)
        through, end = _before_a_contact(chip, pin.line), _supply(sensor.connects_to)
        to = far_end(sensor.sensor, sensor.contact, end=end, supply="3V3")
        yield Wire(WireKind.LEVER, chip, pin.line, part, through, to)


def _before_a_contact(chip: ChipName | None, line: int) -> tuple[Part, ...]:
    if chip is not None:
        return (Part.R_1K, Part.PULL_UP)
    return (Part.R_330,) if line in PULLED_UP else (Part.R_1K,)


def _supply(connects_to: str) -> str:
    return "GND" if connects_to == "ground" else "3V3"


def _lamps(box: BoxFile) -> Iterator[Wire]:
    for table in box.lamps:
        if isinstance(table, LampsTable):
            to = "GND" if table.active == "high" else "3V3"
            for tile, pin in table.wired():
                part, chip = tr("lamp of tile {tile}", tile=tile), _chip_of(box, pin)
                taken = table.milliamperes
                through = (led_resistor(taken), Part.LED)
                yield Wire(WireKind.LAMP, chip, pin.line, part, through, to, taken)


def led_resistor(milliamperes: float) -> Part:
    """Return the resistor with which a red LED takes no more than this from 3.3 V."""
    # A quotient of decimal fractions may miss the whole number that is meant by a hair.
    ohms = round(OVER_AN_LED_RESISTOR / milliamperes * 1000, 6)
    return next(part for part, has in RESISTORS.items() if has >= ohms)


def _buttons(box: BoxFile) -> Iterator[Wire]:
    if not isinstance(box.buttons, ButtonsTable):
        return
    to = _supply(box.buttons.connects_to)
    for name, pin in box.buttons.wired():
        chip = _chip_of(box, pin)
        through = _before_a_contact(chip, pin.line)
        yield Wire(WireKind.BUTTON, chip, pin.line, tr(BUTTON_NAMES[name]), through, to)


def _dice(box: BoxFile) -> Iterator[Wire]:
    if not isinstance(box.roller, PiTable):
        return
    to = "GND" if box.roller.leds_active == "high" else "3V3"
    for number, leds in enumerate(box.roller.wired(), start=1):
        for name, pin in leds:
            count = leds_behind(name, len(leds))
            part = tr("die {number}, {place}", number=number, place=tr(DIE_LEDS[name]))
            through = (Part.R_1K, Part.LED) * count
            chip, taken = _chip_of(box, pin), AN_LED * count
            yield Wire(WireKind.DICE, chip, pin.line, part, through, to, taken)


def _buzzer(box: BoxFile) -> Iterator[Wire]:
    if box.buzzer is not None:
        pin = box.buzzer.pin
        through, chip = (Part.PULL_DOWN, Part.R_1K, Part.TRANSISTOR), _chip_of(box, pin)
        yield Wire(WireKind.BUZZER, chip, pin.line, tr("buzzer"), through, "GND", A_BASE)


def _on_i2c(box: BoxFile, found: tuple[Wire, ...]) -> Iterator[Wire]:
    parts = [tr("chip {chip}", chip=chip) for chip in expanders(found)]
    place = None if box.display is None else box.display.place
    if isinstance(place, I2cPlace) and place.bus == HEADER_BUS:
        display = tr("display at {address}", address=f"{place.address:#x}")
        # Without a level shifter, the backpack's pull-ups put 5 V on the Pi's pins.
        shifted = tr("{display}, behind two BSS138", display=display)
        parts.append(shifted if isinstance(box.display, LcdTable) else display)
    for part in parts:
        yield Wire(WireKind.I2C, None, SDA, part, (), "SDA")
        yield Wire(WireKind.I2C, None, SCL, part, (), "SCL")


def _on_spi(box: BoxFile) -> Iterator[Wire]:
    """The wires of each chain and strip: data, clock where it has one, and chip select."""
    for part, place, ends in _parts_on_spi(box):
        pins = {line: pin for pin, line in SPI_PINS[place.bus].items()}
        pins |= {line: pin for pin, line in SPI_CHIP_SELECTS[place.bus].items()}
        for line, end in ends.items():
            pin = pins[f"CE{place.chip_select}" if line == "CE" else line]
            yield Wire(WireKind.SPI, None, pin, part, _before(end), end)


def _before(end: str) -> tuple[Part, ...]:
    return (Part.LEVEL_SHIFTER, Part.R_330) if end == STRIP_DATA else (Part.LEVEL_SHIFTER,)


STRIP_DATA = "DIN"
"""The one wire of a strip of WS2812."""

_MAX7219_ENDS = {"MOSI": "DIN (1)", "SCLK": "CLK (13)", "CE": "LOAD (12)"}
_WS2812_ENDS = {"MOSI": STRIP_DATA}
_APA102_ENDS = {"MOSI": "DI", "SCLK": "CI"}


def _parts_on_spi(box: BoxFile) -> Iterator[tuple[str, SpiPlace, dict[str, str]]]:
    for table in box.lamps:
        match table:
            case Max7219Table():
                yield tr("MAX7219 of the lamps"), table.place, _MAX7219_ENDS
            case Ws2812Table():
                yield tr("strip of WS2812"), table.place, _WS2812_ENDS
            case Apa102Table():
                yield tr("strip of APA102"), table.place, _APA102_ENDS
            case LampsTable() | OnBoard():
                pass
            case _:
                assert_never(table)
    display = box.display
    match display:
        case DigitsTable() | MatrixTable():
            yield tr("MAX7219 of the display"), display.place, _MAX7219_ENDS
        case OledTable() | LcdTable() | None:
            pass
        case _:
            assert_never(display)
