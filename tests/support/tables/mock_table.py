"""A table on pins in memory, in virtual time: time jumps to whatever is due next."""

from __future__ import annotations

from pathlib import Path
from random import Random

from boxctl.presentation.notices import Notice
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.table.check_rules import check_box_file, players_of, rules_of
from boxctl.table.contact_state import open_tiles
from boxctl.table.loop import take_step
from boxctl.table.runtime import Runtime
from hardware.config.read import read_box
from hardware.devices import DeviceEvent, DiceRolled
from hardware.open_box import open_devices
from hardware.spi import OpenSpiFile
from tests.support.chips.mock_chips import MockChips
from tests.support.tables.match import Match

MILLISECOND = 1000


class MockTable:
    """A box of such pins and the runtime on it. Its roller has to be the Pi."""

    def __init__(self, match: Match, box_file: Path, spi: OpenSpiFile | None = None) -> None:
        self.match = match
        self.now = 5_000_000
        self.chips = MockChips(lambda: self.now)
        self.events: list[DeviceEvent] = []
        self.rulings: list[Ruling] = []
        self.notices: list[Notice] = []
        self.random = Random(7)
        read = read_box(box_file, check_box_file)
        self.box = open_devices(
            read, lambda: self.now, self.events.append, chips=self.chips, spi=spi
        )
        rules = rules_of(read.rules)
        known = self.box.read()
        referee = Referee(rules, players_of(read.rules, rules), open_tiles(known))
        self.runtime = Runtime(
            self.box, referee, known, self.now, self.rulings.append, self.notices.append
        )

    def after_step(self) -> None:
        """A step has been taken: time to look at the table."""

    def take(self, _until: int) -> list[DeviceEvent]:
        """What was handed over."""
        taken, self.events[:] = list(self.events), []
        return taken

    def lets_pass(self, microseconds: int) -> None:
        end = self.now + microseconds
        while self.now < end:
            self.now = max(self.now, min(self.runtime.due, end))
            take_step(self.runtime, self, self.now, None, self.take(self.now))
            self.after_step()

    def lever(self, number: int, *, stands: bool) -> None:
        """The contact of this tile closes or opens, and bounces."""
        pin = self.chips.pin(self.match.tiles[number - 1])
        for _ in range(self.random.randrange(4)):
            (pin.drive_high if stands else pin.drive_low)()
            self.lets_pass(300)
            (pin.drive_low if stands else pin.drive_high)()
            self.lets_pass(200)
        (pin.drive_high if stands else pin.drive_low)()

    def throw(self, values: tuple[int, ...]) -> None:
        """The dice show these values."""
        self.events.append(DiceRolled(self.now, values))

    def plays(self) -> None:
        for kind, values in self.match.steps:
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

    @property
    def levers(self) -> int:
        """The tiles whose contacts show them open."""
        pins = map(self.chips.pin, self.match.tiles)
        return sum(1 << place for place, pin in enumerate(pins) if pin.high)


def throws_itself(box_toml: str) -> str:
    """The same box.toml with a Pi that throws the dice."""
    before, _, _ = box_toml.partition("[roller]")
    return f'{before}roll = 16\n[roller]\ndriver = "pi"\n'
