"""Exchange the box's key for a new one, in a way that each can name the other."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from boxctl.journal.disk.fsync import sync_directory
from boxctl.journal.faults import JournalFault, key_fault, key_refused, ledger_lost
from boxctl.journal.proof.keys import (
    BoxKey,
    key_beside,
    key_of,
    known_key,
    new_secret,
    path_of_key,
    path_of_next_key,
    read_key_file,
    write_secret,
)
from boxctl.journal.proof.ledger import (
    EMPTY,
    Handover,
    LedgerUnreadable,
    handover_message,
    ledger_signed_by,
    path_of_ledger,
    read_ledger,
    write_ledger,
)
from boxctl.journal.proof.ledger_lock import locked_ledger
from groundwork.language import tr


def rotate_key(journal: Path, time: str) -> Handover:
    """Exchange the key for a new one, and return what both have signed about that.

    ``time`` is the time of day (UTC). The old secret is gone then. A program that plays goes on
    with the new key from the next turn on. Raises :class:`JournalFault` (BX608) if a file cannot be
    used or the old secret would stay under another name, and BX613 if the old key has not signed
    its ledger; then the old key stays.
    """
    path = path_of_key(journal)
    try:
        with locked_ledger(journal):
            _finish(journal)
            return _rotate(journal, time)
    except OSError as problem:
        raise key_refused(path, problem) from problem


def first_key(journal: Path) -> BoxKey:
    """Return the key of the box whose journal this is; make it if there is none, with its ledger.

    From then on a key without a ledger is one whose ledger was taken away. Raises
    :class:`JournalFault` (BX608) or OSError.
    """
    finish_rotation(journal)
    if not os.path.lexists(path_of_key(journal)):
        with locked_ledger(journal):
            _finish(journal)
            if not os.path.lexists(path_of_key(journal)):
                write_ledger(journal, EMPTY, _make_next(journal))
                _finish(journal)
    return key_beside(journal)


def finish_rotation(journal: Path) -> None:
    """Bring to its end, or undo, an exchange of the key that was cut short. Raises OSError."""
    if os.path.lexists(path_of_next_key(journal)):
        with locked_ledger(journal):
            _finish(journal)


def _rotate(journal: Path, time: str) -> Handover:
    old = key_beside(journal)
    _check_only_name(path_of_key(journal))
    ledger = ledger_signed_by(journal, old.public)
    if ledger is None:
        # The new one would be signed, and look as if nothing were missing in it.
        raise ledger_lost(path_of_ledger(journal))
    new = _make_next(journal)
    before, after = old.public.hex(), new.public.hex()
    message = handover_message(before, after, time)
    handover = Handover(before, after, time, old.sign(message).hex(), new.sign(message).hex())
    write_ledger(journal, ledger.with_handover(handover), new)
    _finish(journal)
    return handover


def _check_only_name(path: Path) -> None:
    """Raise BX608 if the file of the key has another name: the old secret would stay there."""
    if path.is_symlink():
        from shlex import quote

        target = os.path.realpath(path)
        why = tr("it is a link to {file}, where the old secret would stay", file=target)
        mend = f"mv {quote(target)} {quote(str(path))}"
        raise key_fault(path, why, mend)
    if path.stat().st_nlink > 1:
        raise key_fault(
            path,
            tr("the file has another name, too, under which the old secret would stay"),
            tr("delete that name, which find -samefile shows"),
        )


def _make_next(journal: Path) -> BoxKey:
    """Write the secret of a new key beside the old one, and return it."""
    path, secret = path_of_next_key(journal), new_secret()
    # It fails where somebody has put a file of his own: that is no key of ours.
    write_secret(path, secret)
    # A ledger that is signed with a key that was lost would be worth nothing.
    sync_directory(path.parent)
    return key_of(secret)


def _finish(journal: Path) -> None:
    """Put the next key in the place of the old one if that has signed it, in the ledger."""
    path = path_of_next_key(journal)
    if not os.path.lexists(path):
        return
    if _is_next(journal, path):
        path.replace(path_of_key(journal))
    else:
        path.unlink()
    sync_directory(path.parent)


_NO_FILE = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.ENXIO)


def _is_next(journal: Path, path: Path) -> bool:
    """Return whether this is the key that the old one has handed over to.

    Raises OSError where that cannot be read now: the only copy of a secret is removed only if it is
    known to be none of ours.
    """
    before = known_key(journal)
    try:
        after = read_key_file(path).public
        ledger = read_ledger(journal)
    except (JournalFault, LedgerUnreadable) as fault:
        refused = fault.__cause__
        if isinstance(refused, OSError) and refused.errno not in _NO_FILE:
            raise refused from None
        return False
    if ledger is None or not ledger.is_signed_by([after]):
        return False
    return before is None or before in ledger.keys_before(after)
