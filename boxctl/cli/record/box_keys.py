"""The keys that a box is known to have, for commands that verify."""

from __future__ import annotations

from pathlib import Path

from boxctl.journal.proof.known_keys import keys_of_ledger, known_keys
from groundwork.language import tr


def no_key_known() -> str:
    """Return the sentence that neither ``box.key`` nor a ledger of it is beside the journal."""
    return tr("No key of the box is known here, so anybody can have written this.")


def keys_of_box(journal: Path) -> frozenset[bytes]:
    """Return the keys that the box of this journal is known to have; none if there is no key here.

    Beside a copy with a ledger and no key, they are the keys of the ledger. Without any known key,
    any signature will do. Raises :class:`JournalFault` (BX608) if ``box.key`` cannot be used.
    """
    return known_keys(journal) or keys_of_ledger(journal)
