"""The parts of a box and how many of each, as its box.toml and docs/wiring.md have them. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from boxctl.presentation.wiring_sheet.board_wires import (
    LAMP_REGISTER,
    SENSOR_REGISTER,
    BoardWire,
    BoardWiring,
)
from boxctl.presentation.wiring_sheet.currents import sensors
from boxctl.presentation.wiring_sheet.wires import RESISTORS, Wire, WireKind, bus_parts, expanders
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.bus_wiring import Item, Part
from hardware.config.tables.usb import UsbTilesTable

GATES = 4
"""The lines that one 74AHCT125 takes up to 5 V."""


def shopping_list(
    box: BoxFile, found: tuple[Wire, ...], board: BoardWiring | None = None
) -> tuple[Item, ...]:
    """Return what has to be bought or found, beside wood, wire and a supply."""
    return tuple(item for item in _items(box, found, board) if item.count)


def _items(box: BoxFile, found: tuple[Wire, ...], board: BoardWiring | None) -> Iterator[Item]:
    if board is not None:
        yield Item(1, tr("Arduino Uno or Nano, with its USB cable"))
    if found:
        yield Item(1, tr("Raspberry Pi with 40 pins, a card and a supply"))
    yield from _of_levers(box)
    every: tuple[Wire | BoardWire, ...] = (*found, *(() if board is None else board.wires))
    yield Item(sum(wire.kind is WireKind.BUTTON for wire in every), tr("push-button"))
    parts = Counter(part for wire in every for part in wire.through)
    if board is not None:
        parts += _on_registers(board)
    yield Item(parts[Part.LED], tr("red LED"))
    yield from _resistors(parts)
    yield Item(parts[Part.TRANSISTOR], tr("NPN transistor, such as a BC547"))
    yield Item(parts[Part.TRANSISTOR], tr("buzzer"))
    if box.buzzer is not None and box.buzzer.kind == "passive":
        yield Item(1, tr("resistor of 1 kΩ for a piezo, diode 1N4148 for a magnetic buzzer"))
    shifters = -(-parts[Part.LEVEL_SHIFTER] // GATES)
    yield Item(shifters, tr("74AHCT125"))
    chips = len(expanders(found))
    yield Item(chips, tr("MCP23017-E/SP"))
    halls = _sensors(box)["hall"]
    registers = 0 if board is None else board.sensor_registers + board.lamp_registers
    if board is not None:
        yield Item(board.sensor_registers, SENSOR_REGISTER)
        yield Item(board.lamp_registers, LAMP_REGISTER)
        digits = sum(wire.pin in board.table.digits for wire in board.wires)
        yield Item(digits, tr("digit of seven segments, common cathode"))
    yield Item(shifters + chips + halls + registers, tr("capacitor of 100 nF"))
    for _place, wiring in bus_parts(box):
        yield from wiring.items
    yield Item(int(box.voice is not None), tr("loudspeaker with its amplifier"))


def _resistors(parts: Counter[Part]) -> Iterator[Item]:
    """Yield the resistors: those of 1 kΩ first, of which a box has most."""
    for part in sorted(RESISTORS, key=lambda part: part is not Part.R_1K):
        yield Item(parts[part], tr("resistor of {value}", value=tr(part.value)))
    ten_kiloohm = (Part.PULL_UP, Part.PULL_UP_5V, Part.PULL_DOWN)
    count = sum(parts[part] for part in ten_kiloohm)
    yield Item(count, tr("resistor of {value}", value="10 kΩ"))


def _on_registers(board: BoardWiring) -> Counter[Part]:
    """Return the parts of the sensors and the lamps on shift registers."""
    sensors, lamps = board.sensors_on_registers, board.lamps_on_registers
    return Counter({Part.R_1K: sensors + lamps, Part.PULL_UP_5V: sensors, Part.LED: lamps})


def _sensors(box: BoxFile) -> Counter[str]:
    """Return how many sensors of each kind the box has; reed contacts where it does not say."""
    if isinstance(box.tiles, UsbTilesTable):
        levers = box.tiles.levers
        return Counter(levers.of(tile).sensor or "reed" for tile in range(1, box.box.tiles + 1))
    return Counter(sensors(box))


def _of_levers(box: BoxFile) -> Iterator[Item]:
    kinds = _sensors(box)
    yield Item(kinds["reed"], tr("reed contact"))
    yield Item(kinds["hall"], tr("Hall switch with an open-drain output"))
    yield Item(kinds["switch"], tr("micro switch with a lever"))
    yield Item(kinds["reed"] + kinds["hall"], tr("magnet"))
