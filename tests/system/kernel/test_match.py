"""Whole matches through ``boxctl run`` on the GPIO lines of a real kernel."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.chips.device_trace import DeviceTrace
from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, report_of
from tests.support.tables.the_300 import THE_300
from tests.support.tables.the_match import THE_MATCH

pytestmark = NEEDS_A_KERNEL


@pytest.fixture(scope="module", params=["gpiod", "lgpio"])
def the_match(request: pytest.FixtureRequest) -> dict[str, Any]:
    return report_of("match_in_guest.py", "the_match", request.param, seconds=300)


@pytest.fixture(scope="module")
def the_300() -> dict[str, Any]:
    # Of the pin factories only gpiod reaches two chips.
    return report_of("match_in_guest.py", "the_300", seconds=300, mcp23017=True)


def test_the_match_is_ruled_as_it_should_be(the_match: dict[str, Any]) -> None:
    assert the_match["rulings"] == THE_MATCH.rulings
    assert the_match["payout"] == THE_MATCH.payout
    assert the_match["open"] == []


def test_tiles_on_the_header_and_on_an_expander_are_ruled_as_one_box(
    the_300: dict[str, Any],
) -> None:
    assert the_300["rulings"] == THE_300.rulings
    assert the_300["payout"] == THE_300.payout
    assert {*range(1, 25)} - {*the_300["open"]} == {1, 3, 4, 5, 13, 24}


def test_the_lamps_show_the_levers_and_what_has_to_be_put_back(the_match: dict[str, Any]) -> None:
    assert the_match["lamps_wrong"] == []


def test_sigterm_ends_it_with_the_lamps_dark_and_nothing_left_behind(
    the_match: dict[str, Any], the_300: dict[str, Any]
) -> None:
    for report in (the_match, the_300):
        assert report["status"] == 0
        assert report["lit_after_the_end"] == []
        assert report["throws_unacknowledged"] == 0
        assert report["left_behind"] == ["box.toml"]


def test_levers_and_lamps_go_through_the_devices_of_gpiozero() -> None:
    report = report_of("match_in_guest.py", "the_match", "traced", seconds=300)
    told = report["trace"]
    trace = DeviceTrace.from_json(told)
    assert report["rulings"] == THE_MATCH.rulings
    assert trace.past == []
    assert {each.pin for each in trace.read("InputDevice")} >= {f"GPIO{n}" for n in THE_MATCH.tiles}
    assert {each.pin for each in trace.set("LED")} == {f"GPIO{pin}" for pin in THE_MATCH.lamps}
    # Every call of the kernel is one reading, or one writing, of devices, whole.
    assert sum(told["read_at_once"]) == len(trace.read("InputDevice"))
    assert set(told["read_at_once"]) == {len(THE_MATCH.tiles), len(THE_MATCH.buttons)}
    assert sum(told["driven_at_once"]) == len(trace.set("LED"))
    assert max(told["driven_at_once"]) > 1
