"""The coach at the full-screen table: what it shows, when, and what it is asked."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Static

from boxctl.odds.match.match_aims import MatchAims
from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.turn import solve
from boxctl.presentation.phrases import capital
from boxctl.rules.tiles import read_tiles
from boxctl.rules.variants import variant
from boxctl.screens.coaching.advice import MODES, Choice, read_mode
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.house_habits import LastChoice, recall, remember
from boxctl.screens.pictures.picture import LINES
from tests.support.every_variant import EVERY_VARIANT
from tests.support.odds.solved_variants import SOLVED
from tests.support.screens.game_pilot import GamePilot, at_table, in_loop
from tests.support.screens.kept_screens import assert_as_kept

SIDE = 30


def choices(table: GamePilot) -> tuple[Choice, ...]:
    found = table.at.coach.choices(table.table.play)
    return () if found is None else found.of


def coach_says(table: GamePilot) -> str:
    return "\n".join(table.at.coach.texts(table.table.play, table.table.table_log.rulings))


@in_loop
async def test_the_coach_tells_the_chance_to_win_against_this_table() -> None:
    async with at_table() as table:
        await table.press("c", "space")
        assert "Coach: chance to win" in table.shown
        rules = variant("classic")
        to_win = MatchAims(rules).aim(MatchTable((0, 0), (), (False, False)))
        odds = solve(rules, to_win).after_throw(read_tiles("1-9"), (4, 3))
        assert [one.value for one in choices(table)] == [move.value for move in odds.moves]
        assert f"{odds.value:.1%}" in table.shown
        assert_as_kept("coach", table.app.export_screenshot())
        await table.press("1")
        assert {one.words for one in choices(table)} == {"6+1", "4+2+1"}
        assert "6+1: keeps 2 and 4 together; every throw plays." in coach_says(table)
        await table.press("9")
        assert "put the 9 back up" in table.said
        assert {one.words for one in choices(table)} == {"6+1", "4+2+1"}
        await table.press("9")
        await table.press("c")
        assert "coach:" not in table.shown


@in_loop
async def test_alone_the_coach_judges_by_points() -> None:
    async with at_table(players="Ann") as table:
        await table.press("c", "space")
        assert "Coach: score to expect" in table.shown
        assert choices(table)[0].value == pytest.approx(10.4, abs=1)


@in_loop
async def test_the_coach_tells_how_many_dice_are_best() -> None:
    async with at_table("pub", settings={"tiles": "6"}) as table:
        await table.press("c")
        assert {one.words for one in choices(table)} == {"one die", "two dice"}
        best, other = choices(table)
        assert best.loss == 0
        assert other.loss > 0
        assert f"{best.words}: " in coach_says(table)


@pytest.fixture(autouse=True)
def _nothing_solved_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize("name", EVERY_VARIANT)
@in_loop
async def test_the_coach_has_a_word_or_a_reason_in_every_variant(name: str) -> None:
    async with at_table(name, "Ann" if variant(name).match == "solo" else "Ann,Bob") as table:
        await table.press("c")
        for _ in range(4):
            if table.table.play.deciding_who_starts:
                await table.press("space")
        await table.press("space")
        answered = table.table.play.answer is not None
        assert bool(choices(table)) == (answered and name in SOLVED and name != "the-300")
        if name == "the-300":
            assert "not solved yet" in table.at.coach.silent
        elif name not in SOLVED:
            assert "no odds are known" in table.at.coach.silent


@pytest.mark.parametrize("name", ["digital", "missionary", "classic", "full-house", "canadienne"])
@pytest.mark.parametrize("alone", [True, False])
@in_loop
async def test_nothing_is_cut_off_and_columns_are_aligned(name: str, alone: bool) -> None:
    if alone and variant(name).match == "tournament":
        return
    async with at_table(name, "Ann" if alone else "Ann,Bob") as table:
        await table.press("c")
        while table.table.play.deciding_who_starts:
            await table.press("space")
        await table.press("space")
        play = table.table.play
        picture = table.at.coach.picture(play, SIDE, 99, LINES)
        rows = ["".join(span.text for span in row) for row in picture]
        assert all(len(row) <= SIDE for row in rows)
        said = " ".join(" ".join(rows).replace("─", " ").split())
        assert said == capital(" ".join(" ".join(table.at.coach.texts(play)).split()))
        values = [row for row in rows if row.startswith(" ") and row[1:2].isdigit()]
        values = [row for row in values if ":" not in row]
        assert len(values) == len(choices(table))
        assert len({len(row) for row in values}) == 1


@in_loop
async def test_the_coach_is_asked_once() -> None:
    async with at_table(coach="ask") as table:
        await table.press("space")
        assert "waits until you ask" in coach_says(table)
        await table.press("c")
        assert "coach: chance to win" in coach_says(table)
        best = choices(table)[0]
        await table.press(*best.words.split("+"), "space")
        assert "waits until you ask" in coach_says(table)


@in_loop
async def test_the_coach_warns_of_a_blunder_alone() -> None:
    async with at_table(coach="blunders") as table:
        await table.press("space")
        every = choices(table)
        worst = next(one for one in reversed(every) if "+" in one.words)
        first, *rest = worst.words.split("+")
        await table.press(first)
        await table.press(*rest)
        assert f"Ann: {worst.words} loses" in coach_says(table)
        assert f"Better {every[0].words}:" in coach_says(table)
        await table.press("space")
        best = choices(table)[0]
        await table.press(*best.words.split("+"))
        assert "only warns of blunders" in coach_says(table)


@in_loop
async def test_while_a_blunder_can_be_taken_back_the_coach_says_so() -> None:
    async with at_table(coach="blunders") as table:
        await table.press("space")
        await table.press("1")
        assert "Take it back while you can" in coach_says(table)
        await table.press("backspace")
        assert "Take it back" not in coach_says(table)


@in_loop
async def test_after_the_match_the_coach_rates_it() -> None:
    async with at_table(coach="after") as table:
        await table.press("space")
        assert choices(table)
        assert "rates the match" in coach_says(table)
        await table.plays()
        said = coach_says(table)
        assert said.startswith("coach: how it was played")
        assert "Ann: " in said
        assert "gave away" in said
        assert "decision" in said
        assert "Coach: how it was played" in table.shown


@in_loop
async def test_the_coach_steps_through_its_modes_and_they_are_remembered(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    remember(path, LastChoice(GameChoice("classic", (), ("Ann", "Bob"))))
    async with at_table(journal_file=path) as table:
        for mode in (*MODES[1:], "off"):
            await table.press("v")
            assert table.at.coach.mode == mode
            last = recall(path)
            assert last is not None
            assert last.coach == mode


def test_what_earlier_versions_remembered_is_understood() -> None:
    assert [read_mode(kept) for kept in (True, False, "ask", "nonsense", None)] == [
        "on", "off", "ask", "off", "off",
    ]  # fmt: skip


@in_loop
async def test_the_table_goes_on_while_the_coach_thinks() -> None:
    thoughts: list[tuple[Future[Any], Callable[[], Any]]] = []

    def slowly(thought: Callable[[], Any]) -> Future[Any]:
        thoughts.append((Future(), thought))
        return thoughts[-1][0]

    async with at_table(think=slowly, coach="on") as table:
        await table.press("space")
        assert "coach: works it out" in table.shown
        future, thought = thoughts.pop()
        future.set_result(thought())
        table.passes(1)
        assert "Coach: chance to win" in table.shown


@in_loop
async def test_after_the_match_it_is_told_how_it_was_played() -> None:
    async with at_table() as table:
        await table.plays()
        await table.pilot.press("a")
        assert "Played for: winning" in table.page
        assert "<- turned" in table.page
        assert table.page.count("came to") == 2


@in_loop
async def test_nothing_is_analysed_where_there_are_no_odds() -> None:
    async with at_table("the-300") as table:
        await table.press("space")
        await table.pilot.press("a")
        assert "no odds for this game" in table.page


@in_loop
async def test_a_page_keeps_its_columns_on_a_narrow_screen() -> None:
    async with at_table() as table:
        await table.plays()
        for key in ("a", "h"):
            await table.pilot.press(key)
            await table.is_laid_out()
            shown = str(table.screen.query_one("#text", Static).render()).splitlines()
            room = table.screen.query_one("#text", Static).size.width
            assert all(len(line) <= room for line in shown)
            further = [line for line in shown if line not in table.page.splitlines()]
            assert further
            assert sum(line.startswith("  ") for line in further) * 2 >= len(further)
            await table.pilot.press("x")
