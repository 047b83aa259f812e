"""Leaving a table: the match is kept, ended for good, or left for the menu."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.screens.app.menu.menu_screen import MenuScreen
from boxctl.screens.app.table_overlays import FinalResult, LeaveScreen
from boxctl.screens.app.table_screen import TableScreen
from boxctl.screens.laptop.laptop_table import KEPT
from boxctl.screens.laptop.unfinished_matches import unfinished_matches
from tests.support.screens.game_pilot import GamePilot, at_table, in_loop


async def asks(table: GamePilot) -> None:
    """Q, and wait for the question."""
    await table.pilot.press("q")
    await table.until(lambda: isinstance(table.screen, LeaveScreen))
    await table.until(lambda: bool(table.screen.query("OptionList")))


async def leaves(table: GamePilot) -> None:
    await table.until(lambda: has_ended(table))


def has_ended(table: GamePilot) -> bool:
    return not table.app.is_running or table.app._exit


@pytest.mark.parametrize("answer", ["q", "enter"])
@in_loop
async def test_the_first_answer_leaves_and_keeps_the_match(tmp_path: Path, answer: str) -> None:
    journal = tmp_path / "journal.db"
    async with at_table(journal_file=journal) as table:
        await table.press("space")
        await asks(table)
        await table.pilot.press(answer)
        await leaves(table)
    assert table.app.return_value == KEPT
    (kept,) = unfinished_matches(journal)
    assert (kept.number, kept.chosen.players) == (1, ("Ann", "Bob"))


@in_loop
async def test_ctrl_c_asks_nothing_and_keeps_the_match(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    async with at_table(journal_file=journal) as table:
        await table.press("space")
        await table.pilot.press("ctrl+c")
        await leaves(table)
    assert table.app.return_value == KEPT
    assert len(unfinished_matches(journal)) == 1


@pytest.mark.parametrize("keys", [("q", "q"), ("ctrl+c",)])
@in_loop
async def test_who_leaves_a_match_that_is_over_takes_its_result_along(keys: tuple[str]) -> None:
    async with at_table() as table:
        await table.plays()
        if keys[0] == "q":
            await asks(table)
        await table.pilot.press(keys[-1])
        await leaves(table)
    ended = table.app.return_value
    assert isinstance(ended, FinalResult)
    assert "win" in ended.text


@in_loop
async def test_a_match_is_ended_for_good_only_when_that_is_said_twice(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    async with at_table(journal_file=journal) as table:
        await table.press("space")
        await asks(table)
        await table.pilot.press("x")
        assert not has_ended(table)
        await table.pilot.press("escape")
        await table.until(lambda: isinstance(table.screen, TableScreen))
        await asks(table)
        await table.pilot.press("x", "x")
        await leaves(table)
    assert table.app.return_value is None
    assert unfinished_matches(journal) == ()
    assert unfinished_matches(tmp_path / "another.db") == ()


@in_loop
async def test_who_asked_again_only_presses_enter_plays_on() -> None:
    async with at_table() as table:
        await table.press("space")
        await asks(table)
        await table.pilot.press("x", "enter")
        await table.until(lambda: isinstance(table.screen, TableScreen))
        assert not has_ended(table)


@in_loop
async def test_a_match_without_a_throw_is_not_kept(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    for key in ("ctrl+c", "q"):
        async with at_table(journal_file=journal) as table:
            await table.pilot.press(key)
            if key == "q":
                await table.pilot.press("q")
            await leaves(table)
        assert table.app.return_value is None
    assert unfinished_matches(journal) == ()


@in_loop
async def test_from_the_table_to_the_menu_to_another_game_and_back_to_the_first(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "journal.db"
    async with at_table(journal_file=journal) as table:
        await table.press("space")
        await table.press("1")
        assert table.said.startswith("The 1 so far for 4 and 3")
        await asks(table)
        await table.pilot.press("m")
        await table.until(lambda: isinstance(table.screen, MenuScreen))
        assert [match.number for match in unfinished_matches(journal)] == [1]
        await table.until(lambda: table.app.focused is not None)
        await table.types(*"thai", "enter")
        await table.until(lambda: isinstance(table.screen, TableScreen) and table.at.is_open)
        table.comes_to_rest()
        assert table.table.chosen.variant == "thai"
        await table.press("space")
        await asks(table)
        await table.pilot.press("m")
        await table.until(lambda: isinstance(table.screen, MenuScreen))
        assert [match.number for match in unfinished_matches(journal)] == [2, 1]
        await table.until(lambda: table.app.focused is not None)
        await table.types("down", "enter")
        await table.until(lambda: isinstance(table.screen, TableScreen) and table.at.is_open)
        table.comes_to_rest()
        assert table.table.chosen.variant == "classic"
        assert "Ann  4 3: 1 …" in table.shown
        await table.plays()
        assert "The match is over" in table.shown
    assert [match.number for match in unfinished_matches(journal)] == [2]
