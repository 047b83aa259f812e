"""``boxctl run`` on the GPIO lines of a real kernel, ended in the middle of a match."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, report_of

pytestmark = NEEDS_A_KERNEL


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    return report_of("interrupted_in_guest.py", seconds=300)


def test_the_match_goes_on_where_it_stood(report: dict[str, Any]) -> None:
    assert report["first"] == ["Ann ready R4.9", "Ann throw R3.1", "Ann pending R4.1"]
    assert report["second"] == ["Ann void R4.6", "Ann committed R3.1"]
    assert report["status"] == 0


def test_the_lever_that_stands_otherwise_is_named(report: dict[str, Any]) -> None:
    said = " ".join(report["words"])
    assert "interrupted in Ann's turn: put the 5 back down as it was" in said
    assert "the levers are right: the match goes on" in said
    assert "You threw 3 and 4, 7 in all" in said


def test_it_goes_on_by_its_record_though_the_file_of_its_game_has_gone(
    report: dict[str, Any],
) -> None:
    (said,) = [line for line in report["words"] if "BX201" in line]
    assert "match 1 of The Crown goes on by the rules in its record" in said


def test_another_match_of_a_game_without_a_file_is_refused_in_one_sentence(
    report: dict[str, Any],
) -> None:
    status, said = report["anew"]
    assert status == 2
    assert 'BX201: there is no variant "crown"' in said
