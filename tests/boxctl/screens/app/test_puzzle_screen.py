"""Puzzles on the full screen: from the menu, with keys and mouse, and back to the menu."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from boxctl.screens.app.menu.game_list import FIRST_MATCH, PUZZLES
from boxctl.screens.app.menu.menu_screen import MenuScreen
from boxctl.screens.app.picture_widget import PictureWidget
from boxctl.screens.app.puzzle_screen import PuzzleScreen
from boxctl.screens.app.table_screen import TableScreen
from boxctl.screens.app.text_screen import TextScreen
from boxctl.screens.pictures.picture import ASCII
from boxctl.screens.puzzles.puzzle_table import PuzzleTable
from tests.support.screens.game_pilot import GamePilot, choosing, in_loop
from tests.support.screens.picture_text import text_of


def asked(chooser: GamePilot) -> PuzzleScreen:
    return next(each for each in chooser.app.screen_stack if isinstance(each, PuzzleScreen))


def table(chooser: GamePilot) -> PuzzleTable:
    found = asked(chooser).table
    assert found is not None
    return found


def seen(chooser: GamePilot) -> str:
    return text_of(asked(chooser).query_one(PictureWidget).picture)


async def asks(chooser: GamePilot) -> None:
    await chooser.types("f7")
    await chooser.until(lambda: isinstance(chooser.screen, PuzzleScreen))


async def menu_at(chooser: GamePilot, id: str) -> str:
    """Highlight this in the list, and return what its card says."""
    assert isinstance(chooser.screen, MenuScreen)
    chooser.screen._games.go_to(id)
    await chooser.until(lambda: bool(chooser.screen.query_one("#card", PictureWidget).picture))
    await chooser.pilot.pause()
    return text_of(chooser.screen.query_one("#card", PictureWidget).picture)


@in_loop
async def test_f7_asks_the_puzzles_of_the_game_that_is_highlighted(tmp_path: Path) -> None:
    async with choosing(journal_file=tmp_path / "journal.db", motion=False) as chooser:
        await asks(chooser)
        assert "Shut the Box, puzzle 1 of 50" in seen(chooser)
        assert "Open: 2,3,6,9. You threw 5 and 6." in seen(chooser)
        await chooser.types("q")
        assert isinstance(chooser.screen, MenuScreen)


@in_loop
async def test_a_wrong_answer_is_explained_beside_the_box(tmp_path: Path) -> None:
    async with choosing(journal_file=tmp_path / "journal.db", motion=False) as chooser:
        await asks(chooser)
        await chooser.types("6", "3", "2")
        assert "ENTER: shut 2,3,6" in seen(chooser)
        await chooser.types("enter")
        shown = " ".join(seen(chooser).split())
        assert "Not the best: 6+3+2 gives away 1.07 points." in shown
        assert "Better 9+2: keeps 3 and 6 together" in shown
        assert "6+3+2 8.00 -1.07" in shown.replace("−", "-")
        await chooser.types("question_mark")
        assert isinstance(chooser.screen, TextScreen)
        assert "only 4 of 36 throws play on" in chooser.page
        await chooser.types("x", "enter")
        assert "puzzle 2 of 50" in seen(chooser)


@in_loop
async def test_what_was_solved_is_there_the_next_time(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    for number, solved in ((1, "0 of 50"), (2, "1 of 50")):
        async with choosing(journal_file=journal, motion=False) as chooser:
            await asks(chooser)
            assert f"puzzle {number} of 50" in seen(chooser)
            assert f"{solved} solved" in seen(chooser)
            if number == 1:
                await chooser.types("9", "2", "enter")
                assert "Right: 9+2." in seen(chooser)


@in_loop
async def test_a_small_screen_explains_on_a_page(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    async with choosing(journal_file=journal, motion=False, size=(40, 12)) as chooser:
        await asks(chooser)
        assert "Q leave" in seen(chooser).splitlines()[-1]
        await chooser.types("6", "3", "2", "enter")
        assert isinstance(chooser.screen, TextScreen)
        assert "Better 9+2" in chooser.page


@in_loop
async def test_the_mouse_shuts_tiles_and_answers(tmp_path: Path) -> None:
    async with choosing(journal_file=tmp_path / "journal.db", motion=False) as chooser:
        await asks(chooser)
        plan = asked(chooser).plan
        for number in (9, 2):
            column = next(at for at in range(plan.columns) if plan.tile_at(at, 3) == number)
            await chooser.pilot.click(offset=(column, 3))
            await chooser.pilot.pause()
        await chooser.pilot.click(offset=(plan.hint.left + 2, plan.hint.top))
        await chooser.pilot.pause()
        assert "Right: 9+2." in seen(chooser)


@in_loop
async def test_the_puzzle_of_the_week_and_another_one(tmp_path: Path) -> None:
    async with choosing(journal_file=tmp_path / "journal.db", motion=False) as chooser:
        await asks(chooser)
        await chooser.types("w")
        assert "the puzzle of week" in seen(chooser)
        await chooser.types("n")
        assert "the puzzle of week" not in seen(chooser)


@in_loop
async def test_a_game_without_puzzles_says_why_in_the_menu(tmp_path: Path) -> None:
    async with choosing(journal_file=tmp_path / "journal.db") as chooser:
        await menu_at(chooser, "lucky-seven")
        await chooser.types("f7")
        await chooser.until(lambda: isinstance(chooser.screen, MenuScreen))
        await chooser.until(lambda: "BX803" in str(chooser.screen.query_one("#fault").render()))


@in_loop
async def test_people_can_leave_while_the_puzzles_are_worked_out(tmp_path: Path) -> None:
    waiting: list[Future[Any]] = []

    def think(_thought: Callable[[], Any]) -> Future[Any]:
        waiting.append(Future())
        return waiting[-1]

    journal = tmp_path / "journal.db"
    async with choosing(journal_file=journal, motion=False, think=think) as chooser:
        await asks(chooser)
        assert "The puzzles are being worked out" in seen(chooser)
        await chooser.types("6", "enter", "n", "w", "question_mark")
        await chooser.types("q")
        assert isinstance(chooser.screen, MenuScreen)
    assert len(waiting) == 1


@in_loop
async def test_the_list_offers_the_first_match_and_the_puzzles(tmp_path: Path) -> None:
    async with choosing(journal_file=tmp_path / "journal.db", motion=False) as chooser:
        assert "explains itself" in await menu_at(chooser, FIRST_MATCH)
        assert "one move that is better" in await menu_at(chooser, PUZZLES)
        await chooser.types("f2")
        assert isinstance(chooser.screen, MenuScreen)
        await chooser.types("enter")
        await chooser.until(lambda: isinstance(chooser.screen, PuzzleScreen))
        assert "Shut the Box, puzzle 1 of 50" in seen(chooser)


@pytest.mark.parametrize("keys", [["f9"], ["up", "enter"]])
def test_the_first_match_begins_from_the_menu(tmp_path: Path, keys: list[str]) -> None:
    @in_loop
    async def begin() -> None:
        async with choosing(journal_file=tmp_path / "journal.db") as chooser:
            await menu_at(chooser, PUZZLES)
            await chooser.types(*keys)
            await chooser.until(lambda: isinstance(chooser.screen, TextScreen))
            assert "Nine tiles stand." in chooser.page
            assert any(isinstance(each, TableScreen) for each in chooser.app.screen_stack)

    begin()


@in_loop
async def test_a_poor_font_gets_signs_that_it_has(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    async with choosing(journal_file=journal, motion=False, glyphs=ASCII) as chooser:
        await asks(chooser)
        await chooser.types("6", "3", "2", "enter")
        assert seen(chooser).isascii()


async def without_motion(chooser: GamePilot) -> None:
    """Switch motion off on the page of options."""
    await chooser.types("f8", "down", "down", "right", "escape")


@in_loop
async def test_puzzles_begin_by_the_options_of_now(tmp_path: Path) -> None:
    async with choosing(journal_file=tmp_path / "journal.db", motion=True) as chooser:
        await without_motion(chooser)
        await asks(chooser)
        assert table(chooser).due(chooser.ticker.now()) is None


@in_loop
async def test_options_that_are_changed_over_a_puzzle_hold_there_too(tmp_path: Path) -> None:
    async with choosing(journal_file=tmp_path / "journal.db", motion=True) as chooser:
        await asks(chooser)
        await without_motion(chooser)
        await chooser.types("2")
        chooser.ticker.passes(10_000_000)
        await chooser.types("3")
        assert table(chooser).due(chooser.ticker.now()) is None
