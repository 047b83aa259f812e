"""The firmware's own unit tests, and what its numbers rest on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from decimal import Decimal, localcontext
from math import ceil, comb
from pathlib import Path

import pytest

from firmware_bridge.build_firmware import SOURCES, build, missing_tools, tables
from groundwork.faults import Fault
from tests.support.firmware.emulated import needs_avr

HEALTH = (SOURCES / "health.h").read_text()

CORPUS = Path(__file__).parent.parent / "corpus" / "board"

CLAIMED_BITS = 1.0
"""The min-entropy of a sample that the cutoffs assume."""


@pytest.mark.skipif(
    shutil.which("cc") is None or shutil.which("make") is None,
    reason="no C compiler or no make: sudo apt install gcc make",
)
@pytest.mark.parametrize(
    "checks",
    [
        pytest.param([], id="under the sanitizers", marks=pytest.mark.full),
        pytest.param(["CHECKS=-std=gnu11 -O0"], id="quickly"),
    ],
)
def test_its_unit_tests_pass(tmp_path: Path, checks: list[str]) -> None:
    # make takes a path with a space for two: from a copy, all paths are relative.
    copy = tmp_path / "sources"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("build"))
    (tmp_path / "board").symlink_to(CORPUS)
    command = ["make", "-s", "-j2", "-C", str(copy), "test", "CORPUS=../board", *checks]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    wanted = sum(len(re.findall(r"^    RUN\(", path.read_text(), re.MULTILINE))
                 for path in (SOURCES / "tests").glob("test_*.c"))  # fmt: skip
    assert ended.stdout.count("ok  ") == wanted + 1 > 20  # and the fuzzed inputs


def proportion_cutoff(entropy: float, window: int) -> int:
    """SP 800-90B, 4.4.2: the fewest equal samples that good noise has once in 2**30 windows."""
    with localcontext() as context:
        context.prec = 60
        likeliest = Decimal(2) ** -Decimal(entropy)
        tail, cutoff = Decimal(0), window
        while True:
            tail += comb(window, cutoff) * likeliest**cutoff * (1 - likeliest) ** (window - cutoff)
            if tail > Decimal(2) ** -30:
                return cutoff + 1
            cutoff -= 1


def test_the_cutoffs_of_the_health_tests_are_those_of_the_standard() -> None:
    window = int(re.findall(r"#define PROPORTION_WINDOW (\d+)", HEALTH)[0])
    limits = re.findall(
        r"#define WATCHDOG_LIMITS .*repetitions = (\d+), .proportion = (\d+)", HEALTH
    )
    assert limits == [
        (str(1 + ceil(30 / CLAIMED_BITS)), str(proportion_cutoff(CLAIMED_BITS, window)))
    ]


@needs_avr
@pytest.mark.parametrize("table", tables())
def test_it_fits_with_room_to_spare(table: str) -> None:
    built = build(table)
    sizes = subprocess.run(
        ["avr-size", str(built.elf)], capture_output=True, text=True, check=True
    ).stdout.splitlines()[1]
    text, data, bss = map(int, sizes.split()[:3])
    assert text + data <= 24 * 1024
    assert data + bss <= 1400


def test_a_table_that_there_is_not_is_told() -> None:
    with pytest.raises(Fault, match="known are box, digits, nano_box, roller, small_box") as caught:
        build("rollre")
    assert caught.value.code == "BX507"


@needs_avr
@pytest.mark.parametrize("chosen", [{"dice": 4}, {"sides": 20}])
def test_dice_that_the_table_has_already_are_told(chosen: dict[str, int]) -> None:
    (name,) = chosen
    with pytest.raises(Fault, match=f"the pin table roller has its own {name}; leave") as caught:
        build("roller", **chosen)  # type: ignore[arg-type]
    assert caught.value.code == "BX509"


def test_a_tool_that_is_missing_is_told_with_the_command_that_gets_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert "avr-gcc" in missing_tools()
    with pytest.raises(Fault, match=r"sudo apt install .*gcc-avr") as caught:
        build("roller")
    assert caught.value.code == "BX508"


@needs_avr
def test_it_builds_where_a_path_has_spaces_and_accents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """make takes a path with a space for two."""
    sources = tmp_path / "the béx 9" / "firmware"
    shutil.copytree(SOURCES, sources)
    monkeypatch.setattr("firmware_bridge.build_firmware.SOURCES", sources)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home of Zoë"))
    built = build("roller", emulator=True)
    assert {each.name for each in built.image.parent.iterdir()} == {
        "roller.elf", "roller.hex", "roller.so",
    }  # fmt: skip


@needs_avr
def test_what_does_not_build_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "firmware"
    shutil.copytree(SOURCES, copy)
    (copy / "pins" / "roller.h").write_text('#define NAME "x"\n#define DICE 9\n')
    monkeypatch.setattr("firmware_bridge.build_firmware.SOURCES", copy)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(Fault, match="more than 4 dice") as caught:
        build("roller")
    assert caught.value.code == "BX509"


@needs_avr
def test_tools_that_hang_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bin").mkdir()
    hanging = tmp_path / "bin" / "make"
    hanging.write_text("#!/bin/sh\nexec tail -f /dev/null\n")
    hanging.chmod(0o755)
    monkeypatch.setenv("PATH", f"{hanging.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("firmware_bridge.build_firmware._BUILD_SECONDS", 0.01)
    with pytest.raises(Fault, match=r"does not build within 0\.01 seconds") as caught:
        build("roller")
    assert caught.value.code == "BX509"
