"""Why a ruling was made: its text and its rule, in the words of the rule book."""

from __future__ import annotations

from boxctl.rules.rulebook import rule_texts
from boxctl.screens.app.text_screen import TextScreen
from boxctl.screens.pictures.view_model import LogLine
from groundwork.language import current, tr


def rule_screen(said: LogLine) -> TextScreen:
    """Return the page for one ruling."""
    if not said.rule:
        return TextScreen(tr("Why?"), [tr("Nothing has been ruled yet.")])
    return TextScreen(
        tr("Why? By {rule}", rule=said.rule), [said.text, "", rule_texts(current().code)[said.rule]]
    )
