"""The rule book that a ruling is explained with is the one that people read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boxctl.rules import rulebook
from boxctl.rules.rulebook import rule_texts
from boxctl.rules.setting_kinds import YES_OR_NO, WaysOfThrows
from boxctl.rules.settings import SETTINGS
from boxctl.rules.variants import names

ROOT = Path(__file__).parents[3]


TRANSLATIONS = ("fr", "de")
OF_A_HOUSE = re.compile(r"R\d+\.9\d")
"""Rules that a house has added (CONTRIBUTING.md) need no translation."""

NAMES_AND_NUMBERS = re.compile(r"`[^`]+`|R\d+\.\d+|\d+")


def book_in(language: str) -> str:
    """The rule book, ``en`` for the one that the others translate."""
    name = "rulebook.md" if language == "en" else f"rulebook.{language}.md"
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def by_rule(book: str) -> dict[str, list[str]]:
    """The names, numbers and rules that each rule mentions."""
    rules = re.findall(r"^- (R\d+\.\d+) (.*(?:\n  .*)*)", book, flags=re.MULTILINE)
    return {
        rule: sorted(NAMES_AND_NUMBERS.findall(text))
        for rule, text in rules
        if not OF_A_HOUSE.match(rule)
    }


def by_variant(book: str) -> dict[str, list[str]]:
    """What the table of variants says that each sets."""
    _rules, listed = re.split(r"\n## [^\n]*\bVariant[^\n]*\n", book, flags=re.IGNORECASE)
    rows = re.findall(r"^\| `([^`]+)` \|.*\|(.*)\|$", listed, flags=re.MULTILINE)
    return {
        name: sorted(NAMES_AND_NUMBERS.findall(sets))
        for name, sets in rows
        if not OF_A_HOUSE.search(sets)
    }


@pytest.mark.parametrize("book", sorted((ROOT / "docs").glob("rulebook*.md")), ids=lambda p: p.name)
def test_the_book_that_a_ruling_is_explained_with_is_the_document(book: Path) -> None:
    beside_the_program = Path(rulebook.__file__).with_name(book.name)
    assert beside_the_program.is_symlink()
    assert beside_the_program.samefile(book)


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_has_every_rule_with_its_names_and_numbers(language: str) -> None:
    assert list(by_rule(book_in(language))) == list(by_rule(book_in("en")))
    for rule, mentioned in by_rule(book_in("en")).items():
        assert by_rule(book_in(language))[rule] == mentioned, rule


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_names_every_setting_and_every_variant(language: str) -> None:
    assert by_variant(book_in(language)) == by_variant(book_in("en"))
    of_all = [line for line in book_in("en").splitlines() if not OF_A_HOUSE.search(line)]
    named = {*re.findall(r"`([^`]+)`", book_in(language))}
    assert {*re.findall(r"`([^`]+)`", "\n".join(of_all))} <= named


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_rule_is_told_in_its_language(language: str) -> None:
    english, told = rule_texts(), rule_texts(language)
    assert list(told) == list(english)
    translated = [rule for rule in english if not OF_A_HOUSE.match(rule)]
    assert [rule for rule in translated if told[rule] == english[rule]] == []


def test_a_language_without_a_rule_book_has_the_english_one() -> None:
    assert rule_texts("eo") == rule_texts()


def test_every_rule_of_the_book_has_its_text() -> None:
    book = (ROOT / "docs/rulebook.md").read_text()
    assert list(rule_texts()) == re.findall(r"^- (R\d+\.\d+) ", book, flags=re.MULTILINE)
    assert rule_texts()["R6.4"] == "Lower is better. A shut box scores 0."


def test_the_book_lists_every_variant() -> None:
    _rules, listed = (ROOT / "docs/rulebook.md").read_text().split("\n## The variants\n")
    assert set(re.findall(r"^\| `([^`]+)` \|", listed, flags=re.MULTILINE)) == {*names()}


def test_a_rule_of_several_lines_is_whole() -> None:
    assert rule_texts()["R2.2"].endswith("must (one_die_choice).")
    assert "one of: never · last_tile" in rule_texts()["R2.2"]


def test_a_no_break_space_of_a_rule_is_kept() -> None:
    assert "(canoga 2 4\u00a0: {2} dans {2,4})" in rule_texts("fr")["R4.2"]


def test_every_rule_that_is_cited_has_its_text() -> None:
    sources = (ROOT / "boxctl").rglob("*.py")
    cited = {rule for file in sources for rule in re.findall(r'"(R\d\.\d+)"', file.read_text())}
    assert cited <= rule_texts().keys()


@pytest.mark.parametrize("language", ["en", *TRANSLATIONS])
@pytest.mark.parametrize("name", SETTINGS)
def test_the_book_names_every_setting_and_each_word_that_it_may_be(
    language: str, name: str
) -> None:
    kind = SETTINGS[name].kind
    spans = re.findall(r"`([^`]+)`", book_in(language))
    named = {word for span in spans for word in re.split(r"[ =\"+,]+", span)}
    ways = kind.of_ways if isinstance(kind, WaysOfThrows) else ()
    assert {name, *kind.words, *ways} - named <= {*YES_OR_NO.choices, "0"}
