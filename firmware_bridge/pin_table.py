"""The uses of a board's pins, read from a pin table of the firmware."""

from __future__ import annotations

import re

from firmware_bridge.build_firmware import SOURCES
from groundwork.frozen_dataclass import frozen_dataclass

_DEFINITION = re.compile(r"^#define (\w+) (.*)$", re.MULTILINE)
_PIN = re.compile(r"\b[AD]\d+\b")


@frozen_dataclass
class RegisterChain:
    """The three pins that a chain of shift registers hangs on."""

    latch: str
    clock: str
    data: str


@frozen_dataclass
class PinTable:
    """The pins of a board, named as on it: ``D2``, ``A0``. What it does not have is empty.

    ``buttons`` are by their names in box.toml. ``dice`` has four pins of each die on lamps: the
    middle, one diagonal, the other, and the left and right of the middle.
    """

    name: str
    buttons: dict[str, str]
    sensors: tuple[str, ...]
    sensor_chain: RegisterChain | None
    lamps: tuple[str, ...]
    lamp_chain: RegisterChain | None
    dice: tuple[tuple[str, ...], ...]
    segments: tuple[str, ...]
    digits: tuple[str, ...]


def read_pin_table(name: str) -> PinTable:
    """Read the table ``name``, one of :func:`~firmware_bridge.build_firmware.tables`."""
    text = (SOURCES / "pins" / f"{name}.h").read_text(encoding="utf-8")
    pins = {key: tuple(_PIN.findall(value)) for key, value in _DEFINITION.findall(text)}
    lit = pins.get("FACE_LAMPS", ())
    return PinTable(
        name=name,
        buttons={
            button: pins[f"{button.upper()}_BUTTON"][0]
            for button in ("confirm", "new", "roll")
            if f"{button.upper()}_BUTTON" in pins
        },
        sensors=pins.get("TILE_PINS", ()),
        sensor_chain=_chain(pins, "TILE_LOAD", "TILE_CLOCK", "TILE_DATA"),
        lamps=pins.get("LAMP_PINS", ()),
        lamp_chain=_chain(pins, "LAMP_LATCH", "LAMP_CLOCK", "LAMP_DATA"),
        dice=tuple(lit[first : first + 4] for first in range(0, len(lit), 4)),
        segments=pins.get("SEGMENTS", ()),
        digits=pins.get("DIGITS", ()),
    )


def _chain(pins: dict[str, tuple[str, ...]], *names: str) -> RegisterChain | None:
    if names[0] not in pins:
        return None
    latch, clock, data = (pins[name][0] for name in names)
    return RegisterChain(latch, clock, data)
