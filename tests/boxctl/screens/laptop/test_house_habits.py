"""The favourites of a house, read from its journal, and what is chosen in the menu."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
from textual.widgets import Static

from boxctl.rules.faults import RuleFault
from boxctl.screens.app.menu.game_list import GameList, PlayerRows
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.house_habits import HouseHabits, MenuChoice, house_habits
from tests.support.records.journals import Bare
from tests.support.screens.game_pilot import at_table, choosing, in_loop


async def plays(journal: Path, name: str, players: str) -> None:
    """A match that is played to its end."""
    async with at_table(name, players, journal_file=journal) as table:
        await table.plays()


async def an_evening(journal: Path) -> None:
    await plays(journal, "thai", "Ann,Bob")
    async with at_table("thai", "Cy,best", journal_file=journal):
        pass
    await plays(journal, "pub", "Ann,Cy")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of an evening; each test has a copy."""
    journal = tmp_path_factory.mktemp("kept") / "journal.db"
    asyncio.run(an_evening(journal))
    return journal


@pytest.fixture
def journal(kept: Path, tmp_path: Path) -> Path:
    """The journal of an evening."""
    for file in kept.parent.iterdir():
        shutil.copy(file, tmp_path)
    return tmp_path / kept.name


@in_loop
async def test_the_game_played_last_is_first_and_then_those_played_most(journal: Path) -> None:
    habits = house_habits(journal)
    assert habits.favourites == ("pub", "thai")
    assert dict(habits.played) == {"pub": 1, "thai": 2}
    assert set(dict(habits.minutes)) == {"pub", "thai"}
    assert habits.evening == ("Ann", "Bob", "Cy")


@in_loop
async def test_the_menu_offers_them_and_the_people_of_the_last_evening(journal: Path) -> None:
    async with choosing(journal_file=journal) as chooser:
        games = chooser.screen.query_one(GameList)

        def first_lines() -> list[str]:
            return [str(option.prompt).strip() for option in games.options[:5]]

        await chooser.until(lambda: "Played in this house" in first_lines())
        assert first_lines() == [
            "Go on with a match", "Thai style 2: Cy, Robot Bea", "Played in this house",
            "Pub rules", "Thai style",
        ]  # fmt: skip
        said = str(chooser.screen.query_one("#kind", Static).content)
        assert said == "Last evening: Ann, Bob and Cy (F4)"
        await chooser.types("f4")
        assert chooser.screen.query_one(PlayerRows).players.names == ["Ann", "Bob", "Cy"]


@in_loop
async def test_a_journal_that_cannot_be_read_has_no_habits(journal: Path, tmp_path: Path) -> None:
    assert house_habits(tmp_path / "none.db") == HouseHabits()
    (tmp_path / "text.db").write_text("no journal")
    assert house_habits(tmp_path / "text.db") == HouseHabits()
    for body in ("{}", "[]", "no json", '{"began": "today", "players": 7, "box": "play"}'):
        Bare(journal).execute("UPDATE entry SET body = ? WHERE number = 0 AND match = 3", (body,))
        assert house_habits(journal).favourites == ("thai",)


LAST = GameChoice("canoga", (("stake", "10"), ("tiles", "10")), ("Ann", "Bob"))


def test_the_menu_begins_with_what_was_chosen_last() -> None:
    choice = MenuChoice(LAST)
    assert (choice.variant, choice.stake) == ("canoga", "10")
    assert choice.chosen("canoga", choice.stake, "").players == ("Ann", "Bob")
    assert choice.changes_of("canoga") == (("tiles", "10"),)


def test_each_game_keeps_its_settings() -> None:
    choice = MenuChoice(None)
    choice.change("classic", (("tiles", "12"),))
    choice.players.seat(("Ann",))
    assert choice.chosen("canoga", "", "").changes == ()
    assert choice.chosen("classic", "5", "").changes == (("tiles", "12"), ("stake", "5"))
    assert choice.settings_in_words("classic") == "F2 settings: Number of tiles: 12"
    assert choice.settings_in_words("canoga") == "F2 settings: as the variant has them"


def test_without_a_stake_or_for_none_the_setting_is_not_changed() -> None:
    choice = MenuChoice(None)
    assert choice.chosen("classic", "", "").changes == choice.chosen("classic", "0", "").changes


def test_a_seed_is_a_whole_number() -> None:
    choice = MenuChoice(None)
    assert choice.chosen("classic", "", "42").seed == 42
    assert choice.chosen("classic", "", "").seed is None
    for seed in ("-1", "dice", "4.2", "1" * 19, "²"):
        with pytest.raises(RuleFault) as refused:
            choice.chosen("classic", "", seed)
        assert refused.value.code == "BX203"
