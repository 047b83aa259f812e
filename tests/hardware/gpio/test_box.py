"""Levers, buttons and lamps on chips in memory."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from groundwork.faults import Fault
from groundwork.language import language, use
from hardware.config.box_file import BoxFile
from hardware.config.pins import Pin
from hardware.config.tables.gpio import ButtonsTable, LampsTable
from hardware.config.tables.levers import LeverSensors
from hardware.devices import Box, Contact, DeviceBack, DeviceEvent, DeviceLost, Edge
from hardware.gpio.box import open_box
from hardware.gpio.lines import GpioLines
from hardware.worker import RETRY_US
from tests.support.chips.box_toml import GOOD, levers, read, with_change
from tests.support.chips.mock_chips import MockChips, MockPin


class Wood:
    """The chips of a box, what it hands over, and its time."""

    def __init__(self) -> None:
        self.now = 0
        self.chips = MockChips(lambda: self.now)
        self.heard: list[DeviceEvent] = []

    def open(self, box_file: BoxFile) -> Box:
        return open_box(box_file, lambda: self.now, self.heard.append, self.chips)

    def pin(self, number: int) -> MockPin:
        return self.chips.pin(number)

    def edges(self) -> list[Edge]:
        return [event for event in self.heard if isinstance(event, Edge)]


@pytest.fixture
def wood() -> Wood:
    return Wood()


@pytest.fixture
def good(tmp_path: Path) -> BoxFile:
    return read(tmp_path, GOOD)


# What a person sees of a lever, from what is wired: a magnet at the sensor when it is actuated.
TILES = [
    (connects_to, contact, actuated_by)
    for connects_to, contact, actuated_by in product(
        ("ground", "3v3"), ("normally_open", "normally_closed"), ("shut", "open")
    )
]


def level_of(connects_to: str, contact: str, actuated: bool) -> bool:
    """The level of a line by the laws of electricity, spelt out."""
    contact_is_closed = actuated if contact == "normally_open" else not actuated
    if connects_to == "ground":
        return not contact_is_closed  # closed to ground, or held up by the pull-up
    return contact_is_closed  # closed to 3V3, or held down by the pull-down


@pytest.mark.parametrize("tile_is_open", [True, False])
@pytest.mark.parametrize(("connects_to", "contact", "actuated_by"), TILES)
def test_every_way_to_wire_a_tile(
    tmp_path: Path,
    wood: Wood,
    connects_to: str,
    contact: str,
    actuated_by: str,
    tile_is_open: bool,
) -> None:
    wiring = (
        f'pins = [4, 17, 27]\nconnects_to = "{connects_to}"\ncontact = "{contact}"\n'
        f'actuated_by = "{actuated_by}"'
    )
    box_file = read(tmp_path, with_change("pins = [4, 17, 27]", wiring))
    actuated = tile_is_open == (actuated_by == "open")
    level = level_of(connects_to, contact, actuated)
    with wood.open(box_file) as box:
        assert wood.pin(17).pull == ("up" if connects_to == "ground" else "down")
        wood.pin(17).drive(high=not level)
        assert box.tiles.read()[2] is not tile_is_open
        wood.heard.clear()
        wood.pin(17).drive(high=level)
        assert box.tiles.read()[2] is tile_is_open
        assert [(e.contact, e.on) for e in wood.heard if isinstance(e, Edge)] == [(2, tile_is_open)]


@pytest.mark.parametrize("pressed", [True, False])
@pytest.mark.parametrize("contact", ["normally_open", "normally_closed"])
@pytest.mark.parametrize("connects_to", ["ground", "3v3"])
def test_every_way_to_wire_a_button(
    tmp_path: Path, wood: Wood, connects_to: str, contact: str, pressed: bool
) -> None:
    wiring = f'new = 21\nconnects_to = "{connects_to}"\ncontact = "{contact}"'
    box_file = read(tmp_path, with_change("new = 21", wiring))
    with wood.open(box_file) as box:
        wood.pin(21).drive(high=level_of(connects_to, contact, actuated=pressed))
        assert box.buttons.read()["new"] is pressed


def test_an_edge_has_the_kernels_time(good: BoxFile, wood: Wood) -> None:
    with wood.open(good):
        wood.now = 86_400_000_123
        wood.pin(4).drive_low()
        wood.now = 86_400_500_000
        wood.pin(16).drive_low()
    assert wood.heard == [
        Edge(86_400_000_123, 1, on=False),
        Edge(86_400_500_000, "roll", on=True),
    ]


def test_an_edge_tells_how_many_before_it_were_lost(good: BoxFile, wood: Wood) -> None:
    with wood.open(good):
        wood.pin(4).drive_low()
        wood.pin(4).loses(2)
        wood.pin(4).drive_high()
        wood.pin(4).drive_low()
    assert [edge.lost for edge in wood.edges()] == [0, 2, 0]


def test_the_whole_box_is_read(good: BoxFile, wood: Wood) -> None:
    with wood.open(good) as box:
        wood.pin(27).drive_low()
        wood.pin(20).drive_low()
        read = list(box.read().items())
    tiles: list[tuple[Contact, bool]] = [(1, True), (2, True), (3, False)]
    assert read == [*tiles, ("confirm", True), ("new", False), ("roll", False)]


def test_a_listener_that_raises_ends_no_edges(good: BoxFile, wood: Wood) -> None:
    heard = []

    def hand_over(event: DeviceEvent) -> None:
        heard.append(event)
        raise RuntimeError("the listener is broken")

    with open_box(good, lambda: 0, hand_over, wood.chips):
        wood.pin(4).drive_low()
        wood.pin(4).drive_high()
    assert len(heard) == 2


def test_a_closed_box_hands_nothing_over(good: BoxFile, wood: Wood) -> None:
    wood.open(good).close()
    for pin in (4, 17, 27, 20, 21, 16):
        wood.pin(pin).drive_low()
    assert wood.heard == []


def levels(wood: Wood, *pins: int) -> list[bool]:
    return [wood.pin(pin).high for pin in pins]


@pytest.mark.parametrize("active", ["high", "low"])
def test_lamps(tmp_path: Path, wood: Wood, active: str) -> None:
    lamps = "pins = [14, 15, 18]"
    box_file = read(tmp_path, with_change(lamps, f'{lamps}\nactive = "{active}"'))
    lit, dark = (True, False) if active == "high" else (False, True)
    with wood.open(box_file) as box:
        assert levels(wood, 14, 15, 18) == [dark, dark, dark]
        box.lamps.show(0b101)
        assert levels(wood, 14, 15, 18) == [lit, dark, lit]
        box.lamps.show(0b110)
        assert levels(wood, 14, 15, 18) == [dark, lit, lit]


def test_only_lamps_that_change_are_written(good: BoxFile, wood: Wood) -> None:
    with wood.open(good) as box:
        for lit in (0b001, 0b001, 0b011, 0b011):
            box.lamps.show(lit)
        shown = [wood.pin(pin).shown for pin in (14, 15, 18)]
        assert shown == [[False, True], [False, True], [False]]


@pytest.mark.parametrize("active", ["high", "low"])
def test_lamps_are_dark_before_their_lines_are_let_go(
    tmp_path: Path, wood: Wood, active: str
) -> None:
    lamps = "pins = [14, 15, 18]"
    box_file = read(tmp_path, with_change(lamps, f'{lamps}\nactive = "{active}"'))
    box = wood.open(box_file)
    box.lamps.show(0b111)
    pins = [wood.pin(pin) for pin in (14, 15, 18)]
    box.close()
    assert [pin.high for pin in pins] == [active == "low"] * 3
    assert [pin.held for pin in pins] == [""] * 3


def test_a_closed_box_can_be_opened_again(good: BoxFile, wood: Wood) -> None:
    for _ in range(2):
        with wood.open(good) as box:
            assert box.read()[1] is True


def test_closing_twice_does_no_harm(good: BoxFile, wood: Wood) -> None:
    box = wood.open(good)
    box.close()
    box.close()


def test_a_box_without_lamps_and_buttons(good: BoxFile, wood: Wood) -> None:
    with wood.open(replace(good, lamps=(), buttons=None)) as box:
        box.lamps.show(0b111)
        assert box.buttons.read() == {}


def test_levers_and_buttons_each_have_their_own_quiet_time(good: BoxFile, wood: Wood) -> None:
    assert isinstance(good.buttons, ButtonsTable)
    usual = replace(levers(good).levers.usual, debounce_ms=0.5)
    other = replace(usual, debounce_ms=30)
    tiles = replace(levers(good), levers=LeverSensors(usual, {2: other}))
    buttons = replace(good.buttons, debounce_ms=20)
    with wood.open(replace(good, tiles=tiles, buttons=buttons)) as box:
        assert box.quiet(7) == 500
        assert box.quiet(2) == 30_000
        assert box.quiet("confirm") == 20_000
        assert box.longest_quiet == 30_000


def test_one_lever_of_another_kind_is_read_as_it_is_wired(tmp_path: Path, wood: Wood) -> None:
    pins = "pins = [4, 17, 27]"
    other = (
        '[[tiles.except]]\ntiles = "2"\ncontact = "normally_closed"\n'
        '[[tiles.except]]\ntiles = "3"\nconnects_to = "3v3"'
    )
    with wood.open(read(tmp_path, with_change(pins, f"{pins}\n{other}"))) as box:
        assert [wood.pin(number).pull for number in (4, 17, 27)] == ["up", "up", "down"]
        wood.pin(4).drive_high()
        wood.pin(17).drive_high()
        wood.pin(27).drive(high=False)
        assert box.tiles.read() == {1: True, 2: False, 3: True}
        wood.pin(17).drive_low()
        assert wood.edges()[-1] == Edge(0, 2, True)


def with_tiles(good: BoxFile, *pins: Pin) -> BoxFile:
    return replace(good, tiles=replace(levers(good), pins=pins), lamps=())


def test_tiles_on_two_chips(good: BoxFile, wood: Wood) -> None:
    box_file = with_tiles(good, Pin(5), Pin(5, "mcp23017"), Pin(6, 1))
    with wood.open(box_file) as box:
        wood.chips.expander.pins[5].drive_low()
        assert box.tiles.read() == {1: True, 2: False, 3: True}
    assert [edge.contact for edge in wood.edges()] == [2]


def fault_of(box_file: BoxFile, wood: Wood) -> str:
    with pytest.raises(Fault) as caught:
        wood.open(box_file)
    return str(caught.value)


def test_a_line_that_the_chip_does_not_have(good: BoxFile, wood: Wood) -> None:
    assert fault_of(with_tiles(good, Pin(5), Pin(16, "mcp23017")), wood) == (
        'BX405: line mcp23017:16 of tile 2 is not there: gpiochip1 ("mcp23017") has lines 0 to 15; '
        "give another pin in box.toml"
    )


def test_one_line_by_two_names(good: BoxFile, wood: Wood) -> None:
    assert fault_of(with_tiles(good, Pin(5, 1), Pin(5, "mcp23017")), wood) == (
        "BX404: line mcp23017:5 of tile 2 is in use: it is also line 1:5 of tile 1; "
        "give each its own pin"
    )


def test_what_was_open_is_closed_when_a_line_cannot_be_had(good: BoxFile, wood: Wood) -> None:
    wood.chips.header.users[20] = "spi0 CS1"
    assert fault_of(good, wood).startswith("BX404: pin 20 of the button confirm is in use by")
    assert [pin.number for pin in wood.chips.header.pins if pin.held] == []


@pytest.mark.parametrize(
    ("user", "text"),
    [
        ("boxctl", "BX404: pin 17 of tile 2 is in use by another boxctl; end that, or give another "
         "pin in box.toml"),
        ("lg", "BX404: pin 17 of tile 2 is in use by another program that uses lgpio; end that"),
        ("spi0 CS1", 'BX404: pin 17 of tile 2 is in use by "spi0 CS1"; end that'),
        ("", "BX404: pin 17 of tile 2 is in use by the kernel or another program; end that"),
    ],
)  # fmt: skip
def test_who_uses_a_line(good: BoxFile, wood: Wood, user: str, text: str) -> None:
    wood.chips.header.users[17] = user
    assert fault_of(good, wood).startswith(text)


def test_who_uses_a_line_is_said_in_the_language_of_the_program(good: BoxFile, wood: Wood) -> None:
    wood.chips.header.users[17] = "boxctl"
    use(language("de"))
    assert "wird von einem anderen boxctl benutzt" in fault_of(good, wood)


def test_a_chip_without_edges(good: BoxFile, wood: Wood) -> None:
    wood.chips.header.gives_no_edges = True
    assert fault_of(good, wood).startswith(
        "BX406: pin 4 of tile 1 cannot tell of edges; wire the interrupt of its chip to the Pi"
    )


def test_a_chip_that_is_dead_at_the_start(good: BoxFile, wood: Wood) -> None:
    wood.chips.header.is_away = True
    assert fault_of(good, wood).startswith(
        "BX407: pin 14 of the lamp of tile 1 cannot be used (Remote I/O error); look at the wires"
    )


def test_an_expander_that_disappears_and_comes_back(good: BoxFile, wood: Wood) -> None:
    expander = wood.chips.expander
    box_file = with_tiles(good, Pin(5), Pin(5, "mcp23017"), Pin(6, 1))
    with wood.open(box_file) as box:
        expander.is_away = True
        assert box.tiles.read() == {1: True}
        wood.now += RETRY_US - 1
        assert box.tiles.read() == {1: True}
        assert expander.opened_again == 0
        wood.now += 1
        assert box.tiles.read() == {1: True}
        assert expander.opened_again == 1
        expander.is_away = False
        assert box.tiles.read() == {1: True}
        wood.now += RETRY_US
        assert box.tiles.read() == {1: True, 2: True, 3: True}
        expander.pins[5].drive_low()
        assert box.tiles.read() == {1: True, 2: False, 3: True}
    device = "chip mcp23017 of the levers"
    why = "Remote I/O error"
    lost, back, edge = wood.heard
    assert (lost, back) == (
        DeviceLost(0, device, why),
        DeviceBack(2 * RETRY_US, device, "mcp23017"),
    )
    assert edge == Edge(2 * RETRY_US, 2, on=False)


def test_lamps_of_an_expander_show_what_they_should_when_it_is_back(
    good: BoxFile, wood: Wood
) -> None:
    lamps = (LampsTable((Pin(14), Pin(3, "mcp23017"), Pin(4, "mcp23017")), "high"),)
    expander = wood.chips.expander
    with wood.open(replace(good, lamps=lamps)) as box:
        box.lamps.show(0b011)
        expander.is_away = True
        box.lamps.show(0b110)
        assert levels(wood, 14) == [False]
        expander.is_away = False
        box.lamps.show(0b110)
        assert [expander.pins[3].high, expander.pins[4].high] == [True, False]
        wood.now = RETRY_US
        box.lamps.show(0b110)
        assert [expander.pins[3].high, expander.pins[4].high] == [True, True]
    assert [type(event) for event in wood.heard] == [DeviceLost, DeviceBack]


def test_one_tile_may_have_two_lamps_and_another_none(tmp_path: Path, wood: Wood) -> None:
    two = '[[lamps]]\ntiles = [3, 1]\ndriver = "gpio"\npins = [14, 15]\n'
    one = '[[lamps]]\ntiles = "1"\ndriver = "gpio"\npins = [18]\nactive = "low"\n'
    text = with_change('[lamps]\ndriver = "gpio"\npins = [14, 15, 18]\n', two + one)
    with wood.open(read(tmp_path, text)) as box:
        box.lamps.show(0b011)
        assert levels(wood, 14, 15, 18) == [False, True, False]
        box.lamps.show(0b100)
        assert levels(wood, 14, 15, 18) == [True, False, True]


def test_every_device_is_closed_when_one_cannot_be(good: BoxFile, wood: Wood) -> None:
    box = wood.open(good)
    box.lamps.show(0b111)

    def broken() -> None:
        raise RuntimeError("cannot be closed")

    box.closing.callback(broken)
    with pytest.raises(RuntimeError):
        box.close()
    assert levels(wood, 14, 15, 18) == [False, False, False]


def test_lines_are_found_before_the_first_is_claimed(good: BoxFile, wood: Wood) -> None:
    box_file = replace(
        with_tiles(good, Pin(5), Pin(99)), lamps=(LampsTable((Pin(14), Pin(15)), "high"),)
    )
    assert fault_of(box_file, wood).startswith("BX405")
    assert not any(pin.shown or pin.held for pin in wood.chips.header.pins)


def test_a_line_knows_what_is_wired_to_it(wood: Wood) -> None:
    line = GpioLines(wood.chips, "auto").line(Pin(3, "mcp23017"), "tile 7")
    assert str(line) == "line mcp23017:3 of tile 7"
