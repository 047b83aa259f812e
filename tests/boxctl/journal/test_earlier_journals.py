"""A journal that kept sentences is as good as ever, however rulings are worded today."""

from __future__ import annotations

import inspect
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from boxctl.audit.dispute import dispute
from boxctl.audit.narrate import narrate, rulings_as_json
from boxctl.audit.overruled_result import result_that_stands
from boxctl.audit.rejudge import state_at
from boxctl.audit.verify_journal import JournalVerification, verify_all
from boxctl.journal.disk.file import open_to_read
from boxctl.journal.disk.schema import VERSION
from boxctl.journal.entry_kinds import DeviceChanged, MatchLeft, RulingMade
from boxctl.journal.query import numbers_in
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.presentation.sentences import levers, ruling, throws
from boxctl.referee.payloads import Verdict
from tests.support.records.forger import Forged, forges
from tests.support.records.journals import Bare
from tests.support.tables.virtual_table import BuildTable

LAYOUT_2 = Path(__file__).parent / "layout_2" / "journal.db"
WORDS = "It was ruled, and nobody knows how that was said."
SHUT_BEFORE = (1, 2, 9)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A copy of the journal."""
    return Path(shutil.copy(LAYOUT_2, tmp_path / "journal.db"))


@pytest.fixture(params=["worded as then", "reworded"])
def wording(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The sentences of today, and quite other ones."""
    if request.param == "reworded":
        reword(monkeypatch)
    return str(request.param)


def reword(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (levers, ruling, throws):
        for name, _function in inspect.getmembers(module, inspect.isfunction):
            if name not in ("sentence", "is_before_turn"):
                monkeypatch.setattr(module, name, lambda *_, **__: WORDS)


def verified(journal: Path) -> JournalVerification:
    with closing(open_to_read(journal)) as connection:
        return verify_all(connection)


def matches(journal: Path) -> list[RecordedMatch]:
    with closing(open_to_read(journal)) as connection:
        found = [read_match(connection, number) for number in numbers_in(connection)]
    return [match for match in found if match is not None]


def test_it_has_what_there_was_to_rule_on() -> None:
    with closing(sqlite3.connect(f"file:{LAYOUT_2}?immutable=1", uri=True)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)
        bodies = [
            json.loads(body)
            for (body,) in connection.execute(
                "SELECT body FROM entry WHERE kind = ?", (RulingMade.kind,)
            )
        ]
    assert {body["verdict"] for body in bodies} == set(Verdict)
    assert all(body["text"] for body in bodies)
    assert any("unverified" in body for body in bodies)


def test_it_opens_and_holds(journal: Path, wording: str) -> None:
    found = verified(journal)
    assert found.holds, found.sentences
    assert len(found.verdicts) == 12


def test_it_is_told_as_it_was_said_then(journal: Path, wording: str) -> None:
    for match in matches(journal):
        told = {entry.entry: entry.text for entry in narrate(match)}
        for kept in match.of_kind(RulingMade.kind):
            assert told[kept.number].startswith(kept.body["text"])
        ruled = [body for body in rulings_as_json(match) if body["verdict"] != "overruled"]
        assert json.loads(json.dumps(ruled)) == [
            kept.body for kept in match.of_kind(RulingMade.kind)
        ]


def test_what_it_said_of_sensors_and_of_matches_left_is_told_so(journal: Path) -> None:
    said = 0
    for match in matches(journal):
        told = {entry.entry: entry.text for entry in narrate(match)}
        for kept in (*match.of_kind(DeviceChanged.kind), *match.of_kind(MatchLeft.kind)):
            said += 1
            assert (kept.body["why"] if kept.kind == MatchLeft.kind else kept.body["says"]) in told[
                kept.number
            ]
    assert said


def test_each_of_its_rulings_can_be_disputed(journal: Path, wording: str) -> None:
    for match in matches(journal):
        for kept in match.of_kind(RulingMade.kind):
            found = dispute(match, kept.number)
            assert found.sentence == kept.body["text"]
            assert json.loads(json.dumps(found.as_json()["ruling"])) == kept.body
            assert found.doubts == tuple(kept.body.get("unverified", ()))


def test_how_it_stood_can_be_asked(journal: Path, wording: str) -> None:
    for match in matches(journal):
        last = [kept.number for kept in match.of_kind(RulingMade.kind)][-1]
        state = state_at(match, last)
        assert state.as_json()["open"] == tuple(match.entries[last].body["open"])


def test_its_overruling_stands(journal: Path, wording: str) -> None:
    (match,) = [match for match in matches(journal) if match.overrulings]
    result = result_that_stands(match)
    assert result is not None
    assert result.scores["Ann"] == match.overrulings[0].score == 3


def test_its_interrupted_match_goes_on_to_its_end(
    a_table: BuildTable, journal: Path, wording: str
) -> None:
    table = a_table("ten", "Ann,Bob", journal=journal, doubles="true", already_shut=SHUT_BEFORE)
    assert table.opened.match is not None
    assert table.opened.match.number == 12
    before = len(table.read(12).entries)
    table.shuts(5)
    assert table.ruled == ["committed R3.1"]
    table.throws(6, 6)
    table.shuts(8, 4)
    match = table.read(12)
    then = [kept.body for kept in match.entries[:before] if kept.kind == RulingMade.kind]
    now = [kept.body for kept in match.entries[before:] if kept.kind == RulingMade.kind]
    assert all("text" in body for body in then)
    assert now
    assert not any("text" in body for body in now)
    found = verified(journal)
    assert found.holds, found.sentences
    assert Bare(journal).execute("PRAGMA user_version") == [(VERSION,)]


def test_a_match_of_today_holds_after_any_rewording(
    a_table: BuildTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = a_table("pub", "Ann,Bob", journal=True, stake=20)
    table.throws(3, 4)
    table.shuts(9)
    table.opens(9)
    table.shuts(7)
    table.throws(6, 1)
    said = [told.text for told in narrate(table.read())]
    reword(monkeypatch)
    assert verified(table.path).holds
    assert WORDS in "".join(told.text for told in narrate(table.read()))
    monkeypatch.undo()
    assert [told.text for told in narrate(table.read())] == said
    table.loses_power()
    reword(monkeypatch)
    table.starts_again()
    assert table.opened.match is not None


def test_what_was_ruled_is_compared_in_earlier_entries_too(journal: Path) -> None:
    """Whoever writes the chain anew can word a ruling otherwise, but not rule otherwise."""

    def worded(entries: Forged) -> Forged:
        return [
            (kind, body | {"text": WORDS} if kind == RulingMade.kind else body)
            for kind, body in entries
        ]

    def ruled(entries: Forged) -> Forged:
        last = max(place for place, (kind, _body) in enumerate(entries) if kind == RulingMade.kind)
        entries[last][1]["tiles"] = [5]
        return entries

    forges(journal, 12, worded)
    assert verified(journal).holds
    forges(journal, 12, ruled)
    assert not verified(journal).holds
