"""Every wire of a USB board, by the pin table of its firmware and by what box.toml has. Pure.

The parts between a pin and its end are those of firmware_bridge/README.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.wiring_sheet.boards import BOARDS, ONLY_NANO, UsbBoard
from boxctl.presentation.wiring_sheet.wires import (
    BUTTON_NAMES,
    DIE_LEDS,
    WireKind,
    far_end,
    sensor_name,
)
from boxctl.rules.ruleset import Dice
from firmware_bridge.build_firmware import ON_CONVERTER, Chip, PinTable, RegisterChain
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.bus_wiring import Part
from hardware.config.tables.levers import BoardSensor
from hardware.config.tables.roller import (
    LED_NAMES,
    OnBoard,
    SerialTable,
    UsbRollerTable,
    UsbTilesTable,
    leds_behind,
)

TILES_A_REGISTER = 8
SMALL_BOX = 9
"""The most tiles of a board on which each sensor and each lamp has a pin of its own."""

TWELVE = 12
"""The same of a Pico."""

USUAL_DICE = Dice(2, 6)
"""Those of every pin table but :data:`OTHER_DICE`, whose dice are chosen when it is built."""

OTHER_DICE = "digits"

SENSOR_REGISTER, LAMP_REGISTER = "74HC165", "74HC595"


@frozen_dataclass
class BoardWire:
    """A wire from a pin of the board, named as on it, by way of ``through`` to ``to``."""

    kind: WireKind
    pin: str
    part: str
    through: tuple[Part, ...]
    to: str


@frozen_dataclass
class BoardWiring:
    """The wires of a board with the pin table ``table``.

    ``sensors`` are those of the levers on this board, tile 1 first; ``lamps_on_registers`` tells
    how many tiles have their lamp on a chain; ``dice`` are those that it has to throw, if any.
    """

    table: PinTable
    wires: tuple[BoardWire, ...]
    sensors: tuple[BoardSensor, ...]
    lamps_on_registers: int
    dice: Dice | None

    @property
    def lacks_its_dice(self) -> bool:
        """Whether it has to throw dice that its table does not have."""
        return self.table.name != OTHER_DICE and self.dice not in (None, USUAL_DICE)

    @property
    def board(self) -> UsbBoard:
        """The board that has this pin table."""
        return ONLY_NANO if self.table.needs_nano else BOARDS[self.table.chip]

    @property
    def flash_command(self) -> str:
        """The command that writes the firmware to the board."""
        command = f"boxctl firmware flash --table {self.table.name} --board {self.board.option}"
        if self.table.name == OTHER_DICE and self.dice is not None:
            command += f" --dice {self.dice.count} --sides {self.dice.sides}"
        return command

    @property
    def sensors_on_registers(self) -> int:
        """The number of tiles whose sensor is on a chain."""
        return len(self.sensors) if self.table.sensor_chain else 0

    @property
    def sensor_registers(self) -> int:
        """The number of 74HC165."""
        return -(-self.sensors_on_registers // TILES_A_REGISTER)

    @property
    def lamp_registers(self) -> int:
        """The number of 74HC595."""
        return -(-self.lamps_on_registers // TILES_A_REGISTER)


def usual_table(box: BoxFile, dice: Dice = USUAL_DICE, chip: Chip = Chip.ATMEGA328P) -> str | None:
    """Return the pin table that suits the box, played with ``dice``; None if it has no board.

    The small box of a Pico has buttons, too; its box of twelve tiles has two of them.
    """
    if isinstance(box.tiles, UsbTilesTable):
        if chip is Chip.RP2040 and SMALL_BOX < box.box.tiles <= TWELVE:
            return "twelve"
        buttons = isinstance(box.buttons, OnBoard) and chip is not Chip.RP2040
        return "box" if buttons or box.box.tiles > SMALL_BOX else "small_box"
    if isinstance(box.roller, SerialTable | UsbRollerTable):
        return "roller" if dice == USUAL_DICE else OTHER_DICE
    return None


def board_wiring(box: BoxFile, table: PinTable, dice: Dice = USUAL_DICE) -> BoardWiring:
    """Return the wires of this box, played with ``dice``, to a board with this pin table."""
    sensors: tuple[BoardSensor, ...] = ()
    if isinstance(box.tiles, UsbTilesTable):
        sensors = tuple(box.tiles.levers.of(tile) for tile in range(1, box.box.tiles + 1))
    lamps = box.box.tiles if any(isinstance(lamps, OnBoard) for lamps in box.lamps) else 0
    throws = isinstance(box.roller, SerialTable | UsbRollerTable)
    found = (
        *_sensors(table, sensors),
        *_lamps(table, lamps),
        *_buttons(box, table),
        *(_dice(table) if throws else ()),
    )
    on_registers = lamps if table.lamp_chain else 0
    return BoardWiring(table, found, sensors, on_registers, dice if throws else None)


def sensor_of_tile(sensor: BoardSensor, tile: int) -> str:
    """Return the name of the sensor of a tile; box.toml need not say of which kind it is."""
    if sensor.sensor is None:
        return tr("sensor of tile {tile}", tile=tile)
    return tr("{sensor} of tile {tile}", sensor=sensor_name(sensor.sensor), tile=tile)


def end_of_sensor(sensor: BoardSensor, board: UsbBoard) -> str:
    """Return where the wires of a sensor end that do not go to its pin or input."""
    return far_end(sensor.sensor or "reed", sensor.contact, end="GND", supply=board.supply)


def _sensors(table: PinTable, sensors: tuple[BoardSensor, ...]) -> Iterator[BoardWire]:
    # On shift registers no sensor has a pin of its own.
    for tile, (pin, sensor) in enumerate(zip(table.sensors, sensors, strict=False), start=1):
        part, to = sensor_of_tile(sensor, tile), end_of_sensor(sensor, BOARDS[table.chip])
        yield BoardWire(WireKind.LEVER, pin, part, (Part.R_1K,), to)
    if sensors and table.sensor_chain:
        ends = ("SH/LD (1)", "CLK (2)", "QH (9)")
        yield from _chain(table, table.sensor_chain, SENSOR_REGISTER, ends)


def _lamps(table: PinTable, tiles: int) -> Iterator[BoardWire]:
    for tile, pin in enumerate(table.lamps[:tiles], start=1):
        part = tr("lamp of tile {tile}", tile=tile)
        yield BoardWire(WireKind.LAMP, pin, part, (Part.R_1K, Part.LED), "GND")
    if tiles and table.lamp_chain:
        ends = ("RCLK (12), OE (13)", "SRCLK (11)", "SER (14)")
        yield from _chain(table, table.lamp_chain, LAMP_REGISTER, ends)


def _chain(
    table: PinTable, chain: RegisterChain, register: str, ends: tuple[str, str, str]
) -> Iterator[BoardWire]:
    latch, clock, data = ends
    every = tr("every {register}", register=register)
    first = tr("first {register}", register=register)
    pulled = (BOARDS[table.chip].pulled_up,) if register == LAMP_REGISTER else ()
    yield BoardWire(WireKind.REGISTER, chain.latch, every, pulled, latch)
    yield BoardWire(WireKind.REGISTER, chain.clock, every, (), clock)
    yield BoardWire(WireKind.REGISTER, chain.data, first, (), data)


def _buttons(box: BoxFile, table: PinTable) -> Iterator[BoardWire]:
    only_rolls = not isinstance(box.tiles, UsbTilesTable)
    for name, pin in table.buttons.items():
        if isinstance(box.buttons, OnBoard) or (only_rolls and name == "roll"):
            # Nothing in the chip pulls these two up.
            pulled = (Part.PULL_UP_5V,) if pin in ON_CONVERTER else ()
            part = tr(BUTTON_NAMES[name])
            yield BoardWire(WireKind.BUTTON, pin, part, (Part.R_1K, *pulled), "GND")


def _dice(table: PinTable) -> Iterator[BoardWire]:
    for number, pins in enumerate(table.dice, start=1):
        for name, pin in zip(LED_NAMES[4], pins, strict=True):
            count, place = leds_behind(name, len(pins)), DIE_LEDS[name]
            part = tr("die {number}, {place}", number=number, place=tr(place))
            yield BoardWire(WireKind.DICE, pin, part, (Part.R_1K, Part.LED) * count, "GND")
    for letter, pin in zip("abcdefg", table.segments, strict=False):
        part = tr("segment {letter} of both digits", letter=letter)
        yield BoardWire(WireKind.DICE, pin, part, (Part.R_1K,), letter)
    for number, pin in enumerate(table.digits, start=1):
        part = tr("digit {number} from the left", number=number)
        yield BoardWire(WireKind.DICE, pin, part, (), tr("its common cathode"))
