"""The settings in the menu: in groups, told in sentences, set back and cured."""

from __future__ import annotations

import os
from pathlib import Path
from unittest import mock

import pytest
from textual.widgets import OptionList, Static

from boxctl.rules.settings import SETTINGS
from boxctl.screens.app.menu.game_list import GameList
from boxctl.screens.app.menu.menu_screen import MenuScreen
from boxctl.screens.app.menu.settings_screen import SettingsScreen
from boxctl.screens.app.table_screen import TableScreen
from boxctl.screens.laptop.game_card import contradiction, next_answer, setting_to_set_back
from tests.support.screens.game_pilot import GamePilot, choosing, in_loop
from tests.support.screens.kept_screens import assert_as_kept


async def opens_settings(chooser: GamePilot) -> None:
    """F2, and wait until keys go to the list of settings."""
    await chooser.types("f2")
    await chooser.until(lambda: isinstance(chooser.screen, SettingsScreen))
    await chooser.until(lambda: bool(text(chooser, "meaning")))


async def closes_settings(chooser: GamePilot) -> None:
    await chooser.types("escape")
    await chooser.until(lambda: isinstance(chooser.screen, MenuScreen))


def text(chooser: GamePilot, id: str) -> str:
    found = chooser.screen.query(f"#{id}")
    return str(found.first(Static).content) if found else ""


@in_loop
async def test_settings_are_gone_through_with_enter_and_typed_where_they_are_numbers() -> None:
    async with choosing() as chooser:
        await opens_settings(chooser)
        assert "The box has the tiles 1 to 9." in text(chooser, "meaning")
        await chooser.types("enter")
        await chooser.types("backspace", *"99", "enter")
        assert "a whole number from 1 to 24" in text(chooser, "meaning")
        await chooser.types("backspace", "backspace", *"12", "enter")
        assert "Shut the Box has 9: DEL sets it back." in text(chooser, "meaning")
        await chooser.types("down", "down", "down", "enter")
        assert "Once no tile above 6 is left" in text(chooser, "meaning")
        assert_as_kept("settings", chooser.app.export_screenshot())
        await closes_settings(chooser)
        assert (
            text(chooser, "settings")
            == "F2 settings: Number of tiles: 12, When one die: 7 and above are shut"
        )
        await chooser.types("enter")
        await chooser.until(lambda: isinstance(chooser.screen, TableScreen) and chooser.at.is_open)
        changes = dict(chooser.table.chosen.changes)
        assert changes == {"tiles": "12", "one_die": "high_tiles_shut"}


@in_loop
async def test_escape_leaves_a_line_that_is_typed_in_and_then_the_settings() -> None:
    async with choosing() as chooser:
        await opens_settings(chooser)
        await chooser.types("enter", "3", "escape")
        assert isinstance(chooser.screen, SettingsScreen)
        await closes_settings(chooser)
        assert text(chooser, "settings") == "F2 settings: as the variant has them"


@in_loop
async def test_one_key_sets_a_setting_back_and_one_all_of_them() -> None:
    async with choosing() as chooser:
        await opens_settings(chooser)
        await chooser.types("down", "down", "down", "enter", "down", "enter", "delete")
        await chooser.types("down", "enter", "f5")
        await closes_settings(chooser)
        assert text(chooser, "settings") == "F2 settings: as the variant has them"


@in_loop
async def test_a_contradiction_is_said_at_once_with_a_cure_that_a_key_applies() -> None:
    async with choosing() as chooser:
        await opens_settings(chooser)
        await chooser.types("down", "down", "down", "down", "down", "down", "enter")
        assert "quotient = true goes only with combine = canoga" in text(chooser, "wrong")
        assert "F6 sets back quotient = false, and all fits." in text(chooser, "wrong")
        await chooser.types("f6")
        assert text(chooser, "wrong") == ""


def test_what_two_changes_break_is_cured_by_the_later_one() -> None:
    changes = (("match", "solo"), ("stake", "50"))
    assert "match = solo has nobody to win from" in contradiction("classic", changes)
    assert setting_to_set_back("classic", changes) == "stake"
    assert setting_to_set_back("classic", (("rounds", "3"), ("quotient", "true"))) is None


@pytest.mark.parametrize("name", SETTINGS)
def test_going_through_the_answers_of_a_setting_comes_to_each_of_them(name: str) -> None:
    known = SETTINGS[name]
    answers = (*known.choices, None) if known.kind.is_typed else known.choices
    for answer in known.choices:
        known.read(answer)
        assert next_answer(name, answer) == answers[(answers.index(answer) + 1) % len(answers)]
    assert next_answer(name, "unheard of") == answers[0]


@in_loop
async def test_on_a_wide_screen_the_settings_stand_in_two_columns() -> None:
    async with choosing(size=(120, 40)) as chooser:
        await opens_settings(chooser)
        first, second = chooser.screen.query(OptionList)
        assert second.size.width > 50
        assert text(chooser, "meaning").startswith("tiles = 9")
        await chooser.types("right", "down")
        assert second.has_focus
        assert first.highlighted is None
        assert text(chooser, "meaning").startswith("match = single")
        await chooser.types("left")
        assert first.has_focus
        assert second.highlighted is None
        assert_as_kept("settings-120x40", chooser.app.export_screenshot())


@in_loop
async def test_changed_rules_are_saved_under_a_title_of_the_house_and_stand_in_the_menu(
    tmp_path: Path,
) -> None:
    with mock.patch.dict(os.environ, {"XDG_CONFIG_HOME": str(tmp_path)}):
        async with choosing() as chooser:
            await opens_settings(chooser)
            await chooser.types("enter", "backspace", *"10", "enter", "f7")
            assert "What is this game called here?" in text(chooser, "meaning")
            await chooser.types(*"The Crown")
            assert_as_kept("settings-save-as", chooser.app.export_screenshot())
            await chooser.types("enter")
            await chooser.until(lambda: isinstance(chooser.screen, MenuScreen))
            assert chooser.screen.query_one(GameList).chosen == "the-crown"
            assert text(chooser, "settings") == "F2 settings: as the variant has them"
            await chooser.types("enter")
            await chooser.until(
                lambda: isinstance(chooser.screen, TableScreen) and chooser.at.is_open
            )
            chosen = chooser.table.chosen
            assert (chosen.variant, chosen.changes) == ("the-crown", ())
            assert chosen.rules.tiles == 10
        written = (tmp_path / "boxctl" / "variants" / "the-crown.toml").read_text("utf-8")
        assert 'title = "The Crown"' in written


@in_loop
async def test_the_key_beside_save_saves_what_was_typed_too(tmp_path: Path) -> None:
    with mock.patch.dict(os.environ, {"XDG_CONFIG_HOME": str(tmp_path)}):
        async with choosing() as chooser:
            await opens_settings(chooser)
            await chooser.types("enter", "backspace", *"10", "enter", "f7", *"The Crown", "f7")
            await chooser.until(lambda: isinstance(chooser.screen, MenuScreen))
            assert chooser.screen.query_one(GameList).chosen == "the-crown"


@in_loop
async def test_a_title_that_is_taken_or_missing_is_said_and_another_can_be_typed(
    tmp_path: Path,
) -> None:
    with mock.patch.dict(os.environ, {"XDG_CONFIG_HOME": str(tmp_path)}):
        async with choosing() as chooser:
            await opens_settings(chooser)
            await chooser.types("f7")
            assert text(chooser, "meaning").startswith("Nothing is changed yet")
            await chooser.types("enter", "backspace", *"10", "enter", "f7", "enter")
            assert "BX2" in text(chooser, "meaning")
            await chooser.types(*"Canoga", "enter")
            assert "BX209" in text(chooser, "meaning")
            await chooser.types("escape")
            assert "tiles = 10" in text(chooser, "meaning")
            await closes_settings(chooser)
            assert text(chooser, "settings") == "F2 settings: Number of tiles: 10"
        assert list(tmp_path.rglob("*.toml")) == []
