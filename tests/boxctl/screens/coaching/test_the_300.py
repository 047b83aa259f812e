"""The coach and best at The 300: where its table is kept, and where it is not."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from boxctl.odds.the_300 import kept_table, layout
from boxctl.odds.the_300.table_file import table_path
from boxctl.odds.turn import TurnOdds
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.variants import variant
from boxctl.screens.coaching import coach as coach_module
from boxctl.screens.coaching.coach import Coach
from boxctl.screens.coaching.solve_the_300 import TableSolving
from boxctl.screens.laptop import robots
from boxctl.screens.laptop.robots import RobotPlayers
from groundwork.installation import install_command
from tests.support.screens.game_pilot import at_table, in_loop
from tests.support.screens.plain_typist import typing_at

THE_300 = variant("the-300")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


class Solving:
    """The table is being solved; the test says how far."""

    def __init__(self, name: str, wake: Callable[[], object]) -> None:
        self.done, self.failed, self.over, self.stopped = 0.0, "", False, False
        self.wake = wake

    def stop(self) -> None:
        self.stopped = True


class Points(Sequence[float]):
    """A table by which all positions are worth the tiles that are shut."""

    def __len__(self) -> int:
        return layout.TABLE_LENGTH

    def __getitem__(self, place: int) -> float:  # type: ignore[override]
        return -float(place % 1000)


def as_if_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def kept(rules: RuleSet, name: str, *, checked: bool = False) -> TurnOdds:
        return layout.odds_in_table(rules, "golf" if name == "golf" else "shut", Points())

    for module in (robots, kept_table):
        monkeypatch.setattr(module, "kept_odds", kept)
    monkeypatch.setattr("boxctl.odds.table_odds.kept_odds", kept)


@in_loop
async def test_the_coach_offers_to_solve_the_table_and_tells_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[Solving] = []

    def solve_beside(name: str, wake: Callable[[], object]) -> Solving:
        begun.append(Solving(name, wake))
        return begun[-1]

    monkeypatch.setattr(coach_module, "can_solve", lambda name: True)
    async with at_table("the-300") as table:
        table.at.coach._solve_beside = solve_beside  # type: ignore[assignment]
        await table.press("space", "c")
        said = " ".join(table.at.coach.texts(table.table.play))
        assert "not solved yet on this computer. C solves it now: " in said
        assert "boxctl odds" not in said
        await table.press("c")
        (solving,) = begun
        solving.done = 0.37
        solving.wake()
        assert table.at.coach.texts(table.table.play) == ["coach: solves The 300 … 37%"]
        as_if_kept(monkeypatch)
        monkeypatch.setattr(coach_module, "can_solve", lambda name: False)
        solving.over = True
        solving.wake()
        assert "score to expect" in table.at.coach.texts(table.table.play)[0]
    assert solving.stopped


def test_line_by_line_the_coach_names_the_words_that_solve_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(coach_module, "can_solve", lambda name: True)
    with typing_at("the-300", coach="on") as typist:
        said = typist.hears("throw") + typist.hears("coach")
    assert "not solved yet on this computer. Type coach solve to solve it now: " in said
    assert "C solves" not in said
    assert "boxctl odds" not in said


def test_best_plays_where_the_table_is_kept_and_says_why_it_cannot_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for way in ("best", "human"):
        with pytest.raises(RuleFault, match=r"BX701.*not solved yet.*boxctl odds --rules the-300"):
            RobotPlayers(THE_300, ["Ann", way], 1)
    as_if_kept(monkeypatch)
    assert RobotPlayers(THE_300, ["Ann", "best", "human"], 1).plays(1)


def test_what_is_missing_to_solve_it_is_named_with_its_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kept_table, "find_spec", lambda name: None)
    command = install_command("odds")
    with pytest.raises(RuleFault) as odds:
        kept_table.kept_odds(THE_300, "golf")
    with pytest.raises(RuleFault) as robot:
        RobotPlayers(THE_300, ["best"], 1)
    coach = Coach(THE_300, ("Ann",), "on")
    coach._begin_to_solve([None])
    for said in (str(odds.value), str(robot.value), coach.silent):
        assert f"install the extra, {command}; then boxctl odds --rules the-300 solves" in said


def test_a_damaged_table_is_none(cache: Path) -> None:
    path = table_path("the-300")
    path.parent.mkdir()
    path.write_bytes(b"boxctl odds\n")
    with pytest.raises(RuleFault, match="BX701"):
        RobotPlayers(THE_300, ["best"], 1)
    coach = Coach(THE_300, ("Ann",), "on")
    coach._begin_to_solve([None])
    assert "no odds for this game" in coach.silent


def test_a_process_solves_the_table_and_tells_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A program that writes what the real one does stands for it: 256 MiB are too much here."""
    script = tmp_path / "python"
    table = table_path("the-300")
    folder, file = shlex.quote(str(table.parent)), shlex.quote(str(table))
    script.write_text(f"#!/bin/sh\necho 0.250\necho 1.000\nmkdir -p {folder}\n: > {file}\n")
    script.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(script))
    news: list[None] = []
    solving = TableSolving("golf", lambda: news.append(None))
    solving.thread.join()
    assert (solving.over, solving.failed, solving.done) == (True, "", 1.0)
    assert len(news) == 3


def test_what_went_wrong_with_the_process_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "python"
    script.write_text("#!/bin/sh\necho BX703: no room\nexit 1\n")
    script.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(script))
    solving = TableSolving("golf", lambda: None)
    solving.thread.join()
    assert (solving.over, solving.failed) == (True, "BX703: no room")
