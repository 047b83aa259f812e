"""The thread that writes: what it signs, and when."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import open_to_write
from boxctl.journal.disk.writer import JournalWriter
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import MatchBegan, MatchLeft, RulingMade
from boxctl.journal.proof.chain import Head, head_of

HEADER, RULED, ENDED = (
    Entry(MatchBegan.kind, {}),
    Entry(RulingMade.kind, {"verdict": "ready"}),
    Entry(MatchLeft.kind, {}),
)


class LateKey:
    """Signs as a key does that takes long to load: nothing until it is asked for the first time."""

    def __init__(self) -> None:
        self.signed: dict[int, Head] = {}
        self.milestones: list[bool] = []
        self._loaded = False

    def seal(self, _connection: sqlite3.Connection, head: Head) -> None:
        """Sign what is being written."""
        if self._loaded:
            self.signed[head.match] = head

    def __call__(self, appending: Appender, *, milestone: bool) -> None:
        """Load the key, and sign what was written."""
        self._loaded = True
        self.milestones.append(milestone)
        appending.seal()


@pytest.fixture
def slow_disk(tmp_path: Path) -> Iterator[tuple[Callable[[], sqlite3.Connection], threading.Event]]:
    """A journal that can only be opened once the event is set."""
    spins_up = threading.Event()

    def open() -> sqlite3.Connection:
        spins_up.wait()
        return open_to_write(tmp_path / "journal.db")

    yield open, spins_up
    spins_up.set()


@pytest.mark.parametrize("matches", [
    [[HEADER, RULED, ENDED], [HEADER, RULED]],
    [[HEADER], [HEADER], [HEADER, ENDED]],
])  # fmt: skip
def test_every_match_is_signed_to_its_end_however_soon_the_next_begins(
    slow_disk: tuple[Callable[[], sqlite3.Connection], threading.Event],
    matches: list[list[Entry]],
) -> None:
    # Somebody presses new in the first moment of a start, when the key is not loaded yet.
    open, spins_up = slow_disk
    key = LateKey()
    writer = JournalWriter(Appender(open, seal=key.seal), lambda: None, key)
    for entry in (entry for match in matches for entry in match):
        writer.write(entry)
    spins_up.set()
    assert writer.close()
    with closing(open()) as connection:
        heads = {match: head_of(connection, match) for match in range(1, len(matches) + 1)}
    assert [head and head.entries for head in heads.values()] == [len(match) for match in matches]
    assert key.signed == heads
    # What a milestone makes the signer keep is kept once for an end and the beginning behind it.
    assert key.milestones.count(False) == len(matches) - 1
