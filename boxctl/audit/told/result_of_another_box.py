"""Take the result of a pairing from the record of another box, which proves itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from boxctl.audit.record_file import is_record_file, read_record, write_journal
from boxctl.audit.told.results import MatchOfPairing, matches_of, played_match
from boxctl.audit.verify_journal import verify_one
from boxctl.audit.verify_match import VerifyAgainst
from boxctl.journal.proof.printed_heads import as_text
from boxctl.journal.proof.signed_heads import is_sound, kept
from boxctl.journal.query import reading
from boxctl.tournament.events import PairingDecided, System
from boxctl.tournament.faults import not_proved_elsewhere, several_elsewhere
from boxctl.tournament.state import RoundPairing
from groundwork.language import tr


def result_of_record(
    path: Path, pairing: RoundPairing, system: System, number: int | None = None
) -> PairingDecided:
    """Return the result of a pairing in a record or journal of another box, with its signed head.

    ``number`` is that of the match there, None if the two have ended only one. The match is
    verified as ``boxctl verify FILE`` does it. Raises :class:`TournamentFault` BX818 if nothing
    there proves a result, BX819 if several matches do, :class:`RuleFault` BX707 for a file that is
    no record, and :class:`JournalFault`.
    """
    with _journal_of(path) as journal, reading(journal, through=True) as connection:
        found = _ended(connection, pairing, system, number)
        if not found:
            raise not_proved_elsewhere(
                tr("{path} has no match of pairing {number} that decides it",
                   path=path, number=pairing.number)
            )  # fmt: skip
        if len(found) > 1:
            raise several_elsewhere(path, pairing.number, [each.match.number for each in found])
        return found[0].decision_on(pairing, _signed_head(connection, path, found[0]))


@contextmanager
def _journal_of(path: Path) -> Iterator[Path]:
    """Have a journal with what a file has; a journal is read in its place."""
    if not is_record_file(path):
        yield path
        return
    with TemporaryDirectory() as folder:
        journal = Path(folder) / "journal.db"
        write_journal(read_record(path), journal)
        yield journal


def _ended(
    connection: sqlite3.Connection, pairing: RoundPairing, system: System, number: int | None
) -> list[MatchOfPairing]:
    if number is None:
        found = list(matches_of(connection, pairing, 0))
    else:
        named = played_match(connection, pairing, number)
        found = [] if named is None else [named]
    return [each for each in found if each.decides_in(system)]


def _signed_head(connection: sqlite3.Connection, path: Path, found: MatchOfPairing) -> str:
    number, entries = found.match.number, len(found.match.entries)
    verdict = verify_one(connection, number, VerifyAgainst(excerpt=True))
    if not verdict.holds:
        raise not_proved_elsewhere(" ".join(verdict.sentences).rstrip("."))
    heads = (head for head in kept(connection, number) if is_sound(head))
    whole = next((head for head in heads if head.head.entries == entries), None)
    if whole is None:
        raise not_proved_elsewhere(
            tr("no key has signed match {match} of {path} to its end", match=number, path=path)
        )
    return as_text(whole)
