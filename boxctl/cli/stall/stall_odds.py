"""``boxctl stall odds``: what a stall pays out on average, and how much days vary."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from boxctl.cli.options import Options, chosen_rules, whole_number
from boxctl.cli.stall.terms_options import NO_TERMS, NOTHING, add_terms, money, rate, terms_told
from boxctl.odds.shut_chances import shut_chances
from boxctl.presentation.stall.payout_lines import PlayedAs, StallDay, payout_as_json, payout_lines
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.stall.events import StallTerms, check_game
from boxctl.stall.payout import payout_of_day
from groundwork.language import tr
from groundwork.printing import print_json, print_lines, print_notes

Rates = Sequence[tuple[PlayedAs, float]]
"""Shares of the goes that shut the box, by who plays."""

USUAL_GOES = 300
"""The goes of a day, where nobody says how many."""


def odds(arguments: list[str]) -> int:
    """Print what a day of the stall comes to."""
    given = options().parse_args(arguments)
    rules = chosen_rules(given.rules, given.changes)
    check(rules)
    check_game(rules)
    terms = terms_told(given, NO_TERMS, given.brought)
    rates = _rates(rules, given)
    day = day_at(given.rules, rules, terms, given.brought.minor, rates, given.goes)
    if given.json:
        print_json(payout_as_json(day))
    else:
        print_lines(*payout_lines(day))
    return 0


def day_at(
    variant: str,
    rules: RuleSet,
    terms: StallTerms,
    brought: int,
    rates: Rates,
    goes: int = USUAL_GOES,
) -> StallDay:
    """Return the result of a day of so many goes at each of these shares of shut boxes."""
    payouts = tuple((played, payout_of_day(terms, goes, rate, brought)) for played, rate in rates)
    return StallDay(variant, rules, terms, goes, brought, payouts)


def solved_rates(rules: RuleSet) -> Rates:
    """Return how often the box is shut at best play, and with mistakes.

    Raises :class:`RuleFault` for a game that is too large to be solved.
    """
    solved = shut_chances(rules)
    return [(PlayedAs.BEST, solved.best), (PlayedAs.HUMAN, solved.human)]


def _rates(rules: RuleSet, given: argparse.Namespace) -> Rates:
    """Return how often the box is shut: at best play, with mistakes, and as somebody says.

    Where the game is too large to be solved, only as somebody says. Raises :class:`RuleFault` if
    nobody does.
    """
    told = given.shut_rate
    as_told = [] if told is None else [(PlayedAs.TOLD, told)]
    try:
        return [*solved_rates(rules), *as_told]
    except RuleFault as fault:
        if told is None:
            raise
        if not given.json:
            print_notes(fault.text)
        return as_told


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "stall odds", tr("Say what a stall pays out on average, and how much days vary.")
    )
    add_terms(options)
    options.add_argument(
        "--brought",
        metavar="AMOUNT",
        type=money,
        default=NOTHING,
        help=tr("what the pot has from yesterday"),
    )
    options.add_argument(
        "--goes",
        metavar="N",
        type=whole_number,
        default=USUAL_GOES,
        help=tr("how many goes the day has (default: 300)"),
    )
    options.add_argument(
        "--shut-rate",
        metavar="PERCENT",
        type=rate,
        help=tr("also for this share of shut boxes, such as 7.4%%"),
    )
    options.add_rules()
    options.add_json()
    return options
