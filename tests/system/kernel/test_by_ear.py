"""Dice, buzzer and a hanging voice on the GPIO lines of a real kernel."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, report_of

pytestmark = NEEDS_A_KERNEL


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    return report_of("by_ear_in_guest.py", seconds=300)


@pytest.mark.parametrize("run", ["ended", "killed"])
def test_the_leds_show_what_was_thrown_and_ruled(run: str, report: dict[str, Any]) -> None:
    assert report[run]["dark_before"] == [0, 0]
    assert report[run]["shown"] == report[run]["thrown"]


@pytest.mark.parametrize("run", ["ended", "killed"])
def test_the_buzzer_sounds_and_falls_silent(run: str, report: dict[str, Any]) -> None:
    assert report[run]["swings"] > 1
    assert report[run]["silent_after"]


@pytest.mark.parametrize("run", ["ended", "killed"])
def test_words_go_on_though_every_program_hangs(run: str, report: dict[str, Any]) -> None:
    said = report[run]["said"]
    assert said[0] == "Ann, your turn: throw two dice. All open."
    # Of the throw and the question after it, the newest words are said at the latest.
    assert sum(words.startswith("All open.") for words in said) == 1


def test_sigterm_leaves_no_program_no_light_and_no_line_behind(report: dict[str, Any]) -> None:
    assert report["ended"]["status"] == 0
    assert report["ended"]["hanging"] == 0
    assert report["ended"]["lit"] == []
    assert report["ended"]["had_by_others"]


def test_a_program_that_outlives_a_kill_holds_no_line(report: dict[str, Any]) -> None:
    assert report["killed"]["status"] == -9
    assert report["killed"]["hanging"] == 1
    assert report["killed"]["had_by_others"]
