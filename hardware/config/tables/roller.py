"""The drivers of the table ``[roller]``, and the table ``[usb]``: a board on one serial port.

Such a board may have the levers, lamps and buttons as well as the dice. The LEDs of a die stand in
the usual pattern. Opposite ones are always lit together, so four lines suffice::

    b   c          b1   c1
    d a d          d1 a d2
    c   b          c2   b2
"""

from __future__ import annotations

from typing import Literal

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import clauses, message, tr, tr_n
from hardware.config.declare import Driver, Setting
from hardware.config.device_table import RollerTable
from hardware.config.kinds import dice_of_pins, one_of, text, whole_number
from hardware.config.pins import Pin
from hardware.config.tables.levers import BOARD_SENSOR_SETTINGS, BoardSensors, board_sensors

SIDES = 6

LED_NAMES: dict[int, tuple[str, ...]] = {
    4: ("a", "b", "c", "d"),
    7: ("a", "b1", "b2", "c1", "c2", "d1", "d2"),
}
"""Names of the lines of a die with 4 or 7 lines, in their order in box.toml."""

_LIT = {1: "a", 2: "b", 3: "ab", 4: "bc", 5: "abc", 6: "bcd"}


def lit(face: int, lines: int) -> tuple[bool, ...]:
    """Return which of the lines are lit for a face from 1 to 6; none for another number."""
    groups = _LIT.get(face, "")
    return tuple(name[0] in groups for name in LED_NAMES[lines])


def leds_behind(name: str, lines: int) -> int:
    """Return how many LEDs hang on this line of a die: opposite ones share one of four lines."""
    return 2 if lines == 4 and name != "a" else 1


MOST_DICE_OF_LEDS = 4


@frozen_dataclass
class SerialTable(RollerTable):
    """A roller on a serial port."""

    port: str
    baud: int

    opens = "hardware.dice.serial_roller:open_roller_on_port"

    def in_words(self, dice: str) -> str:
        """Name the port."""
        return tr(
            "on port {port}; it has to have {dice}, which is seen when it answers",
            port=self.port,
            dice=dice,
        )


@frozen_dataclass
class PiTable(RollerTable):
    """The Pi throws the dice itself, on the roll button; ``leds`` are the pins of each die."""

    leds: tuple[tuple[Pin, ...], ...] = ()
    leds_active: Literal["high", "low"] = "high"

    def wired(self) -> list[list[tuple[str, Pin]]]:
        """The name and the pin of each LED, the first die first."""
        return [list(zip(LED_NAMES[len(pins)], pins, strict=True)) for pins in self.leds]

    def in_words(self, dice: str) -> str:
        """Say which dice have LEDs."""
        count = len(self.leds)
        shown = tr_n("1 die has LEDs", "{count} dice have LEDs", count, count=count)
        return clauses([tr("the Pi throws {dice}", dice=dice), *([shown] if count else [])])


@frozen_dataclass
class EmulatedTable(RollerTable):
    """The firmware of a roller, run on this machine; ``seed`` None is the system's noise."""

    dice: int
    sides: int
    seed: int | None

    def in_words(self, dice: str) -> str:
        """Say where they are thrown."""
        return tr("the firmware of a roller throws {dice} on this machine", dice=dice)


@frozen_dataclass
class UsbRollerTable(RollerTable):
    """The dice of the board that also has the tiles."""

    def in_words(self, dice: str) -> str:
        """Name the board."""
        return tr(
            "on the USB board; it has to have {dice}, which is seen when it answers", dice=dice
        )


@frozen_dataclass
class HandTable(RollerTable):
    """Real dice, thrown by hand; people enter what they show."""

    entered = True

    def in_words(self, dice: str) -> str:
        """Say who throws them."""
        return tr("people throw {dice} and enter what they show", dice=dice)


PORT = Setting(
    "port",
    text('auto, or the path of a port, best one of "/dev/serial/by-id/"'),
    message("the serial port of the board; auto asks on each for one that is fit"),
    default="auto",
)
BAUD = Setting(
    "baud", whole_number(1200, 4_000_000), message("its speed in bits a second"), default=115_200
)

SERIAL = Driver(
    "serial",
    message("a microcontroller that reads or throws the dice, on a serial port"),
    (PORT, BAUD),
    SerialTable,
)

PI = Driver(
    "pi",
    message("the Pi throws the dice itself, on the roll button"),
    (
        Setting("leds", dice_of_pins(tuple(LED_NAMES), MOST_DICE_OF_LEDS),
                message("the pins of the LEDs that show each die; wiring.md tells their order"),
                default=(), default_says=message("no LEDs")),
        Setting("leds_active", one_of("high", "low"), message("the level that lights them"),
                default="high"),
    ),
    PiTable,
)  # fmt: skip

EMULATED = Driver(
    "emulated",
    message("the firmware of a roller, run on this machine; it throws when the box's roll button "
            "is let go"),
    (
        Setting("dice", whole_number(1, 4), message("how many dice it has"), default=2),
        Setting("sides", whole_number(2, 20), message("their sides"), default=6),
        Setting("seed", whole_number(0, 2**63 - 1), message("the same seed throws the same dice"),
                default=None, default_says=message("real chance")),
    ),
    EmulatedTable,
)  # fmt: skip

USB_ROLLER = Driver("usb", message("the dice of the board of [usb]"), (), UsbRollerTable)

HAND = Driver(
    "hand",
    message(
        "real dice, thrown by hand; what they show is entered with the buttons of the box, or "
        "typed where boxctl runs in a terminal"
    ),
    (),
    HandTable,
)


@frozen_dataclass
class UsbTable:
    """The table ``[usb]``: where the board is."""

    port: str
    baud: int


@frozen_dataclass
class OnBoard:
    """Lamps or buttons that the board of ``[usb]`` has."""


@frozen_dataclass
class UsbTilesTable:
    """The table ``[tiles]`` of a box whose levers are on the board of ``[usb]``."""

    levers: BoardSensors


USB_SETTINGS = (PORT, BAUD)

USB_TILES = Driver(
    "usb",
    message("sensors on the board of [usb], whose firmware knows its pins"),
    BOARD_SENSOR_SETTINGS,
    lambda **values: UsbTilesTable(board_sensors(values)),
)
USB_LAMPS = Driver(
    "usb", message("lamps on the board of [usb], whose firmware knows its pins"), (), OnBoard
)
USB_BUTTONS = Driver(
    "usb", message("push-buttons on the board of [usb], whose firmware knows its pins"), (), OnBoard
)
