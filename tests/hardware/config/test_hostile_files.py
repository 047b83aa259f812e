"""Files that are no box.toml: no TOML, far too large, no files at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from hardware.config.box_file import TABLES, BoxFileFault
from hardware.config.read import (
    MOST_KEY_PARTS,
    MOST_PROBLEMS,
    _Checking,
    read_box,
)
from tests.support.chips.box_toml import GOOD, problems, read


def test_a_directory_is_no_box_file(tmp_path: Path) -> None:
    with pytest.raises(BoxFileFault) as caught:
        read_box(tmp_path)
    assert caught.value.code == "BX301"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"[box]\ntiles = \n", 2),
        (b"[box]\ntiles = 3\ntiles = 4\n", 3),
        (b"[box]\ntiles = [1,\n", 2),
        (b"[box\n", 1),
        (b"[box]\n# caf\xe9\n", 2),
    ],
)
def test_what_is_not_toml(tmp_path: Path, content: bytes, line: int) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(content)
    with pytest.raises(BoxFileFault) as caught:
        read_box(path)
    (problem,) = caught.value.problems
    assert (problem.code, problem.line) == ("BX302", line)


@pytest.mark.parametrize(
    "hostile",
    [
        "x = " + "[" * 5000 + "]" * 5000,
        "x = " + "{a = " * 500 + "1" + "}" * 500,
        "x = " + "9" * 5000,
        "[box]\ntiles = 0x" + "F" * 5000,
        "[rules.set]\nstake = 0x" + "F" * 5000,
        "[tiles]\npins = { a = 0x" + "F" * 5000 + " }",
        "k" * 60_000 + " = 1",
        '[rules]\nvariant = "' + "x" * 60_000 + '"',
        "[tiles]\ndriver = 'gpio'\npins = [" + "4," * 30_000 + "]",
        "[[tiles.except]]\ntiles = '" + "1-24," * 10_000 + "1'",
        "[rules]\nplayers = [" + "'a'," * 15_000 + "]",
        "[[lamps]]\n" * 6_000,
    ],
)
def test_what_no_box_needs_is_no_crash(tmp_path: Path, hostile: str) -> None:
    with pytest.raises(BoxFileFault) as fault:
        read(tmp_path, hostile)
    assert all(len(line) < 1000 for line in fault.value.lines)
    assert len(fault.value.problems) <= MOST_PROBLEMS + 1


@pytest.mark.parametrize(
    "long_key",
    [
        "a" + ".a" * 20_000 + " = 1",
        "[a" + ' . "a.b"' * 20 + "]",
        "[[a" + ".'a'" * 20 + "]]",
        "[rules]\nset = { a" + ".a" * MOST_KEY_PARTS + " = 1 }",
    ],
)
def test_a_key_of_thousands_of_parts_is_not_read(tmp_path: Path, long_key: str) -> None:
    (problem,) = problems(tmp_path, GOOD + long_key)
    assert problem.code == "BX302"
    assert "a key has more than 16 parts" in problem.sentence


@pytest.mark.parametrize(
    "fine",
    [
        "# " + "a.b" * 100,
        'file = "' + "a.b" * 100 + '"',
        'file = """' + "a.b\n" * 100 + '"""',
        "file = '" + "../" * 100 + "' # " + "a.b" * 100,
    ],
)
def test_dots_in_a_text_make_no_long_key(tmp_path: Path, fine: str) -> None:
    found = problems(tmp_path, f"{GOOD}[journal]\n{fine}")
    assert [each for each in found if "parts" in each.sentence] == []


def test_a_file_larger_than_any_box_needs_is_not_read(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, "".join(f"[k{number}]\n" for number in range(100_000)))
    assert str(problem) == (
        f"BX302: {tmp_path}/box.toml: no box needs this (it has more than 65536 bytes); simplify it"
    )


def test_of_very_many_problems_the_first_are_told(tmp_path: Path) -> None:
    found = problems(tmp_path, GOOD + "".join(f"key{number} = 1\n" for number in range(5000)))
    assert len(found) == MOST_PROBLEMS + 1
    assert [problem.line for problem in found[:3]] == [19, 20, 21]
    assert str(found[-1]) == (
        f"BX302: {tmp_path}/box.toml: there are more problems than these 100; mend these first"
    )


def test_a_pipe_is_no_box_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "box.toml")
    with pytest.raises(BoxFileFault, match=r"BX301: .*this is no file"):
        read_box(tmp_path / "box.toml")


def test_line_ends_and_marks_of_other_systems(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert read_box(path).box.tiles == 3


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2)
    ),
    max_leaves=4,
)


@given(st.data())
def test_no_value_of_any_key_is_a_crash(data: DataObject) -> None:
    content = {
        table.name: data.draw(
            JUNK | st.fixed_dictionaries({}, optional=dict.fromkeys(table.keys_of(None), JUNK))
        )
        for table in TABLES
    }
    checking = _Checking("box.toml", content, "")
    for table in TABLES:
        checking.check_table(table)
    checking.check_unknown_tables()
    checking.check_wiring()
    assert all(problem.sentence and problem.cure for problem in checking.problems)
