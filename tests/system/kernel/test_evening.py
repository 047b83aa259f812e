"""Everything goes wrong once, on the lines of a real kernel: each is said, and play goes on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.guest.evening_in_guest import MATCH
from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, report_of

pytestmark = NEEDS_A_KERNEL


@pytest.fixture(scope="module")
def evening() -> dict[str, Any]:
    return report_of("evening_in_guest.py", seconds=300, mcp23017=True)


def test_a_second_copy_is_refused(evening: dict[str, Any]) -> None:
    status, words = evening["second copy"]
    assert status == 1
    assert words.startswith("BX404: pin 14 of the lamp of tile 1 is in use by another boxctl; end")


def test_a_roller_that_is_unplugged_is_told_of_and_comes_back(evening: dict[str, Any]) -> None:
    lost, back = evening["roller"]
    assert lost == "boxctl: the roller does not answer: the port has hung up"
    assert back.startswith("boxctl: the roller answers: pty-roller 1, 2 dice")


def test_a_display_that_does_not_answer_is_told_of(evening: dict[str, Any]) -> None:
    assert evening["display"].startswith("boxctl: the display does not answer: ")


def test_a_voice_whose_program_hangs_is_told_of_and_speaks_again(evening: dict[str, Any]) -> None:
    lost, back = evening["voice"]
    assert lost.startswith("boxctl: the voice does not answer: ")
    assert back.startswith("boxctl: the voice answers: ")


def test_an_expander_that_disappears_is_told_of_and_comes_back(evening: dict[str, Any]) -> None:
    lost, back = evening["expander"]
    assert "the chip mcp23017 of the levers does not answer: No such device" in lost
    assert back == "boxctl: the chip mcp23017 of the levers answers: mcp23017"


def test_what_is_ruled_meanwhile_is_marked(evening: dict[str, Any]) -> None:
    meanwhile, after = evening["ruled without the expander"], evening["ruled with it"]
    assert "the chip mcp23017 of the levers did not answer" in meanwhile["unverified"]
    assert (after["tiles"], "unverified" in after) == ([2, 3], False)


def test_a_sensor_that_chatters_is_named_and_put_in_quarantine(evening: dict[str, Any]) -> None:
    asked, declared = evening["sensor"]
    assert asked.startswith("boxctl: BX409: play pauses, as the sensor of tile 7 chatters: press")
    assert declared.startswith("boxctl: tile 7 stands open by your word, as its sensor chatters")
    assert "the sensor of tile 7 is in quarantine" in evening["ruled by word"]["unverified"]


def test_a_wrong_box_toml_changes_nothing_and_a_right_one_is_taken(evening: dict[str, Any]) -> None:
    problem, wrong, taken, interrupted, goes_on = evening["box.toml"]
    assert 'box.toml:9: tiles.driver: "gpoi" is not possible; give gpio or usb' in problem
    assert wrong.endswith("everything stays as it was, as box.toml cannot be used as it is now.")
    assert taken.endswith("box.toml was read again, and the box opened as it says.")
    assert "put the 2 and the 3 back down as it was" in interrupted
    assert "the levers are right: the match goes on, it is Ann's turn." in goes_on
    # The lamps of the tiles 2 and 4 have changed places: the 2 and the 3 are shut.
    assert evening["lamps after"][1:4] == [True, False, False]


def test_a_match_that_is_played_is_not_turned_into_another(evening: dict[str, Any]) -> None:
    assert evening["other players"].endswith("its rules count from the next match.")
    assert evening["ruled after that"]["player"] == "Ann"


def test_systemd_is_told_only_by_a_loop_that_is_alive(evening: dict[str, Any]) -> None:
    assert evening["told while it hangs"] is False


def test_it_ends_with_the_lamps_dark(evening: dict[str, Any]) -> None:
    assert evening["status"] == 0
    assert evening["lamps at the end"] == [False] * len(MATCH.tiles)
