"""Entries on the disk per second, beside bare SQLite inserts of the same bytes, synced as often."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import TypeVar

from bench.ratio import Beside, beside
from bench.recorded import Recorded, recorded_matches
from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import open_to_read, open_to_write
from boxctl.journal.disk.writer import JournalWriter
from boxctl.journal.entries import Entry, as_text
from boxctl.journal.entry_kinds import EventHeard, MatchBegan, RulingMade
from boxctl.journal.evidence import Evidence
from boxctl.journal.query import numbers_in
from boxctl.journal.recorded_match import read_match
from boxctl.journal.recorder import JournalRecorder
from boxctl.presentation.ruling_lines import referee_lines
from boxctl.referee.lines import TimePassed, read_event
from boxctl.referee.referee import Referee
from boxctl.rules.settings import written
from boxctl.table.resume import restore_match
from groundwork.times import START

T = TypeVar("T")

AT_A_TABLE = 2
"""An event and its ruling are written together."""

IN_A_BURST = 200

RULINGS = 200
"""How many are waited for, one by one."""

PAGE = 4096
"""Bytes of a bare sync: a page of SQLite."""

MATCHES = 52

MATCHES_IN_BURSTS = 300
"""So many that the making of a file, which happens once in the life of a box, counts for little."""


class _Kept:
    """Keeps the entries instead of writing them."""

    durable = 0
    trouble = None

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def write(self, entry: Entry) -> None:
        self.entries.append(entry)


def report() -> str:
    """Measure writing one by one and in bursts, reading beside the referee, and bytes a match."""
    matches = recorded_matches(MATCHES)
    entries = _entries_of(matches)
    many = _entries_of(recorded_matches(MATCHES_IN_BURSTS))
    with TemporaryDirectory() as directory:
        bench = _Bench(Path(directory))
        table = bench.beside(entries, AT_A_TABLE)
        burst = bench.beside(many, IN_A_BURST)
        shown = bench.shown(entries[: 2 * RULINGS])
        path = bench.whole(entries)
        replay, events = _replay(path, matches)
        size = path.stat().st_size / len(matches)
    return (
        f"journal: {len(entries)} entries; at a table {_speed(entries, table)} "
        f"({1 / table.ratio:.2f} times bare SQLite), in bursts {_speed(many, burst)} "
        f"({1 / burst.ratio:.2f} times); a ruling is shown {shown.thing / RULINGS * 1000:.2f} ms "
        f"after it is made, {shown.ratio:.1f} times a bare fsync; "
        f"replay {events / replay.thing:,.0f} events a second, "
        f"{1 / replay.ratio:.2f} times boxctl referee; {size:,.0f} bytes a match"
    )


def journal_of(matches: int, directory: Path) -> Path:
    """Write a journal of this many matches into the directory, and return its path."""
    return _Bench(directory).whole(_entries_of(recorded_matches(matches)))


def _speed(entries: Sequence[Entry], times: Beside) -> str:
    return f"{len(entries) / times.thing:,.0f} a second"


class _Bench:
    """Measures in one directory, with a new file for each run."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._runs = 0

    def beside(self, entries: Sequence[Entry], together: int) -> Beside:
        """Measure the journal beside bare SQLite, with ``together`` entries in each transaction."""
        bodies = [(entry.kind, as_text(entry.body)) for entry in entries]
        return beside(
            lambda: self._journaled(entries, together), lambda: self._bare(bodies, together)
        )

    def whole(self, entries: Sequence[Entry]) -> Path:
        """Write a journal of all entries, and return its path."""
        return self._journaled(entries, IN_A_BURST)

    def shown(self, entries: Sequence[Entry]) -> Beside:
        """Measure how long rulings wait for the disk, one by one, beside as many bare syncs."""
        return beside(lambda: self._shown_one_by_one(entries), self._synced)

    def _shown_one_by_one(self, entries: Sequence[Entry]) -> None:
        path, news = self._next_file(), Event()
        writer = JournalWriter(Appender(lambda: open_to_write(path)), news.set)
        for count, batch in enumerate(_batches(entries, AT_A_TABLE), start=1):
            for entry in batch:
                writer.write(entry)
            while writer.durable < count * AT_A_TABLE:
                news.wait()
                news.clear()
        writer.close()

    def _synced(self) -> None:
        with self._next_file().open("wb", buffering=0) as file:
            for _ in range(RULINGS):
                file.write(bytes(PAGE))
                os.fsync(file.fileno())

    def _journaled(self, entries: Sequence[Entry], together: int) -> Path:
        path = self._next_file()
        appender = Appender(lambda: open_to_write(path))
        for batch in _batches(entries, together):
            appender.append(batch)
        appender.close()
        return path

    def _bare(self, bodies: Sequence[tuple[str, str]], together: int) -> None:
        with closing(sqlite3.connect(self._next_file(), isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, kind, body, hash)")
            # As many bytes as the journal writes: a hash is one of them.
            rows = [(kind, body, bytes(32)) for kind, body in bodies]
            for batch in _batches(rows, together):
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany(
                    "INSERT INTO entry (kind, body, hash) VALUES (?, ?, ?)", batch
                )
                connection.execute("COMMIT")

    def _next_file(self) -> Path:
        self._runs += 1
        return self._directory / f"{self._runs}.db"


def _replay(path: Path, matches: Sequence[Recorded]) -> tuple[Beside, int]:
    """Measure reading and judging matches again, beside the referee on the same lines."""

    def replay() -> None:
        with closing(open_to_read(path)) as connection:
            for number in list(numbers_in(connection)):
                match = read_match(connection, number)
                assert match is not None
                restore_match(match)

    def referee() -> None:
        for match in matches:
            for _ruling in referee_lines(Referee(match.rules, match.players), match.lines):
                pass

    return beside(replay, referee), sum(len(match.lines) for match in matches)


def _entries_of(matches: Iterable[Recorded]) -> list[Entry]:
    return [entry for match in matches for entry in _entries_of_one(match)]


def _entries_of_one(match: Recorded) -> Iterator[Entry]:
    kept = _Kept()
    recorder = JournalRecorder(kept, "bench", "any", lambda: "2026-11-21T20:15:00.000Z")
    recorder.append(
        MatchBegan(
            rules=written(match.rules),
            players=tuple(match.players),
            levers=match.rules.in_play,
            at=START,
            line=0,
        )
    )
    referee = Referee(match.rules, match.players)
    for ruling in referee.begin():
        recorder.append(RulingMade(ruling=ruling))
    for line, text in enumerate(match.lines, start=1):
        event = read_event(text)
        if not isinstance(event, TimePassed):
            recorder.append(EventHeard(line=line, event=event, how=Evidence(edges=3, lasted=1200)))
        for ruling in referee.hear(event, line):
            recorder.append(RulingMade(ruling=ruling))
    yield from kept.entries


def _batches(things: Sequence[T], size: int) -> Iterator[list[T]]:
    going = iter(things)
    while batch := list(islice(going, size)):
        yield batch
