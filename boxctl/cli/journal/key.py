"""``boxctl key``: the key with which this box signs its records."""

from __future__ import annotations

import json
from typing import Any

from boxctl.cli.options import Options
from boxctl.cli.terminal import print_qr
from boxctl.journal.entry_kinds import time_of_day
from boxctl.journal.faults import key_fault
from boxctl.journal.proof.head_signer import rotate_key
from boxctl.journal.proof.keys import known_key, path_of_key
from boxctl.journal.proof.ledger import Handover, usable_ledger
from boxctl.journal.usual_places import place_to_read
from boxctl.presentation.journal.proof_sentences import fingerprint
from groundwork.language import tr
from groundwork.local_time import told_time
from groundwork.printing import print_lines

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
