"""``boxctl verify``: whether recorded matches are as they were played."""

from __future__ import annotations

import argparse
import sqlite3
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from boxctl.audit.record_file import (
    FileCheck,
    RecordFile,
    gap_sentences,
    is_record_file,
    read_record,
    verdict_sentences,
    write_journal,
)
from boxctl.audit.verify_journal import JournalVerification, match_of, verify_all, verify_one
from boxctl.audit.verify_match import MatchVerification, against
from boxctl.cli import BadOption, fail
from boxctl.cli.journal.key import keys_of_box, notes_on_proof
from boxctl.cli.options import Options
from boxctl.cli.terminal import MatchProgress, heed_lost_interrupts
from boxctl.journal.disk.private_files import place_to_read
from boxctl.journal.faults import JournalFault
from boxctl.journal.proof.chain import is_no_match
from boxctl.journal.proof.findings import ProofGap
from boxctl.journal.proof.printed_evening import PrintedEvening, read_printed
from boxctl.journal.proof.printed_heads import NoHead, PrintedHead, read_key
from boxctl.journal.query import LAST, as_number, find_match, reading
from boxctl.presentation.journal.ledger_sentences import in_runs
from groundwork.language import all_of, tr, tr_n
from groundwork.printing import print_json, print_lines, print_notes

T = TypeVar("T")

MOST_REPEATED = 24
"""The most characters of a head or key that are repeated where it is refused."""


def run(arguments: list[str]) -> int:
    """Verify a match, or every match of a file. Exit status 1 if anything does not hold."""
    given = options().parse_args(arguments)
    if given.what is None:
        return _verify(given, given.journal or place_to_read(), one=False)
    if is_record_file(Path(given.what)):
        # Verify it as a journal of its own, without a key beside it.
        with TemporaryDirectory() as folder:
            journal = Path(folder) / "journal.db"
            record = read_record(Path(given.what))
            write_journal(record, journal)
            return _verify(given, journal, one=False, record=record)
    one = given.what == LAST or as_number(given.what) is not None
    journal = (given.journal or place_to_read()) if one else Path(given.what)
    return _verify(given, journal, one=one)


def _verify(
    given: argparse.Namespace, journal: Path, *, one: bool, record: RecordFile | None = None
) -> int:
    if given.prefix and given.head is None:
        raise BadOption(tr("--prefix: name the head with --head."))
    known, unusable = _known_keys(journal)
    asked = replace(
        against(given.head),
        key=given.key,
        known=known,
        prefix=given.prefix,
        excerpt=record is not None,
    )
    with reading(journal, through=True) as connection:
        key_named = given.key is not None or unusable is not None
        check = FileCheck(connection, journal, asked, record, key_named=key_named)
        gaps = check.gaps
        if one:
            number = _number(connection, journal, given.what, given.head)
            found = verify_one(connection, number, asked, check.findings)
        else:
            heard = _VerdictsSoFar(quiet=given.json)
            try:
                with heed_lost_interrupts(), heard.progress:
                    found = verify_all(connection, asked, check.findings, heard)
            except KeyboardInterrupt:
                _print_stopped(given, journal, heard, gaps)
                raise
    found = check.with_evening(found)
    if given.head is not None and len(found.verdicts) == 1:
        gaps = ()
    if given.json:
        keys = sorted(key.hex() for key in asked.keys)
        named = str(journal) if one or given.what is None else given.what
        known_by = {"keys": keys, "key_known": bool(keys or unusable)}
        print_json({"journal": named, **known_by} | _document(found, gaps))
    else:
        print_lines(*verdict_sentences(found, journal), *check.about_evening(found))
        print_lines(*_notes_for_people(gaps))
    if unusable is not None and given.key is None:
        return fail(unusable.lines, 1)
    return 0 if found.holds else 1


class _VerdictsSoFar:
    """Collects the verdicts, and shows people the progress."""

    def __init__(self, *, quiet: bool) -> None:
        self.verdicts: list[MatchVerification] = []
        self.progress = MatchProgress(quiet=quiet)

    def __call__(self, verdict: MatchVerification, of: int) -> None:
        self.verdicts.append(verdict)
        self.progress(len(self.verdicts), of)


def _notes_for_people(gaps: Collection[ProofGap]) -> list[str]:
    return gap_sentences(gaps, tr("Name the key with --key."))


def _print_stopped(
    given: argparse.Namespace, journal: Path, heard: _VerdictsSoFar, gaps: Collection[ProofGap]
) -> None:
    """Print the verdicts that were reached before people stopped the command."""
    found = JournalVerification(tuple(heard.verdicts))
    left = heard.progress.of - len(heard.verdicts)
    if given.json:
        document = _document(found, gaps) | {"holds": False, "unverified": left}
        print_json({"journal": str(given.what or journal), **document})
    else:
        print_lines(*found.sentences, *_notes_for_people(gaps))
    if heard.verdicts:
        print_notes(
            tr_n(
                "stopped: one match is not verified",
                "stopped: {left} matches are not verified",
                left,
                left=left,
            )
        )
    else:
        print_notes(tr("stopped before the first match was verified"))


def options() -> Options:
    """Return the options of the command."""
    options = Options("verify")
    options.add_argument(
        "what",
        metavar="MATCH|FILE",
        nargs="?",
        help=tr(
            "a match by its number, last, a whole journal, or a record taken home (default: the "
            "whole journal of this machine)"
        ),
    )
    options.add_journal_to_read()
    options.add_argument(
        "--head",
        metavar="TEXT",
        type=_readable(read_printed, tr("a head as boxctl head prints it")),
        help=tr(
            "what boxctl head has printed, the code of a card, or a hash: that it is the head of "
            "what is there"
        ),
    )
    options.add_argument(
        "--key",
        metavar="HEX",
        type=_readable(read_key, tr("a public key as boxctl head prints it")),
        help=tr(
            "the public key that must have signed (default: that of box.key beside the journal)"
        ),
    )
    options.add_argument(
        "--prefix", action="store_true", help=tr("ask only about the entries that --head covers")
    )
    options.add_json()
    return options


def _known_keys(journal: Path) -> tuple[frozenset[bytes], JournalFault | None]:
    """Return the keys that this box is known to have, and why they cannot be read, if so."""
    try:
        return keys_of_box(journal), None
    except JournalFault as fault:
        return frozenset(), fault


def _number(
    connection: sqlite3.Connection,
    journal: Path,
    wanted: str,
    printed: PrintedHead | PrintedEvening | None,
) -> int:
    """Return the number of the match that is asked for.

    A match that is missing is allowed if the printed head names it: then it was removed.
    """
    number = as_number(wanted)
    if isinstance(printed, PrintedEvening):
        found = number or find_match(connection, journal, wanted).number
        if found not in printed.matches:
            raise BadOption(
                tr(
                    "match {match} is not on this card: it has {matches}.",
                    match=found,
                    matches=all_of(in_runs(printed.matches)),
                )
            )
        return found
    if number is not None and number == match_of(printed):
        return number
    if number is not None and is_no_match(connection, number):
        return number
    return find_match(connection, journal, wanted).number


def _document(found: JournalVerification, gaps: Collection[ProofGap]) -> dict[str, Any]:
    return {
        "holds": found.holds,
        "missing": found.missing or None,
        "proof": found.proof,
        "notes": notes_on_proof(gaps),
        "card": None if found.card is None else found.card.as_json(),
        "matches": (verdict.as_json() for verdict in found.verdicts),
        "tournaments": [verdict.as_json() for verdict in found.tournaments],
        "stalls": [verdict.as_json() for verdict in found.stalls],
    }


def _in_short(text: str) -> str:
    """Shorten what may be a whole head, of which nobody reads the digits in a sentence."""
    return text if len(text) <= MOST_REPEATED else f"{text[:MOST_REPEATED]}…"


def _readable(read: Callable[[str], T], what: str) -> Callable[[str], T]:
    def type_of_argument(text: str) -> T:
        try:
            return read(text)
        except NoHead:
            raise argparse.ArgumentTypeError(
                tr("{text} is not {what}", text=repr(_in_short(text)), what=what)
            ) from None

    return type_of_argument
