"""The memory of the chip: the ring that it sends from, its stack, and a record that is damaged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from firmware_bridge.build_firmware import SOURCES, address_of, build
from firmware_bridge.protocol.constants import Cause, Contact, Defect, Health, Order
from tests.support.firmware.emulated import SECOND, Bench, needs_avr

pytestmark = needs_avr

RING = 256

RECORDS_AT = 12 + 16 * 6
"""Where the throws lie in the EEPROM."""

FIRST_DIE = 6
"""Where the first die lies in a record."""

GUARD = 16
"""Bytes of the guard between variables and stack."""

LEVERS_ALONE = """#define NAME "levers"
#define TILES 2
#define TILE_PINS {D3, D4}
#define DICE 0
"""
"""A pin table without dice."""

LIGHTS_LAMPS = "        pins_light(argument);\n"
DEEP = """        volatile uint8_t deep[700];
        for (uint16_t i = 0; i < sizeof deep; i++) {
            deep[i] = 0x3C;
        }
"""
"""A frame that is larger than all the stack."""


def test_a_byte_is_in_the_ring_before_its_index_says_so() -> None:
    bench = Bench("roller", seed=2)
    bench.pass_time(SECOND)
    built = build("roller", emulator=True)
    index, ring = address_of("said_in", built), address_of("said", built)
    end = bench.now + 3 * SECOND
    sent, published = b"", b""
    while bench.now < end:
        place = bench.chip.read_memory(index, 1)[0]
        sent += bench.chip.run_until_changed(index, end)
        following = bench.chip.read_memory(index, 1)[0]
        published += bench.chip.read_memory(ring + place, 1) if following != place else b""
    assert len(published) > 100
    assert sent == published[: len(sent)]


@pytest.mark.full
def test_a_stack_that_has_met_the_variables_is_told_and_nothing_of_them_believed() -> None:
    bench = Bench("box", seed=3)
    bench.warm_up()
    boot, changes = bench.hellos[-1].boot, bench.hellos[-1].changes
    assert bench.defects == 0
    guard = address_of("_end", build("box", emulator=True))
    bench.chip.write_memory(guard + GUARD - 1, b"\x00")
    bench.pass_time(2 * SECOND)
    again = bench.hellos[-1]
    assert (again.boot, again.cause) == (boot + 1, Cause.WATCHDOG)
    assert again.changes != changes
    assert bench.defects == Defect.STACK
    assert bench.states[-1].health == Health.STARTING
    bench.warm_up()
    assert bench.roll().values
    bench.chip.reset(power=True)
    bench.defects = 0
    bench.pass_time(2 * SECOND)
    assert bench.defects == 0


@pytest.mark.full
def test_a_frame_that_is_too_large_for_the_stack_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "firmware"
    shutil.copytree(SOURCES, copy)
    main = (copy / "main.c").read_text()
    assert main.count(LIGHTS_LAMPS) == 1
    (copy / "main.c").write_text(main.replace(LIGHTS_LAMPS, DEEP + LIGHTS_LAMPS))
    monkeypatch.setattr("firmware_bridge.build_firmware.SOURCES", copy)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    bench = Bench("small_box", seed=3)
    bench.pass_time(2 * SECOND)
    boot, changes = bench.hellos[-1].boot, bench.hellos[-1].changes
    assert bench.defects == 0
    bench.host.orders.give(Order.LAMPS, 1)
    bench.step(bench.now + SECOND // 100)
    bench.pass_time(SECOND // 10)
    assert bench.hellos[-1].boot > boot
    assert bench.hellos[-1].changes != changes
    assert bench.defects == Defect.STACK


def test_firmware_that_was_flashed_just_now_has_no_stack_that_met_anything() -> None:
    bench = Bench("box", seed=3)
    bench.pass_time(SECOND)
    built = build("box", emulator=True)
    bench.chip.write_memory(address_of("watchdog_mark", built), bytes(8))
    bench.chip.write_memory(address_of("_end", built), bytes(GUARD))
    bench.chip.reset()
    bench.pass_time(2 * SECOND)
    assert bench.hellos[-1].cause == Cause.RESET
    assert bench.defects == 0


def holds_a_throw() -> Bench:
    """Return a roller that nobody listens to, with its first throw."""
    bench = Bench("roller", seed=6)
    bench.warm_up()
    bench.unplug()
    bench.chip.contact(Contact.ROLL, True)
    bench.pass_time(50_000)
    bench.chip.contact(Contact.ROLL, False)
    bench.pass_time(200_000)
    return bench


def damage(bench: Bench) -> None:
    """Damage the first die of the first throw, in the memory of a board that runs."""
    storage = bytearray(bench.chip.storage)
    record = RECORDS_AT + bytes(storage[RECORDS_AT:]).index(b"\xff\x00\x00\x00\x01")
    storage[record + FIRST_DIE] ^= 0x01
    bench.chip.storage = bytes(storage)


def test_a_throw_whose_record_is_damaged_comes_as_dice_that_were_not_read() -> None:
    bench = holds_a_throw()
    damage(bench)
    bench.plug_in()
    bench.pass_time(SECOND)
    (throw,) = bench.got
    assert (throw.serial, throw.values) == (1, (None, None))
    assert bench.roll().values != (None, None)


def test_such_a_throw_passes_on_a_board_that_was_flashed_without_dice_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = holds_a_throw().chip.storage
    copy = tmp_path / "firmware"
    shutil.copytree(SOURCES, copy)
    (copy / "pins" / "levers.h").write_text(LEVERS_ALONE)
    monkeypatch.setattr("firmware_bridge.build_firmware.SOURCES", copy)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    bench = Bench("levers", seed=6)
    bench.chip.storage = storage
    bench.chip.reset(power=True)
    bench.unplug()
    bench.pass_time(SECOND)
    damage(bench)
    bench.plug_in()
    bench.pass_time(SECOND)
    (throw,) = bench.got
    assert (throw.serial, throw.values) == (1, (None,))
