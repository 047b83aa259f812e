"""``boxctl stall begin``: a day begins, with what is left of the pot of the day before."""

from __future__ import annotations

import argparse
from pathlib import Path

from boxctl.cli.options import Options, chosen_rules, journal_of
from boxctl.cli.stall.shown import show
from boxctl.cli.stall.stall_odds import day_at, solved_rates
from boxctl.cli.stall.terms_options import NO_TERMS, NOTHING, add_terms, money, terms_told
from boxctl.journal.stall_record import STALLS, RecordedDay
from boxctl.presentation.stall.payout_lines import payout_lines
from boxctl.presentation.stall.sheet import rules_of, sheet_lines
from boxctl.referee.recorded_head import RecordedHead
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.money import Money
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import written
from boxctl.stall.events import Opened, StallTerms, check_game
from boxctl.stall.faults import not_now, wrong_terms
from groundwork.language import tr
from groundwork.printing import print_lines, print_notes


def begin(arguments: list[str]) -> int:
    """Say what a day pays out on average, record that it begins, and print its sheet.

    What is not told is as on the day before, if there is one in the journal.
    """
    given = options().parse_args(arguments)
    journal = journal_of(given)
    before = _before(journal)
    yesterday = None if before is None else _head(before)
    brought = _brought(given, before)
    usual = NO_TERMS if before is None else before.state.terms
    terms = terms_told(given, usual, given.float, brought)
    if given.rules is None and not given.changes and before is not None:
        variant, rules = before.state.opened.variant, rules_of(before.state)
    else:
        variant = given.rules or "classic"
        rules = chosen_rules(variant, given.changes)
    check(rules)
    check_game(rules)
    if not given.json:
        _tell_odds(variant, rules, terms, brought.minor)
    opened = Opened(
        go=terms.go,
        prize=terms.prize,
        best=terms.best,
        pot=terms.pot,
        currency=terms.currency,
        float=given.float.minor,
        brought=brought.minor,
        yesterday=yesterday,
        variant=variant,
        rules=written(rules),
    )
    found = STALLS.begin(journal, opened)
    show(found, sheet_lines(found.number, found.state), as_json=given.json)
    return 0


def _tell_odds(variant: str, rules: RuleSet, terms: StallTerms, brought: int) -> None:
    """Print what the day pays out on average; a note for a game that is too large to be solved."""
    try:
        rates = solved_rates(rules)
    except RuleFault as fault:
        print_notes(fault.text)
        return
    print_lines(*payout_lines(day_at(variant, rules, terms, brought, rates)), "")


def _before(journal: Path) -> RecordedDay | None:
    """Return the day before; None if there is none. Raises a fault if it is not closed (BX833)."""
    number = STALLS.newest(journal)
    if number is None:
        return None
    found = STALLS.read(journal, number)
    if not found.state.closed:
        raise not_now(
            tr("stall {number} is not closed", number=number),
            tr("boxctl stall close closes it, and its pot goes on"),
        )
    return found


def _head(before: RecordedDay) -> RecordedHead:
    record = before.record
    return RecordedHead(
        before.began.journal or "", record.number, len(record.entries), record.head.hash.hex()
    )


def _brought(given: argparse.Namespace, before: RecordedDay | None) -> Money:
    if before is None:
        told: Money = given.brought
        return told
    if given.brought.minor:
        raise wrong_terms(
            tr("the pot has what it had when stall {number} was closed", number=before.number),
            tr("leave --brought out"),
        )
    return Money(before.state.pot, before.state.terms.currency)


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "stall begin",
        tr("Begin a day at a stall; what is left out is as on the day before."),
    )
    add_terms(options)
    options.add_argument(
        "--float", metavar="AMOUNT", type=money, default=NOTHING, help=tr("the change in the tin")
    )
    options.add_argument(
        "--brought",
        metavar="AMOUNT",
        type=money,
        default=NOTHING,
        help=tr("what the pot has, on the first day in a journal"),
    )
    options.add_rules(default=None)
    options.add_journal_to_read()
    options.add_json()
    return options
