"""How a device on a bus is wired, fed and bought, as data: a driver's part of the wiring sheet.

The texts are in the language in use, as docs/wiring.md has them.
"""

from __future__ import annotations

from enum import StrEnum

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message


class Part(StrEnum):
    """A component between a pin and its part."""

    R_68 = message("68 Ω")
    R_100 = message("100 Ω")
    R_150 = message("150 Ω")
    R_220 = message("220 Ω")
    R_330 = message("330 Ω")
    R_470 = message("470 Ω")
    R_680 = message("680 Ω")
    R_1K = message("1 kΩ")
    R_2K2 = message("2.2 kΩ")
    R_4K7 = message("4.7 kΩ")
    R_15K = message("15 kΩ")
    PULL_UP = message("10 kΩ from the line to 3V3")
    PULL_UP_5V = message("10 kΩ from the pin to 5V")
    PULL_DOWN = message("10 kΩ from the pin to GND")
    LED = message("LED")
    TRANSISTOR = message("base of an NPN transistor")
    LEVEL_SHIFTER = message("74AHCT125")


@frozen_dataclass
class BusWire:
    """A wire from line ``line`` of the bus, by way of ``through``, to the pin ``to``.

    ``line`` is MOSI, MISO, SCLK or CE of SPI, SDA or SCL of I2C.
    """

    line: str
    to: str
    through: tuple[Part, ...] = ()


I2C_WIRES = (BusWire("SDA", "SDA"), BusWire("SCL", "SCL"))
"""The wires of a device on I2C that takes the Pi's 3.3 V."""


@frozen_dataclass
class Item:
    """So many of one part."""

    count: int
    what: str


@frozen_dataclass
class ChipLine:
    """A row of a chip: its pins on the left and right, and what is wired to each."""

    left: str = ""
    left_pin: str = ""
    right_pin: str = ""
    right: str = ""


@frozen_dataclass
class ChipDiagram:
    """A chip or a module, with what goes to each of its pins."""

    name: str
    lines: tuple[ChipLine, ...]


@frozen_dataclass
class ChipCircuit:
    """The circuit of a chip, with its title and notes."""

    title: str
    diagram: ChipDiagram
    notes: tuple[str, ...] = ()


@frozen_dataclass(kw_only=True)
class BusWiring:
    """The wiring of a device: what its ``wires`` are marked with (``part``), and what it takes.

    ``at_3v3`` and ``at_5v`` are the milliamperes that it takes from each supply with everything
    lit. ``circuit`` is drawn once for all devices that have the same; ``outputs`` tells what is
    behind each output of this one.
    """

    part: str
    wires: tuple[BusWire, ...]
    at_3v3: float = 0.0
    at_5v: float = 0.0
    items: tuple[Item, ...] = ()
    circuit: ChipCircuit | None = None
    outputs: ChipCircuit | None = None
