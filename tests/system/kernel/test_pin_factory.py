"""The pin factory for gpiozero, on lines of a kernel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from factory_tests.gpiozero_suite import GPIOZERO, NOT_FOR_US, suite
from tests.support.factory_alone import environment_with_the_factory_alone
from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, GuestTime, report_of

pytestmark = NEEDS_A_KERNEL


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
    tests = suite(tmp_path)
    if tests is None:
        pytest.skip(f"the source distribution of {GPIOZERO} cannot be had")
    outcomes = report_of("pins/gpiozero_suite_in_guest.py", str(tests), seconds=300)
    assert {name for name, outcome in outcomes.items() if outcome != "passed"} == NOT_FOR_US
    assert len(outcomes) > 20


def test_a_plain_program_runs_on_the_factory_installed_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = environment_with_the_factory_alone(tmp_path)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "gpiod")
    told = report_of("pins/plain_gpiozero.py", seconds=200, python=python, time=GuestTime.REAL)
    assert told["factory"] == "gpiozero_gpiod.factory"
    assert (told["presses"], told["lit"], told["dark"]) == ([True], "1", "0")
    assert told["glows"] == ["0", "1"]
    assert "gpiozero-gpiod" in told["installed"]
    assert "boxctl-referee" not in told["installed"]
    assert told["sees this project"] == []
