"""Whatever stands in any cell of a journal, every command, page and start answers."""

from __future__ import annotations

import shutil
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from boxctl.doctor.check_journal import _record
from boxctl.journal.disk.file import open_to_read
from boxctl.journal.disk.schema import SPAN
from boxctl.journal.entry_kinds import MatchBegan
from boxctl.journal.recorded_match import last_throws
from boxctl.screens.laptop.house_habits import house_habits
from boxctl.screens.laptop.unfinished_matches import unfinished_matches
from tests.support.records.forger import forges, forges_texts, writes
from tests.support.records.odd_cells import OddCell, odd_bodies, odd_cells
from tests.support.records.questions import PAGES, every_question, plays_on, statuses, two_matches
from tests.support.records.sample_entries import SAMPLES
from tests.support.soak import SOAK, tried


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "journal.db"
    two_matches(path)
    return path


@pytest.fixture(scope="module")
def every_kind(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its first match has an entry of each kind behind its end. Nothing is signed."""
    path = tmp_path_factory.mktemp("every_kind") / "journal.db"
    two_matches(path, signed=False)
    further = [
        (kind, body) for kind in SAMPLES if kind != MatchBegan.kind for body in SAMPLES[kind]
    ]
    forges(path, 1, lambda entries: [*entries, *further])
    return path


@cache
def cells_of(path: Path) -> tuple[OddCell, ...]:
    return tuple(odd_cells(path))


@cache
def bodies_of(path: Path) -> tuple[OddCell, ...]:
    return tuple(odd_bodies(path))


def answers_everything(path: Path) -> None:
    """Every command, page and start; none of them may raise anything but a fault."""
    pytest.importorskip("starlette")
    from tests.support.web.asked_app import answers_of_journal

    for (status, told), page in zip(answers_of_journal(path, PAGES), PAGES, strict=True):
        assert status in (200, 404, 503), page
        assert status == 200 or told["code"].startswith("BX"), page
    assert list(_record(path))
    house_habits(path)
    unfinished_matches(path)
    event(statuses(path))
    event(plays_on(path))


@settings(max_examples=12 * SOAK)
@given(st.data())
def test_any_value_in_any_column(sound: Path, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(cells_of(sound)))
    with TemporaryDirectory() as directory:
        path = Path(shutil.copy(sound, Path(directory) / "journal.db"))
        cell.put_into(path)
        tried("odd cells")
        answers_everything(path)


@settings(max_examples=12 * SOAK)
@given(st.data(), st.booleans())
def test_any_value_in_any_entry(every_kind: Path, data: st.DataObject, chained: bool) -> None:
    cell = data.draw(st.sampled_from(bodies_of(every_kind)))
    with TemporaryDirectory() as directory:
        path = Path(shutil.copy(every_kind, Path(directory) / "journal.db"))
        cell.put_into(path)
        if chained:
            forges_texts(path, int(cell.where.rpartition(" ")[2]) // SPAN, lambda entries: entries)
        tried("odd entries")
        answers_everything(path)


def test_the_search_finds_every_column_and_kind_of_entry(sound: Path, every_kind: Path) -> None:
    found: dict[str, set[str]] = {}
    for cell in cells_of(sound):
        found.setdefault(cell.table, set()).add(cell.column)
    head = {"match", "entries", "hash", "key", "signature", "journal", "counter", "time"}
    assert found == {"entry": {"id", "kind", "body", "hash"}, "head": head}
    kinds = {cell.kind.partition(":")[0].partition("[")[0] for cell in bodies_of(every_kind)}
    assert kinds == set(SAMPLES)


@pytest.mark.parametrize("place", ["series", "serial"])
def test_no_number_of_a_throw_keeps_a_table_from_playing(
    sound: Path, tmp_path: Path, place: str
) -> None:
    kind = f"event['how']['{place}']: "
    cells = [cell for cell in bodies_of(sound) if cell.kind.startswith(kind)]
    assert len(cells) > 20
    for number, cell in enumerate(cells):
        path = Path(shutil.copy(sound, tmp_path / f"{number}.db"))
        cell.put_into(path)
        with closing(open_to_read(path)) as connection:
            found = last_throws(connection)
        assert {type(each) for each in (*found.keys(), *found.values())} <= {int}, cell
        assert plays_on(path) == "played", cell


def test_a_journal_that_lacks_a_column_is_damaged(sound: Path, tmp_path: Path) -> None:
    """Commands say so (BX604), and the next start sets it aside, plays and has saved the rest."""
    columns = sorted({(cell.table, cell.column) for cell in cells_of(sound)})
    for table, column in columns:
        path = Path(shutil.copy(sound, tmp_path / f"{table}-{column}.db"))
        writes(path, f"ALTER TABLE {table} RENAME COLUMN {column} TO no_{column}")
        assert set(every_question(path, (("matches",), ("verify", "1"), ("history",)))) == {1}
        assert plays_on(path) == "played"
        assert path.with_name(f"{path.name}.damaged-1").exists()
