"""The parts of a box and the currents that they take, as docs/wiring.md wires them. Pure.

A page has both, and the checks before power. Currents are milliamperes, and the most that a part
takes with all its lights on.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator

from boxctl.presentation.drawing.pdf import broken
from boxctl.presentation.drawing.shapes import BLACK, Label, Rectangle, Shape
from boxctl.presentation.wiring_sheet.board_wires import (
    LAMP_REGISTER,
    SENSOR_REGISTER,
    TILES_A_REGISTER,
    BoardWire,
    BoardWiring,
)
from boxctl.presentation.wiring_sheet.paper import MARGIN, TEXT, TITLE, TOP, WIDTH
from boxctl.presentation.wiring_sheet.wires import RESISTORS, Wire, WireKind, bus_parts, expanders
from boxctl.rules.ruleset import dice_in_words
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import decimal, tr
from hardware.config.box_file import BoxFile
from hardware.config.bus_wiring import Item, Part
from hardware.config.tables.gpio import TilesTable
from hardware.config.tables.roller import UsbTilesTable

A_HALL_SWITCH = 4.0
A_BUZZER = 30.0
MOST_OF_A_PIN = 8.0
MOST_OF_ALL_PINS = 50.0
MOST_OF_AN_EXPANDER, MOST_INTO_AN_EXPANDER = 125.0, 150.0
"""By all lines that light a lamp when high, and by all that do so when low."""

MOST_OF_A_REGISTER = 70.0
MOST_OF_USB = 400.0
"""Of the 500 mA of a USB port, with a margin for the board."""

MOST_OF_3V3 = 500.0
MOST_OF_5V_PINS = 700.0
"""Two MAX7219 with all LEDs lit, with a margin for the display; beyond it, a supply of its own."""


@frozen_dataclass
class Load:
    """The current taken from one supply, the most that it gives, and what to do beyond that."""

    supply: str
    milliamperes: float
    most: float
    cure: str

    @property
    def is_too_much(self) -> bool:
        """Whether it is more than the supply gives."""
        return self.milliamperes > self.most

    @property
    def warning(self) -> str:
        """What to say of a load that is too much."""
        return tr("TOO MUCH: {cure}", cure=self.cure)

    @property
    def in_words(self) -> str:
        """The current, beside the most that the supply gives."""
        return tr(
            "{milliamperes} mA of {most} mA",
            milliamperes=decimal(self.milliamperes, 1),
            most=f"{self.most:.0f}",
        )


def loads(
    box: BoxFile, found: tuple[Wire, ...], board: BoardWiring | None = None
) -> tuple[Load, ...]:
    """Return the current that each supply has to give; unused supplies are left out."""
    every = [*_of_pins(found), *_of_rails(box, found), *_of_board(board)]
    return tuple(load for load in every if load.milliamperes)


def _of_pins(found: tuple[Wire, ...]) -> Iterator[Load]:
    on_header = [wire for wire in found if wire.chip is None]
    pins = [wire.milliamperes for wire in on_header]
    yield Load(tr("a pin of the header"), max(pins, default=0.0), MOST_OF_A_PIN, _larger())
    yield Load(tr("all pins of the header together"), sum(pins), MOST_OF_ALL_PINS, _larger())
    for chip in expanders(found):
        supply = tr("all lines of chip {chip}", chip=chip)
        given = [wire for wire in found if wire.chip == chip]
        low = sum(wire.milliamperes for wire in given if wire.to == "3V3")
        high = sum(wire.milliamperes for wire in given) - low
        ways = (
            Load(supply, high, MOST_OF_AN_EXPANDER, _larger()),
            Load(supply, low, MOST_INTO_AN_EXPANDER, _larger()),
        )
        yield max(ways, key=lambda load: load.milliamperes / load.most)


def _larger() -> str:
    return tr("take larger resistors, or put a ULN2803 between the pins and the LEDs")


def _of_board(board: BoardWiring | None) -> Iterator[Load]:
    if board is None:
        return
    kind = board.board
    pins = [kind.led * wire.through.count(Part.LED) for wire in board.wires]
    pins += [kind.segment for wire in board.wires if wire.pin in board.table.segments]
    # The digits take turns, and the pin of the one that is lit sinks all of its segments.
    sunk = kind.segment * sum(wire.pin in board.table.segments for wire in board.wires)
    cure = tr("take larger resistors")
    yield Load(tr("a pin of the board"), max(*pins, sunk, 0.0), kind.most_of_a_pin, cure)
    yield Load(tr("all pins of the board together"), sum(pins), kind.most_of_all_pins, cure)
    halls = A_HALL_SWITCH * sum(sensor.sensor == "hall" for sensor in board.sensors)
    lamps = kind.led * board.lamps_on_registers
    a_register = min(lamps, TILES_A_REGISTER * kind.led)
    yield Load(tr("a {chip}", chip=LAMP_REGISTER), a_register, MOST_OF_A_REGISTER, cure)
    from_plug = sum(pins) + lamps + halls
    cure = tr("give the board a supply of its own")
    yield Load(tr("5V, from the plug of the board"), from_plug, MOST_OF_USB, cure)


def _of_rails(box: BoxFile, found: tuple[Wire, ...]) -> Iterator[Load]:
    # What the pins of the header give comes from 3V3 as well.
    from_lines = sum(wire.milliamperes for wire in found)
    halls = A_HALL_SWITCH * sum(sensor == "hall" for sensor in sensors(box))
    buzzer = 0.0 if box.buzzer is None else A_BUZZER
    wirings = [wiring for _place, wiring in bus_parts(box)]
    at_3v3 = sum(wiring.at_3v3 for wiring in wirings)
    cure = tr("give some of the parts a supply of 3.3 V of their own")
    yield Load("3V3", from_lines + halls + buzzer + at_3v3, MOST_OF_3V3, cure)
    at_5v = sum(wiring.at_5v for wiring in wirings)
    cure = tr("give the LEDs a supply of 5 V of their own")
    yield Load(tr("5V, from the pins of the header"), at_5v, MOST_OF_5V_PINS, cure)


def sensors(box: BoxFile) -> tuple[str, ...]:
    """Return the kind of each lever's sensor on a pin, tile 1 first."""
    if not isinstance(box.tiles, TilesTable):
        return ()
    levers = box.tiles.levers
    return tuple(levers.of(tile).sensor for tile in range(1, len(box.tiles.pins) + 1))


GATES = 4
"""The lines that one 74AHCT125 takes up to 5 V."""


def shopping_list(
    box: BoxFile, found: tuple[Wire, ...], board: BoardWiring | None = None
) -> tuple[Item, ...]:
    """Return the parts to be bought or found, beside wood, wire and a supply."""
    return tuple(item for item in _items(box, found, board) if item.count)


def _items(box: BoxFile, found: tuple[Wire, ...], board: BoardWiring | None) -> Iterator[Item]:
    if board is not None:
        yield Item(1, tr(board.board.name))
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


def parts_page(box: BoxFile, found: tuple[Wire, ...], board: BoardWiring | None) -> Iterator[Shape]:
    """List the parts, the currents, and the checks before power."""
    down = TOP
    yield Label(tr("Parts"), MARGIN, down, TITLE, bold=True)
    for item in shopping_list(box, found, board):
        down += 5
        yield from _item(item, down)
    down += 12
    yield Label(tr("Currents, with everything lit"), MARGIN, down, TITLE, bold=True)
    for load in loads(box, found, board):
        down += 5
        yield from _load(load, down)
        if load.is_too_much:
            down += 5
            yield Label(load.warning, MARGIN + 9, down, TEXT, bold=True, colour=(190, 0, 0))
    down += 12
    yield Label(tr("Before you switch on"), MARGIN, down, TITLE, bold=True)
    for sentence in _checks(box, found, board):
        yield Rectangle(MARGIN, down + 2.4, 2.6, 2.6, None, BLACK)
        for line in broken(sentence, TEXT, WIDTH - 2 * MARGIN - 6):
            down += 5
            yield Label(line, MARGIN + 6, down, TEXT)


def _item(item: Item, down: float) -> Iterator[Shape]:
    yield Label(str(item.count), MARGIN + 10, down, TEXT, bold=True, anchor="end")
    yield Label(item.what, MARGIN + 14, down, TEXT)


def _load(load: Load, down: float) -> Iterator[Shape]:
    yield Label(load.supply, MARGIN + 4, down, TEXT)
    yield Label(load.in_words, MARGIN + 100, down, TEXT, bold=load.is_too_much)


def _checks(box: BoxFile, found: tuple[Wire, ...], board: BoardWiring | None) -> Iterator[str]:
    """Yield each check before the box gets power."""
    if isinstance(box.tiles, UsbTilesTable) and (board is None or board.board.supply == "5V"):
        yield tr("The board runs on 5 V: never connect its pins to those of a Raspberry Pi.")
    if any(wire.kind is WireKind.SPI for wire in found):
        yield tr("74AHCT125: supply to 5 V, enable pins and unused inputs to GND.")
    if expanders(found):
        yield tr(
            "MCP23017: VDD and RESET to 3V3, VSS to GND, A0 to A2 by its address; INTA of each "
            "chip with levers to the GPIO that gpiopin= in config.txt names."
        )
    if found:
        yield tr("No 5 V on any pin of the header but 2 and 4; no short from 3V3 to GND.")
    if board is not None:
        yield tr(board.board.flashed, command=board.flash_command)
    if board is not None and board.dice is not None and board.lacks_its_dice:
        yield tr(
            "The rules want {dice}; the pin table {table} has others: take another roller.",
            dice=dice_in_words(board.dice.count, board.dice.sides),
            table=board.table.name,
        )
    command = f"boxctl run --check --config {shlex.quote(box.path.name)}"
    yield tr("{command} says that the file is right.", command=command)
