"""The page that tells how the players have fared, over the menu and over the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.widgets import Static

from boxctl.presentation.journal.player_history import ASCII as PLAIN_CELLS
from boxctl.presentation.journal.player_history import BLOCKS
from boxctl.screens.app.history_screen import HistoryScreen
from boxctl.screens.app.menu.menu_widgets import FooterBar
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.pictures.picture import ASCII
from tests.support.records.simulated_records import SimulatedMatch, record_matches
from tests.support.screens.game_pilot import GamePilot, a_game, in_loop
from tests.support.screens.picture_text import text_of as text_of_picture


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    matches = [SimulatedMatch(seed=seed) for seed in range(8)]
    return record_matches(tmp_path / "journal.db", [*matches, SimulatedMatch(events=3)])


def text_of(game: GamePilot) -> list[str]:
    """What stands on the page."""
    assert isinstance(game.screen, HistoryScreen)
    told = (str(each.render()) for each in game.screen.query(VerticalScroll).first().query(Static))
    return "\n".join(told).splitlines()


async def opened(game: GamePilot) -> None:
    await game.pilot.press("f5")
    await game.until(lambda: isinstance(game.screen, HistoryScreen))
    await game.until(lambda: not game.screen.query("#history-progress"))


@in_loop
async def test_f5_over_the_menu(journal: Path) -> None:
    async with a_game(None, journal_file=journal) as game:
        menu = game.screen
        await opened(game)
        told = text_of(game)
        assert told[0] == "8 matches count, from 2026-11-21 on."
        assert any(line.lstrip().startswith("Ann   ") for line in told)
        assert set("".join(told)) & set(BLOCKS)
        assert "Match 9 does not count: it is not over." in told
        await game.pilot.press("escape")
        await game.until(lambda: game.screen is menu)


@in_loop
async def test_f5_over_the_table_and_f5_again(journal: Path) -> None:
    choice = GameChoice("classic", (), ("Ann", "Bob"), 3)
    async with a_game(choice, journal_file=journal) as game:
        game.comes_to_rest()
        await opened(game)
        await game.pilot.press("f5")
        await game.until(lambda: game.screen is game.at)


def keys(game: GamePilot) -> str:
    """What the footer offers."""
    return text_of_picture(game.screen.query_one(FooterBar).picture)


@in_loop
async def test_a_long_page_scrolls(journal: Path) -> None:
    async with a_game(None, journal_file=journal, size=(80, 24)) as game:
        await opened(game)
        page = game.screen.query_one(VerticalScroll)
        await game.until(lambda: page.max_scroll_y > 0)
        await game.until(lambda: "UP up  DOWN down  ESC back" in keys(game))
        await game.pilot.press("end")
        await game.until(lambda: page.scroll_target_y == page.max_scroll_y)


@in_loop
async def test_in_plain_characters(journal: Path) -> None:
    async with a_game(None, journal_file=journal, glyphs=ASCII) as game:
        await opened(game)
        told = "".join(text_of(game))
        assert not set(told) & set(BLOCKS)
        assert set(told) & set(PLAIN_CELLS)


@in_loop
async def test_without_a_journal(tmp_path: Path) -> None:
    async with a_game(None, journal_file=tmp_path / "none.db") as game:
        await opened(game)
        (told,) = text_of(game)
        assert told == "No match has been played yet: this page begins with the first."
        assert keys(game).split() == ["ESC", "back", "L", "light"]


@in_loop
async def test_leaving_gives_up_to_look(journal: Path) -> None:
    waiting: list[Callable[[], None]] = []
    async with a_game(None, journal_file=journal, work=waiting.append) as game:
        menu = game.screen
        await game.pilot.press("f5")
        await game.until(lambda: isinstance(game.screen, HistoryScreen))
        await game.pilot.press("escape")
        await game.until(lambda: game.screen is menu)
        # The menu has looked through the journal before, for what this house likes to play.
        look_through = waiting[-1]
        look_through()
        await game.pilot.pause()
        assert game.screen is menu
