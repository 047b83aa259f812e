"""Rulings are data: no logic on literal verdicts and rule ids, and no sentence is taken apart."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from boxctl.referee.verdict import NO_RULING, Verdict
from boxctl.rules import rule_ids
from boxctl.rules.rulebook import rule_texts

ROOT = Path(__file__).parents[1]
RULE = re.compile(r"R\d+\.\d+")
VERDICTS = {*map(str, Verdict), NO_RULING}
WHERE_VERDICTS_ARE_ASKED = re.compile(r"\b(verdict|ruled|own|before)\b")

TAKES_APART = {"partition", "rpartition", "split", "rsplit", "removeprefix", "removesuffix"}
NO_SENTENCES = {
    "presentation/display_words.py": "the first of a player's names",
    "presentation/text_items.py": "the words of a line that is too long for a display",
    "presentation/spoken_phrases.py": "a name, or words from elsewhere, made fit to be said",
}
"""What is taken apart in the packages that have to do with sentences, and is none."""


def files() -> list[Path]:
    return sorted((ROOT / "boxctl").rglob("*.py"))


def literals(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


@pytest.mark.parametrize("file", files(), ids=lambda file: str(file.relative_to(ROOT)))
def test_nothing_is_decided_by_a_literal_verdict_or_rule(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            compared = [text for side in node.comparators for text in literals(side)]
            asks = WHERE_VERDICTS_ARE_ASKED.search(ast.unparse(node)) is not None
            assert not [text for text in compared if RULE.fullmatch(text)], ast.unparse(node)
            assert not asks or not VERDICTS & set(compared), ast.unparse(node)
        if isinstance(node, ast.Match) and "verdict" in ast.unparse(node.subject):
            patterns = [text for case in node.cases for text in literals(case.pattern)]
            assert not VERDICTS & set(patterns), ast.unparse(node.subject)


@pytest.mark.parametrize("package", ["referee", "presentation", "audit", "journal", "table"])
def test_no_sentence_is_taken_apart(package: str) -> None:
    for file in sorted((ROOT / "boxctl" / package).glob("*.py")):
        if str(file.relative_to(ROOT / "boxctl")) in NO_SENTENCES:
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        calls = [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
        imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import)
                    for name in node.names}  # fmt: skip
        assert not TAKES_APART & set(calls), file
        assert "re" not in imported, file


def test_every_rule_id_is_one_of_the_rule_book() -> None:
    named = {value for name, value in vars(rule_ids).items() if name.isupper()}
    assert named <= set(rule_texts())
