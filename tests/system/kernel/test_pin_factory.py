"""The pin factory for gpiozero, on lines of a kernel."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, report_of

pytestmark = NEEDS_A_KERNEL

GPIOZERO = "gpiozero==2.0.1.post3"

NOT_FOR_US = {
    # It skips itself for all but spidev's SPI, and the virtual Pi has no SPI.
    "test_spi_hardware_same_port[gpiod]",
    # It is about the name of gpiozero's own factory, native.
    "test_compatibility_names",
}


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """What the factory does in the virtual Pi."""
    return report_of("pins/pin_factory_in_guest.py", seconds=500, mcp23017=True)


def test_an_edge_is_told_with_the_kernel_s_time(told: dict[str, Any]) -> None:
    assert told["lever and lamp"] == {"state": 0, "in_time": True, "lit": "1"}


def test_a_line_in_use_names_its_user(told: dict[str, Any]) -> None:
    assert 'is in use by "gpiozero"' in told["busy"]


def test_a_forked_process_is_refused(told: dict[str, Any]) -> None:
    assert "made before the process was forked" in told["forked"]


def test_every_edge_is_told_or_counted_as_lost(told: dict[str, Any]) -> None:
    assert told["overflow"]["told"] >= 1024
    assert told["overflow"]["told"] + told["overflow"]["lost"] == 1500


def test_a_starved_burst_of_nine_levers_is_kept_whole(told: dict[str, Any]) -> None:
    burst = told["burst"]
    assert burst["kept"] == burst["wanted"] > 500
    assert burst["lost"] == 0
    assert burst["all_high"]


def test_it_sleeps_while_nothing_happens(told: dict[str, Any]) -> None:
    assert told["idle"] == 0


def test_a_chip_that_goes_and_comes_back_is_used_again(told: dict[str, Any]) -> None:
    assert told["vanishes"]["lit"] == "1"
    assert told["vanishes"]["heard"]
    assert '"mcp23017"' in told["vanishes"]["said"]


def test_it_passes_the_tests_that_gpiozero_has_for_pin_factories(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--no-binary",
        ":all:",
    ]
    got = subprocess.run([*command, "--dest", tmp_path, GPIOZERO], capture_output=True, check=False)
    if got.returncode:
        pytest.skip(f"the source distribution of {GPIOZERO} cannot be had")
    with tarfile.open(next(tmp_path.glob("gpiozero-*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    tests = next(tmp_path.glob("gpiozero-*/tests"))
    outcomes = report_of("pins/gpiozero_suite_in_guest.py", str(tests), seconds=300)
    assert {name for name, outcome in outcomes.items() if outcome != "passed"} == NOT_FOR_US
    assert len(outcomes) > 20
