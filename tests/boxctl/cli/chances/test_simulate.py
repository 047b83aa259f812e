"""``boxctl simulate``: who sits at the table, how far it is, and what Ctrl-C leaves."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.rules.ruleset import RuleSet
from boxctl.simulation.plan import Progress
from boxctl.simulation.simulate import simulate
from boxctl.simulation.statistics import Statistics

Captured = pytest.CaptureFixture[str]

ASKED = ("simulate", "--rules", "relay", "--games", "900", "--player", "random")


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in ("stdout", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)


def stopped_after(monkeypatch: pytest.MonkeyPatch, matches: int, turns: int = 0) -> None:
    """People press Ctrl-C when so many matches and turns have been counted."""

    def interrupted(*asked: Any, progress: Progress, **how: Any) -> Statistics:
        def counting(so_far: Statistics) -> None:
            progress(so_far)
            if so_far.matches >= matches and so_far.turns >= turns:
                raise KeyboardInterrupt

        if not matches and not turns:
            raise KeyboardInterrupt
        return simulate(*asked, progress=counting, **how)

    monkeypatch.setattr("boxctl.cli.chances.simulate.simulate", interrupted)


class TestWhoSitsAtTheTable:
    @pytest.mark.parametrize("target", [20, pytest.param(100, marks=pytest.mark.full)])
    def test_a_player_for_each_name(self, target: int, capsys: Captured) -> None:
        rules = ("--rules", "tournament", "--set", "tiles=5", "--set", f"target={target}")
        asked = ("simulate", *rules, "--games", "3", "--json")
        assert main([*asked, "--player", "best,random,human"]) == 0
        assert json.loads(capsys.readouterr().out)["players"] == [
            "Player 1",
            "Player 2",
            "Player 3",
        ]

    def test_who_won_adds_up_to_all_games(self, capsys: Captured) -> None:
        shared = ("--set", "scoring=missionary", "--players", "Ann,Bob", "--games", "200")
        assert main(["simulate", *shared]) == 0
        won = next(line for line in capsys.readouterr().out.splitlines() if "won: " in line)
        assert "shared " in won
        assert sum(int(number) for number in re.findall(r"\d+", won)) == 200

    def test_a_game_that_nobody_wins_is_counted_as_such(self, capsys: Captured) -> None:
        lost = ("--set", "opening_tile=2", "--set", "opening_lost=match", "--players", "Ann,Bob")
        assert main(["simulate", *lost, "--games", "500", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["nobody"] > 0
        alone = sum(found["wins_alone"].values())
        assert alone + found["shared"] + found["nobody"] == found["matches"] == 500
        assert sum(found["wins"].values()) == alone + 2 * found["shared"]


class TestHowFarItIs:
    def test_people_see_the_first_figure_soon_and_then_more(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        on_a_terminal(monkeypatch)
        assert main([*ASKED]) == 0
        told = capsys.readouterr().err.strip().split("\r")
        assert len(told) > 3
        assert told[0].startswith("works out how to play …")
        assert told[1].startswith("0 of 900 games, 4 turns, mean score of a turn ")
        first_games = next(line for line in told if line.startswith("4 of 900 games, "))
        assert re.search(r", at most some \d+ (s|min|h) left$", first_games.rstrip())
        assert told[-1].startswith("900 of 900 games, ")
        assert "left" not in told[-1]

    def test_a_program_that_reads_sees_nothing(self, capsys: Captured) -> None:
        for asked in (ASKED, (*ASKED, "--json")):
            assert main(asked) == 0
            assert capsys.readouterr().err == ""

    def test_json_comes_alone_on_a_terminal_too(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        on_a_terminal(monkeypatch)
        assert main([*ASKED, "--json"]) == 0
        assert capsys.readouterr().err == ""


class TestCtrlC:
    def test_what_has_been_counted_is_printed(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stopped_after(monkeypatch, 20)
        assert main([*ASKED]) == 130
        first, _blank, _game, second, *_rest = capsys.readouterr().out.splitlines()
        assert first == "stopped after 20 of 900 games"
        assert second.startswith("20 matches, ")

    def test_a_program_gets_one_document(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stopped_after(monkeypatch, 4)
        assert main([*ASKED, "--json"]) == 130
        found = json.loads(capsys.readouterr().out)
        assert (found["games"], found["matches"]) == (900, 4)
        assert sum(found["wins"].values()) == 4

    def test_in_the_middle_of_a_game_its_turns_are_printed(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stopped_after(monkeypatch, 0, turns=8)
        assert main([*ASKED]) == 130
        first, _blank, _game, second, *_rest = capsys.readouterr().out.splitlines()
        assert first == "stopped after 0 of 900 games"
        assert second.startswith("0 matches, 8 turns, ")

    def test_before_the_first_turn_is_over_there_is_nothing_to_print(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stopped_after(monkeypatch, 0)
        assert main([*ASKED]) == 130
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err == "stopped before the first game was over\n"


def solving_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """People press Ctrl-C while the best play of a duel is solved."""

    def interrupted(_rules: RuleSet) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("boxctl.odds.table_odds.solve_duel", interrupted)


class TestWhileBestPlayIsSolved:
    """The battle at twelve tiles takes many seconds to solve."""

    BATTLE = ("simulate", "--rules", "two-player-battle", "--set", "tiles=12")
    ASKED = (*BATTLE, "--player", "best,random")

    def test_people_see_what_a_stand_in_comes_to(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        on_a_terminal(monkeypatch)
        solving_is_stopped(monkeypatch)
        assert main([*self.ASKED]) == 130
        told = [line.rstrip() for line in capsys.readouterr().err.split("\r")]
        assert re.fullmatch(
            r"works out best play … the highest tile first: \d+ turns, mean score \d+\.\d\d",
            told[-1],
        )

    def test_ctrl_c_prints_it_as_what_it_is(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        solving_is_stopped(monkeypatch)
        assert main([*self.ASKED]) == 130
        first, _blank, _game, second, *_rest = capsys.readouterr().out.splitlines()
        turns = int(second.split()[2])
        assert turns > 0
        assert first == (
            f"stopped while best play was being worked out: these are {turns} turns with the "
            "highest tile first instead"
        )

    def test_a_program_reads_who_really_played(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        solving_is_stopped(monkeypatch)
        assert main([*self.ASKED, "--json"]) == 130
        found = json.loads(capsys.readouterr().out)
        assert found["player"] == "highest-first,random"
        assert found["turns"] > 0


def test_the_progress_stays_on_one_line_of_a_narrow_terminal(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_a_terminal(monkeypatch)
    monkeypatch.setenv("COLUMNS", "40")
    assert main([*ASKED]) == 0
    told = capsys.readouterr().err.rstrip("\n").split("\r")
    assert max(map(len, told)) == 39


def test_what_was_counted_does_not_change_later() -> None:
    """Ctrl-C may come at any instant."""
    one = Statistics.of(["Ann"])
    before = replace(one)
    both = one.merged(Statistics(matches=1, turns=2))
    assert one == before
    assert (both.matches, both.turns) == (1, 2)
