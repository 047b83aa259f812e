"""What only the RP2040's firmware has: its file, flash that is cut short, a ring oscillator."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge.build_firmware import SOURCES, Chip, build, tables
from firmware_bridge.emulator.chip import ChipCrashed
from firmware_bridge.protocol.constants import Contact, Health, Order, Result
from firmware_bridge.uf2 import from_uf2
from tests.support.every_variant import parameter
from tests.support.firmware.emulated import SECOND, Bench, needs_pico
from tests.support.firmware.probed_chip import ProbedPico

pytestmark = needs_pico

CUTS = range(1, 81)
"""After so many bytes of flash: a throw takes some 50."""

NEVER = 10**9


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


@pytest.mark.parametrize("first", [parameter(first, quick=first == 0) for first in range(8)])
def test_power_that_goes_while_flash_is_written_loses_no_throw_that_was_told(first: int) -> None:
    bench = pico(seed=first)
    bench.warm_up()
    for cut in CUTS[first::8]:
        boot, before, cuts = bench.hellos[-1].boot, len(bench.got), probed(bench).cuts
        probed(bench).cut_power_after(cut)
        bench.host.orders.give(Order.ROLL, 0)
        bench.pass_time(2 * SECOND)
        if probed(bench).cuts > cuts:
            assert bench.hellos[-1].boot > boot
        probed(bench).cut_power_after(NEVER)
        assert len(bench.got) - before <= 1
        bench.warm_up()
        bench.roll()
    assert probed(bench).cuts >= 4
    serials = [throw.serial for throw in bench.got]
    assert serials == list(range(1, len(serials) + 1))
    assert all(None not in throw.values for throw in bench.got)
    assert {throw.series for throw in bench.got} == {bench.got[0].series}


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
    assert probed(bench).storage.count(b"\x5e\xa1\xb0\xc5") >= 3  # seals


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
