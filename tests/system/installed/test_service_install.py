"""``boxctl service`` with a real systemd: installed, updated, rolled back, taken away."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.firmware.emulated import needs_avr
from tests.support.service.booted import ROOT, missing, try_installing

pytestmark = [pytest.mark.full, needs_avr]


def test_it_is_installed_updated_rolled_back_and_taken_away(tmp_path: Path) -> None:
    """One test, as all of it is one boot: workers that share the tests would each boot."""
    if (why := missing()) is not None:
        pytest.skip(why)
    if not Path(sys.executable).absolute().is_relative_to(ROOT):
        pytest.skip("this Python is not in the checkout")
    tried = try_installing(tmp_path)
    _showing_changes_nothing(tried)
    _installed_it_runs_and_tells_so(tried)
    _a_second_time_nothing_is_to_be_done(tried)
    _a_broken_update_goes_back_with_the_record(tried)
    _a_good_update_stays_until_people_go_back(tried)
    _an_update_that_a_power_cut_ends_is_judged_at_the_next_start(tried)
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


def _a_broken_update_goes_back_with_the_record(tried: dict[str, Any]) -> None:
    assert tried["broken"]["status"] == 1
    assert "BX909" in tried["broken"]["said"]
    is_as_before(tried["after broken"])


def is_as_before(state: dict[str, Any]) -> None:
    assert state["active"] == "active"
    assert not state["version"].startswith("6.6")
    assert not state["on trial"]
    assert state["record"]["status"] == 0, state["record"]["said"]


def _a_good_update_stays_until_people_go_back(tried: dict[str, Any]) -> None:
    assert tried["updated"]["status"] == 0, tried["updated"]["said"]
    assert tried["after update"]["version"].startswith("7.7.7-")
    assert tried["after update"]["active"] == "active"
    assert tried["rolled back"]["status"] == 0
    assert tried["after rollback"]["version"] == tried["after update"]["previous"]
    assert tried["after rollback"]["active"] == "active"


def _an_update_that_a_power_cut_ends_is_judged_at_the_next_start(tried: dict[str, Any]) -> None:
    assert tried["after power cut"]["on trial"]
    assert tried["after power cut"]["version"].startswith("6.6.7-")
    is_as_before(tried["after judging"])


def _taken_away_it_leaves_the_box_and_its_record_and_purged_nothing(
    tried: dict[str, Any],
) -> None:
    assert tried["uninstalled"]["status"] == 0
    kept = [path for path in tried["kept"] if "boxctl" in path]
    assert all(path.startswith(("/etc/boxctl", "/var/lib/boxctl")) for path in kept), kept
    assert tried["purged"]["status"] == 0
    assert tried["left"] == []
