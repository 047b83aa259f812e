"""A killed ``boxctl run`` on a kernel that keeps outputs driven, and on one that resets them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, report_of

pytestmark = NEEDS_A_KERNEL

EVERY_LAMP = [1, 2, 3]


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    return report_of("dark_in_guest.py", seconds=300)


def test_a_raspberry_pi_keeps_the_lamps_of_a_killed_box_lit(report: dict[str, Any]) -> None:
    seen = report["kept driven"]
    assert seen["while it runs"] == EVERY_LAMP
    assert seen["after the kill"] == EVERY_LAMP


def test_boxctl_dark_switches_them_off_for_good(report: dict[str, Any]) -> None:
    seen = report["kept driven"]
    assert (seen["status"], seen["said"]) == (0, "")
    assert seen["after dark"] == []


def test_a_kernel_that_resets_outputs_has_nothing_left_to_darken(report: dict[str, Any]) -> None:
    seen = report["reset"]
    assert seen["while it runs"] == EVERY_LAMP
    assert seen["after the kill"] == []
    assert (seen["status"], seen["after dark"]) == (0, [])
