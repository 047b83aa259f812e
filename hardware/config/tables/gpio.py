"""The driver ``gpio``: its settings and its typed tables.

The devices are in :mod:`hardware.gpio.box`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Literal

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message
from hardware.config.declare import Driver, Setting
from hardware.config.kinds import chip, milliamperes, one_of, pin, pins, yes_or_no
from hardware.config.pins import AUTO, ChipName, Pin
from hardware.config.tables.lamps import TILES
from hardware.config.tables.levers import (
    CONNECTS_TO,
    CONTACT,
    PIN_SENSOR_SETTINGS,
    QUIET,
    ConnectsTo,
    LeverSensors,
    Resting,
    pin_sensors,
)
from hardware.devices import BUTTONS, ButtonName

AN_LED = 1.3
"""Milliamperes of a red LED behind 1 kΩ at 3.3 V, as docs/wiring.md wires them."""


@frozen_dataclass
class GpioTable:
    """The table ``[gpio]``."""

    chip: ChipName = AUTO
    i2c: bool = True


@frozen_dataclass
class TilesTable:
    """The table ``[tiles]``; the first pin is that of tile 1."""

    pins: tuple[Pin, ...]
    levers: LeverSensors


@frozen_dataclass
class LampsTable:
    """Lamps on pins, in the order of ``tiles``; None is all tiles from 1 on.

    Each takes so many ``milliamperes`` from its pin while it is lit.
    """

    pins: tuple[Pin, ...]
    active: Literal["high", "low"]
    tiles: tuple[int, ...] | None = None
    milliamperes: float = AN_LED

    def wired(self) -> Iterator[tuple[int, Pin]]:
        """The tile and the pin of each lamp."""
        yield from zip(self.tiles or count(1), self.pins, strict=False)


@frozen_dataclass
class ButtonsTable:
    """The table ``[buttons]``; None is a button that the box does not have."""

    confirm: Pin | None
    new: Pin | None
    roll: Pin | None
    connects_to: ConnectsTo
    contact: Resting
    debounce_ms: float

    @property
    def pressed_when_high(self) -> bool:
        """Whether a high line means a pressed button."""
        return _actuated_when_high(self.connects_to, self.contact)

    def wired(self) -> Iterator[tuple[ButtonName, Pin]]:
        """The buttons that the box has."""
        for name in BUTTONS:
            button: Pin | None = getattr(self, name)
            if button is not None:
                yield name, button


def _actuated_when_high(connects_to: ConnectsTo, contact: Resting) -> bool:
    """Return whether an actuated contact makes its line high."""
    closed_when_high = connects_to == "3v3"
    return closed_when_high == (contact == "normally_open")


def _tiles(pins: tuple[Pin, ...], **values: Any) -> TilesTable:
    return TilesTable(pins, pin_sensors(values))


GPIO_SETTINGS = (
    Setting(
        "chip",
        chip(),
        message(
            "the gpiochip whose lines plain pin numbers name; auto is the one behind the header"
        ),
        default=AUTO,
    ),
    Setting(
        "i2c",
        yes_or_no(),
        message(
            "whether the board's I2C is in use: then GPIO0 to GPIO3 are not for contacts and lamps"
        ),
        default=True,
    ),
)

GPIO_GONE = (
    (
        "factory",
        message("take it out; GPIOZERO_PIN_FACTORY names another pin factory, as for any program"),
    ),
)
"""Keys of ``[gpio]`` that an earlier boxctl knew, and what to do instead."""

GPIO_TILES = Driver(
    "gpio",
    message("sensors on the pins of the Pi or of an expander that the kernel drives"),
    (
        Setting("pins", pins(), message("the pin of each tile, tile 1 first")),
        *PIN_SENSOR_SETTINGS,
    ),
    _tiles,
)

GPIO_LAMPS = Driver(
    "gpio",
    message("a lamp on a pin"),
    (
        TILES,
        Setting("pins", pins(), message("the pin of each lamp, in the order of the tiles")),
        Setting(
            "active", one_of("high", "low"), message("the level that lights a lamp"), default="high"
        ),
        Setting(
            "milliamperes",
            milliamperes(0.1, 100),
            message("what the pin of a lamp gives while it is lit, by its LED and resistor"),
            default=AN_LED,
        ),
    ),
    LampsTable,
)

GPIO_BUTTONS = Driver(
    "gpio",
    message("push-buttons on pins"),
    (
        Setting("confirm", pin(), message("the pin of the button that confirms a move"),
                default=None, default_says=message("no such button")),
        Setting("new", pin(), message("the pin of the button for a new match"),
                default=None, default_says=message("no such button")),
        Setting("roll", pin(), message("the pin of the button that throws the dice"),
                default=None, default_says=message("no such button")),
        CONNECTS_TO,
        CONTACT,
        Setting("debounce_ms", QUIET,
                message("how long a button has to be quiet before it is believed, "
                "in milliseconds"), default=10),
    ),
    ButtonsTable,
)  # fmt: skip
