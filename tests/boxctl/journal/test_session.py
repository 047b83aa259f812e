"""The key is introduced where the disk fails: later once more, and as it was said first."""

from __future__ import annotations

import sqlite3
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import open_to_write
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import DeviceChanged, KeyIntroduced, MatchBegan
from boxctl.journal.session import SessionSigner
from tests.support.records.journals import Bare

MATCHES = [Entry(MatchBegan.kind, {"began": "now"})]
UNPLUGGED = Entry(DeviceChanged.kind, {"device": "roller"})


class FailsOnce:
    """A connection whose next commit is refused and undone."""

    def __init__(self, path: Path) -> None:
        self._connection = open_to_write(path)

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement == "COMMIT":
            self._connection.execute("ROLLBACK")
            raise sqlite3.OperationalError("disk I/O error")
        return self._connection.execute(statement, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


@pytest.fixture(autouse=True)
def each_look_at_the_clock_is_another_time(monkeypatch: pytest.MonkeyPatch) -> None:
    times = count()
    monkeypatch.setattr("boxctl.journal.session.time_of_day", lambda: f"{next(times)}")


def test_an_introduction_that_failed_stands_where_it_was_tried_first(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    connections: list[Any] = [open_to_write(path), FailsOnce(path), open_to_write(path)]
    signer = SessionSigner(path, lambda: None)
    appending = Appender(lambda: connections.pop(0), seal=signer.seal)
    appending.append(MATCHES)
    appending.close()

    signer(appending, milestone=False)
    appending.append([UNPLUGGED])
    signer(appending, milestone=False)
    appending.append([UNPLUGGED])
    appending.close()
    rows = Bare(path).execute("SELECT kind, json_extract(body, '$.now') FROM entry ORDER BY id")
    assert rows == [
        (MatchBegan.kind, None),
        (KeyIntroduced.kind, "0"),
        (DeviceChanged.kind, None),
        (DeviceChanged.kind, None),
    ]
    assert Bare(path).execute("SELECT max(entries) FROM head") == [(4,)]
