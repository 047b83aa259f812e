"""What a page shows of the record: matches, replays, why a ruling was made, a file to take home."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from boxctl.audit.cards.card_of_evening import head_of_evening
from boxctl.cli import main
from boxctl.journal.add_entry import add_signature
from boxctl.journal.disk.match_lock import MatchLock
from boxctl.journal.proof.keys import new_secret, path_of_key, write_secret
from boxctl.journal.query import read_sound_match
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.rules.variants import variant
from boxctl.web.journal import match_card, record_routes
from boxctl.web.journal.record_routes import (
    LARGEST,
    MOST_KEPT,
    KeptAnswers,
    RecordRoutes,
    evening_of,
    replay_of,
)
from boxctl.web.page_texts import rules_in_words
from boxctl.web.state_parts import PlayedGame
from boxctl.web.table_feed import TableFeed
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.served_table import ServedTable, served


@pytest.fixture
def recorded(a_table: BuildTable, tmp_path: Path) -> Iterator[ServedTable]:
    """The pages of a table at which a throw was answered, with a mistake on the way."""
    feed, journal = TableFeed(), tmp_path / "journal.db"
    table = a_table(players="Ann,<b>Bob</b>", watcher=feed, journal=journal)
    table.throws(1, 2)
    table.shuts(9)
    table.opens(9)
    table.shuts(1, 2)
    with served(table, feed, RecordRoutes(journal).routes) as pages:
        yield pages


def test_the_matches_are_listed(recorded: ServedTable) -> None:
    (match,) = recorded.asks("/matches.json")[1]
    assert match["match"] == 1
    assert match["title"] == "Shut the Box"
    assert match["players"] == ["Ann", "<b>Bob</b>"]
    assert match["state"] == "interrupted"


def test_the_match_that_this_very_program_plays_is_not_called_interrupted(
    recorded: ServedTable, tmp_path: Path
) -> None:
    with closing(MatchLock(tmp_path / "journal.db")) as playing:
        assert playing.take(1)
        (match,) = recorded.asks("/matches.json")[1]
        assert match["state"] == "being played"


def test_a_replay_has_a_state_for_each_ruling(recorded: ServedTable) -> None:
    states = recorded.asks("/matches/1.json")[1]["states"]
    assert [state["ruling"] for state in states] == list(range(1, len(states) + 1))
    verdicts = [state["rulings"][-1]["verdict"] for state in states]
    assert verdicts == ["ready", "throw", "refused", "restored", "pending", "committed"]
    refused = states[2]
    assert refused["tiles"][8]["asked"] == "open"
    assert refused["moves"] == [[1, 2], [3]]
    assert [tile["number"] for tile in states[-1]["tiles"] if tile["state"] == "shut"] == [1, 2]


def test_a_replay_ends_as_the_table_stands(recorded: ServedTable) -> None:
    live, last = recorded.state, recorded.asks("/matches/1.json")[1]["states"][-1]
    for field in ("tiles", "dice", "players", "turn", "rounds", "over", "winners", "rulings"):
        same = {**last[field], "counts": live[field]["counts"]} if field == "dice" else last[field]
        assert same == live[field], field


def test_a_replay_is_worked_out_once_until_the_match_goes_on(
    recorded: ServedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out: list[int] = []

    def replay_seen(match: RecordedMatch) -> object:
        worked_out.append(len(match.rulings))
        return replay_of(match)

    monkeypatch.setattr(record_routes, "replay_of", replay_seen)
    first = recorded.asks("/matches/1.json")[1]
    assert recorded.asks("/matches/1.json")[1] == first
    assert worked_out == [6]
    german = recorded.asks("/matches/1.json", Accept_Language="de")[1]
    assert german["states"][-1]["language"] == "de"
    recorded.table.throws(1, 2)
    assert len(recorded.asks("/matches/1.json")[1]["states"]) > len(first["states"])


def test_only_the_newest_answers_are_kept() -> None:
    kept, made = KeptAnswers(), list[int]()

    def asks(key: int) -> None:
        kept.of(key, lambda: made.append(key))

    for key in (*range(MOST_KEPT), 0, MOST_KEPT, 0, 1):
        asks(key)
    assert made == [*range(MOST_KEPT + 1), 1]


def test_an_answer_that_is_too_large_is_not_kept() -> None:
    kept, made = KeptAnswers(), list[int]()

    def large() -> str:
        made.append(1)
        return random.Random(1).randbytes(LARGEST).hex()

    assert kept.of("large", large) == kept.of("large", large)
    assert len(made) == 2


def test_why_tells_levers_dice_moves_and_the_rule(recorded: ServedTable) -> None:
    why = recorded.asks("/rulings/3?match=1")[1]
    assert why["rule"] == "R4.5"
    assert why["throw"] == [1, 2]
    assert why["moves"] == [{"tiles": [1, 2], "rule": "R3.1"}, {"tiles": [3], "rule": "R3.1"}]
    assert [event["text"] for event in why["events"]] == [
        "1 and 2 are thrown",
        "The 9 goes down",
    ]
    assert "R4.5" in why["rules"]
    for each in (why, *why["events"]):
        assert date.fromisoformat(each["day"]) >= date(2026, 1, 1)
        assert re.fullmatch(r"\d\d:\d\d:\d\d\.\d\d\d", each["time"])


@pytest.mark.parametrize(
    "path",
    ["/rulings/99?match=1", "/rulings/0", "/rulings/x", "/rulings/1?match=9", "/matches/x.json",
     "/matches/9/record.json", "/rulings/" + "9" * 400],
)  # fmt: skip
def test_what_is_not_there_is_said_so(recorded: ServedTable, path: str) -> None:
    status, body, _ = recorded.asks(path)
    assert status == 404
    assert body["code"].startswith("BX")


def test_a_record_that_was_taken_home_verifies(
    recorded: ServedTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = recorded.asks("/matches/1/record.json")[1]
    home = tmp_path / "home.json"
    home.write_text(json.dumps(record))
    assert main(["verify", str(home), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["holds"]
    assert told["journal"] == str(home)


def test_a_record_that_was_changed_does_not(recorded: ServedTable, tmp_path: Path) -> None:
    record = recorded.asks("/matches/1/record.json")[1]
    record["entries"][2]["body"] = record["entries"][2]["body"].replace("1", "6", 1)
    home = tmp_path / "home.json"
    home.write_text(json.dumps(record))
    assert main(["verify", str(home)]) == 1


@pytest.fixture
def evening(a_table: BuildTable, tmp_path: Path) -> Iterator[ServedTable]:
    """The pages of a table at which two matches were played, and a third one is under way."""
    feed, journal = TableFeed(), tmp_path / "journal.db"
    table = a_table(players="Ann", watcher=feed, journal=journal, match="solo")
    for _ in range(2):
        table.throws(1, 2)
        table.shuts(1, 2)
        table.throws(1, 2)
        table.shuts(3)
        table.throws(1, 2)
        table.presses("new")
        table.makes_ready()
    table.throws(1, 2)
    with served(table, feed, RecordRoutes(journal).routes) as pages:
        yield pages


def test_the_evening_is_taken_home_as_one_file(
    evening: ServedTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = evening.asks("/evening/record.json")[1]
    assert [match["match"] for match in record["evening"]] == [1, 2]
    home = tmp_path / "home.json"
    home.write_text(json.dumps(record))
    assert main(["verify", str(home), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["holds"]
    record["evening"][1]["entries"].pop(2)
    home.write_text(json.dumps(record))
    assert main(["verify", str(home)]) == 1


@pytest.mark.parametrize("is_signed", [True, False])
def test_the_card_of_the_evening_is_signed_where_the_box_has_signed_every_match(
    evening: ServedTable,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    is_signed: bool,
) -> None:
    printed: list[str] = []
    monkeypatch.setattr(match_card, "head_of_evening", _kept(printed))
    journal = tmp_path / "journal.db"
    if is_signed:
        for match in ("1", "2"):
            add_signature(journal, read_sound_match(journal, match))
    else:
        write_secret(path_of_key(journal), new_secret())
    status, card, *_headers = evening.asks("/evening/card.json")
    assert status == 200
    assert [drawing[:4] for drawing in card["drawings"]] == ["<svg"]
    assert [line[:7] for line in card["text"][1:3]] == ["match 1", "match 2"]
    assert len(printed[0].split(":")) == (7 if is_signed else 5)
    if is_signed:
        assert main(["verify", "2", "--journal", str(journal), "--head", printed[0]]) == 0
        assert "The card proves match 2, as the box had it at" in capsys.readouterr().out


def _kept(printed: list[str]) -> Callable[..., str]:
    def keep(*arguments: Any) -> str:
        printed.append(head_of_evening(*arguments))
        return printed[-1]

    return keep


def test_a_match_that_was_begun_in_between_is_of_the_evening(
    a_table: BuildTable, tmp_path: Path
) -> None:
    """The header of the next match names it: without it, that one would not hold."""
    feed, journal = TableFeed(), tmp_path / "journal.db"
    for players, is_ended in (("Ann", True), ("Bob", False), ("Cy", True)):
        table = a_table(players=players, watcher=feed, journal=journal, match="solo")
        table.throws(1, 2)
        if is_ended:
            table.shuts(1, 2)
            table.throws(1, 2)
            table.shuts(3)
            table.throws(1, 2)
        table.close()
    with served(table, feed, RecordRoutes(journal).routes) as pages:
        record = pages.asks("/evening/record.json")[1]
    assert [match["match"] for match in record["evening"]] == [1, 2, 3]
    home = tmp_path / "home.json"
    home.write_text(json.dumps(record))
    assert main(["verify", str(home)]) == 0


@pytest.mark.parametrize("left_out", [0, 1])
def test_the_box_signs_which_matches_the_evening_had(
    evening: ServedTable, tmp_path: Path, left_out: int
) -> None:
    write_secret(path_of_key(tmp_path / "journal.db"), new_secret())
    record = evening.asks("/evening/record.json")[1]
    home = tmp_path / "home.json"
    home.write_text(json.dumps(record))
    assert main(["verify", str(home)]) == 0
    del record["evening"][left_out]
    home.write_text(json.dumps(record))
    assert main(["verify", str(home)]) == 1


def test_an_evening_ends_at_six_in_the_morning() -> None:
    late = datetime(2026, 11, 22, 5, 59).astimezone()
    assert evening_of(late) == date(2026, 11, 21)
    assert evening_of(late + timedelta(minutes=1)) == date(2026, 11, 22)


@pytest.mark.parametrize(
    "text",
    ["{", "{}", "[]", '{"evening": 3}', '{"evening": [null]}', '{"evening": [{"match": 1}]}',
     '{"match": 1, "entries": 3, "head": null}', '{"match": "x"}', "{" * 100_000,
     '{"match": 99999999999999999999, "entries": [{"number": 0, "kind": "a", "body": "b", '
     '"hash": ""}], "head": null}'],
)  # fmt: skip
def test_what_is_no_record_is_said_so(tmp_path: Path, text: str) -> None:
    home = tmp_path / "home.json"
    home.write_text(text)
    assert main(["verify", str(home)]) == 2


def test_the_rules_are_told_in_words() -> None:
    told = rules_in_words(PlayedGame("canoga", variant("canoga")))
    assert told["title"] == "Canoga"
    assert all(section["title"] and section["lines"] for section in told["sections"])
