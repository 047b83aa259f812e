"""The 300 stopped while it is solved, by a Ctrl-C: the table is that of one solved at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boxctl.odds.aims import AimName
from boxctl.odds.the_300.kept_table import whole_table
from boxctl.odds.the_300.layout import table_for
from boxctl.odds.the_300.table_file import table_path

pytestmark = pytest.mark.full


class _Stops:
    """Takes progress, and presses Ctrl-C once so much is done."""

    def __init__(self, at: float) -> None:
        self._at = at
        self.first: float | None = None

    def __call__(self, done: float) -> None:
        if self.first is None:
            self.first = done
        if done >= self._at:
            raise KeyboardInterrupt


@pytest.mark.parametrize("name", ["shut", "digital"])
def test_equal_to_the_last_bit(
    name: AimName, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "at-once"))
    at_once = whole_table(name, print)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "stopped"))
    told: list[str] = []
    for share in (0.3, 0.6, 0.9):
        with pytest.raises(KeyboardInterrupt):
            whole_table(name, told.append, _Stops(share))
    kept = [int(re.findall(r"(\d+)%", line)[0]) for line in told]
    assert kept == sorted(kept)
    assert kept[0] >= 30
    assert kept[-1] >= 90
    assert whole_table(name, told.append) == at_once
    assert len(told) == 3
    table = table_path(table_for(name))
    other = tmp_path / "at-once" / "boxctl" / table.name
    assert table.read_bytes() == other.read_bytes()
    assert [file.name for file in table.parent.iterdir()] == [table.name]
