"""The circuits on SPI and I2C: level shifters, chains, strips, displays. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from boxctl.presentation.wiring_sheet.circuit import ChipDiagram, ChipLine, Circuit
from boxctl.presentation.wiring_sheet.shopping_list import GATES
from boxctl.presentation.wiring_sheet.wires import Part, Wire, place_of
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.tables.display import DigitsTable, LcdTable, MatrixTable, OledTable
from hardware.config.tables.gpio import LampsTable
from hardware.config.tables.max7219 import Max7219Table
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
        match table:
            case StripTable():
                yield _strip(table)
            case Max7219Table() | LampsTable() | OnBoard():
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


def _strip(table: StripTable) -> Circuit:
    data = (
        [ChipLine("74AHCT125", "DI"), ChipLine("74AHCT125", "CI")]
        if isinstance(table, Apa102Table)
        else [ChipLine(tr("74AHCT125 and 330 Ω"), "DIN")]
    )
    lines = (ChipLine("5V", "5V"), ChipLine("GND", "GND"), *data)
    return Circuit(
        tr("The strip, at its first LED"),
        "",
        ChipDiagram(tr("strip"), lines),
        (tr("1000 µF between 5V and GND. The grounds of strip, supply and Pi are connected."),),
    )
