"""Entries on a disk that fails in the very act."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import open_to_read, open_to_write
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import (
    DeviceChanged,
    EventHeard,
    KeyIntroduced,
    MatchBegan,
    MatchLeft,
)
from tests.support.records.journals import Bare

ENTRIES = [
    Entry(MatchBegan.kind, {"began": "now"}),
    Entry(DeviceChanged.kind, {"device": "roller"}),
]

SALT = slice(16, 24)
"""In the log's header: frames that have another one do not count."""


class FailsInTheAct:
    """A connection whose sync was refused: its commit can be read again, unless it is ``undone``.

    What is undone now may be what a cut of the power brings back.
    """

    def __init__(self, path: Path, *, undone: bool = False) -> None:
        self._connection = open_to_write(path)
        self._undone = undone

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement == "COMMIT" and self._undone:
            self._connection.execute("ROLLBACK")
            raise sqlite3.OperationalError("disk I/O error")
        done = self._connection.execute(statement, *values)
        if statement == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return done

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def appending(path: Path) -> Iterator[Appender]:
    """Its first connection fails, and is not the last one: that would sync when it is closed."""
    failing = cast(sqlite3.Connection, FailsInTheAct(path))
    connections = [failing, open_to_write(path), open_to_write(path)]
    for connection in connections[1:]:
        connection.execute("PRAGMA busy_timeout = 0")
    appending = Appender(lambda: connections.pop(0))
    yield appending
    for connection in connections:
        connection.close()
    appending.close()


def test_a_commit_that_failed_in_the_act_is_brought_to_the_disk_before_it_counts(
    appending: Appender, path: Path, tmp_path: Path
) -> None:
    with pytest.raises(sqlite3.OperationalError):
        appending.append(ENTRIES)
    appending.append(ENTRIES)
    # The log, whose sync has failed, is not needed any more.
    shutil.copy(path, tmp_path / "alone.db")
    assert Bare(tmp_path / "alone.db").execute("SELECT kind FROM entry") == [
        (MatchBegan.kind,),
        (DeviceChanged.kind,),
    ]


def test_the_log_of_such_a_commit_is_begun_anew_and_not_cut_off(
    appending: Appender, path: Path
) -> None:
    """A part of it, found after a power cut, would bring an older state back."""
    with pytest.raises(sqlite3.OperationalError):
        appending.append(ENTRIES)
    before = path.with_name("journal.db-wal").read_bytes()
    appending.append(ENTRIES)
    after = path.with_name("journal.db-wal").read_bytes()
    assert len(after) == len(before)
    assert after[SALT] != before[SALT]


def test_a_commit_that_failed_does_not_count_while_it_cannot_be_brought_to_the_disk(
    appending: Appender, path: Path
) -> None:
    with closing(open_to_read(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM entry").fetchone()
        with pytest.raises(sqlite3.OperationalError):
            appending.append(ENTRIES)
        with pytest.raises(sqlite3.OperationalError, match="another program holds the journal"):
            appending.append(ENTRIES)
    appending.append(ENTRIES)
    assert Bare(path).execute("SELECT count(*) FROM entry") == [(2,)]


THREW, SHUT, BACK = (Entry(EventHeard.kind, {"line": line}) for line in (1, 2, 3))
WENT = Entry(MatchLeft.kind, {"at": 3})
NEW_KEY = Entry(KeyIntroduced.kind, {"key": "ab"})


@pytest.mark.parametrize("undone", [False, True], ids=["there", "undone"])
@pytest.mark.parametrize(("calls", "kept"), [
    ([[NEW_KEY], [THREW, SHUT]], [NEW_KEY, THREW, SHUT]),
    ([[NEW_KEY], [THREW], [THREW, SHUT]], [NEW_KEY, THREW, SHUT]),
    ([[NEW_KEY], [NEW_KEY, THREW], [NEW_KEY, THREW, SHUT]], [NEW_KEY, THREW, SHUT]),
    ([[THREW], [THREW, SHUT], [THREW, SHUT, BACK]], [THREW, SHUT, BACK]),
    ([[NEW_KEY], [], [THREW]], [NEW_KEY, THREW]),
])  # fmt: skip
def test_no_entry_is_lost_whatever_comes_after_a_call_that_failed_in_the_act(
    path: Path, calls: list[list[Entry]], kept: list[Entry], undone: bool
) -> None:
    """The signer writes of its key between the entries of the table, and gives it again later."""
    *failing, last = calls
    appending = failing_so_often(path, len(failing), undone=undone)
    for entries in failing:
        with pytest.raises(sqlite3.OperationalError):
            appending.append(entries)
    appending.append(last)
    if NEW_KEY in kept and NEW_KEY not in last:
        appending.append([NEW_KEY])
    appending.append([WENT])
    appending.close()
    assert bodies(path)[2:] == [entry.body for entry in (*kept, WENT)]


def test_what_was_tried_twice_is_what_a_cut_may_bring_back_of_the_first_try(path: Path) -> None:
    tried: list[bytes] = []
    waiting = [FailsInTheAct(path, undone=True), open_to_write(path)]
    appending = Appender(
        lambda: cast(sqlite3.Connection, waiting.pop(0)),
        seal=lambda _connection, head: tried.append(head.hash),
    )
    with pytest.raises(sqlite3.OperationalError):
        appending.append(ENTRIES)
    appending.append(ENTRIES)
    appending.close()
    assert tried[0] == tried[1]


def failing_so_often(path: Path, times: int, *, undone: bool) -> Appender:
    """What writes to a journal that fails so many times; its match has begun before."""
    waiting = [open_to_write(path)]
    waiting += [cast(sqlite3.Connection, FailsInTheAct(path, undone=undone)) for _ in range(times)]
    waiting.append(open_to_write(path))
    appending = Appender(lambda: waiting.pop(0))
    appending.append(ENTRIES)
    appending.close()
    return appending


def bodies(path: Path) -> list[dict[str, Any]]:
    return [json.loads(body) for (body,) in Bare(path).execute("SELECT body FROM entry")]
