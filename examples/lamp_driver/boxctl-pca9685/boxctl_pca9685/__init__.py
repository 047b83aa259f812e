"""The driver ``pca9685``: what boxctl has to know of it without the chip.

The device is in :mod:`boxctl_pca9685.lamps`, which is imported when the lamps are opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.config.bus_wiring import (
    I2C_WIRES,
    BusWiring,
    ChipCircuit,
    ChipDiagram,
    ChipLine,
    Item,
)
from hardware.config.declare import Driver, Setting
from hardware.config.device_table import DrivenLampTable, Misfit
from hardware.config.kinds import whole_number
from hardware.config.tables.i2c import I2C_BUS, OnI2c, i2c_address
from hardware.config.tables.lamps import BRIGHTNESS, TILES

CHANNELS = 16
"""Outputs of one chip."""

A_CHIP = 10.0
"""Milliamperes of the chip itself."""

A_LAMP = 6.0
"""Milliamperes of a red LED behind the 220 Ω of the module, at 3.3 V."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pca9685Table(OnI2c, DrivenLampTable):
    """A lamp on each channel from ``first_channel`` on; channels count from 0, as on the board."""

    tiles: tuple[int, ...] | None
    bus: int
    address: int
    first_channel: int
    brightness: int

    opens = "boxctl_pca9685.lamps:open_pca9685"
    model = "pca9685"
    addresses = tuple(range(0x40, 0x78))
    as_sold = (0x40,)

    def channels(self, tiles: int) -> dict[int, int]:
        """Return the channel of each tile that has a lamp, on a box of so many tiles."""
        return {tile: self.first_channel + at for at, tile in enumerate(self.numbers(tiles))}

    def misfits(self, tiles: int) -> Iterator[Misfit]:
        """Yield a chip that has too few channels."""
        last = max(self.channels(tiles).values())
        if last >= CHANNELS:
            yield Misfit(
                f"the last lamp would be on channel {last}, and the last one is {CHANNELS - 1}",
                "give a smaller first_channel, or a table [[lamps]] for each of two chips",
            )

    def wiring(self, tiles: int) -> BusWiring:
        """Return its four wires, and what is behind each channel."""
        channels = self.channels(tiles)
        lamps = (ChipLine("", "", f"PWM {at}", f"lamp of tile {tile}")
                 for tile, at in channels.items())  # fmt: skip
        supply = (("3V3", "VCC"), ("GND", "GND"), ("GPIO2", "SDA"), ("GPIO3", "SCL"))
        return BusWiring(
            part=f"PCA9685 at {self.address:#x}",
            wires=I2C_WIRES,
            at_3v3=A_CHIP + A_LAMP * len(channels) * self.brightness / 100,
            items=(Item(1, "module with a PCA9685"), Item(len(channels), "red LED")),
            circuit=ChipCircuit(
                "Lamps on a PCA9685; the module has their resistors",
                ChipDiagram("PCA9685", tuple(ChipLine(*pins) for pins in supply)),
                ("A0 to A5 of the module are jumpers: together they add to address 0x40.",),
            ),
            outputs=ChipCircuit(
                "The channels of the tiles, each to the anode of an LED",
                ChipDiagram("PCA9685", tuple(lamps)),
            ),
        )


PCA9685 = Driver(
    "pca9685",
    "a lamp on each channel of a PCA9685, on I2C",
    (
        TILES,
        I2C_BUS,
        i2c_address(Pca9685Table.as_sold[0]),
        Setting(
            "first_channel",
            whole_number(0, CHANNELS - 1),
            "the channel of the first lamp; the first one of the chip is 0",
            default=0,
        ),
        BRIGHTNESS,
    ),
    Pca9685Table,
    interface=1,
)
