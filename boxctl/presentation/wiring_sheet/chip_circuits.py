"""The circuits on SPI and I2C: level shifters, chains, strips, displays. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import assert_never

from boxctl.presentation.wiring_sheet.circuit import ChipDiagram, ChipLine, Circuit
from boxctl.presentation.wiring_sheet.shopping_list import GATES
from boxctl.presentation.wiring_sheet.wires import Part, Wire, place_of
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.tables.display import DigitsTable, LcdTable, MatrixTable, OledTable
from hardware.config.tables.gpio import LampsTable
from hardware.config.tables.max7219 import SEGMENTS, MatrixLed, Max7219Table
from hardware.config.tables.strip import Apa102Table, StripTable
from hardware.config.tables.usb import OnBoard

GATE_PINS = ((2, 3), (5, 6), (9, 8), (12, 11))
"""Input and output of each gate of a 74AHCT125 in its case of 14 pins."""


def spi_circuits(box: BoxFile, found: Sequence[Wire]) -> Iterator[Circuit]:
    """Draw the level shifters, and what is behind them."""
    shifted = [wire for wire in found if Part.LEVEL_SHIFTER in wire.through]
    for first in range(0, len(shifted), GATES):
        yield _level_shifter(shifted[first : first + GATES])
    chained = any(isinstance(table, Max7219Table) for table in box.lamps)
    if chained or isinstance(box.display, DigitsTable | MatrixTable):
        yield _max7219()
    for table in box.lamps:
        tiles = table.tiles if isinstance(table, StripTable | Max7219Table) else None
        numbers = tiles or tuple(range(1, box.box.tiles + 1))
        match table:
            case StripTable():
                yield _strip(table, numbers)
            case Max7219Table():
                yield _leds_of_tiles(table, numbers)
            case LampsTable() | OnBoard():
                pass
            case _:
                assert_never(table)


def display_circuits(box: BoxFile) -> Iterator[Circuit]:
    """Draw the display, if it hangs on I2C."""
    display = box.display
    match display:
        case OledTable():
            yield _oled()
        case LcdTable():
            yield _lcd()
        case DigitsTable() | MatrixTable() | None:
            pass
        case _:
            assert_never(display)


def _oled() -> Circuit:
    return Circuit(
        tr("The display"),
        "GPIO2, GPIO3",
        ChipDiagram(
            "OLED",
            (
                ChipLine("3V3", "VCC"),
                ChipLine("GND", "GND"),
                ChipLine("GPIO2", "SDA"),
                ChipLine("GPIO3", "SCL"),
            ),
        ),
    )


def _lcd() -> Circuit:
    return Circuit(
        tr("The display, behind a level shifter with two BSS138"),
        "GPIO2, GPIO3",
        ChipDiagram(
            "2 x BSS138",
            (
                ChipLine("3V3", "LV", "HV", "5V"),
                ChipLine("GPIO2", "LV1", "HV1", tr("SDA of the display")),
                ChipLine("GPIO3", "LV2", "HV2", tr("SCL of the display")),
                ChipLine("GND", "GND", "GND", tr("GND of the display; its VCC to 5V")),
            ),
        ),
    )


def _level_shifter(wires: Sequence[Wire]) -> Circuit:
    lines = [
        ChipLine("5V", "VCC (14)"),
        ChipLine("GND", "GND (7)"),
        ChipLine("GND", "OE (1 4 10 13)"),
    ]
    for number, (wire, (entry, exit_)) in enumerate(zip(wires, GATE_PINS, strict=False), start=1):
        resistor = tr("{end} through 330 Ω", end=wire.to) if Part.R_330 in wire.through else wire.to
        to = tr("{end}: {part}", end=resistor, part=wire.part)
        lines.append(ChipLine(place_of(wire), f"{number}A ({entry})", f"{number}Y ({exit_})", to))
    for number, (entry, _exit) in enumerate(GATE_PINS[len(wires) :], start=len(wires) + 1):
        lines.append(ChipLine("GND", f"{number}A ({entry})"))
    return Circuit(
        tr("Level shifter: 3.3 V from the Pi, 5 V to the chips"),
        ", ".join(dict.fromkeys(map(place_of, wires))),
        ChipDiagram("74AHCT125", tuple(lines)),
        (tr("100 nF between VCC and GND, close to the chip."),),
    )


def _max7219() -> Circuit:
    return Circuit(
        tr("LEDs in a matrix; a ready-made module has all of this but the 74AHCT125"),
        "",
        ChipDiagram(
            "MAX7219",
            (
                ChipLine("74AHCT125", "DIN (1)", "DOUT (24)", tr("DIN of the next chip")),
                ChipLine("74AHCT125", "CLK (13)", "SEG", tr("anode of an LED")),
                ChipLine("74AHCT125", "LOAD (12)", "DIG", tr("cathode of an LED")),
                ChipLine("5V", "V+ (19)"),
                ChipLine("GND", "GND (4, 9)"),
                ChipLine(tr("5V through 28 kΩ"), "ISET (18)"),
            ),
        ),
        (tr("100 nF and 10 µF between V+ and GND, close to the chip. CLK and LOAD go to all."),),
    )


def _leds_of_tiles(table: Max7219Table, tiles: Sequence[int]) -> Circuit:
    """Say which LED of a chain is the lamp of which tile."""
    lines = []
    for place, tile in enumerate(tiles):
        leds = list(table.leds_of(place))
        lamp = tr("lamp of tile {tile}", tile=tile)
        if table.chips > 1:
            lamp = tr("{lamp}, chip {number}", lamp=lamp, number=leds[0].chip + 1)
        lines.append(ChipLine("", "", _matrix_leds(leds[0], leds[-1]), lamp))
    return Circuit(
        tr("The LEDs of the tiles, by row and column of the matrix"),
        "",
        ChipDiagram("MAX7219", tuple(lines)),
        (
            tr("DIG0 to DIG7 are the pins {pins}.", pins="2 11 6 7 3 10 5 8"),
            tr("SEG DP and SEG A to SEG G are the pins {pins}.", pins="22 14 16 20 23 21 15 17"),
        ),
    )


def _matrix_leds(first: MatrixLed, last: MatrixLed) -> str:
    """Return the pins of the first and the last LED of a tile, as short as they can be."""
    one, other = SEGMENTS[first.segment], SEGMENTS[last.segment]
    if first.digit != last.digit and one != other:
        return f"DIG{first.digit} {one} - DIG{last.digit} {other}"
    digits = dict.fromkeys((str(first.digit), str(last.digit)))
    segments = dict.fromkeys((one, other))
    return f"DIG{'-'.join(digits)} SEG {'-'.join(segments)}"


def _strip(table: StripTable, tiles: Sequence[int]) -> Circuit:
    data = (
        [ChipLine("74AHCT125", "DI"), ChipLine("74AHCT125", "CI")]
        if isinstance(table, Apa102Table)
        else [ChipLine(tr("74AHCT125 and 330 Ω"), "DIN")]
    )
    left = [ChipLine("5V", "5V"), ChipLine("GND", "GND"), *data]
    leds = [(table.leds_of(place, len(tiles)), tile) for place, tile in enumerate(tiles)]
    lamps = [
        (_leds_in_words(of_tile), tr("lamp of tile {tile}", tile=tile))
        for of_tile, tile in sorted(leds, key=lambda found: found[0].start)
    ]
    rows = zip_longest(left, lamps)
    lines = tuple(
        ChipLine(*((line.left, line.left_pin) if line else ("", "")), *(lamp or ("", "")))
        for line, lamp in rows
    )
    return Circuit(
        tr("The strip, at its first LED"),
        "",
        ChipDiagram(tr("strip"), lines),
        (tr("1000 µF between 5V and GND. The grounds of strip, supply and Pi are connected."),),
    )


def _leds_in_words(leds: range) -> str:
    """Return the numbers of LEDs on a strip, counted from 1."""
    first, last = leds.start + 1, leds.stop
    return f"LED {first}" if first == last else f"LED {first} - {last}"
