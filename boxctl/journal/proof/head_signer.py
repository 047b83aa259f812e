"""Sign the heads of the matches that a program writes, and exchange the key that signs them.

The old and the new key both sign the exchange, so that each can name the other.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep

from boxctl.journal.disk.private_files import create, is_private, open_in_place, sync_directory
from boxctl.journal.entry_kinds import KeyIntroduced, LedgerLoss
from boxctl.journal.faults import JournalFault, key_fault, key_refused, ledger_lost
from boxctl.journal.proof.chain import Head, JournalIdentity, identity_of, journal_number
from boxctl.journal.proof.keys import (
    BoxKey,
    key_beside,
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
    Ledger,
    LedgerHead,
    LedgerUnreadable,
    handover_message,
    ledger_signed_by,
    loss_of_ledger,
    path_of_ledger,
    read_ledger,
    write_ledger,
)
from boxctl.journal.proof.printed_heads import is_unlisted, names_of_before
from boxctl.journal.proof.signed_heads import (
    HeadStamp,
    SignedHead,
    forget,
    highest_counter,
    keep,
    sign,
)
from groundwork.clock import monotonic_us
from groundwork.language import tr
from groundwork.system.file_locks import take_whole

PATIENCE = 5.0
"""The longest wait for another program that holds the lock, in seconds."""

_PAUSE = 0.02
"""The wait between two tries, in seconds."""


@contextmanager
def locked_ledger(journal: Path) -> Iterator[None]:
    """Hold the ledger against other programs of this box.

    Waits for :data:`PATIENCE` at most. Raises OSError. A file that others can open, and so
    could hold for ever, is replaced by a new one.
    """
    path = journal.parent / "box.ledger-lock"
    until = monotonic_us() + round(PATIENCE * 1_000_000)
    while (file := _take(path)) is None:
        if monotonic_us() > until:
            raise OSError(errno.EBUSY, tr("another program holds its lock"), str(path))
        sleep(_PAUSE)
    try:
        yield
    finally:
        os.close(file)


def _take(path: Path) -> int | None:
    """Lock this file and return its descriptor; None if another program holds it, or is new."""
    file = _open_lock(path)
    try:
        take_whole(file)
        if os.path.samestat(os.fstat(file), path.stat(follow_symlinks=False)):
            return file
    except (BlockingIOError, PermissionError, FileNotFoundError):
        pass
    except BaseException:
        os.close(file)
        raise
    os.close(file)
    return None


def _open_lock(path: Path) -> int:
    with suppress(OSError):
        file = open_in_place(path, os.O_RDWR)
        if is_private(os.fstat(file)):
            return file
        os.close(file)
    path.unlink(missing_ok=True)
    return create(path)


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
    """Complete or undo an interrupted exchange of the key. Raises OSError."""
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
    return BoxKey(secret)


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


class HeadSigner:
    """Signs with the key of the box whose journal this is. Not thread-safe.

    A signature takes the place of the one before it in the same match, if this object made that.
    ``fault`` says why the key or its ledger cannot be used; None while they can or are not needed.
    ``lost`` says why the ledger that this object had read or written was not there any more.
    ``time_of_day`` returns the time of day (UTC) as text.
    """

    def __init__(self, journal: Path, time_of_day: Callable[[], str]) -> None:
        self.fault: JournalFault | None = None
        self.lost: LedgerLoss | None = None
        self._kept: Ledger | None = None
        self._journal = journal
        self._time_of_day = time_of_day
        self._key: BoxKey | None = None
        self._counter = 0
        self._seen: tuple[sqlite3.Connection, int] | None = None
        self._last: SignedHead | None = None
        self._signing_in: tuple[sqlite3.Connection, int, str, JournalIdentity] | None = None

    @property
    def public(self) -> bytes:
        """The public key; empty before :meth:`prepare` has read it."""
        return b"" if self._key is None else self._key.public

    @property
    def last(self) -> SignedHead | None:
        """The last signature that this object made."""
        return self._last

    @property
    def trouble(self) -> str | None:
        """The reason why nothing can be signed, for people; None while all is well."""
        return None if self.fault is None else str(self.fault)

    def prepare(self) -> bool:
        """Read the key, if that was not done; return whether there is one.

        Takes as long as the rest of a start, so it is put off until the first ruling is shown.
        """
        if self._key is None:
            try:
                self._key = first_key(self._journal)
            except (JournalFault, OSError) as problem:
                self.fault = self._as_fault(problem)
                return False
            self._kept = ledger_signed_by(self._journal, self.public)
            self._counter = 0
            self.fault = None
        return True

    def list_journal(self, connection: sqlite3.Connection) -> bool:
        """List the journal in the ledger, if it is not there; return whether the key may sign.

        So a journal in which the key has signed, and which its ledger does not list, is one whose
        ledger was exchanged. Such a ledger, and one that was lost, stays as it is here: the record
        has to say so first. Sets :attr:`fault` if the ledger cannot be written.
        """
        assert self._key is not None
        identity = identity_of(connection, self._journal)
        try:
            if not self._has_to_list(connection, identity, self._kept):
                return True
            with locked_ledger(self._journal):
                ledger = ledger_signed_by(self._journal, self.public)
                if ledger is not None and self._has_to_list(connection, identity, ledger):
                    ledger = ledger.listing(identity, names_of_before(connection, ledger))
                    write_ledger(self._journal, ledger, self._key)
                    self._kept = ledger
        except OSError as problem:
            self.fault = self._as_fault(problem)
            return False
        return True

    def _has_to_list(
        self, connection: sqlite3.Connection, journal: JournalIdentity, ledger: Ledger | None
    ) -> bool:
        if ledger is None or ledger.lists(journal):
            return False
        keys = {self.public, *ledger.keys_before(self.public)}
        return not is_unlisted(connection, ledger, journal, keys)

    def forget_key(self) -> None:
        """Sign nothing until :meth:`prepare` has read the key again."""
        self._key = self._last = None

    def introduction(self, before: Sequence[bytes], now: str) -> KeyIntroduced:
        """Return the entry that names this key when it first signs, after the keys ``before``."""
        mine = self.public.hex()
        handovers = (each for each in reversed(self._ledger().handovers) if each.after == mine)
        handover = next((each for each in handovers if each.holds), None)
        if handover is not None:
            return KeyIntroduced(
                now=now, key=mine, before=handover.before, signed_by_before=handover.by_before
            )
        last = before[-1].hex() if before else None
        return KeyIntroduced(now=now, key=mine, before=last, signed_by_before=None)

    def has_signed(self, head: Head | None) -> bool:
        """Return whether this head is the last one that was signed; also true without a head."""
        return head is None or (self._last is not None and head == self._last.head)

    def seal(self, connection: sqlite3.Connection, head: Head) -> None:
        """Sign a head in the open transaction. Without a key, do nothing. Raises sqlite3.Error."""
        if self._key is None:
            return
        last, public = self._last, self._key.public
        number, identity = self._place(connection, head.match)
        self._counter = 1 + self._highest_counter(connection, identity)
        self._last = sign(self._key, head, HeadStamp(number, self._counter, self._time_of_day()))
        keep(connection, self._last)
        if last is not None and last.head.match == head.match and last.head != head:
            forget(connection, last.head, public)

    def _place(self, connection: sqlite3.Connection, match: int) -> tuple[str, JournalIdentity]:
        """Return the number in the header of a match, and what its journal is.

        They are read once for each match on a connection.
        """
        if self._signing_in is None or self._signing_in[:2] != (connection, match):
            number = journal_number(connection, match)
            identity = identity_of(connection, self._journal)
            self._signing_in = (connection, match, number, identity)
        return self._signing_in[2:]

    def _highest_counter(self, connection: sqlite3.Connection, journal: JournalIdentity) -> int:
        """Return the last counter; look it up only if another program may have signed."""
        (version,) = connection.execute("PRAGMA data_version").fetchone()
        seen, self._seen = self._seen, (connection, version)
        if seen == self._seen:
            return self._counter
        listed = () if self._kept is None else self._kept.of(journal)
        counters = (signed.counter for signed in listed)
        return max(self._counter, highest_counter(connection, self.public), *counters)

    def remember(self, gone: tuple[LedgerHead, ...] = ()) -> None:
        """Write the last signature to the ledger, without heads that are ``gone`` for good.

        Sets :attr:`fault` if that fails.
        """
        if self._key is None or self._last is None or self._signing_in is None:
            return
        stamp, journal = self._last.stamp, self._signing_in[3]
        assert stamp is not None
        signed = LedgerHead(self._last.head, stamp.counter, stamp.time)
        try:
            with locked_ledger(self._journal):
                if known_key(self._journal) != self._key.public:
                    # The key was exchanged: read the new one next time.
                    self.forget_key()
                    return
                before = self._ledger_or_kept().without(journal, gone)
                # A journal without a number gets one with its next match.
                after = before.listing(journal, [journal.file]).with_head(journal, signed)
                write_ledger(self._journal, after, self._key)
            self._kept, self.fault = after, None
        except (JournalFault, OSError) as problem:
            self.fault = self._as_fault(problem)

    def _as_fault(self, problem: JournalFault | OSError) -> JournalFault:
        if isinstance(problem, JournalFault):
            return problem
        return key_refused(path_of_ledger(self._journal), problem)

    def _ledger(self) -> Ledger:
        """Return the ledger; an empty one if this key has not signed it."""
        return ledger_signed_by(self._journal, self.public) or EMPTY

    def _ledger_or_kept(self) -> Ledger:
        """Return the ledger, or what this object knows of it if somebody has taken it away."""
        found = ledger_signed_by(self._journal, self.public)
        if found is None and self._kept is not None:
            self.lost = loss_of_ledger(self._journal, [self.public])
        return found or self._kept or EMPTY
