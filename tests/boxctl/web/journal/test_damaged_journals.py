"""Whatever is in a journal, its pages answer, or say what is wrong; nothing ends in a traceback."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

pytest.importorskip("starlette")

from boxctl.journal.disk.schema import entry_id
from boxctl.rules.variants import variant
from boxctl.web.journal.house_records import HouseRecords
from tests.boxctl.journal.test_any_journal_file import CORPUS
from tests.support.hostile import changed_lines, damaged
from tests.support.records.forger import ForgedTexts, forges_texts, writes
from tests.support.records.questions import PAGES
from tests.support.records.recorded_evening import a_short_match
from tests.support.soak import SOAK
from tests.support.web.asked_app import Answer, answers_of_journal


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of one match to its end, with a signature, in one file."""
    folder = tmp_path_factory.mktemp("sound")
    table = a_short_match(folder / "played.db")
    table.close()
    writes(folder / "played.db", "VACUUM INTO ?", (str(folder / "journal.db"),))
    return folder / "journal.db"


@pytest.fixture
def journal(sound: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copy(sound, tmp_path / "journal.db"))


def asked(journal: Path, pages: Sequence[str] = PAGES) -> list[Answer]:
    """The answers: data, or the code and the words of what is wrong."""
    answers = answers_of_journal(journal, pages)
    for (status, told), page in zip(answers, pages, strict=True):
        assert status in (200, 404, 503), page
        assert status == 200 or (told["code"].startswith("BX") and told["text"]), page
    looks_records_up(journal)
    return answers


def looks_records_up(journal: Path) -> None:
    """As a television does between matches. What it raises in its thread fails the test."""
    records = HouseRecords(journal, lambda: None)
    records._busy.acquire()
    records._look("classic", variant("classic"))
    assert all(records.lines)
    # As a browser does, which has no threads.
    waiting: list[Callable[[], object]] = []
    in_steps = HouseRecords(journal, lambda: None, lambda _seconds, do: waiting.append(do))
    in_steps.look_up("classic", variant("classic"))
    while waiting:
        waiting.pop()()
    assert in_steps.lines == records.lines
    assert in_steps._busy.acquire(blocking=False)


def test_a_sound_journal_is_shown(journal: Path) -> None:
    assert [status for status, _ in asked(journal)] == [200] * len(PAGES)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_a_journal_that_ended_in_a_traceback_once(tmp_path: Path, path: Path) -> None:
    asked(Path(shutil.copy(path, tmp_path / "journal.db")))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET hash = 3",
        "UPDATE entry SET hash = 'x'",
        "UPDATE entry SET kind = x'00ff', body = x'ff'",
        "UPDATE entry SET body = 7",
        "UPDATE entry SET body = x'ff' WHERE kind = 'ruling'",
        "UPDATE entry SET kind = 'ruling'",
        "UPDATE entry SET body = CAST(x'7b2278223a22eda080227d' AS TEXT)",
        "DELETE FROM entry WHERE kind = 'match'",
        "UPDATE entry SET id = -id",
        "UPDATE head SET hash = 4, key = 'a', signature = 1.5",
        "UPDATE head SET entries = 9223372036854775807",
        "UPDATE head SET counter = 'x', time = x'ff', journal = CAST(x'ff' AS TEXT)",
    ],
)
def test_values_that_nobody_writes(journal: Path, statement: str) -> None:
    writes(journal, statement)
    asked(journal)


@pytest.mark.parametrize("page", ["/matches/1.json", "/rulings/2?match=1"])
def test_nothing_is_shown_of_a_match_that_was_changed(journal: Path, page: str) -> None:
    writes(journal, "UPDATE entry SET body = replace(body, '\"Bob\"', '\"Cy\"')")
    ((status, told),) = asked(journal, [page])
    assert (status, told["code"]) == (404, "BX611")


def test_nor_of_one_that_was_cut_before_its_signature_ends(journal: Path) -> None:
    writes(journal, "DELETE FROM entry WHERE id >= ?", (entry_id(1, 20),))
    ((status, told),) = asked(journal, ["/matches/1.json"])
    assert (status, told["code"]) == (404, "BX611")


def test_a_record_to_take_home_is_given_as_it_is_and_proves_itself_false(journal: Path) -> None:
    writes(journal, "UPDATE entry SET body = replace(body, '\"Bob\"', '\"Cy\"')")
    ((status, told),) = asked(journal, ["/matches/1/record.json"])
    assert status == 200
    assert '"Cy"' in told["entries"][0]["body"]


@pytest.mark.parametrize(
    "began", ["0001-01-01T00:00:00+00:00", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"]
)
def test_an_evening_at_the_end_of_the_calendar(journal: Path, began: str) -> None:
    writes(
        journal, "UPDATE entry SET body = json_set(body, '$.began', ?) WHERE number = 0", (began,)
    )
    ((status, _),) = asked(journal, ["/evening/record.json"])
    assert status == 200


@settings(max_examples=6 * SOAK)
@given(st.data())
def test_any_bytes_in_the_file(sound: Path, data: st.DataObject) -> None:
    with TemporaryDirectory() as directory:
        path = Path(directory) / "journal.db"
        path.write_bytes(data.draw(damaged(sound.read_bytes())))
        event(str([status for status, _ in asked(path)]))


@settings(max_examples=6 * SOAK)
@given(st.data())
def test_any_entries_with_a_right_chain(sound: Path, data: st.DataObject) -> None:
    def forge(entries: ForgedTexts) -> ForgedTexts:
        kinds = [kind for kind, _text in entries]
        texts = data.draw(changed_lines([text for _kind, text in entries]))
        return list(zip(kinds, texts, strict=False))

    with TemporaryDirectory() as directory:
        path = Path(shutil.copy(sound, Path(directory) / "journal.db"))
        writes(path, "DELETE FROM head")
        forges_texts(path, 1, forge)
        event(str([status for status, _ in asked(path)]))
