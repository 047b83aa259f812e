"""``boxctl likely-throws``, as somebody asks it who wonders about a seven."""

from __future__ import annotations

import json

import pytest

from boxctl.cli import main

Captured = pytest.CaptureFixture[str]


def test_seven_is_the_likeliest_of_two_dice(capsys: Captured) -> None:
    assert main(["likely-throws"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11
    assert "7        16.67%" in lines


def test_every_throw_of_one_die_is_as_likely(capsys: Captured) -> None:
    assert main(["likely-throws", "--count", "1", "--json"]) == 0
    throws = json.loads(capsys.readouterr().out)["throws"]
    assert throws == [{"throw": str(face), "chance": 1 / 6} for face in range(1, 7)]


def test_no_dice_are_no_throw(capsys: Captured) -> None:
    assert main(["likely-throws", "--count", "0"]) == 2
    assert capsys.readouterr().err.startswith("BX101: boxctl likely-throws: ")
