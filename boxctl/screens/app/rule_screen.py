"""Explain a ruling: the situation in a person's words, and the rule in those of the book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boxctl.rules.rulebook import rule_texts
from boxctl.rules.ruleset import RuleSet
from boxctl.screens.app.text_screen import TextScreen
from boxctl.view.explanation import explanation
from groundwork.language import current, tr


def rule_screen(rules: RuleSet, rulings: Sequence[Mapping[str, Any]]) -> TextScreen:
    """Return the page for the last of these rulings."""
    if not rulings:
        return TextScreen(tr("Why?"), [tr("Nothing has been ruled yet.")])
    rule = str(rulings[-1]["rule"])
    paragraphs = [part for said in explanation(rules, rulings) for part in (said, "")]
    in_the_book = rule_texts(current().code).get(rule, "")
    return TextScreen(
        tr("Why?"), [*paragraphs, tr("Rule {rule}: {text}", rule=rule, text=in_the_book)]
    )
