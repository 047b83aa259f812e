"""Append entries to the file: each batch in one transaction, whole or not at all."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from os import urandom

from boxctl.journal.disk.schema import INSERT_ENTRY, SPAN, VERSION, entry_id
from boxctl.journal.entries import Entry, as_text
from boxctl.journal.entry_kinds import HEADERS
from boxctl.journal.faults import Damaged
from boxctl.journal.proof.chain import (
    GENESIS,
    JOURNAL_BYTES,
    Head,
    has_entry_of,
    head_of,
    is_no_match,
    journal_number,
    journal_of,
    last_head,
    last_match_head,
    link,
)
from groundwork.language import tr

Open = Callable[[], sqlite3.Connection]
Row = tuple[int, str, str, bytes]


Seal = Callable[[sqlite3.Connection, Head], object]
"""Signs a head in the transaction that is open. Raises sqlite3.Error."""


class Appender:
    """Appends to a journal, from ``head`` on: the match that is played. Not thread-safe.

    ``open`` returns a connection to write with, and another one after a failure. ``on_match`` is
    called with the number of each match that begins, inside the transaction; ``seal`` is called
    there with the new head of each match, to sign it. ``check_file`` raises OSError if the files
    are not those that were opened.
    """

    def __init__(
        self,
        open: Open,
        head: Head | None = None,
        on_match: Callable[[int], object] | None = None,
        seal: Seal = lambda connection, head: None,
        check_file: Callable[[], object] = lambda: None,
    ) -> None:
        self._open = open
        self._head = head
        self._on_match = on_match
        self._seal = seal
        self._check_file = check_file
        self._connection: sqlite3.Connection | None = None
        self._uncertain: list[tuple[Entry, Row]] = []
        self._late: list[Entry] = []
        self._number_of_new = urandom(JOURNAL_BYTES).hex()

    @property
    def head(self) -> Head | None:
        """The head of the match that is played, as it is on the disk."""
        return self._head

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection to write with, opened when first needed."""
        if self._connection is None:
            self._connection = self._open()
        return self._connection

    def append(self, entries: Iterable[Entry]) -> None:
        """Append the entries; when this returns they are on the disk.

        Raises what SQLite, the system or ``open`` raise. Then none of them was written, or, if the
        disk failed during the commit, perhaps all: entries that cannot be read now can be there
        again after a power cut. So the next call writes these first, unchanged, whoever makes it.
        Entries that are given again, then or later, are not written twice.
        """
        entries = list(entries)
        if entries and entries == self._late:
            self._late = []
            return
        try:
            self._check_file()
            connection = self.connection
            if self._uncertain:
                _make_durable(connection)
            connection.execute("BEGIN IMMEDIATE")
            self._check_place(connection)
            there = _those_there(connection, self._uncertain)
            if there:
                _begin_the_log_anew(connection)
            failed = [entry for entry, _row in self._uncertain]
            again = _given_again(failed, entries)
            new = [*failed, *entries[again:]][len(there) :]
            head, rows = self._rows(connection, [row for _entry, row in there], new)
            connection.executemany(INSERT_ENTRY, rows)
            for new_head in _last_heads(rows):
                if head_of(connection, new_head.match) != new_head:
                    raise Damaged(tr("what was written is not in it"))
                self._seal(connection, new_head)
            self._uncertain = [*there, *zip(new, rows, strict=True)]
            connection.execute("COMMIT")
            # A commit to a file that nobody finds any more does not count.
            self._check_file()
        except BaseException:
            self._let_go()
            raise
        self._head, self._uncertain = head, []
        self._late = failed[: len(failed) - again] or self._late

    def seal(self) -> None:
        """Sign the head of the match that is played, in a transaction of its own.

        Raises like :meth:`append`. Does nothing if another program has added to the match.
        """
        if self._head is None or self._uncertain:
            return
        try:
            connection = self.connection
            connection.execute("BEGIN IMMEDIATE")
            if head_of(connection, self._head.match) == self._head:
                self._seal(connection, self._head)
            connection.execute("COMMIT")
        except BaseException:
            self._let_go()
            raise

    def close(self) -> None:
        """Close the connection. Nothing is lost: all that was appended is on the disk."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _check_place(self, connection: sqlite3.Connection) -> None:
        """Raise :class:`Damaged` if the match that is played is not in this file."""
        if self._head is not None and not has_entry_of(connection, self._head):
            raise Damaged(tr("the match that is played is not in it"))

    def _rows(
        self, connection: sqlite3.Connection, there: list[Row], entries: list[Entry]
    ) -> tuple[Head | None, list[Row]]:
        head = _head_after(there[-1]) if there else self._head
        match, number, hash = (head.match, head.entries, head.hash) if head else (0, 0, GENESIS)
        rows: list[Row] = []
        for entry in entries:
            if entry.kind in HEADERS:
                match, entry = self._next_match(connection, rows, entry)
                number, hash = 0, GENESIS
            assert match, "a journal begins with a match"
            text = as_text(entry.body)
            hash = link(hash, match, number, entry.kind, text)
            rows.append((entry_id(match, number), entry.kind, text, hash))
            number += 1
        return (_head_after(rows[-1]) if rows else head), rows

    def _next_match(
        self, connection: sqlite3.Connection, rows: list[Row], entry: Entry
    ) -> tuple[int, Entry]:
        """Return the number of a new match, and its header with the head of the one before."""
        last = _head_after(rows[-1]) if rows else last_head(connection)
        number = last.match + 1 if last is not None else 1
        if self._on_match is not None:
            self._on_match(number)
        # What a match follows is a match: so matches have one chain, whatever stands between them.
        before = last
        if before is not None and is_no_match(connection, before.match):
            before = last_match_head(connection, before.match)
        after = None
        if before is not None:
            after = {"match": before.match, "entries": before.entries, "head": before.hash.hex()}
        journal = _journal_in(rows)
        if last is not None and not journal:
            journal = journal_number(connection, last.match)
        journal = journal or entry.body.get("journal") or self._number_of_new
        header = {"after": after, "journal": journal}
        return number, Entry(entry.kind, {**entry.body, **header})

    def _let_go(self) -> None:
        """Close the connection: one on which something failed is not used again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.rollback()
            with suppress(sqlite3.Error):
                connection.close()


def _journal_in(rows: list[Row]) -> str:
    """Return the number of the journal in the last header of these rows; empty without one."""
    headers = (text for _id, kind, text, _hash in reversed(rows) if kind in HEADERS)
    return next((journal_of(json.loads(text)) for text in headers), "")


def _last_heads(rows: list[Row]) -> Iterator[Head]:
    """Return the last head of each match in these rows."""
    last = {row[0] // SPAN: row for row in rows}
    return map(_head_after, last.values())


def _head_after(row: Row) -> Head:
    id, _kind, _text, hash = row
    return Head(id // SPAN, id % SPAN + 1, hash)


def _make_durable(connection: sqlite3.Connection) -> None:
    """Bring what SQLite reads to the disk, for a commit whose sync has failed.

    Such a commit can be read again, and another sync of the log may succeed without it: what the
    disk has refused once, the system may have dropped. So it is written anew, into the database.
    """
    busy, _logged, _moved = connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
    if busy:
        raise sqlite3.OperationalError(tr("another program holds the journal"))


def _begin_the_log_anew(connection: sqlite3.Connection) -> None:
    """Write something, which restarts the log: what may be missing of the old one is past."""
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _those_there(
    connection: sqlite3.Connection, uncertain: list[tuple[Entry, Row]]
) -> list[tuple[Entry, Row]]:
    """Return the first entries of failed commits that are in the file after all."""
    there = []
    for entry, row in uncertain:
        found = connection.execute("SELECT hash FROM entry WHERE id = ?", (row[0],)).fetchone()
        if found is None or found[0] != row[3]:
            break
        there.append((entry, row))
    return there


def _given_again(failed: list[Entry], entries: list[Entry]) -> int:
    """Return how many of these entries, from the first on, are the last of those that failed.

    The table gives at once what has failed, but the signer waits until the table has written.
    """
    counts = range(min(len(failed), len(entries)), 0, -1)
    return next((count for count in counts if failed[-count:] == entries[:count]), 0)
