"""How soon the box answers a lever, beside a bare gpiozero in the same kernel."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.guest.measured import told
from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, GuestTime, report_of
from tests.support.soak import LONG

pytestmark = NEEDS_A_KERNEL

EDGES = 10_050 if LONG else 900
"""``make bench`` measures 10,000, and so does ``make soak``."""


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    return report_of(
        "latency_in_guest.py", str(EDGES), seconds=200 + EDGES // 10, time=GuestTime.REAL
    )


def test_every_lever_that_moves_lights_or_darkens_its_lamp(report: dict[str, Any]) -> None:
    assert report["lamps"]["count"] == report["bare"]["count"] == report["edges"]


def test_every_lever_that_moves_is_ruled_on_once(report: dict[str, Any]) -> None:
    assert report["rulings"]["count"] == report["edges"]


def test_the_lamp_is_as_quick_as_a_bare_callback(
    report: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with capsys.disabled():
        print(f"\n{told(report)}")
    assert report["lamps"]["best"] <= 1.5 * report["bare"]["best"]
