"""Choosing a game on the screen: variant, players, stake, seed and settings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.widgets import Static

from boxctl.rules.settings import SETTINGS
from boxctl.rules.variants import names, words
from boxctl.screens.app.last_choice import FILE, LastChoice, recall, remember
from boxctl.screens.app.setting_choices import next_answer
from boxctl.screens.app.table_screen import TableScreen
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.robots import robot_names, way_to_play
from tests.support.kept_screens import assert_as_kept
from tests.support.tables.game_pilot import GamePilot, choosing, in_loop


async def opens_settings(chooser: GamePilot) -> None:
    """F2, and wait until keys go to the list of settings."""
    await chooser.types("f2")
    await chooser.until(
        lambda: bool(chooser.screen.query("#meaning")) and chooser.app.focused is not None
    )


async def played(chooser: GamePilot) -> GameChoice:
    """What is played once the table is there."""
    await chooser.until(lambda: isinstance(chooser.screen, TableScreen))
    return chooser.table.chosen


def text(chooser: GamePilot, id: str) -> str:
    return str(chooser.screen.query_one(f"#{id}", Static).content)


@in_loop
async def test_enter_alone_begins_a_game() -> None:
    async with choosing() as chooser:
        await chooser.types("enter")
        assert await played(chooser) == GameChoice("classic", (), ("Player 1",))


@in_loop
async def test_every_variant_is_told_in_its_own_words() -> None:
    async with choosing() as chooser:
        assert "Add up two dice" in text(chooser, "words")
        await chooser.types(*"canad")
        assert "the French rules" in text(chooser, "words")
        assert "Throw 2 and 4: shut 2 and 4" in text(chooser, "words")
        assert_as_kept("choosing", chooser.app.export_screenshot())


@in_loop
async def test_the_arrows_go_through_every_variant_family_by_family() -> None:
    async with choosing() as chooser:
        seen = {text(chooser, "words")}
        for _ in names():
            await chooser.types("down")
            seen.add(text(chooser, "words"))
        told = "".join(seen)
        assert [name for name in names() if words(name)["summary"] not in told] == []


@in_loop
async def test_a_game_is_found_by_any_of_its_names() -> None:
    async with choosing() as chooser:
        await chooser.types(*"Jack")
        assert "Thai style" in text(chooser, "words")
        await chooser.types("up", "down", *"règ")
        assert "also règles françaises" in text(chooser, "words")
        await chooser.types(*"x", *"lo")
        await chooser.types("n", "enter")
        assert (await played(chooser)).variant == "long-game"


@in_loop
async def test_a_name_that_no_game_has_is_said_and_forgotten() -> None:
    async with choosing() as chooser:
        await chooser.types(*"lq")
        assert text(chooser, "fault") == 'no game has a name that begins with "lq"'
        await chooser.types(*"lo")
        assert "long game" in text(chooser, "words")
        await chooser.types("backspace", "u")
        assert "Lucky number 7" in text(chooser, "words")


@in_loop
async def test_players_stake_and_seed_are_typed() -> None:
    async with choosing() as chooser:
        await chooser.types("tab", *"Ann", "comma", *"best", "tab", "backspace", *"50", "tab", "7")
        await chooser.types("enter")
        chosen = await played(chooser)
        assert chosen.players == ("Ann", "best")
        assert dict(chosen.changes) == {"stake": "50"}
        assert chosen.seed == 7


@in_loop
async def test_what_cannot_be_is_said_in_a_sentence() -> None:
    async with choosing() as chooser:
        await chooser.types("tab", *"Ann", "comma", *"Ann", "enter")
        assert 'two players are called "Ann"' in text(chooser, "fault")
        await chooser.types("tab", "tab", "x", "enter")
        assert 'the seed "x" is not a whole number' in text(chooser, "fault")


@in_loop
async def test_a_simulated_player_who_cannot_play_by_the_rules_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "nothing solved yet"))
    async with choosing() as chooser:
        await chooser.types(*"300")
        assert "The 300" in text(chooser, "words")
        await chooser.types("tab", *"best", "enter")
        assert "The 300 is not solved yet on this computer" in text(chooser, "fault")


@in_loop
async def test_settings_are_gone_through_with_enter_and_typed_where_they_are_numbers() -> None:
    async with choosing() as chooser:
        await opens_settings(chooser)
        await chooser.types("enter")
        await chooser.types("backspace", *"99", "enter")
        assert "a whole number from 1 to 24" in text(chooser, "meaning")
        await chooser.types("backspace", "backspace", *"12", "enter")
        await chooser.types("down", "down", "down", "enter")
        assert_as_kept("settings", chooser.app.export_screenshot())
        await chooser.types("escape")
        await chooser.until(
            lambda: bool(chooser.screen.query("#settings")) and chooser.app.focused is not None
        )
        assert text(chooser, "settings") == "F2 settings: tiles = 12, one_die = high_tiles_shut"
        await chooser.types("enter")
        chosen = await played(chooser)
        assert dict(chosen.changes) == {"tiles": "12", "one_die": "high_tiles_shut"}


@in_loop
async def test_escape_leaves_and_leaves_a_line_that_is_typed_in() -> None:
    async with choosing() as chooser:
        await opens_settings(chooser)
        await chooser.types("enter", "3", "escape", "escape")
        await chooser.until(
            lambda: bool(chooser.screen.query("#settings")) and chooser.app.focused is not None
        )
        assert text(chooser, "settings") == "F2 settings: as the variant has them"
        await chooser.types("escape")
        assert not chooser.app.is_running or chooser.app._exit


def test_what_was_chosen_is_remembered_and_what_is_damaged_forgotten(tmp_path: Path) -> None:
    journal = tmp_path / "state" / "journal.db"
    choice = LastChoice(
        GameChoice("canoga", (("tiles", "12"),), ("Ann", "best")), "blunders", "boxctl-dark"
    )
    assert recall(journal) is None
    remember(journal, choice)
    assert recall(journal) == choice
    kept = (journal.with_name(FILE)).read_text()
    for broken in ("", "[]", "{}", kept.replace("canoga", "cano"), kept.replace("12", "99")):
        journal.with_name(FILE).write_text(broken)
        assert recall(journal) is None
    assert json.loads(kept)["players"] == ["Ann", "best"]


def test_a_choice_that_cannot_be_remembered_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    remember(tmp_path / "file" / "journal.db", LastChoice(GameChoice("classic", (), ("Ann",))))


@pytest.mark.parametrize("name", SETTINGS)
def test_going_through_the_answers_of_a_setting_comes_to_each_of_them(name: str) -> None:
    answers = SETTINGS[name].choices
    for answer in answers:
        SETTINGS[name].read(answer)
        assert next_answer(name, answer) == answers[(answers.index(answer) + 1) % len(answers)]
    assert bool(answers) == (next_answer(name, "unheard of") is not None)


def test_simulated_players_are_known_by_their_names() -> None:
    assert robot_names(["best", "best", "human"], ["Ann"]) == ["best", "best 2", "human"]
    assert [way_to_play(name) for name in ("best", "best 2", "bestest", "Ann")] == [
        "best", "best", None, None,
    ]  # fmt: skip
