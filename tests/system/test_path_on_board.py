"""The whole path on a USB board: from wrong wires to a verified match, on the real firmware."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.build_firmware import Chip
from tests.support.firmware.emulated import BOTH_CHIPS, needs_avr
from tests.support.service.booted import ROOT, missing, try_path
from tests.support.service.served import ByCommand
from tests.support.setup.path_on_board import TILES, whole_path

pytestmark = pytest.mark.full


@pytest.mark.parametrize("chip", BOTH_CHIPS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_box_is_set_up_mended_checked_played_and_verified(
    seed: int, chip: Chip, tmp_path: Path
) -> None:
    """One test, as each step rests on the one before."""
    _is_whole(whole_path(seed, tmp_path, ByCommand, chip=chip))


@needs_avr
def test_a_box_is_set_up_and_played_by_the_service_that_is_installed_for_it(
    tmp_path: Path,
) -> None:
    if (why := missing()) is not None:
        pytest.skip(why)
    if not Path(sys.executable).absolute().is_relative_to(ROOT):
        pytest.skip("this Python is not in the checkout")
    path = try_path(tmp_path, "board", 3)
    _is_whole(path)
    _it_was_the_service(path["match"])


def _is_whole(path: dict[str, Any]) -> None:
    _each_mistake_is_named_and_what_has_to_be_mended_is_left_out(path)
    _once_mended_everything_is_learned_and_checked(path)
    _doctor_finds_nothing_bad(path)
    _the_monitor_sees_every_lever(path)
    _a_whole_match_is_played_and_verified(path)


def _each_mistake_is_named_and_what_has_to_be_mended_is_left_out(path: dict[str, Any]) -> None:
    status, told = path["first"]
    assert status == 1
    found = {(each["mistake"], frozenset(each["contacts"])) for each in told["mistakes"]}
    assert found == _named(path["put in"])
    lamps = {(each["mistake"], frozenset(each["tiles"])) for each in told["lamp_mistakes"]}
    assert lamps == _named(path["lamps"])


def _named(put_in: list[tuple[str, list[int]]]) -> set[tuple[str, frozenset[int]]]:
    return {(kind, frozenset(tiles)) for kind, tiles in put_in}


def _once_mended_everything_is_learned_and_checked(path: dict[str, Any]) -> None:
    status, told = path["second"]
    assert status == 0, told
    assert {each["mistake"] for each in told["mistakes"]} == {"inverted"}
    assert told["lamp_mistakes"] == []
    status, told = path["checked"]
    assert (status, told["problems"]) == (0, [])


def _doctor_finds_nothing_bad(path: dict[str, Any]) -> None:
    _status, told = path["doctor"]
    assert [each for each in told["checks"] if each["is"] == "bad"] == []


def _the_monitor_sees_every_lever(path: dict[str, Any]) -> None:
    assert path["monitor"] == [["shut", "open"]] * TILES


def _a_whole_match_is_played_and_verified(path: dict[str, Any]) -> None:
    match = path["match"]
    assert match["status"] == 0
    assert match["verdicts"][-1] == "match_over"
    assert match["verdicts"].count("turn_over") >= 1
    assert match["lamps after the end"] == 0
    status, told = match["verified"]
    assert status == 0, told


def _it_was_the_service(match: dict[str, Any]) -> None:
    assert match["installed"]["status"] == 0, match["installed"]["said"]
    assert match["state"]["runs"]
    assert match["owner"] == "boxctl"
    assert [each for each in match["doctor"] if each["is"] == "bad"] == []
    assert match["removed"]["status"] == 0, match["removed"]["said"]
