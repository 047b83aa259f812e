"""The file of a solved table: believed only if it is whole."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from boxctl.odds.the_300.table_file import CHUNK, DamagedTable, TableFile, table_path, write_table

NUMBERS = [number / 7 for number in range(5000)]


def packed(numbers: list[float]) -> memoryview:
    return memoryview(array("d", numbers))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "new" / "some.odds"
    write_table(path, packed(NUMBERS))
    return path


def flip(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


def test_every_number_comes_back(path: Path) -> None:
    with TableFile(path, len(NUMBERS)) as kept:
        assert list(kept) == NUMBERS
        assert kept[2:5] == NUMBERS[2:5]
        assert kept.whole().tolist() == NUMBERS
    assert [file.name for file in path.parent.iterdir()] == ["some.odds"]


def test_a_damaged_number_is_not_believed_and_the_others_are(path: Path) -> None:
    flip(path, path.stat().st_size - 1)
    with TableFile(path, len(NUMBERS)) as kept:
        assert kept[0] == 0
        with pytest.raises(DamagedTable, match="damaged near byte"):
            _ = kept[len(NUMBERS) - 1]
        with pytest.raises(DamagedTable):
            kept.whole()


@pytest.mark.parametrize("at", [0, 12, 16, 20, 30, 60])
def test_a_damaged_head_is_not_believed(path: Path, at: int) -> None:
    flip(path, at)
    with pytest.raises(DamagedTable):
        TableFile(path, len(NUMBERS))


def test_half_a_file_is_not_believed(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-CHUNK])
    with pytest.raises(DamagedTable):
        TableFile(path, len(NUMBERS))


def test_a_table_of_another_length_is_not_believed(path: Path) -> None:
    with pytest.raises(DamagedTable):
        TableFile(path, len(NUMBERS) - 1)


class TestWhereItIsKept:
    def test_in_the_cache_directory(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
        assert table_path("the-300") == Path("/somewhere/boxctl/the-300.odds")

    def test_a_relative_one_is_ignored(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", "here")
        monkeypatch.setenv("HOME", "/home/ann")
        assert table_path("the-300") == Path("/home/ann/.cache/boxctl/the-300.odds")
