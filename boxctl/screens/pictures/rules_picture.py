"""The rules of a match in short sections: as many as there is room for."""

from __future__ import annotations

from functools import lru_cache
from textwrap import wrap

from boxctl.presentation.rule_page.sections import sections
from boxctl.rules.ruleset import RuleSet
from boxctl.screens.pictures.picture import Picture, Row, Span
from groundwork.language import labelled

LEAST_BESIDE = 50
"""The least columns for the text of a section beside its title; with fewer it follows the title."""


@lru_cache(64)
def rules_picture(rules: RuleSet, columns: int, lines: int) -> Picture:
    """Draw as many whole sections as fit into so many columns and lines; maybe none."""
    found = sections(rules)
    indent = max((len(section.title) for section in found), default=0) + 2
    beside = columns >= LEAST_BESIDE
    rows: list[Row] = []
    for section in found:
        text = " ".join(sentence.text for sentence in section.sentences)
        if beside:
            broken = wrap(text, columns - indent, break_on_hyphens=False)
            heads = (f"{section.title:<{indent}}", *(" " * indent,) * len(broken))
            block: list[Row] = [
                (Span(head, "hint"), Span(line, "dark"))
                for head, line in zip(heads, broken, strict=False)
            ]
        else:
            said = labelled(section.title, text)
            broken = wrap(said, max(1, columns), break_on_hyphens=False)
            title = len(said) - len(text) - 1
            block = [(Span(broken[0][:title], "hint"), Span(broken[0][title:], "dark"))]
            block += [(Span(line, "dark"),) for line in broken[1:]]
        if len(rows) + len(block) > lines:
            break
        rows += block
    return tuple(rows)
