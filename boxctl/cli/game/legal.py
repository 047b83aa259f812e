"""``boxctl legal``: the moves that a throw allows, and why others are none, each with its rule."""

from __future__ import annotations

import argparse
import json

from boxctl.cli import BadOption
from boxctl.cli.options import (
    Options,
    chosen_levers,
    chosen_rules,
    chosen_throw,
    key_and_value_pairs,
    tiles_shut,
)
from boxctl.presentation.answers.legal import AskedOfAll, LegalQuestion, by_every_variant
from boxctl.presentation.game_names import name_of_game
from boxctl.rules.contradictions import check
from groundwork.language import tr
from groundwork.printing import print_lines


def run(arguments: list[str]) -> int:
    """Print the answer. Exit status 1 if it is no: nothing may be moved, or not what was asked."""
    given = options().parse_args(arguments)
    if given.every_variant:
        return _every_variant(given)
    name = given.rules or "classic"
    rules = chosen_rules(name, given.changes)
    check(rules)
    levers = rules.in_play if given.open is None else chosen_levers(rules, given.open)
    asked = LegalQuestion(rules, levers, chosen_throw(rules, given.throw), given.shut)
    if given.json:
        called = {"rules": name, "title": name_of_game(name, rules)}
        print_lines(json.dumps(called | asked.document))
    else:
        print_lines(*asked.lines)
    return 0 if asked.is_allowed else 1


def options() -> Options:
    """Return the options of the command."""
    options = Options("legal")
    options.add_rules(default=None)
    options.add_argument(
        "--open",
        metavar="TILES",
        help=tr("the tiles still to be moved, such as 1-9 (default: all)"),
    )
    options.add_argument("--throw", metavar="DICE", required=True, help=tr("such as 2,4"))
    options.add_argument(
        "--shut",
        metavar="TILES",
        type=tiles_shut,
        help=tr("whether these tiles may be shut for it, such as 4 or 6,1; and if not, why"),
    )
    options.add_argument(
        "--every-variant",
        action="store_true",
        help=tr("answer by the rules of every variant, a line each"),
    )
    options.add_json()
    return options


def _every_variant(given: argparse.Namespace) -> int:
    """Print the answer of each variant, those that allow it first."""
    if given.rules is not None:
        raise BadOption(tr("--every-variant asks all variants: leave --rules out."))
    changes = key_and_value_pairs(given.changes)
    answers = by_every_variant(AskedOfAll(changes, given.open, given.throw, given.shut))
    if given.json:
        print_lines(json.dumps({"variants": [answer.document for answer in answers]}))
    else:
        width = max(len(answer.name) for answer in answers)
        print_lines(*(answer.line(width) for answer in answers))
    return 0 if any(answer.is_yes for answer in answers) else 1
