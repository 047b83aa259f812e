"""The real firmware of a box, on an emulated chip: its levers, its lamps and their times."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from firmware_bridge.build_firmware import SOURCES, Chip
from firmware_bridge.link.commands import CommandOutcome
from firmware_bridge.protocol.constants import (
    BOARD_PATIENCE_MS,
    Ability,
    Order,
    Result,
)
from tests.firmware_bridge.firmware.conftest import Board
from tests.support.firmware.emulated import SECOND

LEVERS_ALONE = """#define NAME "levers"
#define TILES 2
#define TILE_PINS {%s}
"""
"""A pin table without dice: these are elsewhere, or thrown by hand."""

TWO_PINS = {Chip.ATMEGA328P: "D2, D3", Chip.RP2040: "GP2, GP3"}


@pytest.mark.parametrize("table", ["box", "small_box"])
def test_a_box_tells_of_its_levers_and_lights_its_lamps(board: Board, table: str) -> None:
    bench = board(table)
    bench.chip.contacts = 0b1_0101_0101
    bench.pass_time(2 * SECOND)
    assert bench.states[-1].contacts == 0b1_0101_0101
    assert bench.changes == []
    tiles = bench.hellos[-1].tiles
    moved = []
    for tile in range(1, tiles + 1):
        on = not bench.chip.contacts >> (tile - 1) & 1
        bench.chip.contact(tile, on)
        bench.pass_time(20_000)
        moved.append((tile, int(on)))
        bench.host.orders.give(Order.LAMPS, bench.chip.contacts)
        bench.pass_time(20_000)
        assert bench.chip.lamps == bench.chip.contacts
    assert [(change.contact, change.on) for change in bench.changes] == moved
    assert [change.number for change in bench.changes] == list(range(1, tiles + 1))


def test_the_buttons_of_a_nano_are_read_by_its_converter(
    board: Board, request: pytest.FixtureRequest
) -> None:
    if board.keywords["chip"] is not Chip.ATMEGA328P:
        pytest.skip("only a Nano has pins for nothing but the converter")
    bench = board("nano_box")
    bench.chip.contacts = 0x1FF
    bench.pass_time(3 * SECOND)
    assert bench.states[-1].contacts == 0x1FF
    assert bench.changes == []
    hello = bench.hellos[-1]
    assert hello.abilities & Ability.CONFIRM
    assert hello.abilities & Ability.NEW
    confirm, new = 25, 26
    moves = [(confirm, True), (new, True), (confirm, False), (7, False), (new, False), (7, True)]
    for contact, on in moves:
        bench.chip.contact(contact, on)
        bench.pass_time(30_000)
    assert [(change.contact, bool(change.on)) for change in bench.changes] == moves


def test_each_contact_settles_in_the_time_that_the_host_has_told(board: Board) -> None:
    bench = board("small_box")
    bench.chip.contacts = 0x1FF
    bench.host.orders.give(Order.SETTLE, 0 + 256 * 10)
    bench.host.orders.give(Order.SETTLE, 3 + 256 * 63)
    bench.pass_time(2 * SECOND)
    assert {outcome.result for outcome in bench.carried} == {Result.DONE}
    for restart in (False, True):
        if restart:  # Then the host tells it again.
            bench.chip.reset(power=True)
            bench.pass_time(2 * SECOND)
        before = len(bench.changes)
        for tile, bounce in ((2, 8_000), (3, 60_000)):
            for shown in (False, True, False):
                bench.chip.contact(tile, shown)
                bench.pass_time(bounce)
            bench.pass_time(200_000)
            bench.chip.contact(tile, True)
            bench.pass_time(200_000)
        moved = [(change.contact, change.on) for change in bench.changes[before:]]
        assert moved == [(2, 0), (2, 1), (3, 0), (3, 1)]


@pytest.mark.parametrize("argument", [0, 3, 3 + 256 * 64, 28 + 256 * 5, 1 << 16])
def test_a_time_to_settle_that_cannot_be_is_refused(board: Board, argument: int) -> None:
    bench = board("small_box")
    bench.host.orders.give(Order.SETTLE, argument)
    bench.pass_time(2 * SECOND)
    assert bench.carried == [CommandOutcome(Order.SETTLE, argument, Result.NOT_ABLE)]


def test_the_lamps_go_out_with_the_host_and_come_back_with_it(board: Board) -> None:
    bench = board("small_box")
    bench.host.orders.give(Order.LAMPS, 0b1010)
    bench.pass_time(2 * SECOND)
    assert bench.chip.lamps == 0b1010
    bench.unplug()
    bench.pass_time(BOARD_PATIENCE_MS * 1000 - SECOND)
    assert bench.chip.lamps == 0b1010
    bench.pass_time(2 * SECOND)
    assert bench.chip.lamps == 0
    bench.plug_in()
    bench.pass_time(2 * SECOND)
    assert bench.chip.lamps == 0b1010


def test_all_levers_at_once(board: Board) -> None:
    bench = board("box")
    bench.pass_time(2 * SECOND)
    bench.chip.contacts = 0x07FF_FFFF
    bench.pass_time(SECOND)
    assert [change.contact for change in bench.changes] == list(range(1, 28))
    assert bench.states[-1].contacts == 0x07FF_FFFF


def test_a_lever_that_moves_while_the_board_restarts_has_moved(board: Board) -> None:
    bench = board("box")
    bench.pass_time(2 * SECOND)
    bench.chip.reset()
    bench.chip.contact(5, True)
    bench.pass_time(SECOND)
    assert [(change.contact, change.on) for change in bench.changes] == [(5, 1)]
    assert bench.missed == []


def test_a_sensor_that_never_rests_does_not_keep_the_board_from_starting(board: Board) -> None:
    """As an input that hangs in the air and takes up the hum of the mains."""
    bench = board("small_box")
    for turn in range(400):
        bench.chip.contact(3, turn % 2 == 0)
        bench.pass_time(10_000)
    assert len(bench.hellos) == 1
    assert {change.contact for change in bench.changes} == {3}


def test_boards_without_dice_have_different_series(
    board: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "firmware"
    shutil.copytree(SOURCES, copy)
    chip = board.keywords["chip"]
    (copy / "pins" / chip.value / "levers.h").write_text(LEVERS_ALONE % TWO_PINS[chip])
    monkeypatch.setattr("firmware_bridge.build_firmware.SOURCES", copy)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    hellos = []
    for seed in (1, 2):
        bench = board("levers", seed)
        bench.pass_time(3 * SECOND)
        hellos += bench.hellos
    one, other = hellos
    assert (one.dice, other.dice) == (0, 0)
    assert one.series != other.series
    assert one.changes != other.changes


def test_more_changes_than_are_held_are_missed_by_number(board: Board) -> None:
    bench = board("small_box")
    bench.pass_time(2 * SECOND)
    bench.unplug()
    for turn in range(50):
        bench.chip.contact(1, turn % 2 == 0)
        bench.pass_time(15_000)
    bench.plug_in()
    bench.pass_time(2 * SECOND)
    (missed,) = bench.missed
    assert (missed.what, missed.first) == ("change", 1)
    assert [change.number for change in bench.changes] == list(range((missed.last or 0) + 1, 51))
    assert len(bench.changes) == 32
