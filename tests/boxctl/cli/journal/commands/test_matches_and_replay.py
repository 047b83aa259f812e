"""``boxctl matches`` and ``boxctl replay``, as other programs meet them."""

from __future__ import annotations

import io
import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.journal.disk.private_files import usual_place
from boxctl.presentation.journal.recorded_entries import as_contract
from hardware.devices import DeviceLost, DiceRolled
from tests.boxctl.cli.journal.commands.conftest import Captured, text
from tests.boxctl.cli.test_commands import answer, refusal
from tests.support.records.forger import writes
from tests.support.records.recorded_evening import (
    SHORT_BOX,
    play_to_the_end,
)
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable


def lines(capsys: Captured, *arguments: str) -> list[Any]:
    """What the command prints, a line of JSON each."""
    assert main(arguments) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


class TestMatches:
    def test_a_match_that_is_over(self, capsys: Captured, table: VirtualTable) -> None:
        (match,) = answer(capsys, "matches")["matches"]
        assert match == {
            "match": 1,
            "began": "2026-11-21T20:15:00.000Z",
            "box": "the box in the corner",
            "variant": "classic",
            "title": "Shut the Box (changed: Shut from the start: 1-6)",
            "players": ["Ann", "Bob"],
            "state": "over",
            "scores": {"Ann": 9, "Bob": 7},
            "winners": ["Bob"],
            "payout": {"Ann": -50, "Bob": 50},
            "currency": None,
            "overruled": [],
            "guided": False,
        }

    def test_how_a_match_that_is_not_over_stands(
        self, capsys: Captured, table: VirtualTable
    ) -> None:
        table.presses("new")
        table.runtime.leave()
        table.starts_again()

        def states() -> list[str]:
            return [match["state"] for match in answer(capsys, "matches")["matches"]]

        assert states() == ["over", "left", "interrupted"]
        writes(table.path, "UPDATE entry SET body = '3' WHERE id = 2000000000")
        assert states() == ["over", "cannot be read", "interrupted"]

    def test_an_overruled_match_is_marked(self, capsys: Captured, table: VirtualTable) -> None:
        assert main(["overrule", "1", "28", "--score", "15", "--reason", "seen"]) == 0
        capsys.readouterr()
        (match,) = answer(capsys, "matches")["matches"]
        assert (match["winners"], match["overruled"]) == (["Ann"], [28])
        assert "Ann wins: Ann 9, Bob 15" in text(capsys, "matches")
        assert " (overruled)  " in text(capsys, "matches")

    def test_people_get_a_line_for_each(self, capsys: Captured, table: VirtualTable) -> None:
        (line,) = text(capsys, "matches").splitlines()
        assert line.split()[:3] == ["1", "2026-11-21", "20:15+00:00"]
        assert "over: Bob wins" in line

    def test_a_journal_without_a_match(self, capsys: Captured, tmp_path: Path) -> None:
        (tmp_path / "empty.db").touch()
        assert "no match yet" in text(capsys, "matches", "--journal", str(tmp_path / "empty.db"))


class TestReplay:
    def test_rulings_are_the_referee_s_lines(self, capsys: Captured, table: VirtualTable) -> None:
        assert lines(capsys, "replay", "last", "--json") == [
            json.loads(json.dumps(as_contract(ruling))) for ruling in table.read().rulings
        ]

    @pytest.mark.parametrize(
        ("name", "settings"),
        [
            ("classic", {"down": SHORT_BOX, "bump_ms": 40}),
            ("canadienne", {"target": 30}),
            ("long-game", {"doubles": "true"}),
            ("the-300", {"take_back": "until_next_throw"}),
            ("twenty-twelve", {"settle_ms": 300, "scoring": "digital"}),
        ],
    )
    def test_the_referee_rules_on_the_events_of_any_match_as_it_was_ruled(
        self,
        a_table: BuildTable,
        capsys: Captured,
        monkeypatch: pytest.MonkeyPatch,
        name: str,
        settings: dict[str, object],
    ) -> None:
        changed: Any = {"already_shut": (2, 9), **settings}
        table = a_table(name, "Ann,Bob", journal=usual_place(), **changed)
        play_to_the_end(table, seed=1)
        table.presses("new")
        play_to_the_end(table, seed=2)
        for number in ("1", "2"):
            command = shlex.split(text(capsys, "replay", number, "--command"))
            events = text(capsys, "replay", number, "--events")
            ruled = text(capsys, "replay", number, "--json")
            stdin = io.TextIOWrapper(io.BytesIO(events.encode()))
            monkeypatch.setattr("sys.stdin", stdin)
            assert text(capsys, *command[1:]) == ruled

    def test_the_doubts_about_a_ruling_are_told_in_one_bracket(
        self, a_table: BuildTable, capsys: Captured
    ) -> None:
        table = a_table("classic", "Ann", journal=usual_place())
        table.events.append(DeviceLost(table.now, "roller", "unplugged"))
        table.events.append(DiceRolled(table.now, (3, 4), 7, 1, late=True))
        table.until(table.now + SECOND)
        late, lost = "the throw was made while the roller could not be heard", "did not answer"
        bracket = f"(unverified: {late}; the roller {lost})"
        assert bracket in text(capsys, "replay", "last").splitlines()[-1]
        assert bracket in text(capsys, "replay", "last", "--at", "last").splitlines()[0]
        ruling = answer(capsys, "replay", "last", "--at", "last")["ruling"]
        assert ruling["unverified"] == [late, f"the roller {lost}"]

    def test_a_name_that_the_referee_cannot_be_told(
        self, a_table: BuildTable, capsys: Captured
    ) -> None:
        a_table("classic", ["Ann, of the corner"], journal=usual_place())
        assert "has a comma" in refusal(capsys, "replay", "last", "--command")

    def test_people_are_told_with_time_and_rule(
        self, capsys: Captured, table: VirtualTable
    ) -> None:
        told = text(capsys, "replay", "1").splitlines()
        assert told[0] == "match 1, begun 2026-11-21 20:15+00:00 on the box in the corner"
        assert told[1] == "Shut the Box (changed: Shut from the start: 1-6): Ann and Bob"
        assert told[3].split() == ["2", "0:00.000", "3", "and", "4", "are", "thrown"]
        assert told[4].split()[:3] == ["3", "0:00.000", "R3.1"]

    def test_with_the_pauses_as_they_were(
        self, capsys: Captured, table: VirtualTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for output in ([], ["--json"], ["--events"]):
            pauses: list[float] = []
            monkeypatch.setattr("time.sleep", pauses.append)
            assert main(["replay", "1", "--speed", "2", *output]) == 0
            assert 4 < sum(pauses) < 5
        capsys.readouterr()

    def test_how_it_stood_at_a_ruling(self, capsys: Captured, table: VirtualTable) -> None:
        state = answer(capsys, "replay", "1", "--at", "5")
        assert (state["player"], state["open"], state["throw"]) == ("Ann", [7, 8, 9], [3, 4])
        assert state["put_back"] == {"open": [9], "shut": []}
        assert state["scores"] == {}
        told = text(capsys, "replay", "1", "--at", "5")
        assert "owed    put the 9 back up" in told

    def test_an_overruling_stands_at_the_end(self, capsys: Captured, table: VirtualTable) -> None:
        for score in ("15", "9"):
            main(["overrule", "1", "28", "--score", score, "--reason", "seen", "--by", "Joe"])
        capsys.readouterr()
        first, second = lines(capsys, "replay", "1", "--json")[-2:]
        assert first["verdict"] == second["verdict"] == "overruled"
        assert (first["result"]["winners"], first["by"]) == (["Ann"], "Joe")
        assert second["result"]["winners"] == ["Ann", "Bob"]
        told = text(capsys, "replay", "1")
        assert "Bob scores 7. (overruled: 9)" in told
        assert told.endswith("with that: Ann and Bob share the win: Ann 9, Bob 9.\n")

    def test_the_end_of_a_match_is_not_shown_without_its_overrulings(
        self, capsys: Captured, table: VirtualTable
    ) -> None:
        stands = "With the overrulings of an operator: Ann wins: Ann 5, Bob 7."
        for shown in (["dispute", "1", "last"], ["replay", "1", "--at", "last"]):
            assert "With the overrulings" not in text(capsys, *shown)
        text(capsys, "overrule", "1", "15", "--score", "5", "--reason", "seen")
        for shown in (["dispute", "1", "last"], ["replay", "1", "--at", "last"]):
            assert stands in text(capsys, *shown)
            assert "With the overrulings" not in text(capsys, *shown[:2], *shown[2:-1], "15")
        assert answer(capsys, "dispute", "1", "last")["result"]["winners"] == ["Ann"]

    @pytest.mark.parametrize("speed", ["0", "-1", "inf", "nan", "fast"])
    def test_a_speed_that_is_none(self, capsys: Captured, table: VirtualTable, speed: str) -> None:
        assert "is not a number above 0" in refusal(capsys, "replay", "1", f"--speed={speed}")
