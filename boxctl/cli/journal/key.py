"""``boxctl key``: the key with which this box signs its records.

Also the option by which the commands that verify are told which keys a box has had.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from boxctl.cli.options import Options
from boxctl.cli.terminal import print_qr
from boxctl.journal.disk.match_lock import is_being_played
from boxctl.journal.disk.private_files import place_to_read
from boxctl.journal.entry_kinds import time_of_day
from boxctl.journal.faults import JournalFault, key_fault
from boxctl.journal.proof.chain import head_of
from boxctl.journal.proof.findings import ProofGap
from boxctl.journal.proof.head_signer import rotate_key
from boxctl.journal.proof.keys import known_key, path_of_key
from boxctl.journal.proof.ledger import Handover, keys_of_ledger, known_keys, usable_ledger
from boxctl.journal.proof.signed_heads import entries_signed
from boxctl.journal.proof.signed_heads import kept as kept_heads
from boxctl.journal.query import reading
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.journal.ledger_sentences import in_runs
from boxctl.presentation.journal.proof_sentences import fingerprint, gap_in_words
from groundwork.language import all_of, tr, tr_n
from groundwork.local_time import told_time
from groundwork.printing import print_lines, print_notes

QR_BEGINS = "BOXCTL-KEY"


def run(arguments: list[str]) -> int:
    """Show the public key, or exchange the key. Raises BX608 if it cannot be used."""
    given = options().parse_args(arguments)
    journal = given.journal or place_to_read()
    if known_key(journal) is None:
        raise key_fault(
            path_of_key(journal), tr("there is none yet"), tr("play a match, which makes it")
        )
    if given.rotate:
        rotate_key(journal, time_of_day())
    key = known_key(journal)
    assert key is not None
    ledger = usable_ledger(journal)
    handovers = () if ledger is None else ledger.handovers_to(key)
    if given.json:
        print_lines(json.dumps(_document(key, handovers)))
        return 0
    print_lines(key.hex())
    print_lines(
        *(
            tr(
                "{time}: {key} followed {before}",
                time=told_time(each.time),
                key=fingerprint(each.after),
                before=fingerprint(each.before),
            )
            for each in handovers
        )
    )
    return 0 if not given.qr or print_qr(f"{QR_BEGINS}:{key.hex().upper()}") else 1


def options() -> Options:
    """Return the options of the command."""
    options = Options("key")
    options.add_journal_to_read()
    options.add_argument(
        "--rotate", action="store_true", help=tr("exchange it for a new key, which both keys sign")
    )
    options.add_argument("--qr", action="store_true", help=tr("as a QR code, too"))
    options.add_json()
    return options


def _document(key: bytes, handovers: tuple[Handover, ...]) -> dict[str, Any]:
    return {
        "key": key.hex(),
        "handovers": [
            {
                "before": each.before,
                "after": each.after,
                "time": each.time,
                "by_before": each.by_before,
                "by_after": each.by_after,
            }
            for each in handovers
        ],
    }


def notes_on_proof(gaps: Iterable[ProofGap]) -> list[str]:
    """Return a sentence for each gap that the files beside a journal leave in its proof."""
    return [gap_in_words(gap) for gap in gaps]


def keys_of_box(journal: Path) -> frozenset[bytes]:
    """Return the keys that the box of this journal is known to have; none if there is no key here.

    Beside a copy with a ledger and no key, they are the keys of the ledger. Without any known key,
    any signature will do. Raises :class:`JournalFault` (BX608) if ``box.key`` cannot be used.
    """
    return known_keys(journal) or keys_of_ledger(journal)


def note_if_unsigned(journal: Path, match: RecordedMatch, *, by_people: bool) -> None:
    """Say on standard error if no known key of the box has signed a match to its end.

    A match that is being played is signed as it goes on. If the answer is read ``by_people``, says
    so, too, where no key is known.
    """
    try:
        keys = keys_of_box(journal)
    except JournalFault as fault:
        print_notes(*fault.lines)
        return
    if not keys:
        print_notes(*notes_on_proof([ProofGap.NO_KEY] if by_people else []))
        return
    if is_being_played(journal, match.number):
        return
    with reading(journal) as connection:
        signed = entries_signed(match, kept_heads(connection, match.number), keys)
    if not signed:
        print_notes(
            tr(
                "no key of the box has signed any of match {match}: boxctl verify {match} "
                "tells more",
                match=match.number,
            )
        )
    elif signed < len(match.entries):
        print_notes(
            tr(
                "no key of the box has signed match {match} from entry {entry} on: "
                "boxctl verify {match} tells more",
                match=match.number,
                entry=signed,
            )
        )


def note_unsigned_ends(
    connection: sqlite3.Connection, journal: Path, matches: Sequence[int]
) -> None:
    """Say on standard error which of these matches have no signature of the box at their end.

    Whether a signature holds is not checked. Says so, too, where no key is known.
    """
    try:
        keys = keys_of_box(journal)
    except JournalFault as fault:
        print_notes(*fault.lines)
        return
    if matches and not keys:
        print_notes(*notes_on_proof([ProofGap.NO_KEY]))
        return
    unsigned = [match for match in matches if not _is_signed(connection, match, keys)]
    if unsigned:
        print_notes(
            tr_n(
                "no key of the box has signed the end of match {matches}: boxctl verify tells more",
                "no key of the box has signed the end of the matches {matches}: "
                "boxctl verify tells more",
                len(unsigned),
                matches=all_of(in_runs(unsigned)),
            )
        )


def _is_signed(connection: sqlite3.Connection, match: int, keys: Collection[bytes]) -> bool:
    head = head_of(connection, match)
    return any(kept.head == head and kept.key in keys for kept in kept_heads(connection, match))
