"""``boxctl head``: a signed proof of a record, to be kept on paper."""

from __future__ import annotations

import json
from pathlib import Path

from boxctl.audit.verify_journal import verify_one
from boxctl.cli.options import Options
from boxctl.cli.terminal import print_qr
from boxctl.journal.add_entry import add_signature, say_what_was_unsigned
from boxctl.journal.disk.private_files import place_to_read
from boxctl.journal.faults import signed_late, tampered_with
from boxctl.journal.proof.printed_heads import as_data, as_text, on_lines
from boxctl.journal.proof.signed_heads import SignedHead
from boxctl.journal.query import find_match, read_sound_match, reading
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.game_names import title_of_match
from boxctl.presentation.journal.audit_sentences import nothing_sensed
from boxctl.presentation.journal.proof_sentences import fingerprint
from boxctl.presentation.phrases import WRITTEN, names
from groundwork.language import all_of, tr
from groundwork.local_time import told_time
from groundwork.printing import print_lines, print_notes
from hardware.devices import Tapped


def run(arguments: list[str]) -> int:
    """Sign the head of a match and print it. Raises BX611 if the record was tampered with."""
    given = options().parse_args(arguments)
    match, signed, others = sign_head(given.journal or place_to_read(), given.match)
    if given.json:
        print_lines(json.dumps(_document(signed, match.header.tapped)))
        return 0
    print_lines(
        tr(
            "match {match}, {variant}: {players}, begun {time}",
            match=match.number,
            variant=title_of_match(match),
            players=names(match.players, WRITTEN),
            time=told_time(match.began),
        )
    )
    print_lines(*on_lines(as_text(signed)).splitlines())
    if match.header.tapped is not None:
        print_lines(nothing_sensed(match.header.tapped))
    if others:
        keys = all_of(map(fingerprint, others))
        print_notes(tr("Another key has signed this match, too: {keys}.", keys=keys))
    return 0 if not given.qr or print_qr(as_text(signed)) else 1


def sign_head(journal: Path, wanted: str) -> tuple[RecordedMatch, SignedHead, list[str]]:
    """Sign the head of a match, and return it with its signature and the other keys that signed it.

    Raises :class:`JournalFault` (BX611) if the record was tampered with, and as
    :func:`add_signature` does. A note says what was signed late.
    """
    with reading(journal) as connection:
        match = find_match(connection, journal, wanted)
        (verdict,) = verify_one(connection, match.number).verdicts
    if (broken := verdict.broken) is not None:
        raise tampered_with(broken.match, broken.number)
    unsigned = say_what_was_unsigned(journal, match.number)
    if unsigned:
        match = read_sound_match(journal, str(match.number))
    signed = add_signature(journal, match)
    if unsigned:
        print_notes(*signed_late(match.number).lines)
    others = sorted({head.key.hex() for head in verdict.signed} - {signed.key.hex()})
    return match, signed, others


def options() -> Options:
    """Return the options of the command."""
    options = Options("head")
    options.add_match()
    options.add_argument("--qr", action="store_true", help=tr("as a QR code, too"))
    options.add_json()
    return options


def _document(signed: SignedHead, tapped: Tapped | None) -> dict[str, object]:
    of_match = {"match": signed.head.match, "tapped": tapped}
    return {**of_match, **as_data(signed), "text": as_text(signed)}
