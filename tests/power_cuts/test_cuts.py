"""Cut short at any point, programs that keep their word are found to, and others are not."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.power_cuts import NEEDS_GCC, Cut, Kind, Log, record
from tests.support.power_cuts.survival import Survivors

pytestmark = NEEDS_GCC

PROGRAMS = Path(__file__).parents[1] / "support" / "power_cuts" / "programs.py"
HONEST = (Kind.KILLED, Kind.POWER)


class Broken(Exception):
    """What is there cannot be read."""


def recorded(program: str, place: Path) -> Log:
    directory = place / program
    directory.mkdir()
    return record([sys.executable, PROGRAMS, program, directory], directory)


def lines_in_database(directory: Path) -> list[str]:
    """The lines, as the next start of the program would read them."""
    try:
        with closing(sqlite3.connect(directory / "lines.db")) as database:
            if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                raise Broken("integrity")
            if not database.execute("SELECT * FROM sqlite_master").fetchall():
                return []
            rows = database.execute("SELECT text FROM line ORDER BY rowid").fetchall()
    except sqlite3.DatabaseError as fault:
        raise Broken(str(fault)) from fault
    return [text.rstrip("x ") for (text,) in rows]


def lines_in_file(directory: Path) -> list[str]:
    file = directory / "lines"
    if not file.exists():
        return []
    *lines, end = file.read_text("utf-8", "replace").splitlines() or [""]
    if end != "end":
        raise Broken("the end is missing")
    return lines


def lines_in(directory: Path) -> list[str]:
    """What was kept there; Broken if it is not the first lines, each whole."""
    found = lines_in_database if (directory / "lines.db").exists() else lines_in_file
    lines = found(directory)
    if lines != [f"line {n}" for n in range(len(lines))]:
        raise Broken(f"{lines}")
    return lines


def is_let_down(cut: Cut, into: Path) -> bool:
    """Whether a player who read the shown lines now misses one."""
    cut.build(into)
    try:
        return len(lines_in(into)) < len(cut.shown)
    except Broken:
        return True


def is_broken(cut: Cut, into: Path) -> bool:
    cut.build(into)
    try:
        lines_in(into)
    except Broken:
        return True
    return False


@pytest.mark.parametrize("program", ["database", "file"])
def test_what_a_careful_program_showed_is_there_after_any_cut(program: str, place: Path) -> None:
    log = recorded(program, place)
    cuts = log.cuts(HONEST)
    assert log.cuts()[-1].shown == tuple(f"line {n}" for n in range(8))
    assert not [str(cut) for cut in cuts if is_let_down(cut, place / "image")]


@pytest.mark.parametrize(
    ("program", "kind", "survivors"),
    [
        ("database_hasty", Kind.KILLED, Survivors.NOTHING),
        ("database_hasty", Kind.POWER, Survivors.NOTHING),
        ("database_unsynced", Kind.POWER, Survivors.NOTHING),
        ("database_unsynced", Kind.POWER, Survivors.SECTORS),
        ("file_unsynced", Kind.POWER, Survivors.NAMES),
        ("file_unsynced", Kind.POWER, Survivors.JUNK),
        ("file_unsynced", Kind.POWER, Survivors.TORN),
        ("file_nameless", Kind.POWER, Survivors.BYTES),
        ("file_nameless", Kind.POWER, Survivors.FIRST),
    ],
)
def test_a_careless_program_is_caught(
    program: str, kind: Kind, survivors: Survivors, place: Path
) -> None:
    cuts = [cut for cut in recorded(program, place).cuts([kind]) if cut.survivors is survivors]
    assert any(is_let_down(cut, place / "image") for cut in cuts)


@pytest.mark.parametrize("program", ["database_unsynced", "file_unsynced", "file_nameless"])
def test_syncs_do_not_matter_to_a_program_that_is_killed(program: str, place: Path) -> None:
    cuts = recorded(program, place).cuts([Kind.KILLED])
    assert not [str(cut) for cut in cuts if is_let_down(cut, place / "image")]


def test_a_lying_disk_that_keeps_the_order_loses_only_the_last_lines(place: Path) -> None:
    """As SQLite promises: the file is sound, and some of it missing."""
    cuts = recorded("database", place).cuts([Kind.LYING])
    missing = []
    for cut in cuts:
        if cut.survivors is Survivors.NOTHING:
            cut.build(place / "image")
            missing.append(len(cut.shown) - len(lines_in(place / "image")))
    assert max(missing) > 1


def test_a_lying_disk_that_loses_the_order_breaks_files(place: Path) -> None:
    cuts = recorded("database", place).cuts([Kind.LYING], most=500)
    assert any(is_broken(cut, place / "image") for cut in cuts)


def test_a_choice_of_cuts_still_holds_one_of_every_point(place: Path) -> None:
    log = recorded("file", place)
    every = log.cuts()
    points = {cut.after for cut in every}
    some = log.cuts(most=len(points) + 50, seed=1)
    assert {cut.after for cut in some} == points
    assert len(some) == len(points) + 50
    assert [cut.after for cut in some] == sorted(cut.after for cut in some)
    assert set(map(str, some)) < set(map(str, every))
    assert list(map(str, some)) != list(map(str, log.cuts(most=len(points) + 50, seed=2)))
    assert len({cut.name for cut in every}) == len(every)


def test_the_order_of_building_changes_nothing(place: Path) -> None:
    log = recorded("database", place)
    cuts = log.cuts(most=300)
    backwards = [cut.image() for cut in reversed(cuts)]
    assert [cut.image() for cut in cuts] == backwards[::-1]
