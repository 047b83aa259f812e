"""The card of a game, with what differs from the game that it is based on."""

from __future__ import annotations

from collections.abc import Mapping

from boxctl.presentation.card import CardMarks, card, command_to_print
from boxctl.presentation.drawing.shapes import Drawing
from boxctl.presentation.rule_page.page import NOBODYS, game_title
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import changed_from, with_settings
from boxctl.rules.variant_file import Variant
from boxctl.rules.variants import base_in_project


def card_of(known: Variant, rules: RuleSet, handicap: Mapping[str, int] = NOBODYS) -> Drawing:
    """Draw the card of a variant, or of changed rules, which are called so and marked.

    ``handicap`` has those who have one (R7.16).
    """
    base, title = base_in_project(known), game_title(known)
    usual = with_settings(RuleSet(), base.settings.items())
    if changed_from(with_settings(RuleSet(), known.settings.items()), rules):
        title = title.changed
    elif not known.is_of_house:
        return card(title, rules, handicap=handicap)
    command = command_to_print(base.name, changed_from(usual, rules), handicap)
    marks = CardMarks(usual, base.told("title"), command)
    return card(title, rules, marks, handicap)
