"""Programs for the recorder: some keep their word, some do not.

Run as ``python programs.py NAME DIRECTORY``: each keeps what it says in the
directory, and shows a line once it takes it for durable.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

LINES = 8


def show(line: str) -> None:
    print(line, flush=True)


def _database(directory: Path, synchronous: str) -> None:
    """Lines in SQLite; every few of them go from its log to its file."""
    rows = sqlite3.connect(directory / "lines.db", isolation_level=None)
    rows.execute("PRAGMA journal_mode = WAL")
    rows.execute(f"PRAGMA synchronous = {synchronous}")
    rows.execute("PRAGMA wal_autocheckpoint = 6")
    rows.execute("CREATE TABLE line (text)")
    for n in range(LINES):
        rows.execute("INSERT INTO line VALUES (?)", (f"line {n} " + "x" * 700,))
        show(f"line {n}")


def database(directory: Path) -> None:
    _database(directory, "FULL")


def database_unsynced(directory: Path) -> None:
    _database(directory, "OFF")


def database_hasty(directory: Path) -> None:
    """Shows a line before it is committed."""
    rows = sqlite3.connect(directory / "lines.db", isolation_level=None)
    rows.execute("PRAGMA journal_mode = WAL")
    rows.execute("PRAGMA synchronous = FULL")
    rows.execute("CREATE TABLE line (text)")
    for n in range(LINES):
        rows.execute("BEGIN")
        rows.execute("INSERT INTO line VALUES (?)", (f"line {n}",))
        show(f"line {n}")
        rows.execute("COMMIT")


def _replaced(directory: Path, *, sync_file: bool, sync_directory: bool) -> None:
    """A file of lines, written anew under another name and renamed for every line."""
    place = directory / "lines"
    for n in range(LINES):
        said = "".join(f"line {i}\n" for i in range(n + 1))
        new = os.open(directory / "lines.new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.write(new, said.encode() + b"end\n")
        if sync_file:
            os.fsync(new)
        os.close(new)
        (directory / "lines.new").replace(place)
        if sync_directory:
            names = os.open(directory, os.O_RDONLY)
            os.fsync(names)
            os.close(names)
        show(f"line {n}")


def file(directory: Path) -> None:
    _replaced(directory, sync_file=True, sync_directory=True)


def file_unsynced(directory: Path) -> None:
    _replaced(directory, sync_file=False, sync_directory=True)


def file_nameless(directory: Path) -> None:
    _replaced(directory, sync_file=True, sync_directory=False)


def main() -> None:
    name, directory = sys.argv[1:]
    globals()[name](Path(directory))


if __name__ == "__main__":
    main()
