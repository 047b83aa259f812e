"""A file that never was a journal is named as such, not as a damaged one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from boxctl.journal.disk.file import open_to_read
from boxctl.journal.faults import WrongJournal


def other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE song (title)")


FILES: dict[str, Callable[[Path], object]] = {
    "a text": lambda path: path.write_text("Dear diary, " * 100),
    "a picture": lambda path: path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(5000)),
    "another database": other_database,
    "a directory": lambda path: path.mkdir(),
    "nothing": lambda path: None,
}


@pytest.mark.parametrize("kind", FILES)
def test_it_is_named_as_what_it_is(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "journal.db"
    FILES[kind](path)
    with pytest.raises(WrongJournal, match=r"journal\.db"):
        open_to_read(path)
