"""What the menu reads of a journal that somebody has changed: matches to go on with, habits."""

from __future__ import annotations

import shutil
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from boxctl.audit.personal_best import personal_best
from boxctl.rules.variants import variant
from boxctl.screens.laptop.game_choice import BOX
from boxctl.screens.laptop.house_habits import HouseHabits, house_habits
from boxctl.screens.laptop.unfinished_matches import unfinished_matches
from groundwork import local_time
from groundwork.local_time import told_time
from tests.support.hostile import NESTED
from tests.support.records.forger import ForgedTexts, forges_texts, writes
from tests.support.records.recorded_evening import play_to_the_end
from tests.support.tables.virtual_table import VirtualTable


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of this laptop that was interrupted, in one file."""
    folder = tmp_path_factory.mktemp("begun")
    table = VirtualTable("classic", "Ann,Bob", journal=folder / "played.db")
    table.throws(3, 4)
    table.loses_power()
    table.close()
    writes(folder / "played.db", "UPDATE entry SET body = json_set(body, '$.box', ?)", (BOX,))
    forges_texts(folder / "played.db", 1, lambda entries: entries)
    writes(folder / "played.db", "VACUUM INTO ?", (str(folder / "journal.db"),))
    return folder / "journal.db"


@pytest.fixture
def journal(begun: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(begun, tmp_path / "journal.db"))


def test_it_is_offered_as_it_was(journal: Path) -> None:
    (match,) = unfinished_matches(journal)
    assert match.number == 1


@pytest.mark.parametrize(
    "change",
    [
        "hash = 3",
        "body = CAST(body AS BLOB)",
        "body = x'ff' WHERE kind = 'ruling'",
        "kind = CAST(kind AS BLOB) WHERE number > 0",
        "kind = 'ruling' WHERE number > 0",
    ],
)
def test_what_is_no_record_is_not_offered(journal: Path, change: str) -> None:
    writes(journal, f"UPDATE entry SET {change}")
    forges_texts(journal, 1, lambda entries: entries)
    unfinished_matches(journal)
    writes(journal, "UPDATE entry SET hash = zeroblob(32)")
    assert unfinished_matches(journal) == ()


@pytest.mark.parametrize("text", [NESTED * 20, "7", "{}", '{"verdict": 1e999}', '{"verdict": []}'])
def test_nor_is_a_ruling_that_is_none(journal: Path, text: str) -> None:
    def forge(entries: ForgedTexts) -> ForgedTexts:
        return [*entries, ("ruling", text)]

    forges_texts(journal, 1, forge)
    assert unfinished_matches(journal) == ()


@pytest.mark.parametrize(
    "began", ["no time", "9999-12-31T23:59:59.000Z", "0001-01-01T00:00:00.000Z"]
)
@pytest.mark.parametrize("place", ["Asia/Tokyo", "America/New_York"])
def test_a_clock_at_the_end_of_the_calendar_is_shown(
    journal: Path, monkeypatch: pytest.MonkeyPatch, began: str, place: str
) -> None:
    header = "UPDATE entry SET body = json_set(body, '$.began', ?) WHERE number = 0"
    writes(journal, header, (began,))
    forges_texts(journal, 1, lambda entries: entries)
    monkeypatch.setattr(local_time, "zone_here", lambda: ZoneInfo(place))
    shown = [told_time(match.began) for match in unfinished_matches(journal)]
    assert len(shown) == (began != "no time")


OVER = '{"at": AT, "verdict":"match_over", "scores": {"Ann": SCORE}}'


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match that Ann has played alone to its end."""
    folder = tmp_path_factory.mktemp("played")
    path = folder / "played.db"
    table = VirtualTable("classic", "Ann", journal=path)
    play_to_the_end(table)
    table.close()
    writes(path, "UPDATE entry SET body = json_set(body, '$.box', ?) WHERE number = 0", (BOX,))
    forges_texts(path, 1, lambda entries: entries)
    writes(path, "VACUUM INTO ?", (str(folder / "journal.db"),))
    return folder / "journal.db"


def test_its_habits_are_read(played: Path) -> None:
    assert house_habits(played).favourites == ("classic",)
    assert house_habits(played).minutes == (("classic", 1),)


@pytest.mark.parametrize("at", ["1e999", "NaN", "9" * 400, NESTED, '"x"', "null", "-1e308"])
@pytest.mark.parametrize("kind", ["match", "ruling"])
def test_a_time_that_is_none_tells_of_no_habit(
    played: Path, tmp_path: Path, kind: str, at: str
) -> None:
    def forge(entries: ForgedTexts) -> ForgedTexts:
        last, header = OVER.replace("AT", at).replace("SCORE", at), entries[0][1]
        if kind == "ruling":
            return [*entries[:-1], ("ruling", last)]
        return [("match", header.replace('"at":', f'"at":{at},"was":')), *entries[1:]]

    journal = Path(shutil.copy(played, tmp_path / "journal.db"))
    forges_texts(journal, 1, forge)
    assert isinstance(house_habits(journal), HouseHabits)
    assert personal_best(journal, BOX, variant("classic"), "Ann") is None


def test_an_evening_at_the_beginning_of_the_calendar_has_its_people(
    played: Path, tmp_path: Path
) -> None:
    journal = Path(shutil.copy(played, tmp_path / "journal.db"))
    began = "UPDATE entry SET body = json_set(body, '$.began', '0001-01-01T00:00:00Z')"
    writes(journal, f"{began} WHERE number = 0")
    assert house_habits(journal).evening == ("Ann",)
