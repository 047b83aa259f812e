"""``boxctl dispute`` and ``boxctl overrule``, as other programs meet them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.journal.disk.match_lock import MatchLock
from boxctl.journal.entry_kinds import RulingMade, read_as
from boxctl.journal.usual_places import usual_place
from boxctl.presentation.journal.recorded_entries import as_contract
from tests.boxctl.cli.journal.commands.conftest import Captured, text
from tests.boxctl.cli.test_commands import answer, refusal
from tests.support.records.recorded_evening import (
    SHORT_BOX,
    play_turns,
)
from tests.support.tables.virtual_table import BuildTable, VirtualTable


class TestDispute:
    def test_people_are_told_what_it_rests_on(self, capsys: Captured, table: VirtualTable) -> None:
        told = text(capsys, "dispute", "1", "5")
        assert "the 9 goes down        3 edges within" in told
        assert "moves: 7 (R3.1, any tiles that add up to the total)" in told
        assert "R4.5  When S cannot all be part of one allowed move" in told
        assert told.startswith(
            "match 1, ruling 5, Ann: R4.5, tiles that are part of no allowed move\n"
        )
        assert text(capsys, "dispute", "last", "5") == told

    def test_without_a_ruling_it_is_the_last(self, capsys: Captured, table: VirtualTable) -> None:
        last = text(capsys, "dispute", "last", "last")
        assert text(capsys, "dispute") == text(capsys, "dispute", "last") == last
        assert text(capsys, "dispute", "1") == last

    def test_an_end_of_a_match_is_nobody_s(self, capsys: Captured, table: VirtualTable) -> None:
        over = next(
            kept.number
            for kept in table.read().of_kind("ruling")
            if kept.body["verdict"] == "match_over"
        )
        told = text(capsys, "dispute", "1", str(over))
        assert told.startswith(f"match 1, ruling {over}: R7.1, one round: the lowest score wins\n")

    @pytest.mark.parametrize(
        ("rules", "situation", "allowed"),
        [
            (
                "classic",
                lambda table: (table.throws(3, 4), table.throws(1, 1)),
                "nothing, as the throw does not count (R4.6, a throw at the wrong time)",
            ),
            (
                "unlucky-seven",
                lambda table: table.throws(3, 4),
                "nothing, as the throw is not played (R5.2, a throw of the stop number ends the "
                "turn)",
            ),
            (
                "two-to-go",
                lambda table: table.throws(1, 3),
                "no move (R5.1, the first move must shut the opening tile)",
            ),
        ],
    )
    def test_why_nothing_was_allowed(
        self, a_table: BuildTable, capsys: Captured, rules: str, situation: Any, allowed: str
    ) -> None:
        table = a_table(rules, "Ann,Bob", journal=usual_place())
        situation(table)
        told = [
            text(capsys, "dispute", "1", str(kept.number))
            for kept in table.read().of_kind("ruling")
        ]
        assert any(f"\n  {allowed}\n" in each for each in told), told[-1]

    def test_moves_are_in_the_order_of_the_ruling(
        self, a_table: BuildTable, capsys: Captured
    ) -> None:
        a_table("classic", "Ann", journal=usual_place()).throws(3, 4)
        told = text(capsys, "dispute", "1", "last")
        assert "shut 7, 6+1, 5+2, 4+3 or 4+2+1" in told
        assert "moves: 7, 6+1, 5+2, 4+3 and 4+2+1" in told

    def test_people_read_the_rule_in_their_language(
        self, capsys: Captured, table: VirtualTable
    ) -> None:
        assert "R4.5  Kann S nicht ganz" in text(capsys, "dispute", "1", "5", "--lang", "de")

    def test_programs_are_told_the_same(self, capsys: Captured, table: VirtualTable) -> None:
        found = answer(capsys, "dispute", "1", "9")
        assert found["time"] == "2026-11-21T20:15:02.007Z"
        assert (found["throw"], found["chosen"], found["others"]) == ([3, 4], [7], [])
        assert [event["entry"] for event in found["events"]] == [2, 4, 6, 8]
        ruling = read_as(table.read().entries[9], RulingMade).ruling
        assert found["ruling"] == json.loads(json.dumps(as_contract(ruling)))


class TestOverrule:
    def test_it_is_an_entry_that_is_signed(self, capsys: Captured, table: VirtualTable) -> None:
        found = answer(
            capsys, "overrule", "1", "28", "--score", "15", "--reason", "the 8 bounced back"
        )
        assert (found["entry"], found["was"], found["score"], found["by"]) == (31, 7, 15, None)
        assert found["result"]["winners"] == ["Ann"]
        (match,) = answer(capsys, "verify", "1")["matches"]
        assert match["holds"]
        assert match["signed"][-1]["entries"] == 32

    def test_it_is_told_as_replay_tells_it(self, capsys: Captured, table: VirtualTable) -> None:
        told = answer(capsys, "overrule", "1", "28", "--score", "15", "--reason", "seen")
        line = text(capsys, "replay", "1", "--json").splitlines()[-1]
        assert told == {"match": 1, **json.loads(line)}
        assert told["verdict"] == "overruled"

    def test_a_match_that_is_being_played_is_left_alone(
        self, capsys: Captured, table: VirtualTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(MatchLock, "take", lambda *_: False)
        assert main(["overrule", "1", "28", "--score", "15", "--reason", "seen"]) == 1
        assert capsys.readouterr().err.startswith("BX609: match 1 is being played")
        assert len(table.read().entries) == 31

    def test_what_cannot_be(self, capsys: Captured, table: VirtualTable) -> None:
        wrong = ("overrule", "1", "27", "--score", "15", "--reason", "seen")
        assert refusal(capsys, *wrong).startswith("BX607")
        wrong = ("overrule", "1", "26", "--score", "15", "--reason", "seen")
        assert refusal(capsys, *wrong).startswith("BX610")
        wrong = ("overrule", "1", "28", "--score", "15", "--reason", " ")
        assert "says nothing" in refusal(capsys, *wrong)

    def test_a_result_that_nobody_can_know(self, a_table: BuildTable, capsys: Captured) -> None:
        table = a_table(
            "classic", "Ann,Bob", down=SHORT_BOX, ties="roll_off", journal=usual_place()
        )
        play_turns(table, (7,), (8,))
        entry = next(k.number for k in table.read().of_kind("ruling") if "score" in k.body)
        status = main(["overrule", "1", str(entry), "--score", "16", "--reason", "seen"])
        assert status == 1
        assert "Ann and Bob tie" in capsys.readouterr().err
