"""``boxctl ledger``: who has won and lost how much, and who pays whom."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from boxctl.audit.money_ledger import (
    MoneyLedger,
    matches_of_the_evening,
    matches_since,
    money_ledger,
)
from boxctl.audit.verify_match import VerifyAgainst
from boxctl.cli import BadOption
from boxctl.cli.journal.key import keys_of_box, notes_on_proof
from boxctl.cli.journal.record_options import add_since, no_match_yet
from boxctl.cli.options import Options, chosen_players
from boxctl.journal.disk.private_files import place_to_read
from boxctl.journal.faults import no_such_match
from boxctl.journal.proof.findings import proof_findings, proof_gaps
from boxctl.journal.query import LAST, as_number, newest, numbers_in, reading
from boxctl.presentation.journal import ledger_sentences as words
from boxctl.presentation.journal.proof_sentences import finding_sentences
from groundwork.language import tr
from groundwork.printing import print_lines

ALL, EVENING = "all", "evening"


def run(arguments: list[str]) -> int:
    """Print the ledger. Exit status 1 if something that was asked about does not verify."""
    given = options().parse_args(arguments)
    if given.matches and given.since:
        raise BadOption(tr("boxctl ledger: name the matches, or with --since the time, not both."))
    journal = given.journal or place_to_read()
    keys = keys_of_box(journal)
    with reading(journal, through=True, may_be_missing=given.journal is None) as connection:
        findings = proof_findings(connection, journal, keys)
        notes = notes_on_proof(proof_gaps(connection, journal, keys, findings))
        if given.since is not None:
            numbers = matches_since(connection, given.since)
        else:
            numbers = _numbers(connection, journal, given.matches)
        asked = VerifyAgainst(known=keys)
        found = money_ledger(connection, numbers, given.players, asked, findings)
    proof = finding_sentences(found.findings)
    if given.json:
        said = {"proof": proof, "notes": notes}
        print_lines(json.dumps({"journal": str(journal), **found.as_json(), **said}))
    elif not (numbers or proof or given.journal or given.since):
        print_lines(no_match_yet(journal))
    else:
        print_lines(*_for_people(found, proof), *notes)
    return 0 if found.holds else 1


def options() -> Options:
    """Return the options of the command."""
    options = Options("ledger")
    options.add_argument(
        "matches",
        metavar="MATCHES",
        nargs="*",
        help=tr(
            "their numbers, such as 3 or 5-9, last for the newest, or all (default: "
            "those of the newest evening, which a break of six hours begins)"
        ),
    )
    add_since(options)
    options.add_argument(
        "--players",
        metavar="NAMES",
        type=chosen_players,
        default=(),
        help=tr("only matches in which nobody else played, with commas between: Ann,Bob"),
    )
    options.add_journal_to_read()
    options.add_json()
    return options


def _numbers(
    connection: sqlite3.Connection, journal: Path, wanted: Sequence[str]
) -> tuple[int, ...]:
    if not wanted or wanted == [EVENING]:
        return matches_of_the_evening(connection)
    there = tuple(numbers_in(connection))
    if ALL in wanted:
        return there
    chosen: set[int] = set()
    for each in wanted:
        found = _between(each, newest(connection))
        numbers = [number for number in there if found is not None and number in found]
        if not numbers:
            raise no_such_match(journal, each)
        chosen.update(numbers)
    return tuple(sorted(chosen))


def _between(text: str, newest: int | None) -> range | None:
    """Return the numbers that ``3``, ``5-9`` or ``last`` name; None for anything else."""
    first, dash, last = text.partition("-")
    begin = newest if first == LAST else as_number(first)
    end = begin if not dash else newest if last == LAST else as_number(last)
    return None if begin is None or end is None else range(begin, end + 1)


def _for_people(found: MoneyLedger, proof: Sequence[str]) -> Iterator[str]:
    yield from proof
    yield words.counted_sentence([match.number for match in found.counted])
    accounts = found.accounts
    for account in accounts:
        if len(accounts) > 1:
            yield words.currency_heading(account.currency)
        yield from words.balance_lines(account.balances, account.currency)
        settled = account.settlement
        payments = [(paid.payer, paid.payee, paid.amount) for paid in settled.payments]
        yield from words.payment_lines(payments, account.currency, fewest=settled.fewest)
    for names in found.alike:
        yield words.alike_sentence(names)
    for match in found.counted:
        if match.overruled:
            yield words.overruled_sentence(match.number)
    for left_out in found.uncounted:
        yield words.uncounted_sentence(left_out.number, left_out.reason, left_out.detail)
