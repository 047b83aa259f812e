"""Levers thrown about on the GPIO lines of a real kernel, faster than it can tell of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, GuestTime, report_of
from tests.support.soak import LONG, SOAK

pytestmark = NEEDS_A_KERNEL


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    return report_of(
        "storm_in_guest.py",
        "storms",
        "the_match",
        str(8 * SOAK),
        seconds=300 + 20 * SOAK,
        time=GuestTime.REAL,
    )


@pytest.mark.parametrize("pace", ["steady", "fast", "bursts", "floods", "deaf"])
def test_after_every_storm_the_book_agrees_with_the_levers(
    pace: str, report: dict[str, Any]
) -> None:
    storms = [storm for storm in report["storms"] if storm["pace"] == pace]
    assert len(storms) == 8 * SOAK
    assert [storm for storm in storms if storm["book"] != storm["levers"]] == []
    assert [storm for storm in storms if not storm["at_rest"]] == []


def heard_of_edges(report: dict[str, Any], pace: str) -> tuple[int, int]:
    storms = [storm for storm in report["storms"] if storm["pace"] == pace]
    return sum(storm["heard"] for storm in storms), sum(storm["edges"] for storm in storms)


@pytest.mark.parametrize("pace", ["steady", "bursts"])
def test_no_edge_is_lost(pace: str, report: dict[str, Any]) -> None:
    heard, edges = heard_of_edges(report, pace)
    assert heard == edges


def test_floods_overflow_what_the_kernel_keeps(report: dict[str, Any]) -> None:
    heard, edges = heard_of_edges(report, "floods")
    assert heard < edges


def test_every_edge_arrives_or_is_told_to_be_lost(report: dict[str, Any]) -> None:
    assert report["lost"] > 0
    assert report["arrived"] + report["lost"] == report["edges"]


def test_the_loop_outlives_every_storm(report: dict[str, Any]) -> None:
    assert report["still_runs"]
    assert report["rulings"] > len(report["storms"])


VIRTUAL_SECONDS = 1800 if LONG else 120
"""For each of the two boxes: ``make soak`` lets an hour pass."""


@pytest.mark.parametrize(("match", "tiles"), [("the_match", 9), ("the_300", 24)])
def test_in_an_hour_of_storms_the_book_always_agrees_with_the_levers(
    match: str, tiles: int, capsys: pytest.CaptureFixture[str]
) -> None:
    report = report_of(
        "storm_in_guest.py", "hours", match, str(VIRTUAL_SECONDS),
        seconds=VIRTUAL_SECONDS + 300, mcp23017=True, time=GuestTime.SKIPS_SLEEPS,
    )  # fmt: skip
    storms = report["storms"]
    with capsys.disabled():
        edges = sum(storm["edges"] for storm in storms)
        print(f"\n{tiles} levers, {VIRTUAL_SECONDS} s: {len(storms)} storms, {edges} edges")
    assert [storm for storm in storms if storm["book"] != storm["levers"]] == []
    assert [storm for storm in storms if not storm["at_rest"]] == []
    assert report["arrived"] + report["lost"] == report["edges"]
    assert report["still_runs"]
    assert len({number for storm in storms for number in storm["levers"]}) == tiles
