"""Recorded matches as a file that people take home: entries, their hashes, signatures.

The file is JSON and proves itself: the hashes of a match are a chain, and the signature of the box
is over the last of those that it covers (docs/journal.md). It has one match, or those of an evening
(``evening``) and the signed list of them (``contents``).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from string import hexdigits
from typing import Any, TypedDict

from boxctl.audit.verify_journal import JournalVerification
from boxctl.audit.verify_match import VerifyAgainst
from boxctl.journal.disk.file import open_to_write
from boxctl.journal.disk.schema import LAST_MATCH, SPAN
from boxctl.journal.entries import RecordedEntry
from boxctl.journal.entry_kinds import time_of_day
from boxctl.journal.faults import tampered_with
from boxctl.journal.proof.chain import Head
from boxctl.journal.proof.findings import ProofGap, proof_findings, proof_gaps
from boxctl.journal.proof.keys import KEY_BYTES, BoxKey
from boxctl.journal.proof.printed_evening import (
    IN_A_TIME,
    EveningContents,
    EveningFlaw,
    EveningUnfit,
    evening_flaw,
    sign_contents,
)
from boxctl.journal.proof.printed_heads import HASH_BYTES, SIGNATURE_BYTES, HeadData, as_data
from boxctl.journal.proof.signed_heads import HeadStamp, SignedHead, is_well_made, keep, kept
from boxctl.journal.recorded_match import read_entries
from boxctl.presentation.journal.proof_sentences import (
    evening_holds,
    gap_in_words,
    unsigned_evening,
)
from boxctl.rules.faults import RuleFault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

LARGEST = 64 << 20
"""The largest file that is read, in bytes."""


class EntryData(TypedDict):
    """An entry: its ``body`` as the journal has it, and its hash in hexadecimal digits."""

    number: int
    kind: str
    body: str
    hash: str


class MatchRecord(TypedDict):
    """The record of a match; ``head`` is the signature that covers the most entries."""

    match: int
    entries: list[EntryData]
    head: HeadData | None


class ContentsHead(TypedDict):
    """The last entry of a match of an evening: how many it has, and its hash."""

    match: int
    entries: int
    hash: str


class ContentsData(TypedDict):
    """Which matches an evening has, signed; ``time`` is when (UTC)."""

    matches: list[ContentsHead]
    time: str
    key: str
    signature: str


class EveningRecord(TypedDict):
    """The records of an evening; ``contents`` is None without a key."""

    evening: list[MatchRecord]
    contents: ContentsData | None


def record_of(connection: sqlite3.Connection, match: int) -> MatchRecord | None:
    """Return the record of a match as data for JSON, as the journal has it; None without entries.

    ``head`` is the signature that covers the most entries, None if there is none. Whether the match
    holds is not checked. Raises :class:`JournalFault` (BX611) for an entry that no file can hold.
    """
    entries = [_entry(found) for found in read_entries(connection, match)]
    heads = [head for head in kept(connection, match) if is_well_made(head)]
    if not entries:
        return None
    return {"match": match, "entries": entries, "head": as_data(heads[-1]) if heads else None}


def _entry(found: RecordedEntry) -> EntryData:
    if not found.hash:
        raise tampered_with(found.match, found.number)
    return {
        "number": found.number,
        "kind": found.kind,
        "body": found.text,
        "hash": found.hash.hex(),
    }


def evening_record(
    connection: sqlite3.Connection, matches: Iterable[int], key: BoxKey | None = None
) -> EveningRecord:
    """Return the records of these matches as one, as data for JSON.

    ``key`` signs which matches they are; without it, ``contents`` is None.
    """
    found = (record_of(connection, match) for match in matches)
    records = [record for record in found if record is not None]
    contents = None
    if key is not None:
        heads = [_last_head(each["match"], each["entries"]) for each in records]
        contents = contents_as_data(sign_contents(key, heads, time_of_day()))
    return {"evening": records, "contents": contents}


def _last_head(match: int, entries: Sequence[EntryData]) -> Head:
    return Head(match, len(entries), bytes.fromhex(entries[-1]["hash"]))


def contents_as_data(contents: EveningContents) -> ContentsData:
    """Return the list of an evening's matches as data for JSON."""
    return {
        "matches": [
            {"match": head.match, "entries": head.entries, "hash": head.hash.hex()}
            for head in contents.heads
        ],
        "time": contents.time,
        "key": contents.key.hex(),
        "signature": contents.signature.hex(),
    }


def is_record_file(path: Path) -> bool:
    """Return whether this file is to be read as such a record: it begins as JSON does."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(64).decode("utf-8-sig", errors="replace").lstrip()[:1] == "{"
    except OSError:
        return False


@frozen_dataclass
class _RecordedRows:
    """The rows of a match for a journal: id, kind, body, and hash of each entry."""

    rows: tuple[tuple[int, bytes, bytes, bytes], ...]
    last: Head
    signed: SignedHead | None


@frozen_dataclass
class RecordFile:
    """A record that was taken home. An evening's may have ``contents``, a match's never has."""

    path: Path
    matches: tuple[_RecordedRows, ...]
    is_evening: bool
    contents: EveningContents | None = None

    def unfit(self, key: bytes | None = None) -> EveningUnfit | None:
        """Return why matches of the evening may be missing; None if none are, or for one match.

        ``key`` must have signed the contents; without it, a key that has signed matches.
        """
        if not self.is_evening:
            return None
        signers = {match.signed.key for match in self.matches if match.signed is not None}
        return evening_flaw(self.contents, [match.last for match in self.matches], signers, key)


def read_record(path: Path) -> RecordFile:
    """Read a record file; nothing in it is verified.

    Raises :class:`RuleFault` BX707 for a file that cannot be read, is no record, or has no match.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError
        record = json.loads(path.read_text(encoding="utf-8-sig"), parse_constant=_refuse)
        matches = tuple(_read(each) for each in record.get("evening", [record]))
        if not matches:
            raise ValueError
        told = record.get("contents") if "evening" in record else None
        contents = None if told is None else _contents(told)
        return RecordFile(path, matches, "evening" in record, contents)
    except (OSError, ValueError, KeyError, TypeError, RecursionError, AttributeError):
        raise _no_record(path) from None


def write_journal(record: RecordFile, journal: Path) -> None:
    """Write the matches of a record file into a new journal, as they are, to be verified there.

    Raises :class:`RuleFault` BX707 for a record that has a match twice, or anything else that no
    journal can have.
    """
    try:
        with closing(open_to_write(journal)) as connection, connection:
            for match in record.matches:
                connection.executemany(_INSERT, match.rows)
                if match.signed is not None:
                    keep(connection, match.signed)
    except (OverflowError, UnicodeEncodeError, sqlite3.Error):
        raise _no_record(record.path) from None


def _read(record: Any) -> _RecordedRows:
    match = _whole(record["match"], 1, LAST_MATCH)
    entries = [_row(match, each) for each in record["entries"]]
    if not entries or entries != sorted(entries):
        raise ValueError
    last = Head(match, len(entries), entries[-1][-1])
    signed = None if record["head"] is None else _signed(match, record["head"])
    return _RecordedRows(tuple(entries), last, signed)


def _row(match: int, entry: dict[str, Any]) -> tuple[int, bytes, bytes, bytes]:
    number = _whole(entry["number"], 0, SPAN - 1)
    kind, body = (_text(entry[name]).encode(errors="surrogateescape") for name in ("kind", "body"))
    return match * SPAN + number, kind, body, _bytes(entry["hash"], HASH_BYTES)


# The browser's proof reads a file as strictly, so that both judge the same record.


def _whole(value: object, least: int, most: int) -> int:
    # To a browser 3.0 and 3 are one number.
    if type(value) is float and value.is_integer():
        value = int(value)
    if type(value) is not int or not least <= value <= most:
        raise ValueError
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _bytes(digits: object, length: int) -> bytes:
    text = _text(digits)
    # Python's own reading passes over spaces.
    if len(text) != 2 * length or not set(text) <= set(hexdigits):
        raise ValueError
    return bytes.fromhex(text)


def _refuse(constant: str) -> None:
    """Refuse ``NaN``: Python's parser takes it, but it is not JSON."""
    raise ValueError(constant)


_INSERT = "INSERT INTO entry (id, kind, body, hash) VALUES (?, CAST(? AS TEXT), CAST(? AS TEXT), ?)"


def _no_record(path: Path) -> RuleFault:
    return RuleFault(
        "BX707",
        tr("{path} is no record of a match", path=path),
        tr("take the file home again from the page of the box"),
    )


def _signed(match: int, told: dict[str, Any]) -> SignedHead:
    stamp = None
    if told["counter"] is not None:
        counter = _whole(told["counter"], 1, SPAN)
        stamp = HeadStamp(_text(told["journal"]), counter, _text(told["time"]))
    head = _head(match, told)
    key, signature = _bytes(told["key"], KEY_BYTES), _bytes(told["signature"], SIGNATURE_BYTES)
    return SignedHead(head, key, signature, stamp)


def _head(match: int, told: dict[str, Any]) -> Head:
    return Head(match, _whole(told["entries"], 1, SPAN), _bytes(told["hash"], HASH_BYTES))


def _contents(told: dict[str, Any]) -> EveningContents:
    heads = tuple(
        _head(_whole(each["match"], 1, LAST_MATCH), each) for each in _list(told["matches"])
    )
    time = _text(told["time"])
    if not set(time) <= IN_A_TIME:
        raise ValueError
    key, signature = _bytes(told["key"], KEY_BYTES), _bytes(told["signature"], SIGNATURE_BYTES)
    return EveningContents(heads, time, key, signature)


class FileCheck:
    """What is verified of a file, besides its matches, and what cannot be told of it.

    ``journal`` is the file that ``connection`` reads; ``record`` was written into it, if it is the
    record of a match or an evening. ``key_named`` tells that people have named the key, or that the
    box has one, which cannot be used.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        journal: Path,
        asked: VerifyAgainst,
        record: RecordFile | None = None,
        *,
        key_named: bool,
    ) -> None:
        self._key = asked.key
        self._record = record
        self._unfit = None if record is None else record.unfit(asked.key)
        self.findings = proof_findings(connection, journal, asked.known)
        self.gaps = proof_gaps(connection, journal, asked.known, self.findings, key_named=key_named)
        if record is not None:
            # It is no journal: nobody expects a ledger beside it.
            self.gaps = () if key_named else (ProofGap.NO_KEY,)

    def with_evening(self, found: JournalVerification) -> JournalVerification:
        """Return the verdict, and why the matches of an evening are not those that were signed."""
        unfit = self._unfit
        if self._key is not None or unfit is None or unfit.flaw is not EveningFlaw.UNSIGNED:
            return replace(found, evening=unfit)
        return found

    def about_evening(self, found: JournalVerification) -> Iterator[str]:
        """Yield how sure it is that an evening is complete, if no match was found to be missing."""
        record = self._record
        if found.evening is not None or record is None or not record.is_evening:
            return
        if self._unfit is not None or record.contents is None:
            yield unsigned_evening()
        else:
            yield evening_holds(record.contents.time)


def gap_sentences(gaps: Collection[ProofGap], how_to_name_the_key: str) -> list[str]:
    """Return a sentence for each gap in the file's proof; the last says how to name the key."""
    how = [how_to_name_the_key] if ProofGap.NO_KEY in gaps else []
    return [*map(gap_in_words, gaps), *how]


def verdict_sentences(found: JournalVerification, file: object) -> list[str]:
    """Return the verdicts for people, a sentence each."""
    return found.sentences or [tr("no match yet in {journal}", journal=file)]
