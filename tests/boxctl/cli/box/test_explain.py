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


@pytest.mark.parametrize("typed", ["BX404", "bx404", "404", " BX 404", "bx-404", "BX404:"])
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


@pytest.mark.parametrize("wrong", ["BX000", "R4.9", "404 roller", ""])
def test_a_code_that_is_none(capsys: Captured, wrong: str) -> None:
    said = refusal(capsys, "explain", wrong)
    assert said == f'BX101: there is no fault "{wrong}": boxctl explain lists them all.\n'


@pytest.mark.parametrize("wrong", ["BX4O4", "B404", "BX494"])
def test_a_code_that_is_misspelt_has_those_near_it_named(capsys: Captured, wrong: str) -> None:
    said = refusal(capsys, "explain", wrong)
    assert said.startswith(f'BX101: there is no fault "{wrong}", but ')
    assert "BX404 (A line is in use)" in said


def test_faults_of_the_pages_are_no_odds(capsys: Captured) -> None:
    told = text(capsys)
    group = told.index("The pages and the broker")
    assert told.index("The odds") < group < told.index("  BX751  Pages cannot be served")
    assert told.index("Watching a match") > told.index("  BX762  The broker does not answer")
    assert told[group + 1].startswith("  BX751")


@pytest.fixture
def docs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A documentation of two faults, of which one is translated into French."""
    monkeypatch.setattr(explain, "folder", lambda: str(tmp_path))
    (tmp_path / "faults.md").write_text(
        "## BX404 A line is in use\nText.\nWhat to do: look.\n\n## BX405 No such line\nMore.\n"
    )
    (tmp_path / "faults.fr.md").write_text(
        "## BX404 Une ligne est prise\n<!-- English 1a2b3c4d -->\n"
        "Texte.\nQue faire\u00a0: regarder.\n",
        encoding="utf-8",
    )
    return tmp_path


def test_a_page_in_the_language_goes_before_the_english_one(capsys: Captured, docs: Path) -> None:
    *page, where = text(capsys, "404", "--lang", "fr")
    assert page == [
        "BX404  Une ligne est prise", "", "Texte.", "Que faire\u00a0: regarder.", "",
    ]  # fmt: skip
    assert where.endswith(str(docs / "faults.fr.md"))
    assert text(capsys, "404")[:4] == ["BX404  A line is in use", "", "Text.", "What to do: look."]


def test_a_section_that_is_not_translated_is_english_and_says_so(
    capsys: Captured, docs: Path
) -> None:
    *page, note, where = text(capsys, "405", "--lang", "fr")
    assert page == ["BX405  No such line", "", "More.", ""]
    assert "anglais" in note
    assert where.endswith(str(docs / "faults.md"))
    assert [line for line in text(capsys, "--lang", "fr") if line.startswith("  BX")] == [
        "  BX404  Une ligne est prise", "  BX405  No such line",
    ]  # fmt: skip


def test_a_language_without_a_page_has_the_english_one(capsys: Captured, docs: Path) -> None:
    told = text(capsys, "404", "--lang", "de")
    assert told[:4] == ["BX404  A line is in use", "", "Text.", "What to do: look."]
    assert "Englisch" in told[-2]
    assert "Commands and their output" not in text(capsys, "--lang", "de")


def test_the_locale_chooses_the_page_but_not_that_of_programs(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, docs: Path
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert text(capsys, "404")[0] == "BX404  Une ligne est prise"
    assert answer(capsys, "explain", "404")["title"] == "A line is in use"
    assert answer(capsys, "explain", "404", "--lang", "fr")["title"] == "Une ligne est prise"


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
