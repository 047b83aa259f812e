"""Whatever is in a journal, every command and every start answers, or says what is wrong."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from boxctl.cli import main
from tests.support.every_variant import parameter
from tests.support.hostile import changed_lines, damaged
from tests.support.records.forger import Forged, ForgedTexts, forges, forges_texts, writes
from tests.support.records.questions import (
    JOURNAL,
    QUESTIONS,
    every_question,
    plays_on,
    statuses,
    two_matches,
)
from tests.support.soak import SOAK, tried

CORPUS = sorted((Path(__file__).parent / "corpus").iterdir())


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "journal.db"
    two_matches(path)
    return path


@pytest.fixture(scope="module")
def unsigned(tmp_path_factory: pytest.TempPathFactory, sound: Path) -> Path:
    """The same without any signature: what is edited and chained again is not found by one."""
    path = tmp_path_factory.mktemp("unsigned") / "journal.db"
    shutil.copy(sound, path)
    writes(path, "DELETE FROM head")
    return path


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_a_journal_that_ended_in_a_traceback_once(tmp_path: Path, path: Path) -> None:
    copy = tmp_path / "journal.db"
    shutil.copy(path, copy)
    statuses(copy)
    plays_on(copy)


@settings(max_examples=15 * SOAK)
@given(st.data())
def test_any_bytes_in_the_file(sound: Path, data: st.DataObject) -> None:
    bad = data.draw(damaged(sound.read_bytes()))
    with TemporaryDirectory() as directory:
        path = Path(directory) / "journal.db"
        path.write_bytes(bad)
        tried("damaged journals")
        event(statuses(path))
        event(plays_on(path))


@settings(max_examples=8 * SOAK)
@given(st.integers(1, 2), st.data())
def test_any_entries_with_a_right_chain(unsigned: Path, match: int, data: st.DataObject) -> None:
    def forge(entries: ForgedTexts) -> ForgedTexts:
        kinds = [kind for kind, _text in entries]
        texts = data.draw(changed_lines([text for _kind, text in entries]))
        kinds += data.draw(st.lists(st.sampled_from(["match", "event", "ruling"]), max_size=2))
        return list(zip(kinds, texts, strict=False))

    with TemporaryDirectory() as directory:
        path = Path(directory) / "journal.db"
        shutil.copy(unsigned, path)
        forges_texts(path, match, forge)
        tried("forged journals")
        event(statuses(path))
        event(plays_on(path))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET id = 9223372036854775807 WHERE id = (SELECT max(id) FROM entry)",
        "UPDATE entry SET id = -9223372036854775807 WHERE id = (SELECT min(id) FROM entry)",
        "UPDATE entry SET id = -1 WHERE id = (SELECT min(id) FROM entry)",
        "UPDATE entry SET id = 0 WHERE id = (SELECT min(id) FROM entry)",
        "UPDATE head SET entries = 9223372036854775807",
        "UPDATE OR REPLACE head SET match = 9223372036854775807",
        "UPDATE OR REPLACE head SET match = -9223372036854775808, entries = 0",
        "UPDATE head SET counter = 9223372036854775807, time = '9999-99-99'",
        "UPDATE entry SET body = '' WHERE kind = 'match'",
        "UPDATE entry SET body = '{\"began\": 1e999}' WHERE kind = 'match'",
        'UPDATE entry SET body = replace(body, \'"at":\', \'"at":1e999,"x":\')',
        "UPDATE entry SET body = json_set(body, '$.how.series', 1e308, '$.how.serial', 'x')",
        "UPDATE entry SET kind = x'00ff', body = x'ff', hash = 3",
        "DELETE FROM entry",
    ],
)
def test_numbers_and_texts_that_nobody_writes(tmp_path: Path, sound: Path, statement: str) -> None:
    path = tmp_path / "journal.db"
    shutil.copy(sound, path)
    writes(path, statement)
    statuses(path)
    plays_on(path)


@pytest.mark.parametrize(
    "change",
    [
        {"players": ["Ann", "Bob", "Cy"], "rules": {"match": "duel"}},
        {"players": []},
        {"players": ["Ann", "Ann"]},
        {"players": ["Bob\u00a0Lee", "Ann"]},
        {"rules": {"tiles": "9", "down": "1-9"}},
        {"rules": {"tiles": "1", "down": "24"}},
        {"rules": {"combine": "canoga", "dice": "3d6", "match": "first_to_shut"}},
        {"rules": {"dice": "24d100", "tiles": "24"}},
        {"rules": {"no such setting": "1"}},
        {"rules": {"tiles": "1e999"}},
        {"levers": [24]},
        {"levers": []},
        {"at": -5},
        {"at": 1e300, "line": -1},
        {"line": 10**300},
        {"variant": "no such variant"},
        {"box": ""},
        {"began": "9999-12-31T23:59:59+00:00"},
        {"began": "0001-01-01T00:00:00+23:59"},
        {"software": {"boxctl": "999.0"}},
        {"after": {"match": 2, "entries": 0, "head": ""}},
        {"journal": "x" * 1000},
    ],
    ids=str,
)
@pytest.mark.parametrize("match", [parameter(1, quick=True), parameter(2, quick=False)])
def test_a_header_that_contradicts_itself(
    tmp_path: Path, unsigned: Path, match: int, change: dict[str, Any]
) -> None:
    path = tmp_path / "journal.db"
    shutil.copy(unsigned, path)

    def forge(entries: Forged) -> Forged:
        entries[0][1].update(change)
        return entries

    forges(path, match, forge)
    statuses(path)
    plays_on(path)


@pytest.mark.parametrize("column", ["kind", "body"])
def test_bytes_for_text_with_a_chain_that_would_be_right(
    tmp_path: Path, unsigned: Path, column: str
) -> None:
    path = tmp_path / "journal.db"
    shutil.copy(unsigned, path)
    writes(path, f"UPDATE entry SET {column} = CAST({column} AS BLOB) WHERE number > 0")
    forges_texts(path, 1, lambda entries: entries)
    assert set(statuses(path)) <= set("012")
    assert main(["verify", str(path)]) == 1
    plays_on(path)


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.touch()
    for command, status in zip(QUESTIONS, every_question(path), strict=True):
        # A box that has not played has no key yet, which is no fault of the call.
        begins = command[0] == "play" and "--rules" in command
        shows = command[0] in ("matches", "ledger", "history", "audits") or JOURNAL in command
        assert status == (1 if command == ("key",) else 0 if begins or shows else 2), command
    assert plays_on(path) == "played"
