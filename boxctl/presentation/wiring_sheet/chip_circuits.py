"""The circuits on SPI and I2C: level shifters, chains, strips, displays. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.presentation.wiring_sheet.circuit import Circuit
from boxctl.presentation.wiring_sheet.shopping_list import GATES
from boxctl.presentation.wiring_sheet.wires import I2C_LINES, Wire, bus_parts, place_of
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.bus_wiring import BusWiring, ChipDiagram, ChipLine, Part
from hardware.config.tables.i2c import I2cPlace
from hardware.config.tables.spi import SpiPlace

GATE_PINS = ((2, 3), (5, 6), (9, 8), (12, 11))
"""Input and output of each gate of a 74AHCT125 in its case of 14 pins."""


def bus_circuits(box: BoxFile, found: Sequence[Wire]) -> Iterator[Circuit]:
    """Draw the level shifters and what is behind them, then what hangs on I2C."""
    shifted = [wire for wire in found if Part.LEVEL_SHIFTER in wire.through]
    for first in range(0, len(shifted), GATES):
        yield _level_shifter(shifted[first : first + GATES])
    parts = list(bus_parts(box))
    yield from _of([wiring for place, wiring in parts if isinstance(place, SpiPlace)], "")
    pins = ", ".join(f"GPIO{line}" for line in I2C_LINES.values())
    yield from _of([wiring for place, wiring in parts if isinstance(place, I2cPlace)], pins)


def _of(wirings: Sequence[BusWiring], pins: str) -> Iterator[Circuit]:
    """Draw each circuit once, on these pins of the header, and then the outputs of each device."""
    once = dict.fromkeys(wiring.circuit for wiring in wirings)
    for circuit in (*once, *(wiring.outputs for wiring in wirings)):
        if circuit is not None:
            yield Circuit(circuit.title, pins, circuit.diagram, circuit.notes)


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
