"""The words of the rule book, rule by rule: what a ruling's id stands for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

_PLACES = ("rulebook.md", "../../docs/rulebook.md")
"""Beside this file in a package that was built, in docs in a clone."""

_RULE = re.compile(r"^- (R\d+\.\d+) (.*(?:\n +.*)*)", re.MULTILINE)
_HEADING = re.compile(r"^## (R\d+) (.*)$", re.MULTILINE)


def rule_text(rule: str) -> str:
    """What the rule book says under this id, in one paragraph; empty where it says nothing."""
    return _rules().get(rule, "")


def heading_of(rule: str) -> str:
    """The heading that the rule stands under: ``The move on a real box`` for R4.5."""
    return _rules().get(rule.partition(".")[0], "")


@lru_cache(maxsize=1)
def _rules() -> Mapping[str, str]:
    return read_rules(_rule_book())


def read_rules(book: str) -> dict[str, str]:
    """Every rule and every heading of a rule book in Markdown, without its marks."""
    found = {rule: _plain(text) for rule, text in _RULE.findall(book)}
    return found | {heading: _plain(text) for heading, text in _HEADING.findall(book)}


def _rule_book() -> str:
    for place in _PLACES:
        path = Path(__file__).parent / place
        if path.is_file():
            return path.read_text(encoding="utf-8")
    return ""


def _plain(markdown: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"[`*]", "", markdown)).strip()
