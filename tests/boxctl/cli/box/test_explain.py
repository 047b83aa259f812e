"""What a fault code means, in a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.cli.box import explain
from tests.boxctl.cli.test_commands import Captured, answer, refusal

DOCUMENT = Path(__file__).parents[4] / "docs/faults.md"


def text(capsys: Captured, *arguments: str) -> list[str]:
    assert main(["explain", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("typed", ["BX404", "bx404", "404"])
def test_the_page_of_a_code(capsys: Captured, typed: str) -> None:
    told = text(capsys, typed)
    assert told[0] == "BX404  A line is in use"
    assert any("sudo lsof /dev/gpiochip*" in line for line in told)
    assert told[-1] == f"read on: {DOCUMENT}"


def test_all_codes_by_group(capsys: Captured) -> None:
    told = text(capsys)
    titles = [line[3:] for line in DOCUMENT.read_text().splitlines() if line.startswith("## BX")]
    assert [line.split()[0] for line in told if line.startswith("  BX")] == [
        title.split()[0] for title in titles
    ]
    assert told[0] == "Commands and their output"
    assert told.index("The journal and the key") < told.index("  BX601  The journal cannot be used")
    assert "Others" not in told


def test_for_programs(capsys: Captured) -> None:
    assert answer(capsys, "explain", "404")["title"] == "A line is in use"
    faults = answer(capsys, "explain")["faults"]
    assert {"code": "BX404", "title": "A line is in use"} in faults


@pytest.mark.parametrize("wrong", ["BX999", "R4.9", ""])
def test_a_code_that_is_none(capsys: Captured, wrong: str) -> None:
    said = refusal(capsys, "explain", wrong)
    assert said == f'BX101: there is no fault "{wrong}": boxctl explain lists them all.\n'


@pytest.mark.parametrize("code", ["fr", "de"])
def test_in_another_language_the_page_is_said_to_be_english(capsys: Captured, code: str) -> None:
    *_page, note, where = text(capsys, "404", "--lang", code)
    assert "english" in note.lower() or "anglais" in note.lower() or "englisch" in note.lower()
    assert where.endswith(str(DOCUMENT))
    assert "Commands and their output" not in text(capsys, "--lang", code)


def test_a_page_in_the_language_goes_before_the_english_one(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(explain, "folder", lambda: str(tmp_path))
    (tmp_path / "faults.md").write_text("## BX404 A line is in use\nText.\n")
    (tmp_path / "faults.fr.md").write_text("## BX404 Une ligne est prise\nTexte.\n")
    assert text(capsys, "404", "--lang", "fr")[:3] == ["BX404  Une ligne est prise", "", "Texte."]
    assert text(capsys, "404")[:3] == ["BX404  A line is in use", "", "Text."]


def test_without_the_documentation(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(explain, "folder", lambda: str(tmp_path))
    monkeypatch.setattr(explain, "DISTRIBUTION", "no-such-distribution")
    said = refusal(capsys, "explain", "404")
    assert said.startswith(f"BX101: {tmp_path / 'faults.md'} cannot be read: ")


def test_the_page_fits_the_terminal(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    assert max(map(len, text(capsys, "409")[:-1])) <= 50
