"""`boxctl odds` as other programs meet it."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest import mock

import pytest

from boxctl.cli import main
from boxctl.odds.match.sampled_match import aim_at_table
from boxctl.odds.the_300 import kept_table
from boxctl.odds.the_300.kept_table import whole_table
from boxctl.odds.the_300.layout import place_in_table
from boxctl.rules.tiles import tile_range
from tests.boxctl.cli.test_commands import Captured, answer, refusal

KEYS = ["rules", "title", "open", "throw", "aim", "value", "dice", "moves"]


class TestTheDocument:
    def test_before_a_throw(self, capsys: Captured) -> None:
        found = answer(capsys, "odds", "--rules", "pub", "--open", "5", "--aim", "shut")
        assert list(found) == KEYS
        assert (found["rules"], found["open"], found["throw"]) == ("pub", [5], None)
        assert found["value"] == found["dice"]["1"] == pytest.approx(1 / 6)
        assert found["dice"]["2"] == pytest.approx(1 / 9)
        assert found["moves"] == []

    def test_after_a_throw(self, capsys: Captured) -> None:
        found = answer(capsys, "odds", "--throw", "3,5", "--aim", "golf")
        assert list(found) == KEYS
        assert found["throw"] == [3, 5]
        assert found["dice"] == {}
        assert found["moves"][0] == {"tiles": [8], "value": found["value"], "loss": 0}
        assert len(found["moves"]) == 6
        losses = [move["loss"] for move in found["moves"]]
        assert losses == sorted(losses)
        for move in found["moves"]:
            assert move["value"] - move["loss"] == pytest.approx(found["value"])

    def test_the_rules_say_what_to_play_for(self, capsys: Captured) -> None:
        for rules, aim in (("pub", "golf"), ("missionary", "missionary"), ("relay", "win")):
            assert answer(capsys, "odds", "--rules", rules)["aim"] == aim

    def test_no_move_is_worth_the_score_as_it_stands(self, capsys: Captured) -> None:
        found = answer(capsys, "odds", "--open", "2,7", "--throw", "2,4")
        assert (found["value"], found["moves"]) == (9, [])

    def test_a_number_of_dice_that_is_not_allowed(self, capsys: Captured) -> None:
        found = answer(capsys, "odds", "--open", "1,2", "--throw", "2", status=1)
        assert found["void"] == "R2.3"

    def test_all_shut(self, capsys: Captured) -> None:
        found = answer(capsys, "odds", "--open", "-")
        assert (found["value"], found["dice"], found["moves"]) == (0, {}, [])


class TestBars:
    @pytest.mark.parametrize(
        ("asked", "best"), [(("--aim", "golf"), min), (("--beat", "12"), max)], ids=["golf", "win"]
    )
    def test_the_best_move_has_the_longest(
        self, capsys: Captured, asked: tuple[str, ...], best: Callable[[list[float]], float]
    ) -> None:
        assert main(["odds", "--throw", "3,5", *asked]) == 0
        rows = [line for line in capsys.readouterr().out.splitlines() if "█" in line]
        values = [float(re.findall(r"[\d.]+", line.split("█")[0])[-1]) for line in rows]
        bars = [line.count("█") for line in rows]
        assert len(rows) == 6
        assert len(set(bars)) > 1
        assert bars == sorted(bars, reverse=True)
        assert values[0] == best(values)


class TestToWin:
    def test_a_score_to_beat(self, capsys: Captured) -> None:
        found = answer(capsys, "odds", "--beat", "12")
        assert found["aim"] == "win"
        assert found["value"] == pytest.approx(0.591781709496563)

    def test_both_players_of_a_duel(self, capsys: Captured) -> None:
        asked = ("odds", "--rules", "long-game", "--set", "tiles=5", "--open", "3,4")
        shuts, opens = answer(capsys, *asked), answer(capsys, *asked, "--opens")
        assert shuts["value"] != opens["value"]

    def test_a_tie_to_come_is_worth_what_the_rules_say(self, capsys: Captured) -> None:
        asked = ("odds", "--set", "tiles=5", "--scores", "3,3", "--open", "3", "--throw", "1,1")
        assert answer(capsys, *asked)["value"] == pytest.approx(1 / 3)
        assert answer(capsys, *asked, "--set", "ties=roll_off")["value"] > 1 / 3

    def test_one_score_is_one_to_beat(self, capsys: Captured) -> None:
        beat = answer(capsys, "odds", "--beat", "12", "--to-come", "1")
        assert answer(capsys, "odds", "--scores", "12", "--to-come", "1") == beat

    def test_a_roll_off(self, capsys: Captured) -> None:
        asked = ("odds", "--set", "ties=roll_off", "--to-come", "1")
        plain, rolled = answer(capsys, *asked), answer(capsys, *asked, "--roll-off")
        assert rolled["value"] == pytest.approx(0.49789178, abs=1e-8)
        assert plain["value"] != rolled["value"]

    def test_the_totals_of_a_match(self, capsys: Captured) -> None:
        asked = ("odds", "--rules", "tournament", "--totals", "95,95", "--scores", "7")
        found = answer(capsys, *asked, "--open", "1,6,9", "--throw", "3,6")
        assert found["aim"] == "win"
        # 9 down leaves 7, a tie; the match is over after this round whatever is thrown.
        assert 0.5 < found["value"] < 1
        knocked = ("odds", "--rules", "last-standing", "--totals", "44,2", "--scores", "3")
        assert answer(capsys, *knocked)["value"] == pytest.approx(1)

    def test_what_is_not_solved_is_simulated_and_says_so(self, capsys: Captured) -> None:
        small = ("odds", "--set", "tiles=3", "--set", "dice=1d3", "--rules")
        rounds = (*small, "best-of-three", "--wins", "1,0,1")
        given = (*small, "tournament", "--totals", "92,92,92", "--handicap", "1,0,0")
        few_turns = partial(aim_at_table, most_turns=40_000)
        with mock.patch("boxctl.odds.table_odds.aim_at_table", few_turns):
            found = answer(capsys, *given)
            assert found["simulated"]["matches"] >= 200
            assert 0 < found["simulated"]["within"] < 0.04
            assert 0 < found["value"] < 1
            thrown = answer(capsys, *given, "--open", "1", "--throw", "1")["simulated"]
            assert 0 < thrown["within"] < 0.08
            assert main(list(given)) == 0
            told = f"simulated: {found['simulated']['matches']} matches for each score"
            assert told in capsys.readouterr().out
            assert "simulated" not in answer(capsys, *given[:-2])
            assert "simulated" not in answer(capsys, *rounds)

    @pytest.mark.parametrize(
        "wrong",
        [
            ("--aim", "win"),
            ("--rules", "best-of-three", "--wins", "1"),
            ("--rules", "best-of-three", "--wins", "1,0,0", "--scores", "99"),
            ("--rules", "best-of-three", "--wins", "1,0,0", "--scores", "9,8,7"),
            ("--rules", "best-of-three", "--wins", "1,0,0", "--handicap", "9"),
            ("--rules", "tournament", "--totals", "3,120,4", "--handicap", "1,2,3"),
            ("--totals", "3,4"),
            ("--rules", "tournament", "--totals", "3,x"),
            ("--rules", "tournament", "--totals", "3,4", "--beat", "3"),
            ("--rules", "tournament", "--totals", "3,4", "--scores", "3,4"),
            ("--rules", "tournament", "--totals", "3,100"),
            ("--rules", "tournament", "--totals", "3,9", "--scores", "46"),
            ("--rules", "tournament", "--scores", "3"),
            ("--rules", "tournament", "--totals", "3,4", "--set", "target=1000000"),
            ("--scores", "3", "--beat", "3"),
            ("--scores", "3", "--to-come", "8"),
            ("--aim", "golf", "--roll-off"),
            ("--rules", "relay", "--scores", "3"),
            ("--aim", "golf", "--beat", "12"),
            ("--beat", "many"),
            ("--opens",),
            ("--rules", "relay", "--beat", "3"),
            ("--rules", "lucky-seven", "--beat", "3"),
            ("--to-come", "8"),
            ("--aim", "money"),
            ("--open", "10"),
            ("--throw", "7,1"),
            ("--rules", "the-300", "--set", "doubles=true"),
            ("--rules", "the-300", "--set", "dice=24d6"),
        ],
    )
    def test_what_cannot_be_asked_is_one_line(self, capsys: Captured, wrong: list[str]) -> None:
        refusal(capsys, "odds", *wrong)


class TestForPeople:
    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["--throw", "3,5"], ["5+3", "best", "loses", "█"]),
            ([], ["before the throw", "12 (2.8%)"]),
            (["--rules", "pub", "--open", "1,2"], ["with 1 die", "with 2 dice"]),
            (["--open", "2,7", "--throw", "2,4"], ["no move; worth 9"]),
            (["--open", "-"], ["before the throw: 0"]),
            (["--rules", "thai", "--open", "3"], ["1 2 (5.6%)"]),
            (
                ["--rules", "the-300", "--open", "1-9", "--throw", "6,6,6,5"],
                ["worth", "best"],
            ),
        ],
    )
    def test_a_table_and_a_picture(
        self, capsys: Captured, arguments: list[str], said: list[str]
    ) -> None:
        assert main(["odds", *arguments]) == 0
        printed = capsys.readouterr().out
        assert all(text in printed for text in said)


class TestTheKeptTable:
    """With the positions of the first 13 tiles in place of all of The 300."""

    ASKED = ("odds", "--rules", "the-300", "--open", "1-13", "--aim", "shut", "--json")

    @pytest.fixture
    def solved(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
        """The name of the table each time that it is solved."""
        open_tiles = tile_range(13)
        length = place_in_table(open_tiles, "golf") + 1
        solved: list[str] = []

        def solve(name: str, _progress: object) -> memoryview:
            solved.append(name)
            numbers = array("d", bytes(8 * length))
            numbers[place_in_table(open_tiles, "shut")] = 0.25
            return memoryview(numbers)

        monkeypatch.setattr(kept_table, "TABLE_LENGTH", length)
        monkeypatch.setattr(kept_table, "_solve", solve)
        monkeypatch.setattr(kept_table, "find_spec", lambda name: name)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        return solved

    def ask(self, capsys: Captured) -> str:
        """What is said beside the right answer."""
        assert main(self.ASKED) == 0
        printed = capsys.readouterr()
        assert json.loads(printed.out)["value"] == 0.25
        return printed.err

    def test_it_is_solved_once(self, capsys: Captured, solved: list[str]) -> None:
        assert [self.ask(capsys), self.ask(capsys)] == ["", ""]
        assert len(solved) == 1

    def test_a_damaged_one_is_solved_again(
        self, capsys: Captured, solved: list[str], tmp_path: Path
    ) -> None:
        self.ask(capsys)
        path = tmp_path / "boxctl" / "the-300.odds"
        content = bytearray(path.read_bytes())
        content[-1] ^= 1
        path.write_bytes(content)
        assert self.ask(capsys).startswith("BX704: ")
        assert self.ask(capsys) == ""
        assert len(solved) == 2

    def test_the_whole_of_it(self, solved: list[str], tmp_path: Path) -> None:
        told: list[str] = []
        first, kept = (whole_table("shut", told.append) for _ in range(2))
        assert first == kept
        path = tmp_path / "boxctl" / "the-300.odds"
        content = bytearray(path.read_bytes())
        content[-1] ^= 1
        path.write_bytes(content)
        assert whole_table("golf", told.append) == first
        assert [line[:6] for line in told] == ["BX704:"]
        assert solved == ["the-300", "the-300"]

    def test_one_that_cannot_be_kept(
        self, capsys: Captured, solved: list[str], tmp_path: Path
    ) -> None:
        (tmp_path / "boxctl").write_text("in the way")
        said = self.ask(capsys)
        assert said.startswith("BX703: ")
        assert said.count("\n") == 1

    def test_without_the_extra(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        monkeypatch.setattr(kept_table, "find_spec", lambda name: None)
        assert "[odds]" in refusal(capsys, *self.ASKED[:-1])


class TestADoubleThatMayBeThrownAgain:
    """R5.7: it is a row of the table, in the place of its worth."""

    ASKED = ("odds", "--set", "doubles=may_rethrow")

    @pytest.mark.parametrize(
        ("throw", "rows"), [("1,1", ["throw again", "2"]), ("5,4", ["9", "8+1"])]
    )
    def test_its_row(self, capsys: Captured, throw: str, rows: list[str]) -> None:
        assert main([*self.ASKED, "--throw", throw]) == 0
        told = capsys.readouterr().out.splitlines()[3:]
        assert [re.split(r"  +", row.strip())[0] for row in told][:2] == rows
        assert any("throw again" in row for row in told) == ("throw again" in rows)

    def test_it_is_worth_the_box_before_the_throw(self, capsys: Captured) -> None:
        before = answer(capsys, *self.ASKED)["value"]
        found = answer(capsys, *self.ASKED, "--throw", "4,4")
        again = found["again"]
        assert again["value"] == pytest.approx(before)
        assert found["moves"][0]["tiles"] == [8]
        assert again["loss"] == pytest.approx(before - found["value"])
        assert "again" not in answer(capsys, *self.ASKED, "--throw", "4,5")

    def test_it_is_the_best_of_a_throw_that_is_to_come(self, capsys: Captured) -> None:
        assert main([*self.ASKED, "--open", "1-6"]) == 0
        told = capsys.readouterr().out.splitlines()
        (row,) = (line for line in told if line.startswith("  4 4 "))
        assert row.endswith("throw again")
