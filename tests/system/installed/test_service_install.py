"""``boxctl service`` with a real systemd: installed, replaced, taken away."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.firmware.emulated import needs_avr
from tests.support.service.booted import ROOT, missing, try_installing

pytestmark = [pytest.mark.full, needs_avr]


def test_it_is_installed_replaced_and_taken_away(tmp_path: Path) -> None:
    """One test, as all of it is one boot: workers that share the tests would each boot."""
    if (why := missing()) is not None:
        pytest.skip(why)
    if not Path(sys.executable).absolute().is_relative_to(ROOT):
        pytest.skip("this Python is not in the checkout")
    tried = try_installing(tmp_path)
    _showing_changes_nothing(tried)
    _installed_it_runs_and_tells_so(tried)
    _a_second_time_nothing_is_to_be_done(tried)
    _another_version_takes_its_place(tried)
    _after_a_power_cut_the_old_one_runs_and_the_new_one_can_be_installed(tried)
    _taken_away_it_leaves_the_box_and_its_record_and_purged_nothing(tried)


def _showing_changes_nothing(tried: dict[str, Any]) -> None:
    assert tried["shown"]["status"] == 0
    assert tried["changed by showing"] == []


def _installed_it_runs_and_tells_so(tried: dict[str, Any]) -> None:
    assert tried["installed"]["status"] == 0, tried["installed"]["said"]
    assert "The service runs since" in tried["installed"]["said"]
    assert tried["status"]["runs"] and tried["status"]["starts_with_machine"]
    assert tried["owner"] == "boxctl"
    assert {"boxctl", "dialout", "audio"} <= set(tried["groups"].split())


def _a_second_time_nothing_is_to_be_done(tried: dict[str, Any]) -> None:
    assert tried["again"]["status"] == 0
    assert "What is to be done" not in tried["again"]["said"]


def _another_version_takes_its_place(tried: dict[str, Any]) -> None:
    assert tried["replaced"]["status"] == 0, tried["replaced"]["said"]
    _runs_alone(tried["after replacing"], "7.7.7")


def _runs_alone(state: dict[str, Any], version: str) -> None:
    assert state["active"] == "active"
    assert state["version"].startswith(f"{version}-")
    assert state["versions"] == [state["version"]]
    assert state["record"]["status"] == 0, state["record"]["said"]


def _after_a_power_cut_the_old_one_runs_and_the_new_one_can_be_installed(
    tried: dict[str, Any],
) -> None:
    cut = tried["after power cut"]
    assert (cut["active"], cut["version"]) == ("active", tried["after replacing"]["version"])
    assert tried["replaced again"]["status"] == 0, tried["replaced again"]["said"]
    _runs_alone(tried["after replacing again"], "7.7.8")


def _taken_away_it_leaves_the_box_and_its_record_and_purged_nothing(
    tried: dict[str, Any],
) -> None:
    assert tried["uninstalled"]["status"] == 0
    kept = [path for path in tried["kept"] if "boxctl" in path]
    assert all(path.startswith(("/etc/boxctl", "/var/lib/boxctl")) for path in kept), kept
    assert tried["purged"]["status"] == 0
    assert tried["left"] == []
