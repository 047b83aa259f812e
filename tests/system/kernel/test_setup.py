"""The whole path on the GPIO lines of a real kernel: from wrong wires to a verified match."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, report_of
from tests.support.tables.the_match import THE_MATCH

pytestmark = NEEDS_A_KERNEL


SERVED = "served by systemd"
"""The path ends with a service that is installed, not with the command of its unit."""


@pytest.fixture(scope="module")
def served() -> dict[str, Any]:
    told = report_of("setup_in_guest.py", "3", "service", seconds=800, memory="1G")
    if "missing" in told:
        pytest.skip(told["missing"])
    return told


@pytest.fixture(scope="module", params=["1", "2", SERVED])
def report(request: pytest.FixtureRequest) -> dict[str, Any]:
    if request.param == SERVED:
        of_service: dict[str, Any] = request.getfixturevalue("served")
        return of_service
    return report_of("setup_in_guest.py", request.param, seconds=500)


def mistakes(told: dict[str, Any]) -> set[tuple[str, frozenset[int]]]:
    return {(each["mistake"], frozenset(each["contacts"])) for each in told["mistakes"]}


def test_each_of_the_five_mistakes_is_named_and_what_is_wrong_is_not_learned(
    report: dict[str, Any],
) -> None:
    put_in = {(kind, frozenset(tiles)) for kind, tiles in report["put_in"]}
    assert mistakes(report["first"]) == put_in
    wrong = {"dead", "shorted", "floating"}
    assert set(report["first"]["not_learned"]) == {
        tile for kind, tiles in put_in if kind in wrong for tile in tiles
    }
    assert report["first"]["status"] == 1


def test_once_they_are_mended_everything_is_learned(report: dict[str, Any]) -> None:
    assert report["second"]["not_learned"] == []
    assert {kind for kind, _tiles in mistakes(report["second"])} <= {"swapped", "inverted"}
    assert report["second"]["status"] == 0


def test_a_dark_lamp_and_two_swapped_ones_are_named_until_they_are_mended(
    report: dict[str, Any],
) -> None:
    def lamps(told: dict[str, Any]) -> set[tuple[str, frozenset[int]]]:
        return {(each["mistake"], frozenset(each["tiles"])) for each in told["lamp_mistakes"]}

    put_in = {(kind, frozenset(tiles)) for kind, tiles in report["lamps_put_in"]}
    assert lamps(report["first"]) == put_in
    assert lamps(report["second"]) == {each for each in put_in if each[0] == "swapped"}


def test_the_file_that_was_written_passes_its_check(report: dict[str, Any]) -> None:
    status, told = report["checked"]
    assert (status, told["problems"]) == (0, [])


def test_doctor_finds_nothing_bad(report: dict[str, Any]) -> None:
    assert [each for each in report["doctor"] if each["is"] == "bad"] == []


def test_the_monitor_sees_every_lever_go_down_and_up(report: dict[str, Any]) -> None:
    for states in report["monitor"]:
        # The first may be that a line, which goes up when it is claimed, falls again.
        assert states[-2:] == ["shut", "open"]
    assert len(report["monitor"]) == 9


def test_a_whole_match_is_played(report: dict[str, Any]) -> None:
    assert report["match"]["rulings"] == THE_MATCH.rulings
    assert report["match"]["lamps_wrong"] == []
    assert report["match"]["lit_after_the_end"] == []
    assert report["match"]["status"] == 0


def test_the_service_that_is_installed_plays_as_its_own_user_and_is_removed_again(
    served: dict[str, Any],
) -> None:
    match = served["match"]
    assert match["installed"]["status"] == 0, match["installed"]["said"]
    assert match["state"]["runs"] and match["state"]["starts_with_machine"]
    assert match["owner"] == "boxctl"
    assert [each for each in match["doctor"] if each["is"] == "bad"] == []
    assert match["removed"]["status"] == 0, match["removed"]["said"]


def test_the_record_of_the_match_is_verified(report: dict[str, Any]) -> None:
    status, told = report["match"]["verified"]
    assert status == 0, told
