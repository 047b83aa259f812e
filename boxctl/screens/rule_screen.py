"""Why it was ruled so: the ruling and its rule, in the words of the rule book."""

from __future__ import annotations

from boxctl.screens.look import Said
from boxctl.screens.rule_text import heading_of, rule_text
from boxctl.screens.text_screen import TextScreen


def rule_screen(said: Said) -> TextScreen:
    """The page for one ruling."""
    if not said.rule:
        return TextScreen("Why?", ["Nothing has been ruled yet."])
    words = rule_text(said.rule) or "The rule book is not at hand: see docs/rulebook.md."
    return TextScreen(f"{said.rule}  {heading_of(said.rule)}", [said.text, "", words])
