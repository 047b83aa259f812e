"""The layout of a journal in SQLite, its migrations, and the check that a file has nothing else.

A table ``entry`` holds everything. Its key is ``match * 1_000_000_000 + number``, so that
entries lie in the file in the order in which they are written; ``match`` and ``number`` are
shown as columns of their own. The views ``matches``, ``rulings`` and ``events`` are for people
who read the file with the sqlite3 shell.

Entries prove themselves, but what shows them need not: a view can say that somebody else has
won, a trigger can drop what is written, and a table can be a view in its place. So a file with
foreign parts is refused.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from functools import lru_cache

APPLICATION_ID = 0x426F784A
"""Marks the file as a journal of boxctl (``BoxJ``)."""

SPAN = 1_000_000_000
"""The entries that one match can have."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        f"""
        CREATE TABLE entry (
            id     INTEGER PRIMARY KEY,
            match  INTEGER GENERATED ALWAYS AS (id / {SPAN}) VIRTUAL,
            number INTEGER GENERATED ALWAYS AS (id % {SPAN}) VIRTUAL,
            kind   TEXT NOT NULL,
            body   TEXT NOT NULL,
            hash   BLOB NOT NULL
        )
        """,
        "CREATE INDEX headers ON entry (id) WHERE kind = 'match'",
        """
        CREATE VIEW matches AS
        SELECT match,
               json_extract(body, '$.began') AS began,
               json_extract(body, '$.variant') AS variant,
               json_extract(body, '$.players') AS players
        FROM entry WHERE kind = 'match'
        """,
        """
        CREATE VIEW rulings AS
        SELECT match, number,
               json_extract(body, '$.at') AS at,
               json_extract(body, '$.player') AS player,
               json_extract(body, '$.verdict') AS verdict,
               json_extract(body, '$.rule') AS rule,
               json_extract(body, '$.text') AS text,
               json_extract(body, '$.unverified') AS unverified
        FROM entry WHERE kind = 'ruling'
        """,
        """
        CREATE VIEW events AS
        SELECT match, number,
               json_extract(body, '$.event.at') AS at,
               json_extract(body, '$.event') AS event,
               json_extract(body, '$.how') AS how
        FROM entry WHERE kind = 'event'
        """,
    ),
    (
        """
        CREATE TABLE head (
            match     INTEGER NOT NULL,
            entries   INTEGER NOT NULL,
            hash      BLOB NOT NULL,
            key       BLOB NOT NULL,
            signature BLOB NOT NULL,
            PRIMARY KEY (match, entries)
        ) WITHOUT ROWID
        """,
    ),
    # From here on a ruling is kept as data; its ``text`` is there in older entries only. The view
    # stays as it is: SQLite 3.40 checks no free list where the newest thing made is a view.
    (),
    # A signature names its journal, its counter and its time; those of earlier versions do not. Two
    # keys can have signed the same head.
    (
        """
        CREATE TABLE signed (
            match     INTEGER NOT NULL,
            entries   INTEGER NOT NULL,
            hash      BLOB NOT NULL,
            key       BLOB NOT NULL,
            signature BLOB NOT NULL,
            journal   TEXT,
            counter   INTEGER,
            time      TEXT,
            PRIMARY KEY (match, entries, key)
        ) WITHOUT ROWID
        """,
        """
        INSERT INTO signed (match, entries, hash, key, signature)
        SELECT match, entries, hash, key, signature FROM head
        """,
        "DROP TABLE head",
        "ALTER TABLE signed RENAME TO head",
    ),
)
"""The statements that turn a file of each version into the next; version 0 is empty."""

VERSION = len(MIGRATIONS)
"""The version that this program writes."""


INSERT_ENTRY = "INSERT INTO entry (id, kind, body, hash) VALUES (?, ?, ?, ?)"
"""The statement that writes an entry."""

LAST_MATCH = 999_999_999
"""No journal has as many matches; SQLite cannot count to ten times as many."""

_LARGEST = 2**63 - 1


def entry_id(match: int, number: int) -> int:
    """Return the key of an entry."""
    return match * SPAN + number


def ids_of(match: int) -> tuple[int, int]:
    """Return the lowest and the highest key that an entry of this match can have."""
    first, following = entry_id(match, 0), entry_id(match + 1, 0)
    return max(first, -_LARGEST - 1), min(following - 1, _LARGEST)


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
