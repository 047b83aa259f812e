"""Levers thrown about on the GPIO lines of a real kernel, faster than it can tell of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.soak import SOAK
from tests.system.virtual_pi import NEEDS_A_KERNEL, report_of

pytestmark = NEEDS_A_KERNEL


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    return report_of("storm_in_guest.py", str(8 * SOAK), seconds=80 + 20 * SOAK)


@pytest.mark.parametrize("pace", ["steady", "fast", "bursts", "deaf"])
def test_after_every_storm_the_book_agrees_with_the_levers(
    pace: str, report: dict[str, Any]
) -> None:
    storms = [storm for storm in report["storms"] if storm["pace"] == pace]
    assert len(storms) == 8 * SOAK
    assert [storm for storm in storms if storm["book"] != storm["levers"]] == []
    assert [storm for storm in storms if not storm["at_rest"]] == []


def test_bursts_overflow_what_the_kernel_keeps_of_a_line(report: dict[str, Any]) -> None:
    storms = [storm for storm in report["storms"] if storm["pace"] == "bursts"]
    assert sum(storm["heard"] for storm in storms) < sum(storm["edges"] for storm in storms)


def test_the_loop_outlives_every_storm(report: dict[str, Any]) -> None:
    assert report["still_runs"]
    assert report["rulings"] > len(report["storms"])
