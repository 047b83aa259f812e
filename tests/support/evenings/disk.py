"""The disk under the journal: slow, full, failing or lying, on a seed.

The journal itself is a real file with the real program's SQLite on it. What the disk adds is how
long a commit takes, whether it fails, and how much of it a power cut leaves.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Literal, cast

from boxctl.journal.disk.file import open_to_read, open_to_write
from hardware.virtual import MILLISECOND
from tests.support.evenings.evening import SECOND

Trouble = Literal["slow", "full", "failing", "stalled", "lying"]
TROUBLES: tuple[Trouble, ...] = ("slow", "full", "failing", "stalled", "lying")

ENDLESS = 1 << 30
"""The pages of a file on a disk that is not full, at most."""


class Disk:
    """A journal's file at ``path``, and the moods of the disk that holds it.

    slow      a commit takes up to two seconds
    stalled   a commit that is begun ends when this is over
    full      SQLite is given no more pages, and says what it then says
    failing   a commit fails: before it, or in the very act, with everything or nothing written
    lying     a commit is said to be durable, and is not until the next one that is no lie

    Times are microseconds of the box's clock.
    """

    def __init__(self, path: Path, random: Random) -> None:
        self.path = path
        self.now = 0
        self._random = random
        self._until: dict[Trouble, int] = {}
        self._doubtful: list[int] = []
        open_to_write(path).close()

    def befall(self, trouble: Trouble, until: int) -> None:
        """The disk is so until then."""
        self._until[trouble] = until

    def recover(self) -> None:
        """The disk is well."""
        self._until.clear()

    def is_so(self, trouble: Trouble) -> bool:
        """Whether the disk is so now."""
        return self.now < self._until.get(trouble, 0)

    def takes(self) -> int:
        """How long a commit takes that is begun now."""
        if self.is_so("stalled"):
            return self._until["stalled"] - self.now
        most = 2 * SECOND if self.is_so("slow") else 30 * MILLISECOND
        return self._random.randint(MILLISECOND, most)

    def open(self) -> sqlite3.Connection:
        """A connection to write with."""
        connection = open_to_write(self.path)
        # What outlasts a power cut is decided here, and not by the disk of this machine.
        connection.execute("PRAGMA synchronous = OFF")
        return cast(sqlite3.Connection, _Connection(connection, self))

    def begun(self) -> None:
        """A commit is begun."""
        if self.is_so("lying") or self._doubtful:
            self._doubtful.append(self.entries)

    def committed(self) -> None:
        """Something was committed just now."""
        if not self.is_so("lying"):
            self._doubtful.clear()

    def lose_power(self) -> int:
        """Lose what is not durable; return how many lost entries were reported durable."""
        there = self.entries
        if not self._doubtful:
            return 0
        kept = self._random.choice(self._doubtful)
        self._doubtful.clear()
        with closing(open_to_write(self.path)) as connection:
            connection.execute(
                "DELETE FROM entry WHERE id > (SELECT id FROM entry ORDER BY id LIMIT 1 OFFSET ?)",
                (kept - 1,),
            )
        return there - kept

    @property
    def entries(self) -> int:
        """How many entries there are in the file."""
        with closing(open_to_read(self.path)) as connection:
            (count,) = connection.execute("SELECT count(*) FROM entry").fetchone()
        return int(count)

    @property
    def throws(self) -> set[tuple[int, int]]:
        """The throws that the file has, each by its series and serial."""
        with closing(open_to_read(self.path)) as connection:
            return set(
                connection.execute(
                    "SELECT json_extract(body, '$.how.series'), json_extract(body, '$.how.serial') "
                    "FROM entry WHERE json_extract(body, '$.how.serial') IS NOT NULL"
                )
            )

    def how_it_fails(self) -> str:
        """Where a commit fails that is tried now; nowhere if the disk does not fail."""
        if not self.is_so("failing"):
            return ""
        return self._random.choice(("before", "without", "with"))


class _Connection:
    """A connection on which the disk's troubles show."""

    def __init__(self, connection: sqlite3.Connection, disk: Disk) -> None:
        self._connection = connection
        self._disk = disk
        self._full = False
        self._fails = ""

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement.startswith("BEGIN"):
            self._begin()
        if statement == "COMMIT" and self._fails == "without":
            raise sqlite3.OperationalError("disk I/O error")
        done = self._connection.execute(statement, *values)
        if statement == "COMMIT":
            self._disk.committed()
            if self._fails == "with":
                raise sqlite3.OperationalError("disk I/O error")
        return done

    def executemany(self, statement: str, rows: Any) -> sqlite3.Cursor:
        return self._connection.executemany(statement, rows)

    def rollback(self) -> None:
        self._connection.rollback()

    def close(self) -> None:
        self._connection.close()

    def _begin(self) -> None:
        if self._full != self._disk.is_so("full"):
            self._full = not self._full
            # SQLite takes as the least what the file has already.
            self._connection.execute(f"PRAGMA max_page_count = {1 if self._full else ENDLESS}")
        self._disk.begun()
        self._fails = self._disk.how_it_fails()
        if self._fails == "before":
            raise sqlite3.OperationalError("disk I/O error")
