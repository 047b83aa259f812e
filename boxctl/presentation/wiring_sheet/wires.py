"""Every wire that a box.toml asks for, from the pin to where it ends. Pure.

The parts between a pin and its end are those of docs/wiring.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr
from hardware.config.box_file import BoxFile
from hardware.config.bus_wiring import I2C_WIRES, BusWire, BusWiring, Part
from hardware.config.device_table import BusPlace
from hardware.config.pins import (
    I2C_PINS,
    PULLED_UP,
    SPI_CHIP_SELECTS,
    SPI_PINS,
    ChipName,
    Pin,
    is_header,
    spi_lines,
)
from hardware.config.tables.gpio import AN_LED, ButtonsTable, LampsTable, TilesTable
from hardware.config.tables.i2c import I2cPlace
from hardware.config.tables.levers import Resting, Sensor
from hardware.config.tables.roller import PiTable, leds_behind
from hardware.config.tables.spi import SpiPlace

I2C_LINES = {"SDA": 2, "SCL": 3}
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
"""The LEDs behind each line of a die, by its name in :mod:`hardware.config.tables.roller`."""


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
    """Return the pins of the header that the board itself uses, wired or not, and for what."""
    kept = {pin: tr(use) for pin, use in I2C_PINS.items()} if box.gpio.i2c else {}
    for place in (device.place for device in box.devices()):
        if isinstance(place, SpiPlace):
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
    """Return the parts between a pin and its device, such as ``2 x 1 kΩ, 2 x LED``."""
    counts = {part: through.count(part) for part in through}
    return ", ".join(
        tr(part.value) if count == 1 else f"{count} x {tr(part.value)}"
        for part, count in counts.items()
    )


def sensor_name(sensor: Sensor) -> str:
    """Return the usual name of a sensor of this kind."""
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


def bus_parts(box: BoxFile) -> Iterator[tuple[BusPlace, BusWiring]]:
    """Yield the place and the wiring of each device on a bus."""
    for device in box.devices():
        wiring = device.wiring(box.box.tiles)
        if device.place is not None and wiring is not None:
            yield device.place, wiring


def _on_i2c(box: BoxFile, found: tuple[Wire, ...]) -> Iterator[Wire]:
    """The wires of expanders and devices on the I2C bus of the header."""
    parts: list[tuple[str, tuple[BusWire, ...]]] = [
        (tr("chip {chip}", chip=chip), I2C_WIRES) for chip in expanders(found)
    ]
    for place, wiring in bus_parts(box):
        if isinstance(place, I2cPlace) and place.bus == HEADER_BUS:
            parts.append((wiring.part, wiring.wires))
    for part, wires_of_part in parts:
        for wire in wires_of_part:
            yield Wire(WireKind.I2C, None, I2C_LINES[wire.line], part, wire.through, wire.to)


def _on_spi(box: BoxFile) -> Iterator[Wire]:
    """The wires of each chain and strip: data, clock where it has one, and chip select."""
    for place, wiring in bus_parts(box):
        if isinstance(place, SpiPlace):
            pins = {line: pin for pin, line in SPI_PINS[place.bus].items()}
            pins |= {line: pin for pin, line in SPI_CHIP_SELECTS[place.bus].items()}
            for wire in wiring.wires:
                pin = pins[f"CE{place.chip_select}" if wire.line == "CE" else wire.line]
                yield Wire(WireKind.SPI, None, pin, wiring.part, wire.through, wire.to)
