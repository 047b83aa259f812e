"""``boxctl legal``, as people who settle a dispute read it."""

from __future__ import annotations

import pytest

from boxctl.cli import main


def test_a_stop_number_is_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", "--rules", "unlucky-seven", "--throw", "3,4", "--open", "7"]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    assert last == "In this game a throw of 7 ends the turn. (R5.2)"


def test_any_other_total_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", "--rules", "unlucky-seven", "--throw", "4,4", "--open", "8"]) == 0
    assert capsys.readouterr().out.split() == ["8", "R3.1"]
