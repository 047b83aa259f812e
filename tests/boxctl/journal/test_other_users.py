"""Other users of the machine: they can neither read, hold nor forge anything of a journal."""

from __future__ import annotations

import itertools
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from boxctl.cli import main
from boxctl.journal.disk import read_only
from boxctl.journal.disk.file import open_to_write
from boxctl.journal.disk.match_lock import MatchLock, is_being_played
from boxctl.journal.disk.read_only import copy_of
from boxctl.journal.faults import JournalFault
from boxctl.journal.proof.head_signer import first_key
from boxctl.journal.query import reading
from boxctl.journal.session import Journal
from tests.support.machine.other_users import (
    STRANGER,
    as_stranger,
    each_as_stranger,
    each_on_read_only_media,
    needs_root,
    program,
    public_directory,
    refusals,
)
from tests.support.records.recorded_evening import a_short_match

LOCK = """
import fcntl, os, sys
file = os.open(sys.argv[1], os.O_RDONLY if len(sys.argv) > 2 else os.O_RDWR)
fcntl.lockf(file, fcntl.LOCK_SH if len(sys.argv) > 2 else fcntl.LOCK_EX, 1, 7)
"""
"""Holds match 7 as earlier versions do; with another argument, as one who may only read can."""

LOCK_TRIED = """
import sys
from pathlib import Path
from boxctl.journal.disk.match_lock import MatchLock
assert str(MatchLock(Path(sys.argv[1])).take(7)) == sys.argv[2]
"""

KEEPS_TO_ITSELF = 0o600


@pytest.fixture
def directory() -> Iterator[Path]:
    with public_directory() as directory:
        yield directory


@pytest.fixture
def journal(directory: Path) -> Path:
    return directory / "journal.db"


def modes(directory: Path) -> set[int]:
    return {path.stat().st_mode & 0o777 for path in directory.iterdir()}


class TestWhatIsWritten:
    def test_it_is_for_its_user_alone_whatever_the_umask(self, tmp_path: Path) -> None:
        path = tmp_path / "state/boxctl/journal.db"
        before = os.umask(0)
        try:
            journal = Journal(path, "the box")
            with closing(open_to_write(path)):
                first_key(path)
                assert {found.name for found in path.parent.iterdir()} == {
                    "box.key", "box.ledger", "box.ledger-lock", "journal.db", "journal.db-wal",
                    "journal.db-shm", "journal.db-playing",
                }  # fmt: skip
                assert modes(path.parent) == {KEEPS_TO_ITSELF}
            journal.close()
        finally:
            os.umask(before)
        assert path.parent.stat().st_mode & 0o777 == 0o700

    def test_what_an_earlier_version_wrote_is_taken_from_others(self, journal: Path) -> None:
        a_short_match(journal)
        for path in journal.parent.glob("journal.db*"):
            path.chmod(0o644)
        Journal(journal, "the box").close()
        assert modes(journal.parent) == {KEEPS_TO_ITSELF}

    @needs_root
    def test_what_root_writes_belongs_to_the_user_of_the_box(self, directory: Path) -> None:
        os.chown(directory, STRANGER, STRANGER)
        journal = Journal(directory / "journal.db", "the box")
        with closing(open_to_write(journal.path)):
            first_key(journal.path)
            owners = {path.name: path.stat().st_uid for path in directory.iterdir()}
        journal.close()
        assert len(owners) == 7
        assert set(owners.values()) == {STRANGER}

    @needs_root
    def test_a_stranger_can_open_nothing_of_it(self, journal: Path) -> None:
        table = a_short_match(journal)
        found = sorted(journal.parent.iterdir())
        assert {path.name for path in found} >= {"journal.db-shm", "journal.db-playing"}
        assert set(refusals(found).values()) == {"Permission denied"}
        assert table.now

    def test_what_is_no_file_is_refused_and_stays(self, journal: Path) -> None:
        os.mkfifo(journal, 0o666)
        with pytest.raises(JournalFault, match="this is no file"):
            open_to_write(journal)
        assert journal.stat().st_mode & 0o777 == 0o666 & ~_umask()


class TestLocks:
    @needs_root
    def test_what_a_stranger_holds_on_the_file_of_an_earlier_version_counts_for_nothing(
        self, journal: Path
    ) -> None:
        playing = _lock_file(journal, 0o644)
        with program(LOCK, playing, "reading", stranger=True):
            assert not is_being_played(journal, 7)
            lock = MatchLock(journal)
            assert lock.take(7)
            with program(LOCK_TRIED, journal, "False"):
                pass
            lock.close()

    @needs_root
    def test_a_file_that_a_stranger_has_put_there_counts_for_nothing(self, journal: Path) -> None:
        playing = _lock_file(journal, 0o600)
        os.chown(playing, STRANGER, STRANGER)
        journal.parent.chmod(0o777)
        with program(LOCK, playing, stranger=True):
            assert not is_being_played(journal, 7)
            lock = MatchLock(journal)
            assert lock.take(7)
            lock.close()
        assert playing.stat().st_uid == 0

    @pytest.mark.parametrize("mode", [0o600, 0o644])
    def test_a_program_of_this_user_is_respected(self, journal: Path, mode: int) -> None:
        playing = _lock_file(journal, mode)
        with program(LOCK, playing):
            assert is_being_played(journal, 7)
            assert not is_being_played(journal, 8)
            lock = MatchLock(journal)
            assert not lock.take(7)
            assert lock.take(8)
            lock.close()
        assert playing.stat().st_mode & 0o777 == KEEPS_TO_ITSELF

    @pytest.mark.parametrize("what", ["link", "fifo"])
    def test_what_is_no_file_there_is_replaced(self, journal: Path, what: str) -> None:
        playing = journal.with_name("journal.db-playing")
        victim = journal.with_name("victim")
        victim.write_text("precious")
        if what == "link":
            playing.symlink_to(victim)
        else:
            os.mkfifo(playing)
        assert not is_being_played(journal, 7)
        lock = MatchLock(journal)
        assert lock.take(7)
        lock.close()
        assert playing.is_file() and not playing.is_symlink()
        assert victim.read_text() == "precious"


def _lock_file(journal: Path, mode: int) -> Path:
    playing = journal.with_name("journal.db-playing")
    playing.touch()
    playing.chmod(mode)
    journal.touch()
    return playing


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


COMMANDS = (["matches"], ["matches", "--json"], ["replay", "last"], ["verify", "last"],
            ["dispute", "last", "last"], ["ledger", "all"], ["history"])  # fmt: skip


@needs_root
@pytest.mark.parametrize(
    "state", ["closed", "killed", "copied with its log", "of an earlier version"]
)
class TestReading:
    @pytest.fixture
    def made(self, journal: Path, tmp_path: Path, state: str) -> Path:
        """A journal in this state, that everybody may read."""
        made_here = tmp_path / "made/journal.db"
        a_short_match(made_here)
        for part in ("", "-wal", "-shm"):
            shutil.copy(f"{made_here}{part}", f"{journal}{part}")
        if state == "closed":
            with closing(sqlite3.connect(journal)) as connection:
                connection.execute("SELECT 1 FROM entry").fetchone()
            assert [path.name for path in journal.parent.iterdir()] == ["journal.db"]
        elif state == "copied with its log":
            Path(f"{journal}-shm").unlink()
        elif state == "of an earlier version":
            for part in ("-wal", "-shm"):
                Path(f"{journal}{part}").unlink()
            shutil.copy(Path(__file__).parent / "layout_2/journal.db", journal)
        for path in journal.parent.iterdir():
            path.chmod(0o644)
        return journal

    def test_another_user_reads_the_same_and_creates_nothing(
        self, made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        before = _content(made.parent)
        given = [[*command, "--journal", str(made)] for command in COMMANDS]
        ours = str(tmp_path / "made/journal.db")
        read = each_as_stranger([[*command, "--journal", ours] for command in COMMANDS], given)
        assert _content(made.parent) == before
        for command, ended in zip(given, read, strict=True):
            assert main(command) == 0
            assert ended == (0, *capsys.readouterr()), command

    def test_it_is_read_on_read_only_media(
        self, made: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        given = [[*command, "--journal", str(made)] for command in COMMANDS]
        read = each_on_read_only_media(made.parent, given)
        for command, ended in zip(given, read, strict=True):
            assert main(command) == 0
            assert ended == (0, *capsys.readouterr()), command


@needs_root
def test_a_stranger_who_may_not_read_is_told_so(journal: Path, tmp_path: Path) -> None:
    a_short_match(tmp_path / "journal.db")
    given = ["matches", "--journal", str(journal)]
    warm_up = [*given[:-1], str(tmp_path / "journal.db")]
    a_short_match(journal)
    for mode in (0o755, 0o700):
        journal.parent.chmod(mode)
        read = as_stranger(warm_up, *given)
        assert (read.returncode, read.stdout) == (1, "")
        assert read.stderr.startswith(f"BX601: the journal {journal} cannot be read (permission ")


class TestAFileThatIsWrittenToMeanwhile:
    @pytest.fixture
    def log(self, journal: Path) -> Path:
        """The log of a journal whose index may not be written."""
        a_short_match(journal)
        log = Path(f"{journal}-wal")
        log.write_bytes(log.read_bytes())
        return log

    def test_it_is_copied_again_if_its_log_begins_anew(
        self, journal: Path, log: Path, tmp_path: Path, mocker: MockerFixture
    ) -> None:
        copied: list[str] = []

        def copyfile(source: Path, target: Path) -> None:
            copied.append(source.name)
            target.write_bytes(source.read_bytes())
            if len(copied) == 1:
                log.write_bytes(b"another header".ljust(32) + log.read_bytes()[32:])

        mocker.patch.object(read_only, "_copy", copyfile)
        copy_of(journal, tmp_path)
        assert copied == ["journal.db", "journal.db-wal"] * 2

    def test_it_is_given_up_at_last(
        self, journal: Path, log: Path, tmp_path: Path, mocker: MockerFixture
    ) -> None:
        headers = itertools.count(1)

        def copyfile(_source: Path, target: Path) -> None:
            target.touch()
            log.write_bytes(b"%32d" % next(headers))

        mocker.patch.object(read_only, "_copy", copyfile)
        with pytest.raises(OSError, match="it is being written to"):
            copy_of(journal, tmp_path)

    def test_what_was_read_of_a_file_at_rest_is_not_believed(self, journal: Path) -> None:
        a_short_match(journal)
        with closing(sqlite3.connect(journal)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        with pytest.raises(JournalFault, match="was written to while it was read"):  # noqa: SIM117
            with reading(journal):
                journal.write_bytes(journal.read_bytes() + b"more")


def _content(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}
