"""Sign the heads of the matches that a program writes, as it writes them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from boxctl.journal.disk.appender import Head, journal_number
from boxctl.journal.faults import JournalFault, key_refused
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
        self._number_of: tuple[sqlite3.Connection, int, str] | None = None

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
            known = () if self._kept is None else self._kept.of(self._journal)
            self._counter = max((head.counter for head in known), default=0)
            self.fault = None
        return True

    def forget_key(self) -> None:
        """Sign nothing until :meth:`prepare` has read the key again."""
        self._key = self._last = None

    def introduction(self, before: Sequence[bytes]) -> dict[str, str | None]:
        """Return what a record says of this key when it first signs, after the keys ``before``."""
        mine = self.public.hex()
        handovers = (each for each in reversed(self._ledger().handovers) if each.after == mine)
        handover = next((each for each in handovers if each.holds), None)
        if handover is not None:
            earlier, signature = handover.before, handover.by_before
            return {"key": mine, "before": earlier, "signed_by_before": signature}
        last = before[-1].hex() if before else None
        return {"key": mine, "before": last, "signed_by_before": None}

    def has_signed(self, head: Head | None) -> bool:
        """Return whether this head is the last one that was signed; also true without a head."""
        return head is None or (self._last is not None and head == self._last.head)

    def seal(self, connection: sqlite3.Connection, head: Head) -> None:
        """Sign a head in the open transaction. Without a key, do nothing. Raises sqlite3.Error."""
        if self._key is None:
            return
        last, public = self._last, self._key.public
        self._counter = 1 + self._highest_counter(connection, public)
        number = self._journal_number(connection, head.match)
        self._last = sign(self._key, head, HeadStamp(number, self._counter, self._time_of_day()))
        keep(connection, self._last)
        if last is not None and last.head.match == head.match and last.head != head:
            forget(connection, last.head, public)

    def _journal_number(self, connection: sqlite3.Connection, match: int) -> str:
        """Return the number of the journal; read the header of a match once on a connection."""
        if self._number_of is None or self._number_of[:2] != (connection, match):
            self._number_of = (connection, match, journal_number(connection, match))
        return self._number_of[2]

    def _highest_counter(self, connection: sqlite3.Connection, public: bytes) -> int:
        """Return the last counter; look in the journal only if another program may have signed."""
        (version,) = connection.execute("PRAGMA data_version").fetchone()
        seen, self._seen = self._seen, (connection, version)
        if seen == self._seen:
            return self._counter
        return max(self._counter, highest_counter(connection, public))

    def remember(self, gone: tuple[LedgerHead, ...] = ()) -> None:
        """Write the last signature to the ledger, without heads that are ``gone`` for good.

        Sets :attr:`fault` if that fails.
        """
        if self._key is None or self._last is None or self._last.stamp is None:
            return
        stamp = self._last.stamp
        signed = LedgerHead(self._last.head, stamp.counter, stamp.time)
        try:
            with locked_ledger(self._journal):
                if known_key(self._journal) != self._key.public:
                    # The key was exchanged: read the new one next time.
                    self.forget_key()
                    return
                before = self._ledger_or_kept().without(self._journal, gone)
                after = before.with_head(self._journal, signed)
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
