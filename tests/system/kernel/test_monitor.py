"""Levers moved with bounce on the GPIO lines of a real kernel are what the monitor shows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, report_of

pytestmark = NEEDS_A_KERNEL


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    return report_of("monitor_in_guest.py", seconds=300)


def test_every_move_is_reported_with_its_edges(report: dict[str, Any]) -> None:
    for driven, reported in zip(report["driven"], report["reported"], strict=True):
        assert [told["edges"] for told in reported] == driven
        assert all(told["moved"] for told in reported)
        assert [told["state"] for told in reported] == ["shut", "open"] * (len(driven) // 2)
        assert [told["level"] for told in reported] == ["low", "high"] * (len(driven) // 2)


def test_only_a_move_with_bounces_has_bounced(report: dict[str, Any]) -> None:
    for driven, reported in zip(report["driven"], report["reported"], strict=True):
        assert [told["bounce_ms"] > 0 for told in reported] == [edges > 1 for edges in driven]


def test_the_table_adds_all_of_it_up(report: dict[str, Any]) -> None:
    tiles = [contact for contact in report["table"]["contacts"] if "tile" in contact]
    assert [contact["edges"] for contact in tiles] == [sum(edges) for edges in report["driven"]]
    assert [contact["moves"] for contact in tiles] == list(map(len, report["driven"]))
    assert [sum(contact["bounces"]) for contact in tiles] == list(map(len, report["driven"]))
    worst = [max(told["bounce_ms"] for told in reported) for reported in report["reported"]]
    assert [contact["worst_bounce_ms"] for contact in tiles] == worst
    assert report["table"]["throws"] == 1


def test_each_lamp_is_lit_alone_and_all_are_dark_after_it(report: dict[str, Any]) -> None:
    assert report["lit"] == [[number] for number in range(1, len(report["lit"]) + 1)]
    assert not any(report["lit_after"])
    assert report["status"] == 0
