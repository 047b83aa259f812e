"""A journal on a full disk: people are told to make room, and nothing is left lying about."""

from __future__ import annotations

import errno
import sqlite3
import subprocess
import sys
from contextvars import copy_context
from pathlib import Path

import pytest

from boxctl.journal.disk.file import open_to_write, parts_beside, refused, remove_new_parts
from boxctl.journal.faults import key_refused
from groundwork.faults import cure_for_writing, os_error
from groundwork.reader import read_on_page, reading_on_page

ROOT = Path(__file__).parents[4]

START = """
import os, sys
from pathlib import Path
from boxctl.journal.faults import JournalFault
from boxctl.journal.session import Journal

folder, free = Path(sys.argv[1]), int(sys.argv[2])
filling = os.open(folder / "filling", os.O_CREAT | os.O_WRONLY)
try:
    while os.write(filling, bytes(4096)):
        pass
except OSError:
    pass
os.ftruncate(filling, os.fstat(filling).st_size - free)
try:
    Journal(folder / "journal.db", "box")
except JournalFault as fault:
    print(fault)
print(*sorted(os.listdir(folder)))
"""


@pytest.mark.parametrize("free", [0, 4096, 8192, 16384, 32768, 40960])
def test_a_start_on_a_full_disk_says_so_and_leaves_no_part_of_a_database(
    tmp_path: Path, free: int
) -> None:
    mount = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
    disk = 'mount -t tmpfs -o size=64k none "$1"'
    try:
        subprocess.run([*mount, disk, "sh", tmp_path], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this user may not mount a small disk")
    run = f'{disk} && exec "$2" -c "$4" "$1" "$3"'
    ran = subprocess.run(
        [*mount, run, "sh", tmp_path, sys.executable, str(free), START],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    said, left = ran.stdout.splitlines()
    assert said.startswith("BX601: the journal ")
    assert "make room on the disk" in said
    assert left == "filling journal.db"


def of_sqlite(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("problem", "is_full"),
    [
        (of_sqlite(sqlite3.SQLITE_FULL), True),
        (of_sqlite(sqlite3.SQLITE_IOERR_SHMSIZE), True),
        (os_error(errno.ENOSPC), True),
        (os_error(errno.EDQUOT), True),
        (of_sqlite(sqlite3.SQLITE_IOERR_WRITE), False),
        (os_error(errno.EACCES), False),
    ],
    ids=str,
)
def test_the_cure_is_that_of_the_cause(problem: Exception, is_full: bool) -> None:
    said = str(refused(Path("journal.db"), problem))
    assert ("make room on the disk" in said) == is_full
    assert ("this user may write to" in said) != is_full


def test_each_reader_is_told_to_make_room_where_it_lacks() -> None:
    def told() -> str:
        return str(refused(Path("journal.db"), os_error(errno.ENOSPC)))

    def told_in_a_browser() -> str:
        read_on_page()
        with reading_on_page():
            return told()

    assert "--journal" in told()
    with reading_on_page():
        assert told().endswith(": make room on the disk of the box.")
    assert "make room on the device, and load the page again" in copy_context().run(
        told_in_a_browser
    )


def test_a_page_of_a_box_says_nothing_of_what_a_browser_keeps() -> None:
    with reading_on_page():
        said = str(refused(Path("journal.db"), os_error(errno.EACCES)))
    assert said.endswith(": the user of the box has to be allowed to write to its directory.")


def test_a_key_or_a_file_of_a_command_that_finds_no_room_is_told_to_make_some() -> None:
    full, forbidden = os_error(errno.ENOSPC), os_error(errno.EACCES)
    assert str(key_refused(Path("box.key"), full)).endswith(": make room on the disk.")
    assert "readable for this user" in str(key_refused(Path("box.key"), forbidden))
    assert cure_for_writing(full) == "make room on the disk, or name a file on another one"
    assert cure_for_writing(forbidden) == "name a file in a folder of yours"


def test_an_index_that_another_program_uses_stays(tmp_path: Path) -> None:
    """It has opened the journal meanwhile, and nothing is in its log yet."""
    path = tmp_path / "journal.db"
    open_to_write(path).close()
    plays = (
        "import sqlite3, sys\n"
        "journal = sqlite3.connect(sys.argv[1])\n"
        "journal.execute('SELECT count(*) FROM entry').fetchone()\n"
        "print(flush=True); input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", plays, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert parts_beside(path) == {"-wal", "-shm"}
        remove_new_parts(path, frozenset())
        assert parts_beside(path) == {"-wal", "-shm"}
        other.kill()
        other.wait()
    remove_new_parts(path, frozenset({"-shm"}))
    assert parts_beside(path) == {"-wal", "-shm"}
    remove_new_parts(path, frozenset())
    assert [each.name for each in tmp_path.iterdir()] == ["journal.db"]


def test_a_log_with_entries_stays(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    for part in ("", "-wal", "-shm"):
        Path(f"{path}{part}").write_bytes(b"entries")
    remove_new_parts(path, frozenset())
    assert parts_beside(path) == {"-wal", "-shm"}
