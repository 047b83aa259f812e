"""The real firmware beside a table: as its roller, and as a whole box over USB. In virtual time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from boxctl.table.check_rules import check_box_file
from firmware_bridge.build_firmware import Chip, build
from firmware_bridge.link.events import RollerEvent
from firmware_bridge.link.host import HostLink
from firmware_bridge.link.to_events import EventTranslator
from firmware_bridge.protocol.constants import Contact, Order
from hardware.config.read import read_box
from hardware.devices import Box, ButtonName, Clock, DeviceEvent, DiceRolled, Edge, EventSink
from hardware.dice.serial_roller import as_device_event
from hardware.usb import BoardUse, NoButtons, UsbBox, UsbLamps
from hardware.virtual import MILLISECOND, VirtualBox
from tests.support.firmware.emulated import WARM_UP
from tests.support.firmware.probed_chip import ProbedChip, ProbedPico
from tests.support.tables.loaded_dice import LoadedDice

_CONTACTS: dict[ButtonName, int] = {
    "confirm": Contact.CONFIRM,
    "new": Contact.NEW,
    "roll": Contact.ROLL,
}


class LinkedFirmware:
    """A chip with its firmware and the host's link to it; time is the chip's.

    Its dice are loaded. ``contacts`` are closed when it is switched on.
    """

    def __init__(self, table: str, contacts: int = 0, chip: Chip = Chip.ATMEGA328P) -> None:
        built = build(table, emulator=True, chip=chip)
        probed = ProbedPico if chip is Chip.RP2040 else ProbedChip
        self.chip: ProbedChip | ProbedPico = probed(built, seed=5)
        self.chip.contacts = contacts
        self.link = HostLink(0)
        self._translator = EventTranslator("emulated", self.link)
        self.dice = LoadedDice(built, self.chip)

    def run(self, until: int) -> list[RollerEvent]:
        """Run to this time; return what the host was told."""
        events: list[RollerEvent] = []
        while self.chip.now < until:
            due = self.link.next_deadline()
            end = until if due is None else max(due, self.chip.now + 100)
            said = self.chip.run(min(until, end))
            for news in self.link.receive(said, self.chip.now):
                events += self._translator.events(news)
            self.chip.hear(self.link.outgoing(self.chip.now))
        return events


class FirmwareRoller:
    """A board that only throws the dice, by its own button and its own clock."""

    def __init__(self, chip: Chip) -> None:
        self._board = LinkedFirmware("roller", chip=chip)
        self._board.run(WARM_UP)

    def report_to(self, hand_over: EventSink) -> None:
        """Hand throws over from now on."""
        self._hand_over = hand_over

    def throw(self, values: Sequence[int | None], at: int) -> None:
        """Press the roll button: shortly for all dice, long for one."""
        held = (100 if len(values) == 2 else 800) * MILLISECOND
        self._board.chip.contact(Contact.ROLL, True)
        told = self._board.run(self._board.chip.now + held)
        self._board.dice.show([value for value in values if value is not None])
        self._board.chip.contact(Contact.ROLL, False)
        told += self._board.run(self._board.chip.now + 50 * MILLISECOND)
        for event in map(as_device_event, told):
            if event is None:
                continue
            assert not isinstance(event, DiceRolled) or event.values == values
            # Its clock is not that of the box: an event comes when the host has it.
            self._hand_over(replace(event, at=at))


class FirmwareBox:
    """A board that is a whole box over USB: it wires the levers, and it throws the dice.

    The host looks at the line once a millisecond.
    """

    def __init__(self, box_file: Path, table: str, chip: Chip) -> None:
        self.box_file = read_box(box_file, check_box_file)
        tiles = self.box_file.box.tiles
        self._board = LinkedFirmware(table, contacts=(1 << tiles) - 1, chip=chip)
        self._parts = UsbBox(table, BoardUse(tiles=tiles), self._hand_on)
        self._wanted: Sequence[int] = ()
        self._hand_over: EventSink | None = None
        self._ahead = 0
        self._warm_up()

    def _warm_up(self) -> None:
        for event in self._board.run(WARM_UP):
            self._parts.hear(event)

    def connect(self, _wood: VirtualBox, clock: Clock, hand_over: EventSink) -> Box:
        """Return the board as a box."""
        self._hand_over = hand_over
        self._ahead = clock() - self._board.chip.now
        return Box(self._parts, NoButtons(), UsbLamps(self), MILLISECOND, MILLISECOND)

    def edge(self, edge: Edge) -> None:
        """Open or close a contact of the board."""
        contact = edge.contact if isinstance(edge.contact, int) else _CONTACTS[edge.contact]
        self._board.chip.contact(contact, edge.on)

    def report_to(self, _hand_over: EventSink) -> None:
        """Do nothing: throws come over the wire, as everything else does."""

    def throw(self, values: Sequence[int | None], _at: int) -> None:
        """Ask the board for a throw; its dice are held as they should fall until it has come."""
        self._wanted = [value for value in values if value is not None]
        self._board.link.orders.give(Order.ROLL, len(values))

    def light(self, tiles: int) -> None:
        """Ask the board to light these lamps."""
        self._board.link.orders.give(Order.LAMPS, tiles)

    @property
    def lamps(self) -> int:
        """The tiles whose lamps are lit."""
        return self._board.chip.lamps

    @property
    def due(self) -> int:
        """When the host looks at the line next."""
        return self._board.chip.now + self._ahead + MILLISECOND

    def advance(self, now: int) -> None:
        """Run the chip up to now, and hand over what it has said."""
        if self._wanted:
            self._board.dice.show(self._wanted)
        for event in self._board.run(now - self._ahead):
            self._parts.hear(event)

    def _hand_on(self, event: DeviceEvent) -> None:
        if self._hand_over is None:
            return
        if isinstance(event, DiceRolled):
            self._wanted = ()
        self._hand_over(replace(event, at=event.at + self._ahead))
