"""The code is the same all evening, though the program is killed, and nobody else can read it."""

from __future__ import annotations

import os
import random
import re
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.web.acting.code_file import (
    CodeFile,
    change_code,
    code_being_served,
    path_of_code,
)
from boxctl.web.acting.table_code import CodeCheck, TableCode

URL = "http://192.168.1.5:8765/"


class Evening:
    """A table that is started in the evening that a test names."""

    def __init__(self, journal: Path) -> None:
        self.journal = journal
        self.name = "2026-11-23"
        self.told: list[str] = []

    def starts(self) -> CodeFile:
        return CodeFile(self.journal, lambda: self.name, self.told.append)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "state" / "journal.db")


def test_a_table_that_was_killed_has_the_same_code_and_knows_every_phone(evening: Evening) -> None:
    before = TableCode(lambda: 0, evening.starts())
    _, token = before.give(before.code, "192.168.1.20")
    again = TableCode(lambda: 0, evening.starts())
    assert again.code == before.code
    assert again.link_word == before.link_word
    assert again.knows(token, "192.168.1.20")
    assert evening.told == []


def test_the_next_evening_has_another_code(evening: Evening) -> None:
    kept = evening.starts()
    changed: list[str] = []
    code = TableCode(lambda: 0, kept, changed.append)
    before, (_, token) = code.code, code.give(code.code, "x")
    evening.name = "2026-11-24"
    assert not code.knows(token, "x")
    assert changed == [code.code] != [before]
    assert TableCode(lambda: 0, evening.starts()).code == code.code


def test_two_tables_of_one_journal_have_one_code(evening: Evening) -> None:
    one, other = evening.starts(), evening.starts()
    assert one() == other()
    evening.name = "2026-11-24"
    assert one() == other()


def test_nobody_else_can_read_it(evening: Evening) -> None:
    before = os.umask(0)
    try:
        evening.starts()()
    finally:
        os.umask(before)
    status = path_of_code(evening.journal).stat()
    assert stat.S_IMODE(status.st_mode) == 0o600


def test_the_code_is_told_while_the_table_is_served(evening: Evening) -> None:
    assert code_being_served(evening.journal) is None
    kept = evening.starts()
    assert code_being_served(evening.journal) is None, "a table without pages"
    kept.serves(URL)
    found = code_being_served(evening.journal)
    assert found is not None
    assert (found.secret, found.url) == (kept(), URL)
    kept.close()
    assert code_being_served(evening.journal) is None


def test_the_landlord_changes_the_code(evening: Evening) -> None:
    kept = evening.starts()
    assert change_code(evening.journal) is None
    code = TableCode(lambda: 0, kept)
    kept.serves(URL)
    before, (_, token) = code.code, code.give(code.code, "x")
    new = change_code(evening.journal)
    assert new is not None
    assert not code.knows(token, "x")
    assert code.code == new.secret.code
    assert code.give(before, "x")[0] is CodeCheck.WRONG or before == code.code
    assert code_being_served(evening.journal) == new


def test_a_change_within_a_tick_of_the_clock_is_noticed(evening: Evening) -> None:
    kept = evening.starts()
    kept.serves(URL)
    status = path_of_code(evening.journal).stat()
    new = change_code(evening.journal)
    assert new is not None
    os.utime(path_of_code(evening.journal), ns=(status.st_atime_ns, status.st_mtime_ns))
    assert kept() == new.secret


@pytest.mark.parametrize("mode", [0o644, 0o660, 0o606])
def test_a_file_that_others_could_read_counts_for_nothing(evening: Evening, mode: int) -> None:
    before = evening.starts()()
    path_of_code(evening.journal).chmod(mode)
    with pytest.raises(PermissionError):
        code_being_served(evening.journal)
    assert evening.starts()() != before
    assert stat.S_IMODE(path_of_code(evening.journal).stat().st_mode) == 0o600


def test_a_link_or_a_folder_in_its_place_is_said_and_no_more(
    evening: Evening, tmp_path: Path
) -> None:
    path = path_of_code(evening.journal)
    path.mkdir(parents=True)
    kept = evening.starts()
    assert kept() == kept()
    assert len(evening.told) == 1
    path.rmdir()
    path.symlink_to(tmp_path / "elsewhere")
    kept = evening.starts()
    assert kept() == kept()
    assert len(evening.told) == 2
    assert not (tmp_path / "elsewhere").exists()


def _fifo(path: Path) -> None:
    os.mkfifo(path, 0o600)


def _loop(path: Path) -> None:
    path.symlink_to(path)


def _zeros(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _for_all(path: Path) -> None:
    path.touch(0o644)


PLANTED: tuple[tuple[Callable[[Path], object], str], ...] = (
    (_fifo, "this is no private file"),
    (Path.mkdir, "s a directory|this is no private file"),
    (_loop, "oo many levels of symbolic links"),
    (_zeros, "oo many levels of symbolic links"),
    (_for_all, "this is no private file"),
)
"""What may be in the place of the file, and what is said of it."""


@pytest.mark.parametrize("anew", [False, True], ids=["", "--new"])
@pytest.mark.parametrize(("plant", "why"), PLANTED)
def test_what_is_no_file_of_a_code_is_named(
    evening: Evening,
    capsys: pytest.CaptureFixture[str],
    plant: Callable[[Path], object],
    why: str,
    anew: bool,
) -> None:
    path = path_of_code(evening.journal)
    path.parent.mkdir()
    plant(path)
    assert main(["web", "code", "--journal", str(evening.journal), *["--new"] * anew]) == 2
    said = capsys.readouterr().err
    assert re.fullmatch(rf"BX101: .*cannot be read: {re.escape(str(path))}: .*({why})\.\n", said)
    assert "sudo" not in said


def test_a_file_that_is_taken_away_while_the_table_is_served_comes_back(evening: Evening) -> None:
    kept = evening.starts()
    kept.serves(URL)
    before = kept()
    path_of_code(evening.journal).unlink()
    assert kept() == before
    found = code_being_served(evening.journal)
    assert found is not None
    assert found.secret == before


def test_a_damaged_file_is_a_new_code_and_nothing_worse(evening: Evening) -> None:
    path = path_of_code(evening.journal)
    for seed in range(300):
        chance = random.Random(seed)
        evening.starts()()
        content = bytearray(path.read_bytes())
        for _ in range(chance.randrange(1, 30)):
            content[chance.randrange(200)] = chance.randrange(256)
        path.write_bytes(content[: chance.choice((0, 10, 100, 1024))])
        first, second = evening.starts(), evening.starts()
        assert first() == second()
        assert len(first().code) == 6
    assert evening.told == []
