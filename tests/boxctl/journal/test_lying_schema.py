"""Schemas that lie about what is recorded, and files that disappear under the program."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from boxctl.cli import main
from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import OpenFile, open_to_read, open_to_write
from boxctl.journal.disk.writer import WriteQueue
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import DeviceChanged, MatchBegan
from boxctl.journal.faults import Damaged, JournalFault
from boxctl.journal.session import Journal
from tests.support.records.journals import BOX, Bare
from tests.support.records.recorded_evening import a_short_match
from tests.support.records.recorded_session import plays_a_match

Captured = pytest.CaptureFixture[str]
LAYOUT_2 = Path(__file__).parent / "layout_2" / "journal.db"

LIES = {
    "a view that says who has won": (
        "DROP VIEW rulings",
        "CREATE VIEW rulings AS SELECT 1 AS match, 30 AS number, 'Bob wins' AS text",
    ),
    "another view": ("CREATE VIEW results AS SELECT 'Bob' AS winner",),
    "another table": ("CREATE TABLE results (winner TEXT)", "INSERT INTO results VALUES ('Bob')"),
    "a trigger that drops every insert": (
        "CREATE TRIGGER quiet BEFORE INSERT ON entry BEGIN SELECT RAISE(IGNORE); END",
    ),
    "a trigger that changes signatures": (
        "CREATE TRIGGER busy AFTER INSERT ON head BEGIN DELETE FROM head; END",
    ),
    "another index": ("CREATE INDEX bodies ON entry (body)",),
    "a generated column": ("ALTER TABLE entry ADD COLUMN winner TEXT AS ('Bob') VIRTUAL",),
    "entries as a recursive view": (
        "DROP TABLE entry",
        "CREATE VIEW entry AS WITH RECURSIVE more(id) AS "
        "(SELECT 1000000000 UNION ALL SELECT id + 1 FROM more) "
        "SELECT id, id / 1000000000 AS match, id % 1000000000 AS number, 'match' AS kind, "
        "'{}' AS body, zeroblob(32) AS hash FROM more",
    ),
    "signatures as a recursive view": (
        "DROP TABLE head",
        "CREATE VIEW head AS WITH RECURSIVE more(match) AS "
        "(SELECT 1 UNION ALL SELECT match + 1 FROM more) "
        "SELECT match, 1 AS entries, zeroblob(32) AS hash, zeroblob(32) AS key, "
        "zeroblob(64) AS signature FROM more",
    ),
}


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return a_short_match(tmp_path / "journal.db").path


def lies(journal: Path, lie: str) -> None:
    for statement in LIES[lie]:
        Bare(journal).execute(statement)


@pytest.mark.parametrize("lie", LIES)
def test_a_schema_that_lies_is_found_by_every_command_that_reads(
    journal: Path, capsys: Captured, lie: str
) -> None:
    lies(journal, lie)
    for command in (["verify", str(journal)], ["matches", "--journal", str(journal)]):
        assert main(command) == 1
        said = capsys.readouterr()
        assert said.err.startswith(f"BX604: the journal {journal} is damaged (its schema is not")
        assert said.out == ""


@pytest.mark.parametrize("lie", LIES)
def test_a_schema_that_lies_is_set_aside_at_the_next_start(
    journal: Path, capsys: Captured, lie: str
) -> None:
    lies(journal, lie)
    session = Journal(journal, BOX)
    session.close()
    assert session.salvaged is not None
    assert session.salvaged.aside == journal.with_name("journal.db.damaged-1")
    if lie != "entries as a recursive view":
        assert session.salvaged.entries == 31
    if "DROP TABLE head" not in LIES[lie] and "DROP TABLE entry" not in LIES[lie]:
        assert main(["verify", str(journal)]) == 0


@pytest.mark.parametrize("lie", ["a trigger that drops every insert", "another table"])
def test_an_earlier_journal_is_looked_at_before_it_is_brought_forward(
    tmp_path: Path, lie: str
) -> None:
    journal = Path(shutil.copy(LAYOUT_2, tmp_path / "journal.db"))
    lies(journal, lie)
    for opening in (open_to_read, open_to_write):
        with pytest.raises(Damaged, match="its schema is not that of a journal"):
            opening(journal)
    assert Bare(journal).execute("PRAGMA user_version") == [(2,)]


QUOTED_LIES = {
    "rulings": ("kind = 'ruling'", """kind = "'ruling'\""""),
    "headers": ("kind = 'match'", """kind = "'match'\""""),
    "entry": ("INTEGER PRIMARY KEY", '"INTEGER PRIMARY KEY"'),
    "head": ("BLOB NOT NULL", 'BLOB "NOT" NULL'),
}
"""Quotes that turn a condition into a text, or a promise into the name of a type."""


@pytest.mark.parametrize("part", QUOTED_LIES)
def test_a_schema_that_differs_by_quotes_only_lies(
    journal: Path, capsys: Captured, part: str
) -> None:
    with closing(sqlite3.connect(journal)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = ?",
            (*QUOTED_LIES[part], part),
        )
        connection.commit()
    assert main(["verify", str(journal)]) == 1
    assert f" {part})" in capsys.readouterr().err


SPACES = " \t\n\f\r"
"""What parts words in SQL. To SQLite any other space is a letter of the word beside it."""

NO_SPACES = [
    *sorted({letter for letter in map(chr, range(0x3100)) if letter.isspace()} - set(SPACES)),
    *("\u200b", "\u2060", "\ufeff", "\0", "/**/", " /* */ ", " -- x\n", '"', "'"),
]
"""What Python takes for a space, what people do not see, and what SQL passes over."""


def rewritten(journal: Path, change: Callable[[str], Iterable[str]]) -> Iterator[Path]:
    """Copies of the journal in which the statement of one part is another."""
    select = "SELECT name, sql FROM sqlite_master WHERE sql > ''"
    copy = journal.with_name("rewritten.db")
    for name, statement in Bare(journal).execute(select):
        for changed in change(statement):
            shutil.copy(journal, copy)
            with closing(sqlite3.connect(copy)) as connection:
                connection.execute("PRAGMA writable_schema = ON")
                update = "UPDATE sqlite_master SET sql = ? WHERE name = ?"
                connection.execute(update, (changed, name))
                connection.commit()
            yield copy


def with_for_a_space(sign: str) -> Callable[[str], Iterator[str]]:
    """Writes a statement with this sign in the place of each of its spaces in turn."""

    def change(statement: str) -> Iterator[str]:
        for space in re.finditer(r"\s+", statement):
            yield f"{statement[: space.start()]}{sign}{statement[space.end() :]}"

    return change


@pytest.mark.parametrize("sign", NO_SPACES, ids=ascii)
def test_a_schema_with_anything_else_for_a_space_lies(journal: Path, sign: str) -> None:
    for copy in rewritten(journal, with_for_a_space(sign)):
        try:
            open_to_read(copy).close()
        except (Damaged, JournalFault):
            continue
        pytest.fail(f"{sign!r} was taken for a space")


@pytest.mark.parametrize("change", [str.upper, str.lower, str.title])
def test_a_schema_of_other_capitals_lies(journal: Path, change: Callable[[str], str]) -> None:
    for copy in rewritten(journal, lambda statement: [change(statement)]):
        with pytest.raises((Damaged, JournalFault)):
            open_to_read(copy)


@pytest.mark.parametrize("space", SPACES, ids=ascii)
def test_the_spaces_of_sql_are_no_lie(journal: Path, space: str) -> None:
    for copy in rewritten(journal, with_for_a_space(space * 2)):
        open_to_read(copy).close()


def test_what_sqlite_notes_for_itself_is_no_lie(journal: Path) -> None:
    Bare(journal).execute("ANALYZE")
    assert main(["verify", str(journal)]) == 0


DISGUISED = {
    "trigger": (
        "entry",
        "CREATE TRIGGER sqlite_stat1 AFTER INSERT ON entry WHEN new.kind = 'overruled' "
        "BEGIN DELETE FROM entry WHERE id = new.id; END",
    ),
    "view": ("sqlite_stat1", "CREATE VIEW sqlite_stat1 AS SELECT 'entry' AS tbl, '' AS stat"),
    "table": ("sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat,winner DEFAULT 'Bob')"),
}
"""Parts under the name of SQLite's own notes: their types, tables and statements."""


@pytest.mark.parametrize("kind", DISGUISED)
def test_a_lie_under_the_name_of_sqlites_own_notes_is_found(
    journal: Path, capsys: Captured, kind: str
) -> None:
    table, statement = DISGUISED[kind]
    with closing(sqlite3.connect(journal)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "INSERT INTO sqlite_master VALUES (?, 'sqlite_stat1', ?, ?, ?)",
            (kind, table, 2 if kind == "table" else 0, statement),
        )
        connection.commit()
    assert main(["verify", str(journal)]) == 1
    assert f": {kind} sqlite_stat1)" in capsys.readouterr().err


def test_a_trigger_made_while_the_program_writes_is_noticed(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    appending = Appender(lambda: open_to_write(journal))
    queue = WriteQueue(appending)
    queue.add(Entry(MatchBegan.kind, {}))
    assert queue.write()
    lies(journal, "a trigger that drops every insert")
    queue.add(Entry(DeviceChanged.kind, {}))
    assert queue.write() == ()
    assert queue.trouble == "what was written is not in it"
    assert queue.write() == ()
    Bare(journal).execute("DROP TRIGGER quiet")
    assert len(queue.write()) == 1
    appending.close()


@pytest.fixture
def queue(tmp_path: Path) -> WriteQueue:
    """Entries of a match that are on their way to a journal in use; one is written."""
    journal = tmp_path / "journal.db"
    open_to_write(journal).close()
    file = OpenFile(journal)
    queue = WriteQueue(Appender(file.open, check_file=file.check))
    queue.add(Entry(MatchBegan.kind, {}))
    assert queue.write()
    queue.add(Entry(DeviceChanged.kind, {}))
    return queue


def moved_away(journal: Path) -> Path:
    away = journal.with_name("away")
    away.mkdir()
    for part in journal.parent.glob("journal.db*"):
        part.rename(away / part.name)
    return away


def brought_back(journal: Path, away: Path) -> None:
    for part in away.iterdir():
        part.rename(journal.with_name(part.name))


def test_a_journal_that_is_deleted_while_it_is_written_is_missed(
    tmp_path: Path, queue: WriteQueue
) -> None:
    journal = tmp_path / "journal.db"
    away = moved_away(journal)
    for _ in range(2):
        assert queue.write() == ()
        assert queue.trouble == "the journal was deleted"
    assert not journal.exists()
    brought_back(journal, away)
    assert len(queue.write()) == 1
    assert queue.trouble is None
    assert Bare(journal).execute("SELECT number FROM entry ORDER BY id") == [(0,), (1,)]


def test_a_journal_that_is_replaced_while_it_is_written_is_missed(
    tmp_path: Path, queue: WriteQueue
) -> None:
    journal = tmp_path / "journal.db"
    away = moved_away(journal)
    a_short_match(journal)
    before = Bare(journal).execute("SELECT * FROM entry")
    assert queue.write() == ()
    assert queue.trouble == "the journal was replaced by another file"
    assert queue.write() == ()
    assert queue.trouble == "the match that is played is not in it"
    assert Bare(journal).execute("SELECT * FROM entry") == before
    for part in tmp_path.glob("journal.db*"):
        part.unlink()
    brought_back(journal, away)
    assert queue.write() == ()
    assert queue.trouble == "the journal was replaced by another file"
    assert len(queue.write()) == 1


def test_entries_that_are_deleted_while_it_is_written_are_missed(
    tmp_path: Path, queue: WriteQueue
) -> None:
    with closing(sqlite3.connect(tmp_path / "journal.db", isolation_level=None)) as other:
        other.execute("DELETE FROM entry")
    assert queue.write() == ()
    assert queue.trouble == "the match that is played is not in it"


def test_an_index_that_leaves_the_newest_match_out_hides_it_from_no_start(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    """In a file so large that a start does not look it over."""
    journal = plays_a_match(plays_a_match(tmp_path / "journal.db"))
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        change = "UPDATE sqlite_master SET sql = ? WHERE name = 'headers'"
        select = "SELECT sql FROM sqlite_master WHERE name = 'headers'"
        ((true,),) = connection.execute(select)
        connection.execute(change, (f"{true} AND id < 2000000000",))
    Bare(journal).execute("REINDEX headers")
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(change, (true,))
    mocker.patch("boxctl.journal.disk.file.MOST_LOOKED_OVER", 0)
    session = Journal(journal, BOX)
    session.close()
    assert session.found.match is not None
    assert session.found.match.number == 2
