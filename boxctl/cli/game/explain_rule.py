"""A rule of the rule book, or a section of it, for ``boxctl explain``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from boxctl.cli import BadOption
from boxctl.presentation.sentences.objections import rule_phrase
from boxctl.rules.rulebook import rule_texts, section_beginnings, section_titles
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, current, tr
from groundwork.printing import print_lines

BOOK = "R"
"""Names the whole book."""

_TYPED = re.compile(
    r"[(\[]?(?:R[\s-]*(\d*)(?:[.,](\d+))?|(\d+)[.,](\d+))[)\]:.,]*", flags=re.IGNORECASE
)

_NAMES_S = re.compile(r"\bS\b")
"""Section R4 says at its beginning what S is, of which its rules speak."""

_MOST_NEAR = 3


def typed_rule(text: str) -> str | None:
    """Return the id of a rule or section as people type or copy it; None if it looks like none.

    That is ``R3.3``, ``r3.3``, ``(R3.3)`` or ``3.3``, ``R3`` for its section and ``R`` for the
    book. There may be no such rule.
    """
    found = _TYPED.fullmatch(text.strip())
    if found is None:
        return None
    section, rule = found[1] or found[3] or "", found[2] or found[4]
    return f"{BOOK}{section}" + (f".{rule}" if rule else "")


def explain_rule(wanted: str, *, columns: int, as_json: bool) -> None:
    """Print a rule, a section or the titles of all sections. Raises :class:`BadOption`."""
    code = current().code
    book = _RulesToRead(rule_texts(code), section_titles(code), section_beginnings(code))
    if wanted == BOOK:
        document, lines = book.as_data(), list(book.contents())
    elif wanted in book.titles:
        document, lines = book.section_as_data(wanted), list(book.section(wanted, columns))
    elif wanted in book.texts:
        document, lines = book.rule_as_data(wanted), list(book.rule(wanted, columns))
    else:
        raise _no_such_rule(wanted, book)
    print_lines(*([json.dumps(document)] if as_json else lines))


@frozen_dataclass
class _RulesToRead:
    """The rule book in one language: its rules, and the titles and beginnings of its sections."""

    texts: Mapping[str, str]
    titles: Mapping[str, str]
    beginnings: Mapping[str, str]

    def rules_of(self, section: str) -> list[str]:
        return [rule for rule in self.texts if rule.startswith(f"{section}.")]

    def contents(self) -> Iterator[str]:
        yield from (f"  {section}  {title}" for section, title in self.titles.items())
        yield ""
        yield tr("boxctl explain R4 lists the rules of a section.")

    def section(self, section: str, columns: int) -> Iterator[str]:
        yield f"{section}  {self.titles[section]}"
        yield ""
        if beginning := self.beginnings[section]:
            yield from _wrapped(beginning, columns)
            yield ""
        for rule in self.rules_of(section):
            head = f"{rule:<6}"
            yield from _wrapped(head + self.texts[rule], columns, " " * len(head))

    def rule(self, rule: str, columns: int) -> Iterator[str]:
        yield f"{rule}  {rule_phrase(rule)}".rstrip()
        yield ""
        yield from _wrapped(self.texts[rule], columns)
        beginning = self.beginnings[_section_of(rule)]
        if _NAMES_S.search(self.texts[rule]) and _NAMES_S.search(beginning):
            yield ""
            yield from _wrapped(beginning, columns)

    def as_data(self) -> dict[str, Any]:
        return {"sections": [_titled(*each) for each in self.titles.items()]}

    def section_as_data(self, section: str) -> dict[str, Any]:
        rules = [self.rule_as_data(rule) for rule in self.rules_of(section)]
        titled = _titled(section, self.titles[section])
        return {**titled, "text": self.beginnings[section], "rules": rules}

    def rule_as_data(self, rule: str) -> dict[str, Any]:
        return {**_titled(rule, rule_phrase(rule)), "text": self.texts[rule]}


def _wrapped(text: str, columns: int, hanging: str = "") -> list[str]:
    return wrap(
        text,
        columns,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _titled(code: str, title: str) -> dict[str, Any]:
    return {"code": code, "title": title}


def _no_such_rule(wanted: str, book: _RulesToRead) -> BadOption:
    section = _section_of(wanted)
    if section not in book.titles:
        return BadOption(
            tr(
                "there is no section {section} in the rule book, but {sections}.",
                section=section,
                sections=all_of(book.titles),
            )
        )
    near = sorted(book.rules_of(section), key=lambda rule: abs(_place(rule) - _place(wanted)))
    return BadOption(
        tr(
            "there is no rule {rule}, but {rules}: boxctl explain {section} lists them all.",
            rule=wanted,
            rules=all_of(_bracketed(rule) for rule in sorted(near[:_MOST_NEAR], key=_place)),
            section=section,
        )
    )


def _section_of(rule: str) -> str:
    return rule.partition(".")[0]


def _place(rule: str) -> int:
    return int(rule.partition(".")[2])


def _bracketed(rule: str) -> str:
    phrase = rule_phrase(rule)
    return f"{rule} ({phrase})" if phrase else rule
