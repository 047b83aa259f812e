"""Exchange the box's key for a new one, in a way that each can name the other."""

from __future__ import annotations

import os
from pathlib import Path

from boxctl.journal.disk.fsync import sync_directory
from boxctl.journal.faults import key_fault
from boxctl.journal.proof.keys import (
    key_beside,
    new_secret,
    path_of_key,
    read_key_file,
    write_secret,
)
from boxctl.journal.proof.ledger import (
    EMPTY,
    Handover,
    handover_message,
    ledger_signed_by,
    locked_ledger,
    write_ledger,
)


def rotate_key(journal: Path, time: str) -> Handover:
    """Exchange the key for a new one, and return what both have signed about that.

    ``time`` is the time of day (UTC). The old secret is gone then. A program that plays goes on
    with the new key from the next turn on. Raises :class:`JournalFault` (BX608) if a file cannot be
    used; then the old key stays.
    """
    path = path_of_key(journal)
    try:
        with locked_ledger(journal):
            _finish(journal)
            return _rotate(journal, time)
    except OSError as problem:
        raise key_fault(path, problem.strerror or str(problem)) from problem


def finish_rotation(journal: Path) -> None:
    """Bring to its end, or undo, an exchange of the key that was cut short. Raises OSError."""
    if os.path.lexists(_path_of_next(journal)):
        with locked_ledger(journal):
            _finish(journal)


def _rotate(journal: Path, time: str) -> Handover:
    old, next_path = key_beside(journal), _path_of_next(journal)
    write_secret(next_path, new_secret())
    new = read_key_file(next_path)
    before, after = old.public.hex(), new.public.hex()
    message = handover_message(before, after, time)
    handover = Handover(before, after, time, old.sign(message).hex(), new.sign(message).hex())
    ledger = ledger_signed_by(journal, old.public) or EMPTY
    write_ledger(journal, ledger.with_handover(handover), new)
    _finish(journal)
    return handover


def _finish(journal: Path) -> None:
    """Put the next key in the place of the old one if the ledger is already signed with it."""
    path = _path_of_next(journal)
    if not os.path.lexists(path):
        return
    if ledger_signed_by(journal, read_key_file(path).public) is not None:
        path.replace(path_of_key(journal))
    else:
        path.unlink()
    sync_directory(path.parent)


def _path_of_next(journal: Path) -> Path:
    return path_of_key(journal).with_name("box.key-next")
