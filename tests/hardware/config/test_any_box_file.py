"""Whatever a box.toml has, it is a box, or at most a hundred problems of one line each."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from boxctl.table.check_rules import check_box_file
from hardware.config.checks.problems import BoxFileFault
from hardware.config.read import MOST_PROBLEMS, read_box
from tests.support.chips.box_toml import GOOD
from tests.support.hostile import damaged
from tests.support.soak import SOAK

CORPUS = sorted((Path(__file__).parent / "corpus").iterdir())


def judged(path: Path) -> str:
    """Read the file; return the code of its first problem, ``box`` if it has none."""
    try:
        read_box(path, check_box_file)
    except BoxFileFault as fault:
        lines = fault.lines
    else:
        return "box"
    assert len(lines) <= MOST_PROBLEMS + 1
    assert all(line.startswith("BX3") and len(line) < 1500 for line in lines)
    return lines[0][:5]


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_a_file_that_took_minutes_or_a_traceback_once(path: Path) -> None:
    assert judged(path) != "box"


@settings(max_examples=100 * SOAK)
@given(damaged(GOOD.encode()))
def test_a_good_file_with_any_damage(content: bytes) -> None:
    with TemporaryDirectory() as directory:
        path = Path(directory) / "box.toml"
        path.write_bytes(content)
        event(judged(path))


@settings(max_examples=40 * SOAK)
@given(st.sampled_from(CORPUS), st.data())
def test_a_hostile_file_with_any_damage(path: Path, data: st.DataObject) -> None:
    content = data.draw(damaged(path.read_bytes()))
    with TemporaryDirectory() as directory:
        changed = Path(directory) / "box.toml"
        changed.write_bytes(content)
        event(judged(changed))
