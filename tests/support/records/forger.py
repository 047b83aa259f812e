"""Somebody who changes a record: clumsily, or with the chain made right again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from boxctl.journal.disk.schema import SPAN, entry_id
from boxctl.journal.entries import as_text
from boxctl.journal.proof.chain import GENESIS, link

Forged = list[tuple[str, dict[str, Any]]]
ForgedTexts = list[tuple[str, str]]


def writes(path: Path, statement: str, values: tuple[object, ...] = ()) -> None:
    """One statement of SQL, as in the sqlite3 shell."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement, values)


def rows(path: Path) -> list[tuple[Any, ...]]:
    """All entries as they are in the file."""
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        return connection.execute(
            "SELECT id, typeof(kind), CAST(kind AS BLOB), typeof(body), CAST(body AS BLOB), "
            "typeof(hash), CAST(hash AS BLOB) FROM entry ORDER BY id"
        ).fetchall()


def last_hash(path: Path, match: int) -> str:
    """The hash of the last entry of a match, in hex."""
    with closing(sqlite3.connect(path)) as connection:
        select = "SELECT lower(hex(hash)) FROM entry WHERE match = ? ORDER BY id DESC LIMIT 1"
        ((found,),) = connection.execute(select, (match,)).fetchall()
        return str(found)


def forges(path: Path, match: int, forge: Callable[[Forged], Forged]) -> None:
    """The entries of a match are others now, and the chain is right."""

    def as_texts(texts: ForgedTexts) -> ForgedTexts:
        forged = forge([(kind, json.loads(body)) for kind, body in texts])
        return [(kind, as_text(body)) for kind, body in forged]

    forges_texts(path, match, as_texts)


def begins_the_next_match(path: Path, **header: object) -> None:
    """A match 2 follows match 1: its header with these changes, the chain right, and no more."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        found = connection.execute(
            "SELECT body, hash FROM entry WHERE id < ? ORDER BY id", (2 * SPAN,)
        )
        ((first, _), *_, (_, last)) = rows_of_one = found.fetchall()
        after = {"match": 1, "entries": len(rows_of_one), "head": last.hex()}
        body = as_text({**json.loads(first), "after": after, **header})
        values = (entry_id(2, 0), "match", body, link(GENESIS, 2, 0, "match", body))
        connection.execute("INSERT INTO entry (id, kind, body, hash) VALUES (?, ?, ?, ?)", values)


def forges_texts(path: Path, match: int, forge: Callable[[ForgedTexts], ForgedTexts]) -> None:
    """The entries of a match have any other text, JSON or not, and the chain is right."""
    where = "id BETWEEN ? AND ?"
    span = (entry_id(match, 0), entry_id(match + 1, 0) - 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        found = connection.execute(f"SELECT kind, body FROM entry WHERE {where} ORDER BY id", span)
        forged = forge(found.fetchall())
        connection.execute(f"DELETE FROM entry WHERE {where}", span)
        before = GENESIS
        for number, (kind, text) in enumerate(forged):
            before = link(before, match, number, kind, text)
            connection.execute(
                "INSERT INTO entry (id, kind, body, hash) VALUES (?, ?, ?, ?)",
                (match * SPAN + number, kind, text, before),
            )
