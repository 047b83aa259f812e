"""`boxctl dark` where it cannot do what it should: what is said, and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.cli.box import dark
from groundwork.faults import Fault
from tests.support.tables.the_match import THE_MATCH

Captured = pytest.CaptureFixture[str]

GOOD = THE_MATCH.box_toml("/dev/nowhere").replace("new = 21", "")


def dark_box(tmp_path: Path, text: str) -> int:
    file = tmp_path / "box.toml"
    file.write_text(text)
    return main(["dark", "--config", str(file)])


def test_a_box_that_is_dark_says_nothing(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dark, "darken", lambda _box: [])
    assert dark_box(tmp_path, GOOD) == 0
    assert capsys.readouterr() == ("", "")


def test_each_fault_has_a_line(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = [Fault("BX404", "the first is in use"), Fault("BX415", "there is no bus")]
    monkeypatch.setattr(dark, "darken", lambda _box: faults)
    assert dark_box(tmp_path, GOOD) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["BX404: the first is in use", "BX415: there is no bus"]


def test_a_file_that_is_wrong_is_told_of_as_by_run(tmp_path: Path, capsys: Captured) -> None:
    assert dark_box(tmp_path, GOOD.replace("confirm = 20", "confirm = 17")) == 2
    assert capsys.readouterr().err.startswith("BX307: ")


def test_rules_that_are_wrong_keep_no_lamp_lit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dark, "darken", lambda _box: [])
    assert dark_box(tmp_path, GOOD.replace('variant = "classic"', 'variant = "clasic"')) == 0
