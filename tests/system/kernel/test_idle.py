"""What a box costs that is not played on, and how soon it can be, on the lines of a real kernel."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.guest.measured import told_of_rest, told_of_starts
from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, GuestTime, report_of

pytestmark = NEEDS_A_KERNEL

# The aims are printed. What fails is more than what a busy host adds.
MOST_KB = 44_000
MOST_IMPORTS = 3


@pytest.fixture(scope="module")
def rest() -> dict[str, Any]:
    return report_of("idle_in_guest.py", "rest", seconds=400)


def test_a_box_that_is_not_played_on_sleeps(
    rest: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with capsys.disabled():
        print(f"\n{told_of_rest(rest)}")
    assert sum(rest["woken"].values()) <= 2 * rest["seconds"]


def test_it_is_small(rest: dict[str, Any]) -> None:
    assert rest["resident_kb"] < MOST_KB


@pytest.fixture(scope="module")
def starts() -> dict[str, Any]:
    return report_of("idle_in_guest.py", "start", seconds=400, time=GuestTime.REAL)


def test_it_is_soon_there(starts: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\n{told_of_starts(starts)}")
    assert starts["start"] <= MOST_IMPORTS * starts["imports"]
    assert starts["start_again"] <= MOST_IMPORTS * starts["imports"]
