"""Levers, buttons and lamps on gpiozero's mock pins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge.faults import Fault
from hardware.box_file import BoxFile
from hardware.chips import Chip
from hardware.devices import Contact, DeviceEvent, Edge
from hardware.dice import PiDice
from hardware.gpio import microseconds, open_box
from hardware.gpio_lines import Lines
from hardware.gpio_pins import ChipName, Pin
from hardware.gpio_settings import ButtonsTable, LampsTable
from hardware.roller_settings import PiTable
from tests.hardware.box_toml import GOOD, levers, read, with_change


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = MockFactory()
    yield factory
    factory.close()


@pytest.fixture
def good(tmp_path: Path) -> BoxFile:
    return read(tmp_path, GOOD)


class Listener:
    """Takes what is handed over."""

    def __init__(self) -> None:
        self.heard: list[DeviceEvent] = []

    def __call__(self, event: DeviceEvent) -> None:
        self.heard.append(event)


@pytest.fixture
def listener() -> Listener:
    return Listener()


def set_level(factory: MockFactory, pin: int, high: bool) -> None:
    if high:
        factory.pin(pin).drive_high()
    else:
        factory.pin(pin).drive_low()


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
    factory: MockFactory,
    listener: Listener,
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
    with open_box(box_file, listener, factory=factory) as box:
        assert factory.pin(17).pull == ("up" if connects_to == "ground" else "down")
        set_level(factory, 17, not level)
        assert box.tiles.read()[2] is not tile_is_open
        listener.heard.clear()
        set_level(factory, 17, level)
        assert box.tiles.read()[2] is tile_is_open
        assert [(e.contact, e.on) for e in listener.heard if isinstance(e, Edge)] == [
            (2, tile_is_open)
        ]


@pytest.mark.parametrize("pressed", [True, False])
@pytest.mark.parametrize("contact", ["normally_open", "normally_closed"])
@pytest.mark.parametrize("connects_to", ["ground", "3v3"])
def test_every_way_to_wire_a_button(
    tmp_path: Path, factory: MockFactory, connects_to: str, contact: str, pressed: bool
) -> None:
    wiring = f'new = 21\nconnects_to = "{connects_to}"\ncontact = "{contact}"'
    box_file = read(tmp_path, with_change("new = 21", wiring))
    with open_box(box_file, Listener(), factory=factory) as box:
        set_level(factory, 21, level_of(connects_to, contact, actuated=pressed))
        assert box.buttons.read()["new"] is pressed


def test_an_edge_has_the_kernels_time(
    good: BoxFile, factory: MockFactory, listener: Listener
) -> None:
    with open_box(good, listener, factory=factory):
        factory.pin(4).when_changed(86_400.000123, 0)
        factory.pin(16).when_changed(86_400.5, 1)
    assert listener.heard == [
        Edge(86_400_000_123, 1, on=False),
        Edge(86_400_500_000, "roll", on=False),
    ]


@pytest.mark.parametrize("at", [0, 1, 1_000_001, 86_400 * 365 * 1_000_000 + 7])
def test_no_microsecond_is_lost_in_gpiozeros_seconds(at: int) -> None:
    assert microseconds(at * 1000 / 1_000_000_000) == at
    assert microseconds((at * 1000 + 400) / 1_000_000_000) == at


def test_the_whole_box_is_read(good: BoxFile, factory: MockFactory) -> None:
    with open_box(good, Listener(), factory=factory) as box:
        factory.pin(27).drive_low()
        factory.pin(20).drive_low()
        read = list(box.read().items())
    tiles: list[tuple[Contact, bool]] = [(1, True), (2, True), (3, False)]
    assert read == [*tiles, ("confirm", True), ("new", False), ("roll", False)]


def test_a_listener_that_raises_ends_no_edges(good: BoxFile, factory: MockFactory) -> None:
    heard = []

    def hand_over(event: DeviceEvent) -> None:
        heard.append(event)
        raise RuntimeError("the listener is broken")

    with open_box(good, hand_over, factory=factory):
        factory.pin(4).drive_low()
        factory.pin(4).drive_high()
    assert len(heard) == 2


def test_a_closed_box_hands_nothing_over(
    good: BoxFile, factory: MockFactory, listener: Listener
) -> None:
    open_box(good, listener, factory=factory).close()
    for pin in (4, 17, 27, 20, 21, 16):
        factory.pin(pin).drive_low()
    assert listener.heard == []


def levels(factory: MockFactory, *pins: int) -> list[bool]:
    return [factory.pin(pin).state for pin in pins]


@pytest.mark.parametrize("active", ["high", "low"])
def test_lamps(tmp_path: Path, factory: MockFactory, active: str) -> None:
    lamps = "pins = [14, 15, 18]"
    box_file = read(tmp_path, with_change(lamps, f'{lamps}\nactive = "{active}"'))
    lit, dark = (True, False) if active == "high" else (False, True)
    with open_box(box_file, Listener(), factory=factory) as box:
        assert levels(factory, 14, 15, 18) == [dark, dark, dark]
        box.lamps.show(0b101)
        assert levels(factory, 14, 15, 18) == [lit, dark, lit]
        box.lamps.show(0b110)
        assert levels(factory, 14, 15, 18) == [dark, lit, lit]


def test_only_lamps_that_change_are_written(good: BoxFile, factory: MockFactory) -> None:
    with open_box(good, Listener(), factory=factory) as box:
        for lit in (0b001, 0b001, 0b011, 0b011):
            box.lamps.show(lit)
        states = [[state.state for state in factory.pin(pin).states] for pin in (14, 15, 18)]
        assert states == [[False, True], [False, True], [False]]


@pytest.mark.parametrize("active", ["high", "low"])
def test_lamps_are_dark_before_their_lines_are_let_go(
    tmp_path: Path, factory: MockFactory, active: str
) -> None:
    lamps = "pins = [14, 15, 18]"
    box_file = read(tmp_path, with_change(lamps, f'{lamps}\nactive = "{active}"'))
    box = open_box(box_file, Listener(), factory=factory)
    box.lamps.show(0b111)
    pins = [factory.pin(pin) for pin in (14, 15, 18)]
    box.close()
    assert [pin.state for pin in pins] == [active == "low"] * 3
    assert [pin.function for pin in pins] == ["input"] * 3


def test_a_closed_box_can_be_opened_again(good: BoxFile, factory: MockFactory) -> None:
    for _ in range(2):
        with open_box(good, Listener(), factory=factory) as box:
            assert box.read()[1] is True


def test_closing_twice_does_no_harm(good: BoxFile, factory: MockFactory) -> None:
    box = open_box(good, Listener(), factory=factory)
    box.close()
    box.close()


def test_a_box_without_lamps_and_buttons(good: BoxFile, factory: MockFactory) -> None:
    with open_box(replace(good, lamps=None, buttons=None), Listener(), factory=factory) as box:
        box.lamps.show(0b111)
        assert box.buttons.read() == {}


def test_only_a_pi_that_throws_has_dice(good: BoxFile, factory: MockFactory) -> None:
    with open_box(good, Listener(), factory=factory) as box:
        assert box.dice is None
    with open_box(replace(good, roller=PiTable()), Listener(), factory=factory) as box:
        assert isinstance(box.dice, PiDice)


def test_levers_and_buttons_each_have_their_own_quiet_time(
    good: BoxFile, factory: MockFactory
) -> None:
    assert isinstance(good.buttons, ButtonsTable)
    tiles = replace(levers(good), debounce_ms=0.5)
    buttons = replace(good.buttons, debounce_ms=20)
    with open_box(replace(good, tiles=tiles, buttons=buttons), Listener(), factory=factory) as box:
        assert box.quiet(7) == 500
        assert box.quiet("confirm") == 20_000


class TwoChips:
    """The header and one expander, each with its own mock pins."""

    def __init__(self) -> None:
        self.header, self.expander = MockFactory(), MockFactory()

    def open(self, name: ChipName) -> tuple[Chip, Any]:
        if name in ("auto", 0):
            return Chip(0, "pinctrl-rp1", 54), self.header
        return Chip(1, "mcp23017", 16), self.expander


def with_tiles(good: BoxFile, *pins: Pin) -> BoxFile:
    return replace(good, tiles=replace(levers(good), pins=pins), lamps=None)


def test_tiles_on_two_chips(good: BoxFile, listener: Listener) -> None:
    chips = TwoChips()
    box_file = with_tiles(good, Pin(5), Pin(5, "mcp23017"), Pin(6, 1))
    with open_box(box_file, listener, chips=chips) as box:
        chips.expander.pin(5).drive_low()
        assert box.tiles.read() == {1: True, 2: False, 3: True}
    assert [e.contact for e in listener.heard if isinstance(e, Edge)] == [2]


def fault_of(box_file: BoxFile, chips: TwoChips) -> Fault:
    with pytest.raises(Fault) as caught:
        open_box(box_file, Listener(), chips=chips)
    return caught.value


def test_a_line_that_the_chip_does_not_have(good: BoxFile) -> None:
    fault = fault_of(with_tiles(good, Pin(5), Pin(16, "mcp23017")), TwoChips())
    assert str(fault) == (
        'BX405: line mcp23017:16 of tile 2 is not there: gpiochip1 ("mcp23017") has lines 0 to 15; '
        "give another pin in box.toml"
    )


def test_one_line_by_two_names(good: BoxFile) -> None:
    fault = fault_of(with_tiles(good, Pin(5, 1), Pin(5, "mcp23017")), TwoChips())
    assert str(fault) == (
        "BX404: line mcp23017:5 of tile 2 is in use: it is also line 1:5 of tile 1; "
        "give each its own pin"
    )


def test_what_was_open_is_closed_when_a_line_cannot_be_had(
    good: BoxFile, factory: MockFactory, listener: Listener
) -> None:
    # A mock header has no line 40, which a box.toml for a header never names.
    box_file = replace(good, tiles=replace(levers(good), pins=(Pin(4), Pin(17), Pin(40))))
    with pytest.raises(Fault, match=r"BX407: pin 40 of tile 3 cannot be used \(40 is not a valid"):
        open_box(box_file, listener, factory=factory)
    factory.pin(4).drive_low()
    assert listener.heard == []
    with open_box(good, listener, factory=factory) as box:
        assert box.tiles.read()[1] is True


def test_a_line_that_cannot_be_read_any_more(
    good: BoxFile, factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unplugged(pin: object) -> bool:
        raise OSError("bad GPIO read")

    with open_box(good, Listener(), factory=factory) as box:
        with monkeypatch.context() as patch:
            patch.setattr(type(factory.pin(4)), "_get_state", unplugged)
            with pytest.raises(Fault, match=r"BX407: pin 4 of tile 1 cannot be used \(bad GPIO"):
                box.read()
        assert box.read()[1] is True


def test_lamps_that_could_not_be_written_are_written_again(
    good: BoxFile, factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unplugged(pin: object, value: object) -> None:
        raise OSError("bad GPIO write")

    with open_box(good, Listener(), factory=factory) as box:
        with monkeypatch.context() as patch:
            patch.setattr(type(factory.pin(14)), "_set_state", unplugged)
            with pytest.raises(Fault, match="BX407: pin 14 of the lamp of tile 1"):
                box.lamps.show(0b1)
        box.lamps.show(0b1)
        assert levels(factory, 14) == [True]


def test_every_device_is_closed_when_one_cannot_be(good: BoxFile, factory: MockFactory) -> None:
    box = open_box(good, Listener(), factory=factory)
    box.lamps.show(0b111)

    def broken() -> None:
        raise RuntimeError("cannot be closed")

    box.closing.callback(broken)
    with pytest.raises(RuntimeError):
        box.close()
    assert levels(factory, 14, 15, 18) == [False, False, False]


def test_lines_are_found_before_the_first_is_claimed(good: BoxFile) -> None:
    chips = TwoChips()
    box_file = replace(
        with_tiles(good, Pin(5), Pin(99)), lamps=LampsTable((Pin(14), Pin(15)), "high")
    )
    assert fault_of(box_file, chips).code == "BX405"
    assert chips.header.pins == {}


def test_a_line_knows_what_is_wired_to_it() -> None:
    line = Lines(TwoChips(), "auto").line(Pin(3, "mcp23017"), "tile 7")
    assert str(line) == "line mcp23017:3 of tile 7"
