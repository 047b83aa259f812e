"""Sign the heads of the matches that a program writes, as it writes them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from boxctl.journal.disk.appender import Head, journal_number
from boxctl.journal.entry_kinds import KeyIntroduced
from boxctl.journal.faults import JournalFault, key_refused
from boxctl.journal.proof.journal_identity import JournalIdentity, identity_of
from boxctl.journal.proof.key_rotation import first_key
from boxctl.journal.proof.keys import BoxKey, known_key
from boxctl.journal.proof.ledger import (
    EMPTY,
    Ledger,
    LedgerHead,
    ledger_signed_by,
    loss_of_ledger,
    path_of_ledger,
    write_ledger,
)
from boxctl.journal.proof.ledger_lock import locked_ledger
from boxctl.journal.proof.ledger_loss import LedgerLoss
from boxctl.journal.proof.listed_heads import is_unlisted, names_of_before
from boxctl.journal.proof.signed_heads import (
    HeadStamp,
    SignedHead,
    forget,
    highest_counter,
    keep,
    sign,
)


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
        """Return what a record says of this key when it first signs, after the keys ``before``."""
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
