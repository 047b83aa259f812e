"""Every fault code that people can meet has its section, in each language, and no other has one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from groundwork.language import known_languages
from translation import faults_page
from translation.faults_page import (
    PAGE,
    page_in,
    problems_of_page,
    sections,
    stamp_new_sections,
    untranslated,
)

ROOT = Path(__file__).parents[1]

LANGUAGES = [code for code in known_languages() if page_in(code).exists()]


def test_every_code_has_a_section_and_every_section_its_code() -> None:
    packages = ("boxctl", "hardware", "firmware_bridge", "groundwork")
    sources = [file for package in packages for file in (ROOT / package).rglob("*.py")]
    raised = {code for file in sources for code in re.findall(r'"(BX\d{3})', file.read_text())}
    raised |= {code for file in sources for code in re.findall(r"f'(BX\d{3}):", file.read_text())}
    document = PAGE.read_text(encoding="utf-8")
    assert raised == set(re.findall(r"^## (BX\d{3}) ", document, flags=re.MULTILINE))


def test_a_translation_is_of_a_language_that_boxctl_speaks() -> None:
    assert {file.name for file in PAGE.parent.glob("faults.*.md")} == {
        page_in(code).name for code in LANGUAGES
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_says_what_the_english_page_says_now(language: str) -> None:
    assert list(problems_of_page(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_every_section(language: str) -> None:
    assert untranslated(language) == []


@pytest.mark.parametrize("code", ["BX401", "BX421", "BX701"])
@pytest.mark.parametrize("language", [None, *LANGUAGES])
def test_a_missing_extra_is_installed_with_the_command_that_the_message_names(
    code: str, language: str | None
) -> None:
    """What adds it depends on how boxctl was installed: `make install` is for a checkout alone."""
    page = PAGE if language is None else page_in(language)
    section = re.search(rf"^## {code} .*?(?=^## )", page.read_text(encoding="utf-8"), re.M | re.S)
    assert section is not None
    assert "make install" not in section[0]
    assert ".venv/bin/pip install --editable" in section[0]


ENGLISH = """# Faults
Before.

## BX101 A key
Write `a = 1` into [it](box-toml.md#keys), as 2 of 3 do
([more](#bx102-a-line)).
What to do: look.

## BX102 A line
Text.
"""

GERMAN = """# Fehler
Davor.

## BX101 Ein Schlüssel
In [ihr](box-toml.md#keys) schreiben 2 von 3 `a = 1` ([mehr](#bx102-eine-zeile)).
Abhilfe: Sieh nach.

## BX102 Eine Zeile
Text dazu.
"""


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the English page and its German translation, which has its stamps."""
    monkeypatch.setattr(faults_page, "PAGE", tmp_path / "faults.md")
    (tmp_path / "faults.md").write_text(ENGLISH)
    (tmp_path / "faults.de.md").write_text(GERMAN, encoding="utf-8")
    stamp_new_sections("de")
    return tmp_path


def change(page: Path, old: str, new: str) -> None:
    text = page.read_text(encoding="utf-8")
    assert old in text
    page.write_text(text.replace(old, new), encoding="utf-8")


def test_a_translation_with_its_stamps_is_right(pages: Path) -> None:
    assert list(problems_of_page("de")) == []
    assert untranslated("de") == []
    before = (pages / "faults.de.md").read_text(encoding="utf-8")
    assert re.search(r"^## BX101 Ein Schlüssel\n<!-- English [0-9a-f]{8} -->\nIn ", before, re.M)
    stamp_new_sections("de")
    assert (pages / "faults.de.md").read_text(encoding="utf-8") == before


def test_a_section_whose_english_has_changed_is_found_until_it_is_translated_anew(
    pages: Path,
) -> None:
    change(pages / "faults.md", "What to do: look.", "What to do: look twice.")
    (problem,) = problems_of_page("de")
    assert "BX101 has changed in English" in problem
    (stamp,) = re.findall(r'delete its line "(.*)"', problem)
    stamp_new_sections("de")
    assert list(problems_of_page("de")) == [problem]
    change(pages / "faults.de.md", f"{stamp}\n", "")
    change(pages / "faults.de.md", "Sieh nach.", "Sieh zweimal nach.")
    stamp_new_sections("de")
    assert list(problems_of_page("de")) == []


def test_lines_that_are_only_broken_elsewhere_are_no_change(pages: Path) -> None:
    change(pages / "faults.md", "do\n([more]", "do ([more]")
    assert list(problems_of_page("de")) == []


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("`a = 1`", "`a = 2`", "BX101 has not the words in backquotes"),
        ("2 von 3", "2 von 4", "BX101 has not the numbers"),
        ("#keys", "", "BX101 has not the links"),
        ("#bx102-eine-zeile", "#bx101-ein-schlüssel", "BX101 has not the links"),
        ("Abhilfe: Sieh", "Sieh", "BX101 has not the paragraphs, or lines that say what to do"),
        ("\nAbhilfe", "\n\nAbhilfe", "BX101 has not the paragraphs"),
        ("## BX102 Eine Zeile", "## BX103 Eine Zeile", "BX103 is not on the English page"),
    ],
)
def test_what_a_translation_must_not_change(pages: Path, old: str, new: str, found: str) -> None:
    change(pages / "faults.de.md", old, new)
    assert any(found in problem for problem in problems_of_page("de"))


def test_a_section_that_is_still_english_is_found(pages: Path) -> None:
    change(pages / "faults.de.md", "Eine Zeile", "A line")
    change(pages / "faults.de.md", "Text dazu.", "Text.")
    assert list(problems_of_page("de")) == ["faults.de.md: BX102 is not translated"]


def test_sections_stand_in_the_english_order_and_once(pages: Path) -> None:
    german = pages / "faults.de.md"
    before, key, line = sections(german.read_text(encoding="utf-8")).values()
    german.write_text(before + line + key, encoding="utf-8")
    assert list(problems_of_page("de")) == [
        "faults.de.md: its sections are not in the order of the English page"
    ]
    german.write_text(before + key + line + line, encoding="utf-8")
    assert list(problems_of_page("de")) == ["faults.de.md: BX102 is there twice"]


def test_what_is_left_to_translate(pages: Path) -> None:
    german = pages / "faults.de.md"
    before, _key, line = sections(german.read_text(encoding="utf-8")).values()
    german.write_text(before + line, encoding="utf-8")
    assert untranslated("de") == ["BX101"]
    assert list(problems_of_page("de")) == []


def test_a_language_without_a_page_has_nothing_left_to_do(pages: Path) -> None:
    stamp_new_sections("fr")
    assert not (pages / "faults.fr.md").exists()
    assert (untranslated("fr"), list(problems_of_page("fr"))) == ([], [])
