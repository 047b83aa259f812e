"""The rules of a match as a page of text. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from boxctl.presentation.rule_page.rows import rows_of_tiles
from boxctl.presentation.rule_page.rule_sentence import RuleSentence
from boxctl.presentation.rule_page.sections import sections
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import written
from boxctl.rules.tiles import tile
from groundwork.language import tr

DIFFERS = "*"
"""Marks what is not as in the classic game."""


def rule_page(rules: RuleSet, width: int = 80) -> Iterator[str]:
    """Yield the lines of the page, which mark where the rules differ from the classic game.

    The rules must not contradict each other. ``width`` is the most columns that a line may take.
    """
    yield from box_lines(rules)
    found = sections(rules)
    indent = max(len(section.title) for section in found) + 2
    usual, changed = written(RuleSet()), False
    for section in found:
        yield ""
        title = section.title
        for sentence in section.sentences:
            differs = _differs(sentence, rules, usual)
            changed = changed or differs
            mark = DIFFERS if differs else " "
            for line in wrap(sentence.text, width - indent - 2, break_on_hyphens=False):
                yield f"{title:<{indent}}{mark} {line}".rstrip()
                title, mark = "", " "
    if changed:
        explained = tr("not as in the classic game")
        yield from ("", f"{DIFFERS} {explained}")


def _differs(sentence: RuleSentence, rules: RuleSet, usual: dict[str, str]) -> bool:
    now = written(rules)
    return any(now[name] != usual[name] for name in sentence.settings)


def box_lines(rules: RuleSet) -> Iterator[str]:
    """Yield the box as it stands at the start, in rows of at most twelve tiles."""
    for tiles in rows_of_tiles(rules.tiles):
        drawn = [_tile(number, up=bool(rules.in_play & tile(number))) for number in tiles]
        for line in zip(*drawn, strict=True):
            yield f"  {' '.join(line)}".rstrip()


def _tile(number: int, *, up: bool) -> tuple[str, str, str]:
    if up:
        return " ___ ", f"|{number:^3}|", "|___|"
    return "     ", "     ", f"[{number:_^3}]"
