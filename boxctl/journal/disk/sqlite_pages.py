"""Entries read from the bare pages of a damaged SQLite file, without SQLite.

SQLite keeps the rows of a table in leaf pages, each of which tells its own rows. So whatever page
is whole gives its entries, however much of the rest is lost: the header, the index, the pages that
lead here. A row may be found that was deleted, or in an old state; the chain tells what is true.

The layout is that of https://www.sqlite.org/fileformat2.html.
"""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.journal.disk.schema import SPAN
from boxctl.journal.entries import RecordedEntry
from boxctl.journal.proof.chain import Head
from boxctl.journal.proof.signed_heads import HeadStamp, SignedHead

_LEAF = 0x0D
_INDEX_PAGES = {0x0A: (8, 0), 0x02: (12, 4)}
"""Pages of a table without rowids: the size of the header, and what stands before each cell."""
_FILE_HEADER = 100
_WAL_HEADER = 32
_FRAME_HEADER = 24
_PAGE_SIZES = tuple(1 << power for power in range(9, 17))


_INTEGER_SIZES = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
"""The bytes that a number takes, by the type in a record; 0, 8 and 9 are null, 0 and 1."""


_MOST_COLUMNS = 8
"""The columns of the widest of our tables."""

_MOST_READ_AGAIN = 16
"""The most bytes read in overflow pages, in sizes of the file: the log repeats rows."""


class _NotARow(Exception):
    """These bytes are no row of the table."""


class _OverflowPages:
    """The overflow pages of rows, of which so many bytes are read at most.

    In a sound file each of them belongs to one row. In a file that was made to be read for ever,
    chains lead back to themselves, or thousands of rows to the same long chain.
    """

    def __init__(self, pages: dict[int, bytes], most: int) -> None:
        self._pages = pages
        self._left = most

    def read(self, number: int, length: int) -> bytes:
        """Return so many bytes from the chain that begins at this page. Raises _NotARow."""
        parts: list[bytes] = []
        visited: set[int] = set()
        while length > 0:
            page = self._pages.get(number)
            if not page or number in visited or self._left < len(page):
                raise _NotARow
            visited.add(number)
            self._left -= len(page)
            parts.append(page[4 : 4 + length])
            length -= len(parts[-1])
            number = int.from_bytes(page[:4], "big")
        return b"".join(parts)


def rows_in(database: bytes, log: bytes = b"") -> Iterator[RecordedEntry]:
    """Yield every row of the table ``entry`` in a database file and in its write-ahead log."""
    overflow = None
    for page, header, newest in _pages_in(database, log):
        overflow = overflow or _OverflowPages(newest, _MOST_READ_AGAIN * len(database + log))
        yield from _rows_of_page(page, header, overflow)


def heads_in(database: bytes, log: bytes = b"") -> Iterator[SignedHead]:
    """Yield every row of the table ``head``, in its layout of today or before. None is checked."""
    for page, header, _newest in _pages_in(database, log):
        yield from _heads_of_page(page, header)


def _pages_in(database: bytes, log: bytes) -> Iterator[tuple[bytes, int, dict[int, bytes]]]:
    """Yield each page, the size of the file header in it, and the newest state of all pages."""
    size = _page_size(database, log)
    pages = [database[at : at + size] for at in range(0, len(database), size)]
    frames = range(_WAL_HEADER, len(log), _FRAME_HEADER + size)
    logged = [log[at + _FRAME_HEADER : at + _FRAME_HEADER + size] for at in frames]
    # The newest state of a page that rows flow over to is the last one in the log.
    newest = dict(enumerate(pages, start=1))
    for at, page in zip(frames, logged, strict=True):
        newest[int.from_bytes(log[at : at + 4], "big")] = page
    for place, page in enumerate(pages):
        yield page, _FILE_HEADER if place == 0 else 0, newest
    for page in logged:
        yield page, 0, newest


def _page_size(database: bytes, log: bytes) -> int:
    told = int.from_bytes(database[16:18], "big")
    size = 65536 if told == 1 else told
    if size in _PAGE_SIZES and database[:6] == b"SQLite":
        return size
    logged = int.from_bytes(log[8:12], "big")
    return logged if logged in _PAGE_SIZES else 4096


def _rows_of_page(page: bytes, header: int, overflow: _OverflowPages) -> Iterator[RecordedEntry]:
    if len(page) < header + 8 or page[header] != _LEAF:
        return
    for start in _cells(page, header, header + 8):
        try:
            yield _row(page, start, overflow)
        except (_NotARow, IndexError, UnicodeDecodeError):
            continue


def _heads_of_page(page: bytes, header: int) -> Iterator[SignedHead]:
    if len(page) < header + 12 or page[header] not in _INDEX_PAGES:
        return
    size, before = _INDEX_PAGES[page[header]]
    for start in _cells(page, header, header + size):
        try:
            yield _signed_head(page, start + before)
        except (_NotARow, IndexError, UnicodeDecodeError):
            continue


def _cells(page: bytes, header: int, pointers: int) -> set[int]:
    """Return where the cells of a page begin, whose pointers begin at ``pointers``."""
    cells = int.from_bytes(page[header + 3 : header + 5], "big")
    end = min(pointers + 2 * cells, len(page) - 1)
    return {int.from_bytes(page[at : at + 2], "big") for at in range(pointers, end, 2)}


def _signed_head(page: bytes, start: int) -> SignedHead:
    length, at = _varint(page, start)
    # A signature is far shorter than what would flow over to another page.
    values = _values(page[at : at + length])
    match values:
        case [int(match), int(entries), bytes(hash), bytes(key), bytes(signed)]:
            return SignedHead(Head(match, entries, hash), key, signed)
        case [int(match), int(entries), bytes(key), bytes(hash), bytes(signed), *stamp]:
            head = Head(match, entries, hash)
            match stamp:
                case [None, None, None]:
                    return SignedHead(head, key, signed)
                case [str(journal), int(counter), str(time)]:
                    return SignedHead(head, key, signed, HeadStamp(journal, counter, time))
    raise _NotARow


def _values(record: bytes) -> list[object]:
    """Read a record of SQLite's format: numbers, texts, blobs and nulls."""
    kinds, at = _kinds(record)
    values: list[object] = []
    for kind in kinds:
        size = _INTEGER_SIZES.get(kind, (kind - 12) // 2)
        raw = record[at : at + size]
        if len(raw) != size or size < 0:
            raise _NotARow
        at += size
        values.append(_value(kind, raw))
    return values


def _kinds(record: bytes) -> tuple[list[int], int]:
    """Return the types of a record's values, and where the first of them begins.

    Raises :class:`_NotARow` for more values than a row of ours has.
    """
    sizes, at = _varint(record, 0)
    kinds: list[int] = []
    while at < sizes:
        if len(kinds) == _MOST_COLUMNS:
            raise _NotARow
        kind, at = _varint(record, at)
        kinds.append(kind)
    return kinds, at


def _value(kind: int, raw: bytes) -> object:
    if kind == 0:
        return None
    if kind in (8, 9):
        return kind - 8
    if kind in _INTEGER_SIZES:
        return int.from_bytes(raw, "big", signed=True)
    if kind < 12:
        raise _NotARow
    return raw.decode() if kind % 2 else raw


def _row(page: bytes, start: int, overflow: _OverflowPages) -> RecordedEntry:
    length, at = _varint(page, start)
    id, at = _varint(page, at)
    payload = _payload(page, at, length, overflow)
    kinds, at = _kinds(payload)
    # The key is told by the cell, and its column is null; then two texts and a blob.
    if len(kinds) != 4 or kinds[0] != 0 or kinds[3] != 12 + 2 * 32:
        raise _NotARow
    if any(kind < 13 or kind % 2 == 0 for kind in kinds[1:3]):
        raise _NotARow
    fields = []
    for kind in kinds[1:]:
        size = (kind - 12) // 2
        fields.append(payload[at : at + size])
        at += size
    if at != len(payload):
        raise _NotARow
    word, text, hash = fields
    return RecordedEntry(id // SPAN, id % SPAN, word.decode(), text.decode(), hash)


def _payload(page: bytes, at: int, length: int, overflow: _OverflowPages) -> bytes:
    """Return the bytes of a row; what does not fit into the page goes on in a chain of others."""
    usable = len(page)
    most = usable - 35
    if length <= most:
        return page[at : at + length]
    least = (usable - 12) * 32 // 255 - 23
    here = least + (length - least) % (usable - 4)
    here = here if here <= most else least
    following = int.from_bytes(page[at + here : at + here + 4], "big")
    return page[at : at + here] + overflow.read(following, length - here)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of SQLite's variable length, and where it ends."""
    value = 0
    for _ in range(8):
        value = value << 7 | data[at] & 0x7F
        at += 1
        if data[at - 1] < 0x80:
            return value, at
    return value << 8 | data[at], at + 1
