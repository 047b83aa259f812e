"""Cells of a journal that hold what nobody writes there, found by asking the file for its columns.

SQLite keeps any value in any column, so whoever can write to the file can put anything anywhere.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

VALUES = {
    "null": "NULL",
    "zero": "0",
    "negative": "-1",
    "largest": "9223372036854775807",
    "smallest": "-9223372036854775808",
    "fraction": "1.5",
    "endless": "9e999",
    "endless below": "-9e999",
    "no bytes": "x''",
    "bytes": "x'00ff'",
    "bytes of a hash": "zeroblob(32)",
    "no text": "''",
    "text": "'x'",
    "digits": "'1e999'",
    "text with a null": "CAST(x'780079' AS TEXT)",
    "no UTF-8": "CAST(x'ff' AS TEXT)",
    "half a pair": "CAST(x'eda080' AS TEXT)",
    "brackets": "replace(hex(zeroblob(20000)), '0', '[')",
    "JSON null": "'null'",
    "JSON list": "'[]'",
    "JSON object": "'{}'",
    "endless JSON": "'1e999'",
}
"""One of each kind of value that a cell can hold, as SQL."""

JSON = (
    "null", "true", "0", "-1", "1.5", "1.0", "1e999", "-1e999", "NaN", "1e308", "9" * 30,
    "9" * 4300, "9" * 5000,
    '""', '"x"', '"1e999"', '"\\ud800"', "[]", "[[]]", "[1e999]", "{}", '{"": 1e999}', "[" * 5000,
    "-0", "0x1", "1 2",
)  # fmt: skip
"""One of each kind of value that JSON can hold, and of what is almost JSON."""

_PLACE = "\ue000"
"""Stands in a text where another value is put."""


@dataclass(frozen=True)
class OddCell:
    """A cell: its table, a condition that finds its row, its column; and an SQL value for it."""

    table: str
    where: str
    column: str
    kind: str
    value: str

    def __str__(self) -> str:
        return f"{self.table}.{self.column} WHERE {self.where} = {self.kind}"

    def put_into(self, path: Path) -> None:
        """Put it there, past what the table says of its columns. What no file can hold is left."""
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            statement = f"UPDATE {self.table} SET {self.column} = {self.value} WHERE {self.where}"
            try:
                connection.execute(statement)
            except sqlite3.IntegrityError:
                with suppress(sqlite3.IntegrityError):
                    _without_not_null(connection, self.table, statement)


def odd_cells(path: Path) -> Iterator[OddCell]:
    """Each column of each table of this journal, in a row of each sort, with each kind of value."""
    with closing(sqlite3.connect(path)) as connection:
        for table in _tables(connection):
            for where in _rows(connection, table):
                for column in _columns(connection, table):
                    for kind, value in VALUES.items():
                        yield OddCell(table, where, column, kind, value)


def odd_bodies(path: Path) -> Iterator[OddCell]:
    """Each value in the JSON of an entry of each kind, exchanged for each kind of JSON.

    A place that an earlier entry of the kind has is not tried again.
    """
    with closing(sqlite3.connect(path)) as connection:
        bodies = connection.execute("SELECT id, kind, body FROM entry ORDER BY id").fetchall()
        seen: set[tuple[str, str]] = set()
        for id, kind, body in bodies:
            for place, text in _places(json.loads(body)):
                if (kind, place) in seen:
                    continue
                seen.add((kind, place))
                for value in JSON:
                    odd = text.replace(json.dumps(_PLACE), value)
                    literal = f"CAST(x'{odd.encode().hex()}' AS TEXT)"
                    yield OddCell("entry", f"id = {id}", "body", f"{kind}{place}: {value}", literal)


def _tables(connection: sqlite3.Connection) -> list[str]:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [name for (name,) in found]


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    """The columns that hold something: not those that are computed."""
    found = connection.execute(f"PRAGMA table_xinfo({table})")
    return [name for _place, name, *_type, hidden in found if not hidden]


def _rows(connection: sqlite3.Connection, table: str) -> Iterator[str]:
    """A condition for the newest row, and for one of each kind where the table has kinds."""
    info = connection.execute(f"PRAGMA table_xinfo({table})").fetchall()
    keys = [name for _place, name, _type, _not_null, _default, key, _hidden in info if key]
    order = ", ".join(keys)
    group = "GROUP BY kind" if "kind" in _columns(connection, table) else ""
    for wanted in (f"{group} ORDER BY {order}", f"ORDER BY {order} DESC LIMIT 1"):
        select = f"SELECT {', '.join(map(_quoted, keys))} FROM {table} {wanted}"
        for row in connection.execute(select).fetchall():
            yield " AND ".join(f"{key} = {value}" for key, value in zip(keys, row, strict=True))


def _quoted(column: str) -> str:
    return f"quote({column})"


def _without_not_null(connection: sqlite3.Connection, table: str, statement: str) -> None:
    """Run the statement while the table takes nulls, and let it look as before."""
    select = "SELECT sql FROM sqlite_master WHERE name = ?"
    ((as_it_is,),) = connection.execute(select, (table,)).fetchall()
    change = "UPDATE sqlite_master SET sql = ? WHERE name = ?"
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(change, (as_it_is.replace("NOT NULL", ""), table))
    connection.execute("PRAGMA writable_schema = RESET")
    try:
        connection.execute(statement)
    finally:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(change, (as_it_is, table))
        connection.execute("PRAGMA writable_schema = OFF")


def _places(value: Any) -> Iterator[tuple[str, str]]:
    """Each place in JSON data, and the text of the data with a mark there."""
    for path in _paths(value):
        yield "".join(f"[{step!r}]" for step in path), json.dumps(_marked(value, path))


def _paths(value: Any) -> Iterator[tuple[Any, ...]]:
    yield ()
    steps: Any = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for step in steps:
        yield from ((step, *rest) for rest in _paths(value[step]))


def _marked(value: Any, path: tuple[Any, ...]) -> Any:
    if not path:
        return _PLACE
    step, *rest = path
    changed = value.copy()
    changed[step] = _marked(value[step], tuple(rest))
    return changed
