"""Pages of a journal whose entries are out of order, so that each question finds others."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.disk.file import open_to_read
from boxctl.journal.disk.schema import SPAN
from boxctl.journal.faults import Damaged
from boxctl.journal.query import numbers_in
from tests.support.records.signed_records import plays_signed_matches

Captured = pytest.CaptureFixture[str]
LEAF = 13
"""The type of a page with rows."""


class Pages:
    """The pages of a file of SQLite, and the keys of the rows in them."""

    def __init__(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (self._size,) = connection.execute("PRAGMA page_size").fetchone()
        self._path = path
        self._bytes = bytearray(path.read_bytes())

    def leaves(self) -> Iterator[int]:
        """Where pages with rows begin, in the order of the file."""
        for page in range(self._size, len(self._bytes), self._size):
            if self._bytes[page] == LEAF:
                yield page

    def keys(self, page: int) -> Iterator[tuple[int, int]]:
        """Where the key of each row of a page is, and the key."""
        for row in range(self._number(page + 3)):
            cell = page + self._number(page + 8 + 2 * row)
            _length, at = self._varint(cell)
            key, _end = self._varint(at)
            yield at, key

    def give(self, at: int, key: int) -> None:
        """Another key of the same length for the row whose key is here."""
        digits = [key & 0x7F]
        while key := key >> 7:
            digits.insert(0, key & 0x7F | 0x80)
        self._bytes[at : at + len(digits)] = bytes(digits)

    def write(self) -> None:
        """Write the file as it is now."""
        self._path.write_bytes(self._bytes)

    def _number(self, at: int) -> int:
        return int.from_bytes(self._bytes[at : at + 2], "big")

    def _varint(self, at: int) -> tuple[int, int]:
        value = 0
        while True:
            byte = self._bytes[at]
            value, at = value << 7 | byte & 0x7F, at + 1
            if byte < 0x80:
                return value, at


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal in which what follows match 2 is, by its pages, match 2 again."""
    journal = plays_signed_matches(tmp_path / "journal.db", 3)
    pages = Pages(journal)
    *_, before, last = pages.leaves()
    for at, key in pages.keys(before):
        if key >= 3 * SPAN:
            pages.give(at, key - SPAN + 100)
    at, _key = next(pages.keys(last))
    pages.give(at, 2 * SPAN + 1)
    pages.write()
    return journal


def test_matches_that_are_followed_by_themselves_have_an_end(journal: Path) -> None:
    with closing(open_to_read(journal)) as connection, pytest.raises(Damaged, match="out of order"):
        assert list(islice(numbers_in(connection), 10)) == []


@pytest.mark.parametrize("command", ["verify", "ledger", "history"])
def test_what_verifies_a_journal_looks_at_the_order_of_its_pages(
    capsys: Captured, journal: Path, command: str
) -> None:
    asked = [str(journal)] if command == "verify" else ["--journal", str(journal)]
    assert main([command, *asked]) == 1
    said = capsys.readouterr()
    assert said.err.startswith("BX604") and "out of order" in said.err
    assert said.out == ""
