"""The text of the rules, from ``rulebook.md`` beside this file and its translations.

``rulebook.fr.md`` is the French one. The same files are in ``docs`` for people to read.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_RULE = re.compile(r"^- (R\d+\.\d+) (.*(?:\n  .*)*)", flags=re.MULTILINE)


@cache
def rule_texts(language: str = "en") -> dict[str, str]:
    """Return the text of every rule by its id, in the order of the book, without emphasis.

    ``language`` is a code such as ``fr``. A rule that is not translated into it stays English.
    """
    english = _texts("rulebook.md")
    return english if language == "en" else english | _texts(f"rulebook.{language}.md")


def _texts(name: str) -> dict[str, str]:
    book = Path(__file__).with_name(name)
    if not book.exists():
        return {}
    return {rule: _plain(text) for rule, text in _RULE.findall(book.read_text(encoding="utf-8"))}


def _plain(text: str) -> str:
    return re.sub(r"[ \n]+", " ", text).strip().replace("**", "").replace("`", "")
