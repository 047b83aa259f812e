"""Which matches are being played: by this program, and by others."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from boxctl.journal.disk.match_lock import MatchLock, _is_run_by, is_being_played

TRIES = """
import sys
from pathlib import Path
from boxctl.journal.disk.match_lock import MatchLock
print(MatchLock(Path(sys.argv[1])).take(int(sys.argv[2])))
"""


def another_program_can_take(journal: Path, match: int) -> bool:
    command = [sys.executable, "-c", TRIES, str(journal), str(match)]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    return said.stdout == "True\n"


def test_what_this_program_plays_is_being_played(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    with closing(MatchLock(journal)) as lock:
        assert lock.take(3)
        assert is_being_played(journal, 3)
        assert not is_being_played(journal, 2)
    assert not is_being_played(journal, 3)


def test_asking_what_is_played_does_not_give_it_up(tmp_path: Path) -> None:
    # The system drops the locks of a program that closes the file anywhere.
    journal = tmp_path / "journal.db"
    with closing(MatchLock(journal)) as lock:
        assert lock.take(3)
        assert is_being_played(journal, 3)
        assert not is_being_played(journal, 7)
        assert not another_program_can_take(journal, 3)
    assert another_program_can_take(journal, 3)


def test_a_second_lock_that_is_closed_leaves_the_match_that_is_played(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    with closing(MatchLock(journal)) as played:
        assert played.take(7)
        for _evening in range(3):
            with closing(MatchLock(journal)) as told:
                assert told.take(2)
                assert not another_program_can_take(journal, 2)
            assert not another_program_can_take(journal, 7)
            assert another_program_can_take(journal, 2)
    assert another_program_can_take(journal, 7)


def test_what_was_opened_twice_is_closed_with_the_last_lock(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    with closing(MatchLock(journal)):
        before = len(list(Path("/proc/self/fd").iterdir()))
        for number in (2, 3):
            with closing(MatchLock(journal)) as told:
                assert told.take(number)
    assert len(list(Path("/proc/self/fd").iterdir())) == before - 1


def test_a_program_that_is_hidden_from_us_is_a_strangers() -> None:
    """Some machines show users no processes but their own."""
    us, hidden = frozenset({0, os.getuid()}), 2**30
    assert _is_run_by(us, os.getpid())
    assert not _is_run_by(us, hidden)
