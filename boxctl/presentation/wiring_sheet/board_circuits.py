"""The circuits of a USB board (sensors, lamps, digits, shift registers), and their pages. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.presentation.drawing.shapes import Shape
from boxctl.presentation.wiring_sheet.board_wires import (
    LAMP_REGISTER,
    SENSOR_REGISTER,
    TILES_A_REGISTER,
    BoardWire,
    BoardWiring,
    end_of_sensor,
    sensor_of_tile,
)
from boxctl.presentation.wiring_sheet.circuit import (
    Circuit,
    WireDiagram,
    circuit_height,
    contact,
    drawn_circuit,
    hall_notes,
    hall_switch,
    led,
    pair_of_leds,
)
from boxctl.presentation.wiring_sheet.paper import HEIGHT, MARGIN, WIDTH
from boxctl.presentation.wiring_sheet.wires import WireKind, sensor_name
from firmware_bridge.build_firmware import RegisterChain
from groundwork.language import tr
from hardware.config.bus_wiring import ChipDiagram, ChipLine, Part
from hardware.config.tables.levers import BoardSensor

SENSOR_INPUTS = (("H", 6), ("G", 5), ("F", 4), ("E", 3), ("D", 14), ("C", 13), ("B", 12), ("A", 11))
"""The inputs of a 74HC165 and their pins, of its first tile to its eighth."""

LAMP_OUTPUTS = tuple(zip("ABCDEFGH", (15, 1, 2, 3, 4, 5, 6, 7), strict=True))
"""The outputs of a 74HC595 and their pins, of its first tile to its eighth."""


def board_circuits(wiring: BoardWiring) -> tuple[Circuit, ...]:
    """Return a circuit for each way in which something is wired, single wires first."""
    return tuple(_circuits(wiring))


def _circuits(wiring: BoardWiring) -> Iterator[Circuit]:
    levers = [wire for wire in wiring.wires if wire.kind is WireKind.LEVER]
    for sensor, places in _alike(wiring.sensors[: len(levers)]):
        wires = [levers[place] for place in places]
        title = _under_a_tile(sensor, tr("A tile's sensor"))
        yield _sensor(wiring, sensor, title, _pins(wires), wires[0].pin, tr("in the chip"))
    if wires := [wire for wire in wiring.wires if wire.kind is WireKind.BUTTON]:
        diagram = contact(wires[0].pin, tr("in the chip"), wiring.board.supply)
        yield Circuit(tr("A push-button"), _pins(wires), diagram)
    if wires := [wire for wire in wiring.wires if wire.kind is WireKind.LAMP]:
        yield Circuit(tr("A tile's lamp"), _pins(wires), led(wires[0].pin))
    yield from _dice(wiring)
    for sensor, places in _alike(wiring.sensors[: wiring.sensors_on_registers]):
        title = _under_a_tile(sensor, tr("A sensor on a 74HC165"))
        tiles = "" if sensor.sensor is None else ", ".join(
            tr("tile {number}", number=place + 1) for place in places
        )  # fmt: skip
        yield _sensor(wiring, sensor, title, tiles, tr("an input"), "10 kΩ", is_pulled_outside=True)
    if wiring.lamps_on_registers:
        yield Circuit(tr("A lamp on a 74HC595"), "", led(tr("an output")))
    yield from _digits(wiring)
    yield from _sensor_registers(wiring)
    yield from _lamp_registers(wiring)


def _alike(sensors: Sequence[BoardSensor]) -> Iterator[tuple[BoardSensor, list[int]]]:
    """Yield one sensor of each kind that is wired alike, with the places of all of that kind."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for place, sensor in enumerate(sensors):
        groups.setdefault((sensor.sensor, sensor.contact), []).append(place)
    for places in groups.values():
        yield sensors[places[0]], places


def _under_a_tile(sensor: BoardSensor, otherwise: str) -> str:
    if sensor.sensor is None:
        return otherwise
    return tr("Under a tile: {sensor}", sensor=sensor_name(sensor.sensor))


def _sensor(
    wiring: BoardWiring,
    sensor: BoardSensor,
    title: str,
    places: str,
    pin: str,
    pull: str,
    *,
    is_pulled_outside: bool = False,
) -> Circuit:
    supply = wiring.board.supply
    if sensor.sensor == "hall":
        diagram = hall_switch(pin, "1 kΩ", supply, pull if is_pulled_outside else "")
        return Circuit(title, places, diagram, hall_notes())
    closed = sensor.contact == "normally_closed"
    notes = (end_of_sensor(sensor, wiring.board),) if sensor.sensor == "switch" else ()
    return Circuit(title, places, contact(pin, pull, supply, closed_at_rest=closed), notes)


def _pins(wires: Sequence[BoardWire]) -> str:
    return ", ".join(wire.pin for wire in wires)


def _dice(wiring: BoardWiring) -> Iterator[Circuit]:
    lit = [wire for wire in wiring.wires if wire.kind is WireKind.DICE and Part.LED in wire.through]
    middle = [wire for wire in lit if wire.through.count(Part.LED) == 1]
    pairs = [wire for wire in lit if wire.through.count(Part.LED) == 2]
    if middle:
        yield Circuit(tr("The LED in the middle of a die"), _pins(middle), led(middle[0].pin))
    if pairs:
        diagram = pair_of_leds(pairs[0].pin)
        yield Circuit(tr("Two opposite LEDs of a die"), _pins(pairs), diagram)


def _digits(wiring: BoardWiring) -> Iterator[Circuit]:
    segments, digits = wiring.table.segments, wiring.table.digits
    if not digits or not any(wire.pin == digits[0] for wire in wiring.wires):
        return
    lines = [
        ChipLine(tr("{pin} through 1 kΩ", pin=pin), letter)
        for pin, letter in zip(segments, "abcdefg", strict=False)
    ]
    lines += [
        ChipLine(pin, tr("common cathode, digit {number}", number=number))
        for number, pin in enumerate(digits, start=1)
    ]
    notes = (tr("The segments of both digits are wired side by side, with one resistor each."),)
    diagram = ChipDiagram(tr("two digits"), tuple(lines))
    yield Circuit(tr("The dice"), ", ".join((*segments, *digits)), diagram, notes)


def _sensor_registers(wiring: BoardWiring) -> Iterator[Circuit]:
    chain = wiring.table.sensor_chain
    if chain is None:
        return
    count = wiring.sensor_registers
    for number in range(count):
        is_first, is_last = number == 0, number == count - 1
        data = chain.data if is_first else tr("SER (10) of the one before")
        following = "GND" if is_last else tr("QH (9) of the next one")
        left = (
            *_power(wiring, chain),
            ("GND", "CLK INH (15)"),
            (data, "QH (9)"),
            (following, "SER (10)"),
        )
        first = number * TILES_A_REGISTER + 1
        right = [
            (f"{letter} ({pin})", _at_input(wiring, first + place))
            for place, (letter, pin) in enumerate(SENSOR_INPUTS)
        ]
        yield _register(wiring, SENSOR_REGISTER, number, left, right)


def _at_input(wiring: BoardWiring, tile: int) -> str:
    """Return the circuit at the input of a tile; one without a tile must not float."""
    if tile > wiring.sensors_on_registers:
        return "GND"
    return sensor_of_tile(wiring.sensors[tile - 1], tile)


def _lamp_registers(wiring: BoardWiring) -> Iterator[Circuit]:
    chain = wiring.table.lamp_chain
    if chain is None:
        return
    for number in range(wiring.lamp_registers):
        data = chain.data if number == 0 else tr("QH' (9) of the one before")
        left = (
            (wiring.board.supply, "VCC (16)"),
            (wiring.board.supply, "SRCLR (10)"),
            ("GND", "GND (8)"),
            (chain.latch, "RCLK (12)"),
            (chain.latch, "OE (13)"),
            (chain.clock, "SRCLK (11)"),
            (data, "SER (14)"),
        )
        first = number * TILES_A_REGISTER + 1
        right = [
            (f"Q{letter} ({pin})", tr("lamp of tile {tile}", tile=first + place))
            for place, (letter, pin) in enumerate(LAMP_OUTPUTS)
            if first + place <= wiring.lamps_on_registers
        ]
        yield _register(wiring, LAMP_REGISTER, number, left, right)


def _power(wiring: BoardWiring, chain: RegisterChain) -> tuple[tuple[str, str], ...]:
    return (
        (wiring.board.supply, "VCC (16)"),
        ("GND", "GND (8)"),
        (chain.latch, "SH/LD (1)"),
        (chain.clock, "CLK (2)"),
    )


def _register(
    wiring: BoardWiring,
    chip: str,
    number: int,
    left: Sequence[tuple[str, str]],
    right: Sequence[tuple[str, str]],
) -> Circuit:
    rows = max(len(left), len(right))
    padded_left = [*left, *[("", "")] * (rows - len(left))]
    padded_right = [*right, *[("", "")] * (rows - len(right))]
    lines = tuple(
        ChipLine(outside, pin, other_pin, other)
        for (outside, pin), (other_pin, other) in zip(padded_left, padded_right, strict=True)
    )
    title = tr("{chip} number {number}, counted from the board", chip=chip, number=number + 1)
    notes = [tr("100 nF between VCC and GND.")]
    if chip == LAMP_REGISTER and number == 0:
        notes.append(
            tr(
                "10 kΩ from RCLK and OE to {supply}, once for all: dark until the board runs.",
                supply=wiring.board.supply,
            )
        )
    return Circuit(title, "", ChipDiagram(chip, lines), tuple(notes))


ROOM = WIDTH - 2 * MARGIN
HALF = ROOM / 2 - 4
TOP_OF_PAGE = 32.0
BOTTOM = HEIGHT - MARGIN

Row = tuple[Circuit, ...]


def circuit_pages(circuits: Sequence[Circuit]) -> Iterator[tuple[Shape, ...]]:
    """Draw the circuits, single wires two in a row, on as few pages as they need."""
    shapes: list[Shape] = []
    down = TOP_OF_PAGE
    for row in _rows(circuits):
        height = max(circuit_height(circuit, width_of(row)) for circuit in row)
        if shapes and down + height > BOTTOM:
            yield tuple(shapes)
            shapes, down = [], TOP_OF_PAGE
        for number, circuit in enumerate(row):
            left = MARGIN + number * (ROOM / 2 + 4)
            shapes += drawn_circuit(circuit, left, down, width_of(row))
        down += height
    if shapes:
        yield tuple(shapes)


def width_of(row: Row) -> float:
    """Return how wide a circuit of a row may be."""
    return HALF if isinstance(row[0].diagram, WireDiagram) else ROOM


def _rows(circuits: Sequence[Circuit]) -> Iterator[Row]:
    single = [one for one in circuits if isinstance(one.diagram, WireDiagram)]
    for first in range(0, len(single), 2):
        yield tuple(single[first : first + 2])
    for circuit in circuits:
        if not isinstance(circuit.diagram, WireDiagram):
            yield (circuit,)
