"""The circuits of a box: a diagram for everything that is wired alike. Pure.

They are those of docs/wiring.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from boxctl.presentation.wiring_sheet.chip_circuits import bus_circuits
from boxctl.presentation.wiring_sheet.circuit import Branch, Circuit, WireDiagram
from boxctl.presentation.wiring_sheet.circuit_symbols import Piece, Symbol
from boxctl.presentation.wiring_sheet.wire_diagrams import (
    GROUND,
    LED,
    ONE_KILOOHM,
    contact,
    hall_notes,
    hall_switch,
    led,
    pair_of_leds,
)
from boxctl.presentation.wiring_sheet.wires import Wire, WireKind, expanders, place_of, sensor_name
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.bus_wiring import ChipDiagram, ChipLine, Part
from hardware.config.pi_header import PULLED_UP
from hardware.config.pins import ChipName
from hardware.config.tables.gpio import ButtonsTable, TilesTable


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
