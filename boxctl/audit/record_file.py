"""Recorded matches as a file that people take home: entries, their hashes, signatures.

The file is JSON and proves itself: the hashes of a match are a chain, and the signature of the box
is over the last of those that it covers (docs/journal.md). It has one match, or those of an evening
(``evening``).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from boxctl.journal.disk.appender import Head
from boxctl.journal.disk.file import open_to_write
from boxctl.journal.disk.schema import SPAN, ids_of
from boxctl.journal.proof.printed_heads import as_data
from boxctl.journal.proof.signed_heads import HeadStamp, SignedHead, keep, kept
from boxctl.rules.faults import RuleFault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

LARGEST = 64 << 20
"""Most bytes of a file that is read."""


def record_of(connection: sqlite3.Connection, match: int) -> dict[str, Any] | None:
    """Return the record of a match as data for JSON, as the journal has it; None without entries.

    ``head`` is the signature that covers the most entries, None if there is none.
    """
    found = connection.execute(
        "SELECT id, kind, body, hash FROM entry WHERE id BETWEEN ? AND ? ORDER BY id",
        ids_of(match),
    )
    entries = [
        {"number": id % SPAN, "kind": kind, "body": body, "hash": hash.hex()}
        for id, kind, body, hash in found
    ]
    heads = kept(connection, match)
    if not entries:
        return None
    return {"match": match, "entries": entries, "head": as_data(heads[-1]) if heads else None}


def evening_record(connection: sqlite3.Connection, matches: Iterable[int]) -> dict[str, Any]:
    """Return the records of these matches as one, as data for JSON."""
    found = (record_of(connection, match) for match in matches)
    return {"evening": [record for record in found if record is not None]}


def is_record_file(path: Path) -> bool:
    """Return whether this file is to be read as such a record: it begins as JSON does."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(64).lstrip()[:1] == b"{"
    except OSError:
        return False


def write_journal(record_file: Path, journal: Path) -> None:
    """Write the matches of a record file into a new journal, as they are, to be verified there.

    Raises :class:`RuleFault` BX707 for a file that cannot be read, or is no record.
    """
    try:
        if record_file.stat().st_size > LARGEST:
            raise ValueError
        record = json.loads(record_file.read_text(encoding="utf-8", errors="surrogateescape"))
        matches = [_read(each) for each in record.get("evening", [record])]
    except (OSError, ValueError, KeyError, TypeError, RecursionError, AttributeError):
        raise _no_record(record_file) from None
    try:
        with closing(open_to_write(journal)) as connection, connection:
            for match in matches:
                connection.executemany(_INSERT, match.rows)
                if match.head is not None:
                    keep(connection, match.head)
    except (OverflowError, sqlite3.Error):
        raise _no_record(record_file) from None


@frozen_dataclass
class _RecordedRows:
    """The rows of a match for a journal: id, kind, body, and hash of each entry."""

    rows: tuple[tuple[int, str, str, bytes], ...]
    head: SignedHead | None


def _read(record: Any) -> _RecordedRows:
    match = int(record["match"])
    rows = tuple(
        (match * SPAN + int(each["number"]), str(each["kind"]), str(each["body"]),
         bytes.fromhex(each["hash"]))
        for each in record["entries"]
    )  # fmt: skip
    return _RecordedRows(rows, None if record["head"] is None else _signed(match, record["head"]))


_INSERT = "INSERT INTO entry (id, kind, body, hash) VALUES (?, ?, ?, ?)"


def _no_record(path: Path) -> RuleFault:
    return RuleFault(
        "BX707",
        tr("{path} is no record of a match", path=path),
        tr("take the file home again from the page of the box"),
    )


def _signed(match: int, told: dict[str, Any]) -> SignedHead:
    stamp = None
    if told["counter"] is not None:
        stamp = HeadStamp(str(told["journal"]), int(told["counter"]), str(told["time"]))
    head = Head(match, int(told["entries"]), bytes.fromhex(told["hash"]))
    return SignedHead(head, bytes.fromhex(told["key"]), bytes.fromhex(told["signature"]), stamp)
