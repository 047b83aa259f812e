"""The whole match on pins in memory, in virtual time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from boxctl.loop import run
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.runtime import Runtime, open_tiles
from boxctl.table import check_box_file, players_of, rules_of
from hardware.config import read_box
from hardware.devices import DeviceEvent, DiceRolled
from hardware.gpio import open_box
from tests.hardware.mock_chips import MockChips
from tests.system.match import summary
from tests.system.the_match import THE_MATCH

MILLISECOND = 1000


class MockTable:
    """A box of mock pins and the runtime on it; time jumps to whatever is due next."""

    def __init__(self, box_file: Path) -> None:
        self.now = 5_000_000
        self.chips = MockChips(lambda: self.now)
        self.events: list[DeviceEvent] = []
        self.rulings: list[Ruling] = []
        self.random = Random(7)
        read = read_box(box_file, check_box_file)
        self.box = open_box(read, lambda: self.now, self.events.append, self.chips)
        rules = rules_of(read.rules)
        known = self.box.read()
        referee = Referee(rules, players_of(read.rules, rules), open_tiles(known))
        self.runtime = Runtime(
            self.box, referee, known, self.now, self.rulings.append, lambda _: None
        )

    def take(self, until: int) -> list[DeviceEvent]:
        self.now = max(self.now, min(until, self.end))
        taken, self.events[:] = list(self.events), []
        return taken

    def lets_pass(self, microseconds: int) -> None:
        self.end = self.now + microseconds
        run(self.runtime, self, lambda: self.now, lambda: self.now >= self.end)

    def lever(self, number: int, *, stands: bool) -> None:
        """The contact of this tile closes or opens, and bounces."""
        pin = self.chips.pin(THE_MATCH.tiles[number - 1])
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

    @property
    def lamps(self) -> list[int]:
        """The tiles whose lamps are lit."""
        return [n for n, pin in enumerate(THE_MATCH.lamps, start=1) if self.chips.pin(pin).high]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[MockTable]:
    box_file = tmp_path / "box.toml"
    box_file.write_text(THE_MATCH.box_toml("/dev/nowhere"))
    table = MockTable(box_file)
    with table.box:
        yield table


def test_the_match_is_ruled_as_it_should_be(table: MockTable) -> None:
    assert table.lamps == list(range(1, 10))
    table.plays()
    assert [summary(ruling.as_json()) for ruling in table.rulings] == THE_MATCH.rulings
    assert table.rulings[-1].payout == THE_MATCH.payout
    # Bob has shut the box: the odd and the even lamps in turn.
    before = table.lamps
    table.lets_pass(1000 * MILLISECOND)
    assert sorted([before, table.lamps]) == [[1, 3, 5, 7, 9], [2, 4, 6, 8]]


def test_the_lamps_are_dark_when_the_box_is_closed(table: MockTable) -> None:
    pins = [table.chips.pin(pin) for pin in THE_MATCH.lamps]
    assert all(pin.high for pin in pins)
    table.box.close()
    assert not any(pin.high for pin in pins)
