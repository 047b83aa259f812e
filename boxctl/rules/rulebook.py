"""The text of the rules, from ``rulebook.md`` beside this file (also ``docs/rulebook.md``)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_RULE = re.compile(r"^- (R\d+\.\d+) (.*(?:\n  .*)*)", flags=re.MULTILINE)


@cache
def rule_texts() -> dict[str, str]:
    """Return the text of every rule by its id, in the order of the book, without emphasis."""
    book = Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8")
    return {rule: _plain(text) for rule, text in _RULE.findall(book)}


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("**", "").replace("`", "")
