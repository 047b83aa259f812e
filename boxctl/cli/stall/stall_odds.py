"""``boxctl stall odds``: what a stall pays out on average, and how much days vary."""

from __future__ import annotations

import argparse

from boxctl.cli.options import chosen_rules
from boxctl.cli.stall.terms_options import one_currency, terms_told
from boxctl.odds.shut_chances import shut_chances
from boxctl.presentation.stall.payout_lines import PlayedAs, StallDay, payout_as_json, payout_lines
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.stall.payout import payout_of_day
from boxctl.stall.terms import check_game
from groundwork.printing import print_json, print_lines, print_notes


def odds(given: argparse.Namespace) -> int:
    """Print what a day of the stall comes to."""
    rules = chosen_rules(given.rules, given.changes)
    check(rules)
    check_game(rules)
    terms = terms_told(given)
    one_currency(given.go, given.brought)
    rates = _rates(rules, given)
    brought = given.brought.minor
    day = StallDay(
        given.rules,
        rules,
        terms,
        given.goes,
        brought,
        tuple((played, payout_of_day(terms, given.goes, rate, brought)) for played, rate in rates),
    )
    if given.json:
        print_json(payout_as_json(day))
    else:
        print_lines(*payout_lines(day))
    return 0


def _rates(rules: RuleSet, given: argparse.Namespace) -> list[tuple[PlayedAs, float]]:
    """Return how often the box is shut: at best play, with mistakes, and as somebody says.

    Where the game is too large to be solved, only as somebody says. Raises :class:`RuleFault` if
    nobody does.
    """
    told = given.shut_rate
    as_told = [] if told is None else [(PlayedAs.TOLD, told)]
    try:
        solved = shut_chances(rules)
    except RuleFault as fault:
        if told is None:
            raise
        if not given.json:
            print_notes(fault.text)
        return as_told
    return [(PlayedAs.BEST, solved.best), (PlayedAs.HUMAN, solved.human), *as_told]
