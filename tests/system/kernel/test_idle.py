"""What a box costs that is not played on, and how soon it can be, on the lines of a real kernel."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.guest.measured import told_of_idleness
from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, report_of

pytestmark = NEEDS_A_KERNEL

# The aims are printed. What fails is more than what a busy host adds.
MOST_KB = 44_000
MOST_IMPORTS = 3


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    return report_of("idle_in_guest.py", seconds=400)


def test_a_box_that_is_not_played_on_sleeps(
    report: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with capsys.disabled():
        print(f"\n{told_of_idleness(report)}")
    assert sum(report["woken"].values()) <= 2 * report["seconds"]


def test_it_is_small(report: dict[str, Any]) -> None:
    assert report["resident_kb"] < MOST_KB


@pytest.mark.parametrize("start", ["start", "start_again"])
def test_it_is_soon_there(report: dict[str, Any], start: str) -> None:
    assert report[start] <= MOST_IMPORTS * report["imports"]
