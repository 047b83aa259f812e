"""The driver ``gpio``: its settings and its typed tables.

The devices are in :mod:`hardware.gpio.box`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from hardware.config.declare import Driver, Setting
from hardware.config.kinds import chip, milliseconds, one_of, pin, pins, yes_or_no
from hardware.config.pins import AUTO, ChipName, Pin
from hardware.config.tables.lamps import TILES
from hardware.devices import BUTTONS, ButtonName

ConnectsTo = Literal["ground", "3v3"]
Resting = Literal["normally_open", "normally_closed"]
Sensor = Literal["reed", "hall", "switch"]
LineFactory = Literal["kernel", "gpiod"]

DEBOUNCE_MS: dict[Sensor, float] = {"reed": 5, "hall": 2, "switch": 10}
"""Default debounce time of each kind of sensor, in milliseconds."""


@dataclass(frozen=True, slots=True)
class GpioTable:
    """The table ``[gpio]``."""

    chip: ChipName = AUTO
    i2c: bool = True
    factory: LineFactory = "kernel"


@dataclass(frozen=True, slots=True)
class TilesTable:
    """The table ``[tiles]``; the first pin is that of tile 1."""

    pins: tuple[Pin, ...]
    sensor: Sensor
    connects_to: ConnectsTo
    contact: Resting
    actuated_by: Literal["shut", "open"]
    debounce_ms: float

    @property
    def open_when_high(self) -> bool:
        """Whether a high line means an open tile."""
        actuated_when_high = _actuated_when_high(self.connects_to, self.contact)
        return actuated_when_high == (self.actuated_by == "open")


@dataclass(frozen=True, slots=True)
class LampsTable:
    """Lamps on pins, in the order of ``tiles``; None is all tiles from 1 on."""

    pins: tuple[Pin, ...]
    active: Literal["high", "low"]
    tiles: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
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


def _tiles(debounce_ms: float | None, **values: Any) -> TilesTable:
    quiet = DEBOUNCE_MS[values["sensor"]] if debounce_ms is None else debounce_ms
    return TilesTable(debounce_ms=quiet, **values)


_CONNECTS_TO = Setting(
    "connects_to",
    one_of("ground", "3v3"),
    "where the closed contact connects the pin: to ground (the pin's pull-up is on) "
    "or to 3V3 (its pull-down is on)",
    default="ground",
)
_CONTACT = Setting(
    "contact",
    one_of("normally_open", "normally_closed"),
    "what the contact is at rest, that is without the magnet, or not pressed",
    default="normally_open",
)
_QUIET = milliseconds(0.1, 1000)

GPIO_SETTINGS = (
    Setting(
        "chip",
        chip(),
        "the gpiochip whose lines plain pin numbers name; auto is the one behind the header",
        default=AUTO,
    ),
    Setting(
        "i2c",
        yes_or_no(),
        "whether the board's I2C is in use: then GPIO0 to GPIO3 are not for contacts and lamps",
        default=True,
    ),
    Setting(
        "factory",
        one_of("kernel", "gpiod"),
        "what holds the lines: boxctl itself, or devices of gpiozero on its pin factory gpiod "
        "(the extra pi)",
        default="kernel",
    ),
)

GPIO_TILES = Driver(
    "gpio",
    "sensors on the pins of the Pi or of an expander that the kernel drives",
    (
        Setting("pins", pins(), "the pin of each tile, tile 1 first"),
        Setting("sensor", one_of(*DEBOUNCE_MS), "what senses a lever", default="reed"),
        _CONNECTS_TO,
        _CONTACT,
        Setting(
            "actuated_by",
            one_of("shut", "open"),
            "the position of the tile that actuates its sensor",
            default="shut",
        ),
        Setting(
            "debounce_ms",
            _QUIET,
            "how long a contact has to be quiet before it is believed, in milliseconds",
            default=None,
            default_says=", ".join(f"{ms:g} for {kind}" for kind, ms in DEBOUNCE_MS.items()),
        ),
    ),
    _tiles,
)

GPIO_LAMPS = Driver(
    "gpio",
    "a lamp on a pin",
    (
        TILES,
        Setting("pins", pins(), "the pin of each lamp, in the order of the tiles"),
        Setting("active", one_of("high", "low"), "the level that lights a lamp", default="high"),
    ),
    LampsTable,
)

GPIO_BUTTONS = Driver(
    "gpio",
    "push-buttons on pins",
    (
        Setting("confirm", pin(), "the pin of the button that confirms a move",
                default=None, default_says="no such button"),
        Setting("new", pin(), "the pin of the button for a new match",
                default=None, default_says="no such button"),
        Setting("roll", pin(), "the pin of the button that throws the dice",
                default=None, default_says="no such button"),
        _CONNECTS_TO,
        _CONTACT,
        Setting("debounce_ms", _QUIET, "how long a button has to be quiet before it is believed, "
                "in milliseconds", default=10),
    ),
    ButtonsTable,
)  # fmt: skip
