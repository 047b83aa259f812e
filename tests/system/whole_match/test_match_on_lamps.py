"""The whole match on every driver of lamps and on a mixture, read back from what they are sent."""

from __future__ import annotations

import errno
from abc import ABC, abstractmethod
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from boxctl.presentation.lamps import lamps
from boxctl.presentation.ruling_lines import ruling_as_json
from boxctl.table.sensors.contact_state import open_tiles
from hardware.devices import DeviceBack, DeviceLost
from hardware.worker import RETRY_US
from tests.support.chips.lamp_chips import (
    FakeSpi,
    Max7219Chain,
    apa102_colours,
    ws2812_colours,
)
from tests.support.tables.match import Match, summary
from tests.support.tables.mock_pins import MockPins, throws_itself
from tests.support.tables.the_match import THE_MATCH
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable

colours_of_ws2812 = lru_cache(ws2812_colours)
colours_of_apa102 = lru_cache(apa102_colours)


class OnWires(ABC):
    """How the lamps of a match are wired: box.toml says it, and ``lit`` reads it back."""

    match: Match = THE_MATCH
    lamps: str

    def __init__(self) -> None:
        self.spi = FakeSpi()

    @abstractmethod
    def lit(self, pins: MockPins) -> list[bool]:
        """Of each tile whether its lamp is lit."""

    def lit_tiles(self, pins: MockPins) -> int:
        """The tiles whose lamps are lit."""
        return sum(1 << place for place, lit in enumerate(self.lit(pins)) if lit)

    def box_toml(self) -> str:
        text = self.match.box_toml("")
        before, after = text.index("[lamps]"), text.index("[buttons]")
        return throws_itself(text[:before] + self.lamps + text[after:])


class OnMax7219(OnWires):
    """On one chip, along the digits from DIG1 of SEG A on."""

    lamps = '[lamps]\ndriver = "max7219"\nsegment = "A"\ndigit = 1\nalong = "digits"\n'

    def __init__(self) -> None:
        super().__init__()
        self.chain = ChainOnBus(self.spi, "/dev/spidev0.0", 1)

    def lit(self, pins: MockPins) -> list[bool]:
        # After DIG7 comes DIG0 of the next segment.
        places = [(1, digit, "A") for digit in range(1, 8)] + [(1, 0, "B"), (1, 1, "B")]
        return self.chain.lit_at(places)


class ChainOnBus:
    """Chained chips, as what was sent to them by now has left them."""

    def __init__(self, spi: FakeSpi, path: str, chips: int) -> None:
        self._spi = spi
        self._path = path
        self._chain = Max7219Chain(chips)
        self._taken = 0

    def lit_at(self, places: list[tuple[int, int, str]]) -> list[bool]:
        """Whether these LEDs are lit, and that no others are."""
        sent = self._spi.sent[self._path]
        for part in sent[self._taken :]:
            self._chain.receive(part)
        self._taken = len(sent)
        lit = self._chain.lit()
        assert lit <= set(places)
        return [place in lit for place in places]


class OnWs2812(OnWires):
    """On the first nine LEDs of a strip."""

    lamps = '[lamps]\ndriver = "ws2812"\ncolour = "#402010"\nbrightness = 100\n'

    def lit(self, pins: MockPins) -> list[bool]:
        shown = colours_of_ws2812(self.spi.sent["/dev/spidev0.0"][-1])
        green_red_blue, dark = bytes([0x20, 0x40, 0x10]), bytes(3)
        assert {*shown} <= {green_red_blue, dark}
        return [led == green_red_blue for led in shown]


class OnApa102(OnWires):
    """On a strip that begins at tile 9, two LEDs for each tile."""

    lamps = '[lamps]\ndriver = "apa102"\nchip_select = 1\nleds_per_tile = 2\nbackwards = true\n'

    def lit(self, pins: MockPins) -> list[bool]:
        shown = colours_of_apa102(self.spi.sent["/dev/spidev0.1"][-1], 18, waits_for_zeros=True)
        pairs = list(zip(shown[::2], shown[1::2], strict=True))
        assert all(one == other for one, other in pairs)
        return [any(one) for one, _other in reversed(pairs)]


class OnAMixture(OnWires):
    """Tiles 1 to 3 on pins, 3 to 7 on a chain of two chips, 9, 8 and again 1 on a strip."""

    # SPI0 and SPI1 leave 15 pins.
    match = replace(
        THE_MATCH,
        tiles=[4, 17, 27, 22, 5, 6, 13, 12, 26],
        buttons={"confirm": 24, "new": 25},
    )
    lamps = """\
[[lamps]]
driver = "gpio"
tiles = "1-3"
pins = [14, 15, 23]
active = "low"
[[lamps]]
driver = "ws2812"
tiles = [9, 8, 1]
first_led = 2
dark_between = 1
[[lamps]]
driver = "max7219"
tiles = "3-7"
bus = 1
chips = 2
digit = 7
segment = "E"
"""

    def __init__(self) -> None:
        super().__init__()
        self.chain = ChainOnBus(self.spi, "/dev/spidev1.0", 2)

    def lit(self, pins: MockPins) -> list[bool]:
        one, two, three = (not pins.pin(pin).high for pin in (14, 15, 23))
        three_again, *to_seven = self.chain.lit_at(
            [(1, 7, "E"), (1, 7, "F"), (1, 7, "G"), (2, 0, "DP"), (2, 0, "A")]
        )
        strip = [any(led) for led in colours_of_ws2812(self.spi.sent["/dev/spidev0.0"][-1])]
        nine, eight, one_again = strip[1::2]
        assert strip[::2] == [False] * 3
        assert (three, one) == (three_again, one_again)
        return [one, two, three, *to_seven, eight, nine]


@pytest.fixture(
    params=[
        OnMax7219,
        OnWs2812,
        OnApa102,
        OnAMixture,
    ]
)
def wires(request: pytest.FixtureRequest) -> OnWires:
    wires: OnWires = request.param()
    return wires


@pytest.fixture
def pins(wires: OnWires, tmp_path: Path) -> MockPins:
    box_file = tmp_path / "box.toml"
    box_file.write_text(wires.box_toml())
    return MockPins(box_file, wires.spi.open)


@pytest.fixture
def table(a_table: BuildTable, pins: MockPins) -> VirtualTable:
    return a_table(wiring=pins)


def test_after_every_step_of_the_match_the_lamps_show_what_they_should(
    table: VirtualTable, pins: MockPins, wires: OnWires
) -> None:
    looked = 0

    def look() -> None:
        nonlocal looked
        looked += 1
        levers = open_tiles(table.wood.tiles.read())
        assert wires.lit_tiles(pins) == lamps(levers, table.runtime.asked, table.now)

    assert wires.lit_tiles(pins) == 0x1FF
    table.after_step = look
    table.plays(wires.match)
    assert [summary(ruling_as_json(ruling)) for ruling in table.rulings] == THE_MATCH.rulings
    assert looked > 100
    assert table.notices == []


def test_the_lamps_are_dark_when_the_box_is_closed(
    table: VirtualTable, pins: MockPins, wires: OnWires
) -> None:
    table.throws(3, 4)
    assert wires.lit_tiles(pins)
    table.close()
    assert wires.lit_tiles(pins) == 0
    assert wires.spi.open_files == []


def test_a_bus_that_fails_is_said_and_play_goes_on(
    table: VirtualTable, pins: MockPins, wires: OnWires
) -> None:
    table.throws(3, 4)
    wires.spi.fails = OSError(errno.EIO, "Input/output error")
    table.shuts(7)
    table.waits(5_000)
    assert table.rulings[-1].verdict == "committed"
    assert table.rulings[-1].unverified is None
    lost = list(table.notices)
    assert lost and {type(notice) for notice in lost} == {DeviceLost}
    wires.spi.fails = None
    table.until(table.now + RETRY_US + SECOND)
    assert [type(notice) for notice in table.notices[len(lost) :]] == [DeviceBack] * len(lost)
    assert wires.lit_tiles(pins) == 0x1FF & ~(1 << 6)
