"""The rule book that a ruling is explained with is the one that people read."""

from __future__ import annotations

import re
from pathlib import Path

from boxctl.rules import rulebook
from boxctl.rules.rulebook import rule_texts
from boxctl.rules.variants import names

ROOT = Path(__file__).parents[3]


def test_the_installed_book_is_the_document() -> None:
    installed = Path(rulebook.__file__).with_name("rulebook.md")
    assert installed.read_bytes() == (ROOT / "docs/rulebook.md").read_bytes()


def test_every_rule_of_the_book_has_its_text() -> None:
    book = (ROOT / "docs/rulebook.md").read_text()
    assert list(rule_texts()) == re.findall(r"^- (R\d+\.\d+) ", book, flags=re.MULTILINE)
    assert rule_texts()["R6.4"] == "Lower is better. A shut box scores 0."


def test_the_book_lists_every_variant() -> None:
    _rules, listed = (ROOT / "docs/rulebook.md").read_text().split("\n## The variants\n")
    assert set(re.findall(r"^\| `([^`]+)` \|", listed, flags=re.MULTILINE)) == {*names()}


def test_a_rule_of_several_lines_is_whole() -> None:
    assert rule_texts()["R2.2"].endswith("must.")
    assert "one of: never · last_tile" in rule_texts()["R2.2"]


def test_every_rule_that_is_cited_has_its_text() -> None:
    sources = (ROOT / "boxctl").rglob("*.py")
    cited = {rule for file in sources for rule in re.findall(r'"(R\d\.\d+)"', file.read_text())}
    assert cited <= rule_texts().keys()
