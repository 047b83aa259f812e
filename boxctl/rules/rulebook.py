"""The text of the rules, from ``rulebook.md`` beside this file and its translations.

``rulebook.fr.md`` is the French one. In the checkout these are links to the pages in ``docs``; a
wheel has the pages themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

_SECTION = re.compile(r"^## (R\d+) (.*)\n((?:(?!- R|#).*\n)*)", flags=re.MULTILINE)
_RULE = re.compile(r"^- (R\d+\.\d+) (.*(?:\n  .*)*)", flags=re.MULTILINE)


@cache
def rule_texts(language: str = "en") -> dict[str, str]:
    """Return the text of every rule by its id, in the order of the book, without emphasis.

    ``language`` is a code such as ``fr``. A rule that is not translated into it stays English.
    """
    english = _texts("rulebook.md")
    return english if language == "en" else english | _texts(f"rulebook.{language}.md")


@cache
def section_titles(language: str = "en") -> dict[str, str]:
    """Return the title of every section by its id, such as ``R4``; ``language`` as above."""
    return _of_sections(language, lambda title, _beginning: title)


@cache
def section_beginnings(language: str = "en") -> dict[str, str]:
    """Return the words of each section before its first rule, often none, by its id."""
    return _of_sections(language, lambda _title, beginning: _plain(beginning))


def _of_sections(language: str, told: Callable[[str, str], str]) -> dict[str, str]:
    books = _book("rulebook.md"), _book(f"rulebook.{language}.md")
    return {
        section: told(title, beginning)
        for book in books
        for section, title, beginning in _SECTION.findall(book)
    }


def _texts(name: str) -> dict[str, str]:
    return {rule: _plain(text) for rule, text in _RULE.findall(_book(name))}


def _book(name: str) -> str:
    book = Path(__file__).with_name(name)
    return book.read_text(encoding="utf-8") if book.exists() else ""


def _plain(text: str) -> str:
    return re.sub(r"[ \n]+", " ", text).strip().replace("**", "").replace("`", "")
