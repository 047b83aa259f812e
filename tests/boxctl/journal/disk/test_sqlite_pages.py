"""Pages that were made to be read for ever."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from boxctl.journal.disk.file import open_to_write
from boxctl.journal.disk.schema import INSERT_ENTRY, entry_id
from boxctl.journal.disk.sqlite_pages import heads_in, rows_in

SIZE = 512
HEADER = b"SQLite format 3\0" + SIZE.to_bytes(2, "big") + bytes(82)


def varint(number: int) -> bytes:
    parts = [number & 0x7F]
    while number := number >> 7:
        parts.append(number & 0x7F | 0x80)
    return bytes(reversed(parts))


def leaf(*cells: bytes, kind: int = 0x0D, told: int | None = None) -> bytes:
    """A page with these cells, which may overlap: the same one is written once."""
    start, pointers, content = SIZE, b"", b""
    places: dict[bytes, int] = {}
    for cell in cells:
        if cell not in places:
            start -= len(cell)
            content = cell + content
            places[cell] = start
        pointers += places[cell].to_bytes(2, "big")
    count = (len(cells) if told is None else told).to_bytes(2, "big")
    front = bytes([kind, 0, 0]) + count + bytes(3) + pointers
    return front + bytes(SIZE - len(front) - len(content)) + content


def flowing_over(length: int, to: int) -> bytes:
    """A cell of a row of this length that goes on in this page."""
    most, least = SIZE - 35, (SIZE - 12) * 32 // 255 - 23
    here = least + (length - least) % (SIZE - 4)
    here = here if here <= most else least
    return varint(length) + varint(10**9) + bytes(here) + to.to_bytes(4, "big")


def overflow(following: int) -> bytes:
    return following.to_bytes(4, "big") + bytes(SIZE - 4)


FIRST = HEADER + bytes(SIZE - len(HEADER))


@pytest.mark.parametrize("length", [10**9, 2**56])
@pytest.mark.parametrize("chain", [(3,), (4, 5, 3), (0,), (99,)])
def test_a_chain_of_overflow_pages_that_comes_to_no_end(
    chain: tuple[int, ...], length: int
) -> None:
    pages = [FIRST, leaf(flowing_over(length, 3)), *map(overflow, chain)]
    assert list(rows_in(b"".join(pages))) == []


def test_rows_that_all_flow_over_to_the_same_long_chain() -> None:
    chain = [overflow(number) for number in range(4, 2004)]
    length = len(chain) * (SIZE - 4)
    rows = leaf(*(flowing_over(length + more, 3) for more in range(4)))
    pages = [FIRST, rows, *chain, *[rows] * 2000]
    assert list(rows_in(b"".join(pages))) == []


def test_a_row_that_has_more_columns_than_any() -> None:
    cell = varint(400) + varint(10**9) + varint(399) + bytes(399)
    assert list(rows_in(FIRST + leaf(*[cell] * 40) * 50)) == []
    assert list(heads_in(FIRST + leaf(*[cell] * 40, kind=0x0A) * 50)) == []


def test_a_page_that_tells_of_more_cells_than_it_has() -> None:
    assert list(rows_in(FIRST + leaf(told=0xFFFF))) == []
    assert list(heads_in(FIRST + leaf(kind=0x0A, told=0xFFFF))) == []


@pytest.mark.parametrize("length", [10, 400, 5_000, 200_000])
def test_rows_as_sqlite_wrote_them(tmp_path: Path, length: int) -> None:
    path = tmp_path / "journal.db"
    # At the second number a group of seven bits of the key is 0.
    numbers = [0, -entry_id(7, 0) % 2**14, 2**14, 2**21, 2**28]
    rows = [(entry_id(7, number), "event", f"{number:0{length}}", bytes(32)) for number in numbers]
    with closing(open_to_write(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(INSERT_ENTRY, rows)
        connection.execute("COMMIT")
    found = sorted((each.number, each.text) for each in rows_in(path.read_bytes()))
    assert found == [(number, f"{number:0{length}}") for number in numbers]
