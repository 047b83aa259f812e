"""What only the RP2040's firmware has: its file, flash that is cut short, a ring oscillator."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge.build_firmware import SOURCES, Chip, build, tables
from firmware_bridge.emulator.chip import ChipCrashed
from firmware_bridge.protocol.constants import Ability, Cause, Contact, Health, Order, Result
from firmware_bridge.uf2 import from_uf2
from tests.support.firmware.emulated import SECOND, Bench, needs_pico
from tests.support.firmware.probed_chip import ProbedPico

pytestmark = needs_pico

SEAL = b"\x5e\xa1\xb0\xc5"
"""What makes a sector of flash count."""


def pico(table: str = "roller", seed: int = 1) -> Bench:
    return Bench(table, seed, chip=Chip.RP2040)


def probed(bench: Bench) -> ProbedPico:
    assert isinstance(bench.chip, ProbedPico)
    return bench.chip


@pytest.mark.parametrize("table", tables(Chip.RP2040))
def test_it_fits_and_leaves_a_quarter_of_memory_to_the_stack(table: str) -> None:
    built = build(table, chip=Chip.RP2040)
    sizes = subprocess.run(
        ["arm-none-eabi-size", str(built.elf)], capture_output=True, text=True, check=True
    ).stdout.splitlines()[1]
    text, data, bss = map(int, sizes.split()[:3])
    assert text + data + bss < 64 * 1024
    assert len(from_uf2(built.image.read_bytes())) < 32 * 1024


def test_wherever_it_is_built_the_file_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = []
    for home in ("here", "somewhere else/with a longer name"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / home))
        files.append(build("small_box", chip=Chip.RP2040).image.read_bytes())
    assert files[0] == files[1]


def test_the_boot_rom_starts_nothing_whose_first_part_is_damaged(tmp_path: Path) -> None:
    built = build("roller", chip=Chip.RP2040, emulator=True)
    file = bytearray(built.image.read_bytes())
    file[32 + 100] ^= 1
    damaged = tmp_path / "damaged.uf2"
    damaged.write_bytes(file)
    chip = ProbedPico(replace(built, image=damaged), 1)
    with pytest.raises(ChipCrashed, match="wrong checksum"):
        chip.run(SECOND)


@pytest.mark.full
def test_throws_go_on_from_one_sector_of_flash_to_the_next() -> None:
    bench = pico(seed=3)
    bench.warm_up()
    for number in range(1, 201):
        assert bench.roll().serial == number
    bench.chip.reset(power=True)
    bench.pass_time(2 * SECOND)
    bench.warm_up()
    assert bench.roll().serial == 201
    assert probed(bench).storage.count(SEAL) >= 3


def test_the_readme_tells_how_many_throws_flash_lasts_for() -> None:
    header = (SOURCES / "flash_cells.h").read_text()
    sector, sectors = (int(re.findall(rf"#define {name} (\d+)", header)[0])
                       for name in ("SECTOR_BYTES", "SECTORS"))  # fmt: skip
    writes = (sector - int(re.findall(r"#define WRITES_AT (\d+)", header)[0])) // 4
    throws = writes // (12 + 2)  # a record and twice its mark
    told = " ".join((SOURCES.parent / "README.md").read_text().split())
    assert f"room for {writes} writes" in told
    assert f"a sector has {throws} throws, and the ring of {sectors} sectors" in told
    assert f"{throws * sectors * 100_000 // 1_000_000} million throws" in told


def test_a_ring_that_stops_ends_the_throws_until_it_goes_on() -> None:
    bench = pico(seed=4)
    bench.warm_up()
    probed(bench).ring_stops()
    bench.pass_time(6 * SECOND)
    assert bench.states[-1].health == Health.REPEATS
    bench.host.orders.give(Order.ROLL, 0)
    bench.pass_time(SECOND)
    assert bench.carried[-1].result == Result.NOT_HEALTHY
    assert bench.got == []
    probed(bench).ring_stops(False)
    bench.warm_up()
    assert bench.roll().values


def test_a_closed_port_is_told_nothing_later() -> None:
    """What is said to nobody is gone, so that no old throw seems to be new."""
    bench = pico(seed=5)
    bench.warm_up()
    probed(bench).open(False)
    bench.unplug()
    bench.chip.contact(Contact.ROLL, True)
    bench.pass_time(100_000)
    bench.chip.contact(Contact.ROLL, False)
    bench.pass_time(20 * SECOND)
    assert bench.chip.run_for(5 * SECOND) == b""
    probed(bench).open(True)
    bench.plug_in()
    bench.pass_time(2 * SECOND)
    (throw,) = bench.got
    assert 2400 <= throw.age <= 2800  # hundredths of a second


def test_a_flood_waits_at_the_host_and_what_comes_after_it_is_obeyed() -> None:
    bench = pico("small_box", seed=6)
    bench.pass_time(2 * SECOND)
    bench.chip.hear(bytes(range(256)) * 200)
    bench.host.orders.give(Order.LAMPS, 0b101)
    bench.pass_time(5 * SECOND)
    assert bench.chip.lamps == 0b101
    assert len(bench.hellos) == 1


def test_it_says_what_it_is_to_a_host() -> None:
    bench = pico()
    bench.pass_time(SECOND)
    told = probed(bench).descriptors
    assert len(told) == int.from_bytes(told[2:4], "little") == 75
    assert (told[4], told[5]) == (2, 1)  # interfaces, and the configuration


def test_each_board_tells_the_number_of_its_flash() -> None:
    benches = [pico(seed=seed) for seed in (1, 2)]
    for bench in benches:
        bench.pass_time(SECOND)
        assert probed(bench).device()[16] == 3
        assert probed(bench).string(2) == "Shut the Box: roller"
    numbers = [probed(bench).string(3) for bench in benches]
    assert all(re.fullmatch("[0-9A-F]{16}", number) for number in numbers)
    assert numbers[0] != numbers[1]
    probed(benches[0]).flash_number(bytes.fromhex("E6612483CB1F5A2C"))
    benches[0].chip.reset(power=True)
    benches[0].pass_time(SECOND)
    assert probed(benches[0]).string(3) == "E6612483CB1F5A2C"


@pytest.mark.parametrize("silent", [b"\xff", b"\0"])
def test_a_flash_without_a_number_gives_its_board_none(silent: bytes) -> None:
    bench = pico()
    probed(bench).flash_number(8 * silent)
    bench.chip.reset(power=True)
    bench.pass_time(SECOND)
    assert probed(bench).device()[16] == 0


def test_a_port_that_is_closed_at_1200_has_it_become_a_drive() -> None:
    bench = pico("small_box", seed=2)
    bench.pass_time(2 * SECOND)
    chip = probed(bench)
    chip.open(False)
    chip.run_for(100_000)
    assert not chip.is_drive
    chip.open(True)
    chip.run_for(5_000)
    chip.close_at_1200()
    chip.run_for(100_000)
    assert probed(bench).is_drive
    assert chip.run_for(5 * SECOND) == b""  # and no watchdog wakes it
    chip.load(build("digits", chip=Chip.RP2040).image.read_bytes())
    bench.pass_time(2 * SECOND)
    hello = bench.hellos[-1]
    assert (hello.name, hello.cause, hello.boot) == ("digits", Cause.RESET, 2)
    assert bench.defects == 0


def test_levers_that_move_while_a_sector_is_erased_keep_their_order_and_times() -> None:
    """An erase takes 45 ms, in which the main loop stands still."""
    bench = pico("small_box", seed=7)
    bench.warm_up()
    erased = 0
    for throw in range(60):
        bench.host.orders.give(Order.ROLL, 2)
        before = probed(bench).storage.count(SEAL)
        changes = len(bench.changes)
        pushed = False
        while len(bench.got) == throw:
            bench.step(bench.now + 1_000)
            if probed(bench).is_erasing and not pushed:
                pushed = True
                for tile in (9, 4, 6):
                    bench.chip.contact(tile, not bench.chip.contacts >> (tile - 1) & 1)
                    bench.chip.run(bench.now + 10_000)
        bench.pass_time(200_000)
        if probed(bench).storage.count(SEAL) == before:
            continue
        erased += 1
        moved = bench.changes[changes:]
        assert [change.contact for change in moved] == [9, 4, 6]
        ages = [change.age for change in moved]
        assert ages[0] > ages[1] > ages[2]
    assert erased == 1


def test_a_box_of_twelve_tiles_has_all_its_levers_lamps_and_buttons() -> None:
    bench = pico("twelve", seed=2)
    bench.pass_time(2 * SECOND)
    hello = bench.hellos[-1]
    assert (hello.name, hello.tiles) == ("twelve", 12)
    assert hello.abilities & (Ability.LAMPS | Ability.CONFIRM | Ability.NEW | Ability.ROLL) == (
        Ability.LAMPS | Ability.CONFIRM | Ability.NEW
    )
    contacts = [*range(1, 13), Contact.CONFIRM, Contact.NEW]
    for contact in contacts:
        bench.chip.contact(contact, True)
        bench.pass_time(20_000)
    bench.pass_time(SECOND)
    assert [(change.contact, change.on) for change in bench.changes] == [(c, 1) for c in contacts]
    for lit in (0xFFF, 0x001, 0x800, 0x555, 0):
        bench.host.orders.give(Order.LAMPS, lit)
        bench.pass_time(SECOND // 5)
        assert bench.chip.lamps == lit
