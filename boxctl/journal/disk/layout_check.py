"""Check that a file has the tables and views of a journal, and nothing else.

Entries prove themselves, but what shows them need not: a view can say that somebody else has won, a
trigger can drop what is written, and a table can be a view in its place.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from functools import lru_cache

from boxctl.journal.disk.schema import MIGRATIONS

Part = tuple[str, str, str, str]
"""Type, name and table of a part of the schema, and its statement without line ends."""

_QUOTED = 'CREATE TABLE "head" '
"""The beginning of our renamed table's statement, as some versions of SQLite write it."""

_SPACES = re.compile(r"[ \t\n\f\r]+")
"""What parts words in the SQL of SQLite."""

_STATISTICS: frozenset[Part] = frozenset(
    ("table", name, name, f"CREATE TABLE {name}({columns})")
    for name, columns in (
        ("sqlite_stat1", "tbl,idx,stat"),
        ("sqlite_stat4", "tbl,idx,neq,nlt,ndlt,sample"),
    )
)
"""The tables that ANALYZE makes: they only tell SQLite how to search.

By their statements, since a trigger or a view can have their names, too.
"""


def first_foreign_part(connection: sqlite3.Connection, version: int) -> str | None:
    """Return the first part, by name, that differs from this version's schema; None if none does.

    Reads only the schema, so no part of it takes effect.
    """
    there = _parts(connection) - _STATISTICS
    differing = sorted(f"{kind} {name}" for kind, name, *_ in there ^ _parts_of(version))
    return differing[0] if differing else None


@lru_cache(maxsize=len(MIGRATIONS) + 1)
def _parts_of(version: int) -> frozenset[Part]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for steps in MIGRATIONS[:version]:
            for step in steps:
                connection.execute(step)
        return frozenset(_parts(connection))


def _parts(connection: sqlite3.Connection) -> set[Part]:
    found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
    return {
        (str(kind), str(name), str(table), _plain(statement or ""))
        for kind, name, table, statement in found
    }


def _plain(statement: object) -> str:
    """Leave out what versions of SQLite write differently: spaces, and quotes around the name.

    Quotes anywhere else can turn a condition into a text that nothing equals, and what only Python
    takes for a space is a letter of the word beside it: that can take a promise away.
    """
    plain = _SPACES.sub(" ", str(statement)).strip(" ")
    if plain.startswith(_QUOTED):
        plain = plain.replace('"head"', "head", 1)
    return plain
