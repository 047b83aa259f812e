"""The wires of a box.toml, in memory: the wood of a table on pins that the real drivers read."""

from __future__ import annotations

from pathlib import Path

from boxctl.table.check_rules import check_box_file
from hardware.buses import Buses, KernelSpiFile, OpenSpiFile
from hardware.config.pins import Pin
from hardware.config.read import read_box
from hardware.config.tables.gpio import ButtonsTable, LampsTable, TilesTable
from hardware.devices import Box, Clock, DeviceEvent, Edge, EventSink
from hardware.open_box import open_devices
from hardware.virtual import VirtualBox
from tests.support.chips.mock_chips import MockChips, MockPin


class MockPins:
    """The box of this box.toml on mock chips, and on the SPI buses that ``spi`` opens.

    Its dice have to be the Pi's, so that no port is opened.
    """

    due: int | None = None

    def __init__(self, box_file: Path, spi: OpenSpiFile = KernelSpiFile) -> None:
        self.box_file = read_box(box_file, check_box_file)
        self._buses = Buses(spi=spi)

    def connect(self, wood: VirtualBox, clock: Clock, hand_over: EventSink) -> Box:
        """Open the devices of the box with their real drivers."""
        self.chips = MockChips(clock)
        box = open_devices(self.box_file, clock, hand_over, chips=self.chips, buses=self._buses)
        for contact, on in {**wood.tiles.read(), **wood.buttons.read()}.items():
            self.edge(Edge(clock(), contact, on))
        return box

    def edge(self, edge: Edge) -> None:
        """Drive the pin of this contact."""
        tiles, buttons = self.box_file.tiles, self.box_file.buttons
        assert isinstance(tiles, TilesTable)
        if isinstance(edge.contact, int):
            sensor = tiles.levers.of(edge.contact)
            self._of(tiles.pins[edge.contact - 1]).drive(high=edge.on == sensor.open_when_high)
        elif isinstance(buttons, ButtonsTable) and edge.contact in dict(buttons.wired()):
            button = self._of(dict(buttons.wired())[edge.contact])
            button.drive(high=edge.on == buttons.pressed_when_high)

    def take_edge(self, event: DeviceEvent) -> None:
        """Drive the pin of the contact of this edge."""
        assert isinstance(event, Edge)
        self.edge(event)

    @property
    def lit(self) -> int:
        """The tiles whose lamps are lit."""
        tables = [table for table in self.box_file.lamps if isinstance(table, LampsTable)]
        return sum(
            1 << (tile - 1)
            for table in tables
            for tile, pin in table.wired()
            if self._of(pin).high == (table.active == "high")
        )

    def advance(self, now: int) -> None:
        """Do nothing."""

    def pin(self, pin: int | str) -> MockPin:
        """A pin, as box.toml names it."""
        return self.chips.pin(pin)

    def _of(self, pin: Pin) -> MockPin:
        return self.pin(pin.line if pin.chip is None else f"{pin.chip}:{pin.line}")


def throws_itself(box_toml: str) -> str:
    """The same box.toml with a Pi that throws the dice."""
    before, _, _ = box_toml.partition("[roller]")
    return f'{before}roll = 16\n[roller]\ndriver = "pi"\n'
