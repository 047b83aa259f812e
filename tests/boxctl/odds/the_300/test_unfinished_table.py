"""A table that is stopped while it is solved, and gone on with."""

from __future__ import annotations

import errno
import os
from array import array
from pathlib import Path

import pytest

from boxctl.odds.the_300 import kept_table
from boxctl.odds.the_300.kept_table import whole_table
from boxctl.odds.the_300.table_file import CHUNK, DOUBLE, TableFile, table_path, write_table
from boxctl.odds.the_300.unfinished_table import UnfinishedTable, unfinished_path

PART = CHUNK // DOUBLE
PARTS = 4
LENGTH = PARTS * PART - 100
"""Doubles in the table; its last part is shorter."""


def part(number: int) -> memoryview:
    """The doubles of a part, as they are solved."""
    size = min(PART, LENGTH - number * PART)
    return memoryview(array("d", [number + place / 7 for place in range(size)]))


def empty(number: int) -> memoryview:
    return memoryview(array("d", bytes(DOUBLE * len(part(number)))))


def found(unfinished: UnfinishedTable) -> list[int]:
    """The parts that are found, each equal to what was kept."""
    there = []
    for number in range(PARTS):
        numbers = empty(number)
        if unfinished.restore(number * PART, numbers):
            assert numbers == part(number)
            there.append(number)
        else:
            assert numbers == empty(number)
    return there


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "some.odds"


@pytest.fixture
def stopped(path: Path) -> Path:
    """An unfinished table with parts 0 and 2 and 3."""
    unfinished = UnfinishedTable(path, LENGTH)
    for number in (0, 2, 3):
        unfinished.keep(number * PART, part(number))
    unfinished.close()
    return unfinished_path(path)


def flip(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


def test_the_next_start_goes_on_and_the_file_is_as_if_written_at_once(
    path: Path, stopped: Path
) -> None:
    assert not path.exists()
    unfinished = UnfinishedTable(path, LENGTH)
    assert found(unfinished) == [0, 2, 3]
    unfinished.keep(PART, part(1))
    assert unfinished.share == 1
    assert unfinished.finish()
    at_once = path.with_name("at-once.odds")
    write_table(at_once, memoryview(array("d", [one for n in range(PARTS) for one in part(n)])))
    assert path.read_bytes() == at_once.read_bytes()
    assert not stopped.exists()
    with TableFile(path, LENGTH) as table:
        assert table[PART] == part(1)[0]


def test_one_with_a_part_missing_does_not_become_the_table(path: Path, stopped: Path) -> None:
    unfinished = UnfinishedTable(path, LENGTH)
    found(unfinished)
    assert not unfinished.finish()
    assert not path.exists()
    assert stopped.exists()


def test_a_damaged_part_is_solved_again(path: Path, stopped: Path) -> None:
    flip(stopped, stopped.stat().st_size - 1)
    assert found(UnfinishedTable(path, LENGTH)) == [0, 2]


def test_one_cut_short_keeps_what_is_whole(path: Path, stopped: Path) -> None:
    os.truncate(stopped, stopped.stat().st_size - CHUNK - 1)
    assert found(UnfinishedTable(path, LENGTH)) == [0]


@pytest.mark.parametrize("at", [0, 12, 16, 20])
def test_one_of_another_kind_begins_anew(path: Path, stopped: Path, at: int) -> None:
    flip(stopped, at)
    assert found(UnfinishedTable(path, LENGTH)) == []


def test_it_never_takes_more_room_than_the_table(path: Path, stopped: Path) -> None:
    with stopped.open("ab") as file:
        file.write(b"more")
    unfinished = UnfinishedTable(path, LENGTH)
    assert found(unfinished) == []
    assert stopped.stat().st_size < CHUNK


def test_two_processes_do_not_share_one(path: Path, stopped: Path) -> None:
    first = UnfinishedTable(path, LENGTH)
    with pytest.raises(BlockingIOError):
        UnfinishedTable(path, LENGTH)
    first.close()
    UnfinishedTable(path, LENGTH).close()


def test_a_full_disk_gets_its_room_back(
    path: Path, stopped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: int, _content: memoryview, _place: int) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    unfinished = UnfinishedTable(path, LENGTH)
    monkeypatch.setattr(os, "pwrite", full)
    unfinished.keep(PART, part(1))
    assert not stopped.exists()
    assert unfinished.share == 0
    unfinished.keep(0, part(0))
    assert not unfinished.restore(0, empty(0))
    assert not unfinished.finish()


class TestCtrlC:
    """While the table is solved, here a part at a time."""

    @pytest.fixture
    def solved(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[int]:
        """The parts that were solved; Ctrl-C is pressed after the second one."""
        solved: list[int] = []

        def solve(_name: str, _progress: object, unfinished: UnfinishedTable) -> memoryview:
            numbers = memoryview(array("d", bytes(LENGTH * DOUBLE)))
            for number in range(PARTS):
                first = number * PART
                there = numbers[first : first + PART]
                if unfinished.restore(first, there):
                    continue
                solved.append(number)
                there[:] = part(number)
                unfinished.keep(first, there)
                if len(solved) == 2:
                    raise KeyboardInterrupt
            return numbers

        monkeypatch.setattr(kept_table, "TABLE_LENGTH", LENGTH)
        monkeypatch.setattr(kept_table, "_solve", solve)
        monkeypatch.setattr(kept_table, "find_spec", lambda name: name)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        return solved

    def test_says_what_is_kept_and_goes_on(self, solved: list[int]) -> None:
        told: list[str] = []
        with pytest.raises(KeyboardInterrupt):
            whole_table("shut", told.append)
        assert told == [
            "The 300 is solved to 50%, which is kept: the next start goes on from there."
        ]
        table = whole_table("shut", told.append)
        assert solved == [0, 1, 2, 3]
        assert table.tolist() == [one for number in range(PARTS) for one in part(number)]
        assert [file.name for file in table_path("the-300").parent.iterdir()] == ["the-300.odds"]
        assert len(told) == 1
