"""A handicap (R7.16) in the record: after a power cut, and by every command that reads it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from boxctl.audit.record_file import read_record, record_of, write_journal
from boxctl.cli import main
from boxctl.journal.disk.private_files import usual_place
from boxctl.journal.query import reading
from boxctl.journal.recorded_match import read_match
from tests.boxctl.cli.test_commands import answer, refusal
from tests.support.records.recorded_evening import SHORT_BOX, play_turns
from tests.support.tables.virtual_table import VirtualTable

Captured = pytest.CaptureFixture[str]

ANN, BOB = (9,), (9, 8)
"""Ann's turn leaves 15 points and Bob's 7; his handicap makes 19 of them, so Ann wins."""


def plays(players: str, **settings: Any) -> VirtualTable:
    settings = {"down": SHORT_BOX, "stake": "50p"} | settings
    return VirtualTable("classic", players, journal=usual_place(), **settings)


@pytest.fixture
def evening() -> None:
    """The same two turns twice: without a handicap Bob wins, with one of 12 Ann does."""
    for players in ("Ann,Bob", "Ann,Bob +12"):
        table = plays(players)
        play_turns(table, ANN, BOB)
        table.close()


def told(captured: Captured, *arguments: str) -> Any:
    return answer(captured, *arguments)


def test_a_match_that_lost_its_power_goes_on_with_its_handicap() -> None:
    table = plays("Ann,Bob +12")
    play_turns(table, ANN)
    table.loses_power()
    table.starts_again()
    play_turns(table, BOB)
    over = json.loads(json.dumps(table.read().rulings[-1].contract.handicap))
    assert over == {"Bob": 12}
    assert table.read().number == 1
    table.close()


@pytest.mark.usefixtures("evening")
class TestEvening:
    def test_matches_says_the_scores_that_were_compared(self, capsys: Captured) -> None:
        plain, given = told(capsys, "matches")["matches"]
        by_scores = {tuple(match["scores"].items()): match["winners"] for match in (plain, given)}
        assert by_scores == {
            (("Ann", 15), ("Bob", 7)): ["Bob"],
            (("Ann", 15), ("Bob", 19)): ["Ann"],
        }

    def test_history_keeps_it_apart_and_counts_turns_as_they_were_played(
        self, capsys: Captured
    ) -> None:
        (bob,) = (
            each["games"] for each in told(capsys, "history")["players"] if each["player"] == "Bob"
        )
        assert {game["settings"].get("handicap"): game["won"] for game in bob} == {
            None: 1,
            "Bob=12": 0,
        }
        assert {game["mean"] for game in bob} == {7.0}

    def test_ledger_pays_whoever_won_with_it(self, capsys: Captured) -> None:
        (account,) = told(capsys, "ledger")["accounts"]
        assert account["players"] == {"Ann": 0, "Bob": 0}

    def test_verify_holds(self, capsys: Captured) -> None:
        assert main(["verify", "--json"]) in (0, 1)
        found = json.loads(capsys.readouterr().out)["matches"]
        assert [match["differs"] for match in found] == [None, None]

    def test_replay_says_it_as_the_match_did(self, capsys: Captured) -> None:
        assert main(["replay", "last", "--json"]) == 0
        rulings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        (bobs,) = (
            each for each in rulings if each["verdict"] == "turn_over" and each["player"] == "Bob"
        )
        assert (bobs["score"], "19 with the handicap" in bobs["text"]) == (7, True)
        assert rulings[-1]["handicap"] == {"Bob": 12}

    def test_the_command_of_a_replay_rules_as_it_was_ruled(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert main(["replay", "last", "--command"]) == 0
        command = capsys.readouterr().out
        options = [word for word in shlex.split(command) if word.startswith("--handicap")]
        assert options == ["--handicap=Bob=12"]

    def test_a_record_that_was_taken_home_has_it(self, tmp_path: Path) -> None:
        with reading(usual_place()) as connection:
            record = record_of(connection, 2)
        assert record is not None
        file = tmp_path / "match.json"
        file.write_text(json.dumps(record))
        copy = tmp_path / "copy.db"
        write_journal(read_record(file), copy)
        with reading(copy) as connection:
            match = read_match(connection, 2)
        assert match is not None
        assert match.rules.handicaps == (0, 12)

    def test_analyse_counts_it_when_it_judges_by_the_chance_to_win(self, capsys: Captured) -> None:
        """Bob throws 6 6 with the 9 shut: without a handicap he wins by shutting 8, with it not."""
        plain, given = (told(capsys, "analyse", match, "--aim", "win") for match in ("1", "2"))
        won = [[turn["result"] for turn in match["turns"]][-1] for match in (plain, given)]
        assert won == [1.0, 0.0]
        expected = [match["turns"][-1]["expected"] for match in (plain, given)]
        assert expected[0] > expected[1]
        for match in (plain, given):
            for turn in match["turns"]:
                assert turn["expected"] + turn["luck"] + turn["skill"] == pytest.approx(
                    turn["result"], abs=1e-9
                )

    def test_dispute_and_overrule_count_it(self, capsys: Captured) -> None:
        entry = told(capsys, "dispute", "last", "--player", "Bob", "--turn", "1")["entry"]
        overruled = told(
            capsys, "overrule", "2", str(entry), "--score", "1", "--reason", "a knocked tile"
        )
        assert overruled["result"]["scores"] == {"Ann": 15, "Bob": 13}
        assert overruled["result"]["winners"] == ["Bob"]


BOX = """
[box]
tiles = 9
[rules]
variant = "classic"
players = ["Ann", "Bob"]
handicap = {{ {} }}
[tiles]
driver = "gpio"
pins = [4, 5, 6, 12, 13, 16, 17, 18, 19]
[roller]
driver = "pi"
[buttons]
driver = "gpio"
roll = 20
"""


def box(tmp_path: Path, handicap: str) -> str:
    file = tmp_path / "box.toml"
    file.write_text(BOX.format(handicap))
    return str(file)


DOORS = [
    "play --players Ann,Bob --handicap Cy=5",
    "play --plain --players Ann,Bob --handicap Cy=5",
    "simulate --players Ann,Bob --games 1 --handicap Cy=5",
    "referee --players Ann,Bob --handicap Cy=5",
    "judge --players Ann,Bob --handicap Cy=5 'throw 1 2'",
    "analyse events.jsonl --players Ann,Bob --handicap Cy=5",
]
"""Where --handicap is understood; of box.toml the test below tells, and the menu of the box and the
pages name a handicap only behind the name of a player."""


@pytest.mark.parametrize("door", DOORS)
def test_a_handicap_of_nobody_who_plays_is_the_same_sentence_at_each_door(
    door: str, capsys: Captured
) -> None:
    said = refusal(capsys, *shlex.split(door))
    assert said == (
        'BX203: handicap = Cy=5: nobody called "Cy" plays: it is for one of Ann, Bob.\n'
    )


def test_box_toml_names_who_has_one(tmp_path: Path, capsys: Captured) -> None:
    assert told(capsys, "run", "--check", "--config", box(tmp_path, "Bob = 5"))["handicap"] == {
        "Bob": 5
    }
    main(["run", "--check", "--config", box(tmp_path, "Bob = 5")])
    assert "handicap Bob 5" in capsys.readouterr().out
    main(["run", "--check", "--config", box(tmp_path, "Bob = 0")])
    assert "handicap" not in capsys.readouterr().out


def test_a_name_that_does_not_play_is_one_sentence_with_its_line(
    tmp_path: Path, capsys: Captured
) -> None:
    said = refusal(capsys, "run", "--check", "--config", box(tmp_path, "Cy = 5"))
    assert "box.toml:7: rules.handicap" in said
    assert 'nobody called "Cy" plays' in said
    assert "Ann, Bob" in said
