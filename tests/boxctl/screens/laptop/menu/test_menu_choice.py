"""What is chosen in the menu while people look through the games."""

from __future__ import annotations

import pytest

from boxctl.rules.faults import RuleFault
from boxctl.screens.laptop.menu.house_habits import MenuChoice
from boxctl.screens.laptop.watched_match import GameChoice

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
