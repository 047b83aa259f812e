"""``boxctl rules show``: a variant as a page for players, with every setting, or as data."""

from __future__ import annotations

import json
from collections.abc import Iterator

from boxctl.cli.options import Options, VariantName, chosen_rules, with_those_named
from boxctl.presentation.game_names import as_its_base
from boxctl.presentation.rule_page.page import game_title, rule_page
from boxctl.presentation.rule_page.result_sentences import scoring_words
from boxctl.rules.contradictions import check
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, as_data, changed_from, written
from boxctl.rules.variant_names import HOUSE
from boxctl.rules.variants import load, other_names, variant, words
from groundwork.language import tr
from groundwork.printing import print_lines


def summary(name: str) -> dict[str, object]:
    """Return the list's line of a variant, for JSON. Raises :class:`RuleFault` (BX201)."""
    known = words(name)
    told = known["summary"]
    if not told and known["family"] == HOUSE:
        from boxctl.presentation.game_names import summary_in_words  # only a house needs it
        from boxctl.rules.variants import load

        told = summary_in_words(load(name))
    return {
        "name": name,
        "source_name": known["title"],
        "summary": told,
        "family": known["family"],
        "other_names": other_names(name),
    }


def show(arguments: list[str]) -> int:
    """Print the page, or the JSON document."""
    given = options().parse_args(arguments)
    known = load(given.name)
    rules = chosen_rules(given.name, given.changes)
    rules, handicap = with_those_named(rules, given.handicap)
    check(rules)
    if given.json:
        given_to = {"handicap": handicap} if handicap else {}
        told = {"example": known.example, "settings": as_data(rules), **given_to}
        print_lines(json.dumps(summary(given.name) | told))
        return 0
    title, changed = game_title(known), _changed(given.name, rules)
    title = title.changed if changed else title
    print_lines(*title.lines(), "", *rule_page(rules, handicap=handicap))
    own = [known.told("summary"), known.told("example")] if known.is_of_house else []
    for said in filter(None, [*own, as_its_base(known)]):
        print_lines("", said)
    if changed:
        print_lines("", changed)
    if given.ids:
        print_lines("", *_settings(rules))
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("rules show", tr("The rules of one variant, on a page for players."))
    options.add_argument("name", metavar="NAME", action=VariantName)
    options.add_set()
    options.add_handicap()
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


def _changed(name: str, rules: RuleSet) -> str:
    """Return a line such as ``Changed: target = 60 instead of 100.``; empty if nothing differs."""
    usual = variant(name)
    before = written(usual)
    changed = [
        tr("{setting} = {value} instead of {usual}", setting=key, value=value, usual=before[key])
        for key, value in changed_from(usual, rules).items()
    ]
    return tr("Changed: {settings}.", settings=", ".join(changed)) if changed else ""
