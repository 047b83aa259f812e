"""The whole match with the real firmware, in virtual time: as a roller, and as a whole USB box."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from boxctl.presentation.ruling_lines import ruling_as_json
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.table.check_rules import check_box_file, players_of, rules_of
from boxctl.table.contact_state import open_tiles
from boxctl.table.runtime import Runtime
from firmware_bridge.build_firmware import build
from firmware_bridge.emulator.chip import EmulatedChip
from firmware_bridge.link.host import HostLink
from firmware_bridge.link.to_events import EventTranslator
from firmware_bridge.protocol.constants import Contact, Order
from hardware.config.read import read_box
from hardware.devices import Box, DeviceEvent, DiceRolled
from hardware.dice.serial_roller import as_device_event
from hardware.usb import BoardUse, NoButtons, UsbBox, UsbLamps
from tests.support.firmware.emulated import SECOND, WARM_UP, needs_avr
from tests.support.rulings import of
from tests.support.tables.loaded_dice import LoadedDice
from tests.support.tables.match import summary
from tests.support.tables.mock_table import MILLISECOND, MockTable, throws_itself
from tests.support.tables.the_match import THE_MATCH

pytestmark = needs_avr


class FirmwareOnALine:
    """A chip with its firmware and the host's link to it; time is the chip's."""

    def __init__(self, table: str, contacts: int = 0) -> None:
        built = build(table, emulator=True)
        self.chip = EmulatedChip(built, seed=5)
        self.chip.contacts = contacts
        self.link = HostLink(0)
        self.telling = EventTranslator("emulated", self.link)
        self.dice = LoadedDice(built, self.chip)
        self.told: list[DeviceEvent] = []

    def step(self, end: int) -> None:
        """Run until then, or until a line has come or is due."""
        due = self.link.next_deadline()
        until = end if due is None else max(due, self.chip.now + 100)
        said = self.chip.run(min(end, until))
        for news in self.link.receive(said, self.chip.now):
            for event in self.telling.events(news):
                self.hear(event)
        self.chip.hear(self.link.outgoing(self.chip.now))

    def hear(self, event: object) -> None:
        told = as_device_event(event)  # type: ignore[arg-type]
        if told is not None:
            self.told.append(told)

    def run(self, until: int) -> None:
        while self.chip.now < until:
            self.step(until)

    def throw(self, values: tuple[int, ...]) -> None:
        """Press the roll button: shortly for all dice, long for one."""
        self.chip.contact(Contact.ROLL, True)
        self.run(self.chip.now + (100 if len(values) == 2 else 800) * MILLISECOND)
        self.dice.show(values)
        self.chip.contact(Contact.ROLL, False)
        self.run(self.chip.now + 50 * MILLISECOND)


class RollerTable(MockTable):
    """The mock box, and a roller of its own beside it."""

    def __init__(self, box_file: Path) -> None:
        super().__init__(THE_MATCH, box_file)
        self.roller = FirmwareOnALine("roller")
        self.roller.run(WARM_UP)
        self.roller.told.clear()

    def throw(self, values: tuple[int, ...]) -> None:
        self.roller.throw(values)
        for event in self.roller.told:
            assert not hasattr(event, "values") or event.values == values
        # Its clock is not that of the box: an event comes when the host has it.
        self.events += [replace(event, at=self.now) for event in self.roller.told]
        self.roller.told.clear()


def test_the_match_with_the_firmware_as_roller(tmp_path: Path) -> None:
    box_file = tmp_path / "box.toml"
    box_file.write_text(throws_itself(THE_MATCH.box_toml("")))
    table = RollerTable(box_file)
    with table.box:
        table.plays()
    assert [summary(ruling_as_json(ruling)) for ruling in table.rulings] == THE_MATCH.rulings
    assert of(table.rulings[-1]).payout == THE_MATCH.payout


class UsbTable:
    """A laptop and a board: the runtime on what the board tells."""

    def __init__(self, box_file: Path, table: str) -> None:
        self.board = FirmwareOnALine(table, contacts=0x1FF)
        self.parts = UsbBox(BoardUse(tiles=9), self.board.told.append)
        self.board.hear = self.parts.hear  # type: ignore[method-assign, assignment]
        self.board.run(WARM_UP)
        self.thrown = 0
        self.rulings: list[Ruling] = []
        read = read_box(box_file, check_box_file)
        box = Box(self.parts, NoButtons(), UsbLamps(self), 1000, 1000)
        rules = rules_of(read.rules)
        known = box.read()
        referee = Referee(rules, players_of(read.rules, rules), open_tiles(known))
        self.runtime = Runtime(
            box, referee, known, self.board.chip.now, self.rulings.append, lambda _: None
        )

    def light(self, tiles: int) -> None:
        self.board.link.orders.give(Order.LAMPS, tiles)

    def lets_pass(self, microseconds: int) -> None:
        end = self.board.chip.now + microseconds
        while (now := self.board.chip.now) < end:
            self.board.step(min(end, max(self.runtime.due, now + 1)))
            taken, self.board.told[:] = list(self.board.told), []
            self.thrown += sum(isinstance(event, DiceRolled) for event in taken)
            self.runtime.step(self.board.chip.now, taken)

    def lever(self, number: int, *, stands: bool) -> None:
        """The contact of this tile closes or opens, and bounces."""
        for bounce in range(5):
            self.board.chip.contact(number, stands if bounce % 2 == 0 else not stands)
            self.lets_pass(400)

    def throw(self, values: tuple[int, ...]) -> None:
        thrown = self.thrown
        self.board.link.orders.give(Order.ROLL, len(values))
        while self.thrown == thrown:
            self.board.dice.show(values)
            self.lets_pass(MILLISECOND)

    def plays(self) -> None:
        for kind, values in THE_MATCH.steps:
            if kind == "throw":
                self.throw(values)
            elif kind == "knock":
                self.lever(values[0], stands=False)
                self.lets_pass(30 * MILLISECOND)
                self.lever(values[0], stands=True)
            else:
                for number in values:
                    self.lever(number, stands=kind == "open")
                    self.lets_pass(300 * MILLISECOND)
            self.lets_pass(300 * MILLISECOND)


def test_the_match_with_the_firmware_as_the_whole_box(tmp_path: Path) -> None:
    box_file = tmp_path / "box.toml"
    stake = "set = { stake = 50 }"
    box_file.write_text(
        f'[box]\ntiles = 9\n[rules]\nvariant = "classic"\nplayers = ["Ann", "Bob"]\n{stake}\n'
        '[usb]\nport = "/dev/nowhere"\n[tiles]\ndriver = "usb"\n[lamps]\ndriver = "usb"\n'
        '[buttons]\ndriver = "usb"\n[roller]\ndriver = "usb"\n'
    )
    usb = UsbTable(box_file, "small_box")
    usb.lets_pass(SECOND)
    assert usb.board.chip.lamps == 0x1FF
    usb.plays()
    assert [summary(ruling_as_json(ruling)) for ruling in usb.rulings] == THE_MATCH.rulings
    assert of(usb.rulings[-1]).payout == THE_MATCH.payout
    # Bob has shut the box: the odd and the even lamps in turn.
    shown = set()
    for _ in range(8):
        usb.lets_pass(300 * MILLISECOND)
        shown.add(usb.board.chip.lamps)
    assert shown == {0b101010101, 0b010101010}
