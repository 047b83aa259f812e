"""The circuits of a box: a diagram for everything that is wired alike, as in docs/wiring.md. Pure.

On SPI and I2C these are level shifters, chains, strips and displays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from boxctl.presentation.wiring_sheet.circuit import (
    GROUND,
    LED,
    ONE_KILOOHM,
    Branch,
    Circuit,
    Piece,
    Symbol,
    WireDiagram,
    contact,
    hall_notes,
    hall_switch,
    led,
    pair_of_leds,
)
from boxctl.presentation.wiring_sheet.currents import GATES
from boxctl.presentation.wiring_sheet.wires import (
    I2C_LINES,
    Wire,
    WireKind,
    bus_parts,
    expanders,
    place_of,
    sensor_name,
)
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.bus_wiring import BusWiring, ChipDiagram, ChipLine, Part
from hardware.config.pins import PULLED_UP, ChipName
from hardware.config.tables.gpio import ButtonsTable, TilesTable
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


def circuits(box: BoxFile, found: Sequence[Wire]) -> tuple[Circuit, ...]:
    """Return a circuit for each way in which something is wired, single wires first."""
    return (
        *_sensors(box, found),
        *_alike(found, WireKind.BUTTON, partial(_button, box)),
        *_alike(found, WireKind.LAMP, _lamp),
        *_alike(found, WireKind.DICE, _die_led),
        *_alike(found, WireKind.BUZZER, partial(_buzzer, box)),
        *_expander(found),
        *bus_circuits(box, found),
    )


def _alike(
    found: Sequence[Wire], kind: WireKind, draw: Callable[[Sequence[Wire]], Circuit]
) -> Iterator[Circuit]:
    """Draw the wires of a kind, those that are wired alike as one circuit."""
    yield from map(draw, _groups([wire for wire in found if wire.kind is kind], _way))


def _groups(
    wires: Sequence[Wire], way: Callable[[Wire], tuple[object, ...]]
) -> Iterable[list[Wire]]:
    """Return the wires by the way in which they are wired, in the order of the first of each."""
    groups: dict[tuple[object, ...], list[Wire]] = {}
    for wire in wires:
        groups.setdefault(way(wire), []).append(wire)
    return groups.values()


def _way(wire: Wire) -> tuple[object, ...]:
    on_i2c_pin = wire.chip is None and wire.line in PULLED_UP
    return wire.chip is None, on_i2c_pin, wire.through, wire.to


def _places(wires: Sequence[Wire]) -> str:
    return ", ".join(map(place_of, wires))


def _sensors(box: BoxFile, found: Sequence[Wire]) -> Iterator[Circuit]:
    levers = [wire for wire in found if wire.kind is WireKind.LEVER]
    if not isinstance(box.tiles, TilesTable):
        return
    sensors = {wire: box.tiles.levers.of(tile) for tile, wire in enumerate(levers, start=1)}
    for wires in _groups(
        levers, lambda wire: (sensors[wire].sensor, sensors[wire].contact, *_way(wire))
    ):
        sensor, first = sensors[wires[0]], wires[0]
        title = tr("Under a tile: {sensor}", sensor=sensor_name(sensor.sensor))
        if sensor.sensor == "hall":
            pull = "10 kΩ" if Part.PULL_UP in first.through else ""
            series = tr(first.through[0].value)
            hall = hall_switch(place_of(first), series, "3V3", pull)
            yield Circuit(title, _places(wires), hall, hall_notes())
            continue
        diagram = _contact(
            first,
            to_ground=sensor.connects_to == "ground",
            closed_at_rest=sensor.contact == "normally_closed",
        )
        notes = (first.to,) if sensor.sensor == "switch" else ()
        yield Circuit(title, _places(wires), diagram, notes)


def _contact(wire: Wire, *, to_ground: bool, closed_at_rest: bool) -> WireDiagram:
    return contact(
        place_of(wire),
        _pull(wire),
        "3V3",
        series=Piece(Symbol.RESISTOR, tr(wire.through[0].value)),
        to_ground=to_ground,
        closed_at_rest=closed_at_rest,
    )


def _pull(wire: Wire) -> str:
    if wire.chip is not None:
        return "10 kΩ"
    return tr("1.8 kΩ, on the Pi") if wire.line in PULLED_UP else tr("50 kΩ, in the Pi")


def _button(box: BoxFile, wires: Sequence[Wire]) -> Circuit:
    diagram = _contact(
        wires[0],
        to_ground=wires[0].to == "GND",
        closed_at_rest=isinstance(box.buttons, ButtonsTable)
        and box.buttons.contact == "normally_closed",
    )
    return Circuit(tr("A push-button"), _places(wires), diagram)


def _lamp(wires: Sequence[Wire]) -> Circuit:
    return Circuit(tr("A tile's lamp"), _places(wires), _led(wires[0]))


def _led(wire: Wire) -> WireDiagram:
    resistor = Piece(Symbol.RESISTOR, tr(wire.through[0].value))
    if wire.to == "GND":
        return led(place_of(wire), resistor)
    end = Piece(Symbol.OTHER_END, place_of(wire))
    return WireDiagram((Piece(Symbol.PIN, "3V3"), resistor, LED, end))


def _die_led(wires: Sequence[Wire]) -> Circuit:
    first = wires[0]
    diagram = _led(first)
    if first.through.count(Part.LED) == 1:
        return Circuit(tr("An LED of a die"), _places(wires), diagram)
    notes: tuple[str, ...] = ()
    if first.to == "GND":
        diagram = pair_of_leds(place_of(first))
    else:
        notes = (tr("Twice, side by side: a resistor and an LED each."),)
    return Circuit(tr("Two opposite LEDs of a die"), _places(wires), diagram, notes)


def _buzzer(box: BoxFile, wires: Sequence[Wire]) -> Circuit:
    pin = Piece(Symbol.PIN, place_of(wires[0]))
    ten = Piece(Symbol.RESISTOR, "10 kΩ")
    diagram = WireDiagram(
        (pin, ONE_KILOOHM),
        (
            Branch(1, False, (ten, GROUND)),
            Branch(2, True, (Piece(Symbol.BUZZER, tr("buzzer")), Piece(Symbol.SUPPLY, "3V3"))),
            Branch(2, False, (GROUND,)),
        ),
        transistor=True,
    )
    notes: tuple[str, ...] = ()
    if box.buzzer is not None and box.buzzer.kind == "passive":
        notes = (tr("A piezo: 1 kΩ across it. A magnetic one: a diode 1N4148, bar to 3V3."),)
    return Circuit(tr("The buzzer"), _places(wires), diagram, notes)


def _expander(found: Sequence[Wire]) -> Iterator[Circuit]:
    chips = expanders(tuple(found))
    if not chips:
        return
    senses = {wire.chip for wire in found if wire.kind in (WireKind.LEVER, WireKind.BUTTON)}
    lines = [
        ChipLine("3V3", "VDD (9)", "GPA (21 - 28)", tr("lines 0 to 7")),
        ChipLine("GND", "VSS (10)", "GPB (1 - 8)", tr("lines 8 to 15")),
        ChipLine("GPIO3", "SCL (12)"),
        ChipLine("GPIO2", "SDA (13)"),
        ChipLine("3V3", "RESET (18)"),
        ChipLine(tr("GND or 3V3"), "A0 A1 A2 (15 16 17)"),
    ]
    if senses & set(chips):
        lines.append(ChipLine(tr("GPIO of gpiopin="), "INTA (20)"))
    notes = [tr("100 nF between VDD and VSS of each.")]
    if senses & set(chips):
        notes.append(
            tr("INTA: one free GPIO for each chip with levers or buttons; gpiopin= names it.")
        )
    notes += [address for chip in chips if (address := _address(chip))]
    yield Circuit(
        "MCP23017-E/SP",
        ", ".join(map(str, chips)),
        ChipDiagram("MCP23017", tuple(lines)),
        tuple(notes),
    )


def _address(chip: ChipName) -> str:
    """Say what sets the address of a chip; empty if its name does not tell it."""
    bus_and_address = re.fullmatch(r"\d+-00(2[0-7])", str(chip))
    if bus_and_address is None:
        return ""
    number = int(bus_and_address[1], 16) & 7
    levels = ["3V3" if number & 1 << line else "GND" for line in range(3)]
    return tr(
        "{chip}: A0 to {a0}, A1 to {a1}, A2 to {a2}.",
        chip=chip,
        **{f"a{line}": level for line, level in enumerate(levels)},
    )
