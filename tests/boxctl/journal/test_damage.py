"""Files that are damaged, foreign, too new or too old."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pytest_mock import MockerFixture

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import check_soundness, open_to_write
from boxctl.journal.disk.salvage import _whole_matches, finish_setting_aside, set_aside
from boxctl.journal.disk.schema import APPLICATION_ID, MIGRATIONS, VERSION
from boxctl.journal.entries import Entry, RecordedEntry
from boxctl.journal.entry_kinds import MatchBegan
from boxctl.journal.faults import TOO_NEW, Damaged, JournalFault
from boxctl.journal.proof.chain import GENESIS, Head, link
from boxctl.journal.proof.integrity import chain_break
from boxctl.journal.session import Journal
from tests.support.records.journals import BOX, Bare
from tests.support.soak import SOAK
from tests.support.tables.virtual_table import BuildTable, VirtualTable


def two_matches(path: Path) -> VirtualTable:
    """A journal with a whole match and one that goes on."""
    table = VirtualTable("classic", "Ann,Bob", journal=path)
    table.throws(2, 3)
    table.shuts(5)
    table.runtime.leave()
    table.opens(5)
    table.starts_again()
    for values, number in (((4, 5), 9), ((4, 3), 7), ((2, 4), 6)):
        table.throws(*values)
        table.shuts(number)
    table.loses_power()
    return table


def test_a_damaged_file_is_set_aside_and_the_match_goes_on(tmp_path: Path) -> None:
    table = two_matches(tmp_path / "journal.db")
    Bare(table.path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(table.path.read_bytes())
    content[:100] = bytes(100)
    table.path.write_bytes(content)
    assert table.starts_again() == ["the match goes on where it stood: it is Ann's turn."]
    (remark,) = table.remarks
    assert remark.startswith("BX604: the journal was damaged: it is set aside as ")
    assert remark.endswith("entries of 2 matches were saved from it.")
    assert (tmp_path / "journal.db.damaged-1").read_bytes() == content
    table.throws(1, 2)
    table.shuts(3)
    assert chain_break(table.read(1)) is None
    assert chain_break(table.read(2)) is None


def test_a_file_of_noise_does_not_block_a_start(a_table: BuildTable, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(Random(1).randbytes(50_000))
    table = a_table(journal=path)
    assert "0 entries of 0 matches" in table.remarks[0]
    table.throws(2, 3)
    assert table.ruled == ["throw R3.1"]


@given(st.integers(0, 2**32), st.integers(1, 5), st.booleans())
@settings(max_examples=40, deadline=None)
def test_whatever_is_overwritten_what_is_saved_is_true(
    tmp_path_factory: pytest.TempPathFactory, seed: int, wounds: int, in_the_log: bool
) -> None:
    """Blocks of the file become noise: what is saved are true beginnings of its matches."""
    path = tmp_path_factory.mktemp("damage") / "journal.db"
    table = two_matches(path)
    if not in_the_log:
        Bare(path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    true = {number: [kept.hash for kept in table.read(number).entries] for number in (1, 2)}
    random = Random(seed)
    wounded = path.with_name("journal.db-wal") if in_the_log else path
    content = bytearray(wounded.read_bytes()) if wounded.exists() else bytearray()
    for _ in range(wounds if content else 0):
        at = random.randrange(len(content))
        content[at : at + 512] = random.randbytes(len(content[at : at + 512]))
    wounded.write_bytes(content)
    set_aside(path)
    saved = {
        number: [
            hash
            for (hash,) in Bare(path).execute(
                "SELECT hash FROM entry WHERE match = ? ORDER BY id", (number,)
            )
        ]
        for number in (1, 2)
    }
    for number, hashes in saved.items():
        assert hashes == true[number][: len(hashes)]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a journal with two matches."""
    path = tmp_path_factory.mktemp("sound") / "journal.db"
    two_matches(path)
    Bare(path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


@given(
    st.one_of(st.integers(0, 200), st.integers(0, 8191), st.integers(0, 2**20)),
    st.integers(0, 255),
)
@example(4058, 195).via("the name of a column in the schema")
@example(47, 207).via("the format of the file")
@settings(max_examples=25 * SOAK, deadline=None)
def test_no_single_byte_blocks_a_start_or_what_is_written_then(
    tmp_path_factory: pytest.TempPathFactory, sound: Path, at: int, byte: int
) -> None:
    content = bytearray(sound.read_bytes())
    content[at % len(content)] = byte
    path = tmp_path_factory.mktemp("byte") / "journal.db"
    path.write_bytes(content)
    # One byte can make it the file of a newer version, which nobody touches.
    assert code_at_start(path) in (None, TOO_NEW)


def code_at_start(path: Path) -> str | None:
    try:
        Journal(path, BOX).close()
    except JournalFault as fault:
        return fault.code
    appending = Appender(lambda: open_to_write(path))
    appending.append([Entry(MatchBegan.kind, {"long": "x" * 20_000})])
    appending.close()
    return None


def test_a_table_does_not_begin_on_a_file_that_would_fail_it_later(
    tmp_path: Path, sound: Path
) -> None:
    content = bytearray(sound.read_bytes())
    content[32:40] = (2**24).to_bytes(4, "big") + (1).to_bytes(4, "big")  # a free page nowhere
    path = tmp_path / "journal.db"
    path.write_bytes(content)
    assert code_at_start(path) is None
    assert (tmp_path / "journal.db.damaged-1").exists()


def test_a_full_disk_while_a_damaged_file_is_mended_is_said(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(b"damaged")
    full = sqlite3.OperationalError("database or disk is full")
    mocker.patch("boxctl.journal.disk.salvage._write", side_effect=full)
    with pytest.raises(JournalFault, match=r"BX601: .* \(database or disk is full\)"):
        Journal(path, BOX)
    assert path.read_bytes() == b"damaged"


@pytest.mark.parametrize("part", ["", "-wal", "-shm"])
def test_setting_aside_that_was_cut_short_is_finished(tmp_path: Path, part: str) -> None:
    path = tmp_path / "journal.db"
    two_matches(path)
    good = path.read_bytes()
    # Cut when the saved file was whole and only some of the old one's parts had made way.
    for other in ("", "-wal", "-shm"):
        Path(f"{path}{other}").unlink(missing_ok=True)
    Path(f"{path}{part}").write_bytes(b"damaged")
    path.with_name("journal.db-saved").write_bytes(good)
    finish_setting_aside(path)
    assert path.read_bytes() == good
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(
        ["journal.db", f"journal.db.damaged-1{part}", "journal.db-playing"]
    )


def test_a_newer_journal_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    open_to_write(path).close()
    Bare(path).execute(f"PRAGMA user_version = {VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(JournalFault, match=r"BX602: .* update boxctl"):
        Journal(path, BOX)
    assert path.read_bytes() == before


def test_another_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    Bare(path).execute("CREATE TABLE songs (title)")
    with pytest.raises(JournalFault, match="BX603"):
        Journal(path, BOX)
    assert Bare(path).execute("SELECT count(*) FROM sqlite_master") == [(1,)]


@pytest.mark.parametrize("version", range(1, VERSION))
def test_an_older_journal_is_brought_forward_with_all_that_is_in_it(
    tmp_path: Path, version: int
) -> None:
    table = two_matches(tmp_path / "now.db")
    path = tmp_path / "old.db"
    old = sqlite3.connect(path, isolation_level=None)
    for steps in MIGRATIONS[:version]:
        for step in steps:
            old.execute(step)
    old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    old.execute(f"PRAGMA user_version = {version}")
    rows = Bare(table.path).execute("SELECT id, kind, body, hash FROM entry")
    old.executemany("INSERT INTO entry (id, kind, body, hash) VALUES (?, ?, ?, ?)", rows)
    old.close()
    connection = open_to_write(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert connection.execute("SELECT id, kind, body, hash FROM entry").fetchall() == rows
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    assert {"entry", "head", "matches"} <= tables
    connection.close()


def test_a_directory_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalFault, match=r"BX601: the journal .* cannot be used"):
        Journal(tmp_path / "file" / "journal.db", BOX)


@pytest.mark.parametrize(("first", "count"), [(0, 1 << 24), (0, 1), (99, 1), (2, 1 << 24)], ids=str)
def test_free_pages_that_are_not_there(sound: Path, tmp_path: Path, first: int, count: int) -> None:
    """After VACUUM SQLite does not check its list of them, and fails when it needs one."""
    path = tmp_path / "journal.db"
    path.write_bytes(sound.read_bytes())
    Bare(path).execute("VACUUM")
    Bare(path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(path.read_bytes())
    content[32:40] = first.to_bytes(4, "big") + count.to_bytes(4, "big")
    path.write_bytes(content)
    with closing(open_to_write(path)) as connection, pytest.raises(Damaged, match="free pages"):
        check_soundness(connection, path)


def test_a_start_is_not_kept_waiting_for_a_very_large_file(
    sound: Path, tmp_path: Path, mocker: MockerFixture
) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(sound.read_bytes())
    asked: list[str] = []
    connection = open_to_write(path)
    connection.set_trace_callback(asked.append)
    check_soundness(connection, path)
    assert asked == ["PRAGMA integrity_check(1)"]
    mocker.patch("boxctl.journal.disk.file.MOST_LOOKED_OVER", path.stat().st_size - 1)
    check_soundness(connection, path)
    assert asked == ["PRAGMA integrity_check(1)"]
    connection.close()


def test_of_entries_that_fork_the_match_that_was_signed_is_saved() -> None:
    """Beside each entry stands another that follows from the one before as well."""
    signed: list[RecordedEntry] = []
    beside: list[RecordedEntry] = []
    for number in range(20):
        before = signed[-1].hash if signed else GENESIS
        for chain, text in ((beside, '{"forged": true}'), (signed, "{}")):
            linked = link(before, 1, number, "event", text)
            chain.append(RecordedEntry(1, number, "event", text, linked))
    head = Head(1, len(signed), signed[-1].hash)
    assert list(_whole_matches([*beside, *signed], [head])) == [signed]
