"""``boxctl dispute`` and ``boxctl overrule``, as other programs meet them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.journal.disk.match_lock import MatchLock
from boxctl.journal.disk.private_files import usual_place
from boxctl.journal.entry_kinds import RulingMade, read_as
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
                lambda table: table.throws(3, None),
                "nothing, as the throw does not count (R2.4, a die that cannot be read)",
            ),
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

    def test_no_move_was_looked_for_where_the_box_was_not_ready(
        self, a_table: BuildTable, capsys: Captured
    ) -> None:
        table = a_table("classic", "Ann,Bob", down=SHORT_BOX, journal=usual_place())
        play_turns(table, (7,))
        table.throws(3, 4)
        told = text(capsys, "dispute")
        assert "  nothing, as the throw does not count (R4.6" in told
        assert "no move" not in told

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


class TestNamedAsPeopleWould:
    @pytest.mark.parametrize(
        ("said", "entry"),
        [
            (["--turn", "1"], 15),
            (["--turn", "2"], 28),
            (["--player", "ann"], 15),
            (["--player", "Bob", "--turn", "1"], 28),
            (["--turn", "1", "--throw", "1"], 3),
            (["--throw", "2", "--player", "Ann"], 11),
            (["--tile", "7"], 9),
            (["--tile", "8", "--player", "Ann"], 13),
            (["--tile", "9", "--turn", "1"], 5),
        ],
    )
    def test_in_the_last_match_if_none_is_named(
        self, capsys: Captured, table: VirtualTable, said: list[str], entry: int
    ) -> None:
        for command in ("dispute", "replay"):
            assert answer(capsys, command, *said)["entry"] == entry
            assert answer(capsys, command, "1", *said)["entry"] == entry

    def test_several_that_fit_are_listed(self, capsys: Captured, table: VirtualTable) -> None:
        assert refusal(capsys, "dispute", "--tile", "9") == (
            "BX616: 2 rulings of match 1 fit --tile 9: 5 (Ann, turn 1, throw 1) and 22 (Bob, "
            "turn 2, throw 1); name one by its number, or say more, with --turn or --player.\n"
        )

    def test_several_turns_of_a_player(self, a_table: BuildTable, capsys: Captured) -> None:
        table = a_table("tournament", "Ann", down=SHORT_BOX, journal=usual_place())
        play_turns(table, (7,), (8,))
        given = ("overrule", "last", "--player", "Ann", "--score", "1", "--reason", "seen")
        assert "(Ann, turn 1) and " in refusal(capsys, *given)

    @pytest.mark.parametrize(
        "said", ["--tile 6", "--turn 3", "--throw 4", "--player Eve", "--turn 2 --player Ann"]
    )
    def test_none_that_fits(self, capsys: Captured, table: VirtualTable, said: str) -> None:
        for command in ("dispute", "replay"):
            assert refusal(capsys, command, *said.split()) == (
                f"BX607: no ruling of match 1 fits {said} (players: Ann and Bob; turns: 2): "
                "boxctl replay 1 shows them all with their numbers.\n"
            )

    @pytest.mark.parametrize("named", [["dispute", "1", "5"], ["replay", "--at", "5"]])
    def test_not_by_number_as_well(
        self, capsys: Captured, table: VirtualTable, named: list[str]
    ) -> None:
        said = refusal(capsys, *named, "--tile", "7")
        assert "the ruling 5 and --tile 7: name it by one of the two." in said

    def test_a_move_that_was_begun_gives_way_to_what_became_of_it(
        self, a_table: BuildTable, capsys: Captured
    ) -> None:
        table = a_table("classic", "Ann", journal=usual_place())
        table.throws(5, 5)
        table.shuts(6)
        assert answer(capsys, "dispute", "--tile", "6")["ruling"]["verdict"] == "pending"
        table.shuts(4)
        assert answer(capsys, "dispute", "--tile", "6")["ruling"]["verdict"] == "committed"

    def test_of_many_the_newest_twelve_are_listed(
        self, a_table: BuildTable, capsys: Captured
    ) -> None:
        table = a_table("classic", "Ann", journal=usual_place())
        table.throws(3, 4)
        for _ in range(13):
            table.shuts(9)
            table.opens(9)
        said = refusal(capsys, "dispute", "--tile", "9")
        assert said.startswith("BX616: 13 rulings of match 1 fit --tile 9: …, ")
        assert said.count("(Ann, turn 1, throw 1)") == 12

    def test_a_turn_that_goes_on_is_named_for_its_newest_ruling(
        self, a_table: BuildTable, capsys: Captured
    ) -> None:
        a_table("classic", "Ann", journal=usual_place()).throws(3, 4)
        assert answer(capsys, "dispute", "--turn", "1")["ruling"]["verdict"] == "throw"

    def test_a_void_throw_is_not_counted(self, a_table: BuildTable, capsys: Captured) -> None:
        table = a_table("classic", "Ann", journal=usual_place())
        table.throws(3, 4)
        table.throws(1, 1)
        table.shuts(7)
        table.throws(4, 4)
        assert answer(capsys, "dispute", "--throw", "2")["throw"] == [4, 4]


class TestOverrule:
    def test_a_turn_is_named_by_its_player(self, capsys: Captured, table: VirtualTable) -> None:
        given = ("--score", "15", "--reason", "seen")
        told = answer(capsys, "overrule", "last", "--player", "Bob", *given)
        assert (told["ruling"], told["was"], told["score"]) == (28, 7, 15)

    def test_the_turn_has_to_be_named(self, capsys: Captured, table: VirtualTable) -> None:
        said = refusal(capsys, "overrule", "1", "--score", "15", "--reason", "seen")
        assert "name the turn: by its RULING, or by --turn and --player." in said

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
