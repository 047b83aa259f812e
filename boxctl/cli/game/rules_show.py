"""``boxctl rules show``: a variant as a page for players, or with every setting."""

from __future__ import annotations

import json
from collections.abc import Iterator

from boxctl.cli.game.changed_settings import changed_settings
from boxctl.cli.game.variant_summary import summary
from boxctl.cli.options import Options, VariantName, chosen_rules
from boxctl.presentation.rule_page.page import rule_page
from boxctl.presentation.rule_page.title import game_title
from boxctl.presentation.scoring_words import scoring_words
from boxctl.rules.contradictions import check
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, as_data, written
from boxctl.rules.variants import load
from groundwork.language import tr
from groundwork.printing import print_lines


def show(arguments: list[str]) -> int:
    """Print the page, or the JSON document."""
    given = options().parse_args(arguments)
    known = load(given.name)
    rules = chosen_rules(given.name, given.changes)
    check(rules)
    if given.json:
        told = {"example": known.example, "settings": as_data(rules)}
        print_lines(json.dumps(summary(given.name) | told))
        return 0
    print_lines(*game_title(known).lines(), "", *rule_page(rules))
    if changed := changed_settings(given.name, rules):
        print_lines("", changed)
    if given.ids:
        print_lines("", *_settings(rules))
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("rules show", tr("The rules of one variant, on a page for players."))
    options.add_argument("name", metavar="NAME", action=VariantName)
    options.add_set()
    options.add_argument(
        "--ids", action="store_true", help=tr("every setting too, with its rule in the rule book")
    )
    options.add_json()
    return options


def _settings(rules: RuleSet) -> Iterator[str]:
    for name, value in written(rules).items():
        meaning = tr(SETTINGS[name].meaning)
        if name == "scoring":
            meaning += f": {scoring_words(rules.scoring).meaning}"
        yield f"  {name + ' = ' + value:<34}{SETTINGS[name].rule:<12}{meaning}"
