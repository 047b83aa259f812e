"""The menu on the screen: the game, the players, the stake, the dice; what is wrong is said."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.style import Style
from textual.content import Content
from textual.widgets import Input, Static

from boxctl.presentation.ways_to_play import robot_names, way_to_play
from boxctl.rules.variants import names, words
from boxctl.screens.app.menu.game_list import GameList, PlayerRows
from boxctl.screens.app.menu.menu_screen import MenuScreen
from boxctl.screens.app.menu.menu_widgets import CardWidget, FieldHint, FooterBar
from boxctl.screens.app.picture_widget import THEMES
from boxctl.screens.app.table_screen import TableScreen
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.house_habits import FILE, LastChoice, recall, remember
from boxctl.screens.laptop.unfinished_matches import unfinished_matches
from boxctl.screens.pictures.picture import ASCII
from groundwork.cell_width import columns_of
from groundwork.language import known_languages, language, use
from tests.support.every_variant import parameter
from tests.support.screens.game_pilot import GamePilot, at_table, choosing, in_loop
from tests.support.screens.kept_screens import assert_as_kept
from tests.support.screens.picture_text import text_of
from tests.support.soak import SOAK


async def played(chooser: GamePilot) -> GameChoice:
    """What is played once the table is there."""
    await chooser.until(lambda: isinstance(chooser.screen, TableScreen) and chooser.at.is_open)
    return chooser.table.chosen


def text(chooser: GamePilot, id: str) -> str:
    return str(chooser.screen.query_one(f"#{id}", Static).content)


def hint(chooser: GamePilot, field: str) -> str:
    return chooser.screen.query_one(f"#{field}-hint", FieldHint).said


def card(chooser: GamePilot) -> str:
    """What is said of the game that is highlighted."""
    return " ".join(text_of(chooser.screen.query_one(CardWidget).picture).split())


def listed(chooser: GamePilot) -> list[str]:
    """The lines of the list."""
    return [str(option.prompt) for option in chooser.screen.query_one(GameList).options]


def seated(chooser: GamePilot) -> str:
    return text_of(chooser.screen.query_one(PlayerRows).picture)


@in_loop
async def test_enter_alone_begins_a_game() -> None:
    async with choosing() as chooser:
        await chooser.types("enter")
        assert await played(chooser) == GameChoice("classic", (), ("Player 1",))


@in_loop
async def test_every_variant_is_told_in_its_own_words() -> None:
    async with choosing() as chooser:
        assert "Add up two dice" in card(chooser)
        await chooser.types(*"canad")
        assert "The French rules" in card(chooser)
        assert "Throw 2 and 4: shut 2 and 4" in card(chooser)
        assert_as_kept("menu-search", chooser.app.export_screenshot())


@in_loop
async def test_what_is_told_of_a_game_that_was_found_hangs_below_its_title() -> None:
    async with choosing() as chooser:
        await chooser.types(*"cannot")
        (found,) = chooser.app.screen.query_one(GameList).options
        told = found.prompt
        assert isinstance(told, Content)
        assert told.plain.split("\n") == [
            "  The doubles rule\u00a0\u00a0As",
            "    classic, but a double",
            "    that cannot be played is",
            "    thrown again.",
        ]
        marked = [told.plain[span.start : span.end] for span in told.spans]
        assert "cannot" in marked


@pytest.mark.parametrize("code", ["en", "de", "fr"])
@in_loop
async def test_every_line_that_hangs_has_its_place_beside_the_scrollbar(code: str) -> None:
    use(language(code))
    async with choosing(size=(80, 24)) as chooser:
        narrow = chooser.screen.query_one(GameList).scrollable_content_region.width
        offered = [line for option in listed(chooser) for line in option.split("\n")]
        assert max(map(columns_of, offered)) <= narrow
        await chooser.types("x")
        room = chooser.screen.query_one(GameList).scrollable_content_region.width
        await chooser.types("backspace", *"a")
        games = chooser.screen.query_one(GameList)
        assert games.show_vertical_scrollbar
        assert games.scrollable_content_region.width == room
        told = [line for option in listed(chooser) for line in option.split("\n")]
        assert max(map(columns_of, told)) <= room


@in_loop
async def test_the_arrows_go_through_every_variant_family_by_family() -> None:
    async with choosing() as chooser:
        seen = {card(chooser)}
        for _ in names():
            await chooser.types("down")
            seen.add(card(chooser))
        told = "".join(seen)
        assert [name for name in names() if words(name)["summary"] not in told] == []


@in_loop
async def test_a_game_is_found_by_anything_that_is_said_of_it() -> None:
    async with choosing() as chooser:
        await chooser.types(*"Jack")
        assert listed(chooser) == [
            "  Shut the Box\u00a0\u00a0jackpot",
            "  Thai style\u00a0\u00a0jackpot",
        ]
        await chooser.types("escape", *"règ")
        assert listed(chooser)[0] == "  The single-die end game\n    règle du moins que 6"
        await chooser.types("escape", *"marker")
        assert "High Rollers" in listed(chooser)[0]
        await chooser.types("escape", *"lo")
        await chooser.types("n", "enter")
        assert (await played(chooser)).variant == "long-game"


@pytest.mark.parametrize("theme", THEMES)
@in_loop
async def test_the_letters_that_were_found_are_read_on_the_bar_of_the_highlighted_game(
    theme: str,
) -> None:
    async with choosing(theme=theme) as chooser:
        await chooser.types(*"300")
        games = chooser.screen.query_one(GameList)
        styles = {part.text.strip(): part.style or Style() for part in games.render_line(0)}
        assert styles["300"].color == styles["The"].color
        assert styles["300"].underline
        assert not styles["The"].underline


@in_loop
async def test_nothing_found_says_so_and_escape_shows_all_again() -> None:
    async with choosing() as chooser:
        before = listed(chooser)
        await chooser.types(*"lqx")
        assert listed(chooser) == []
        assert 'No game has "lqx" in its names' in card(chooser)
        await chooser.types("enter", "f2", "down")
        assert isinstance(chooser.screen, MenuScreen)
        await chooser.types("escape")
        assert listed(chooser) == before
        assert "Add up two dice" in card(chooser)


@in_loop
async def test_players_stake_and_seed_are_typed() -> None:
    async with choosing(size=(120, 40)) as chooser:
        await chooser.types("tab", *"Ann", "comma", *"best", "tab", *"50p")
        assert hint(chooser, "stake") == "each puts in 50p: the pool is £1.00"
        await chooser.types("tab", "7", "enter")
        chosen = await played(chooser)
        assert chosen.players == ("Ann", "best")
        assert dict(chosen.changes) == {"stake": "50p"}
        assert chosen.seed == 7


@in_loop
async def test_a_row_is_added_changed_moved_and_removed_by_keys_and_by_mouse() -> None:
    async with choosing() as chooser:
        await chooser.types("tab", *"Ann", "comma", "right")
        assert "Robot Bea: plays to win" in text(chooser, "kind")
        await chooser.types("comma", *"Cy", "shift+up")
        assert chooser.screen.query_one(PlayerRows).players.names == ["Ann", "Cy", "best"]
        rows = chooser.screen.query_one(PlayerRows)
        width = rows.size.width
        await chooser.pilot.click(rows, offset=(2, 2))
        await chooser.pilot.click(rows, offset=(width - 5, 2))
        await chooser.pilot.click(rows, offset=(width - 1, 0))
        assert rows.players.names == ["best", "best 2"]
        await chooser.pilot.click(rows, offset=(8, 1))
        await chooser.types(*"Bea")
        assert rows.players.names == ["best", "Bea"]
        await chooser.types("delete", "enter")
        assert (await played(chooser)).players == ("best",)


@in_loop
async def test_too_many_or_too_few_players_are_said_at_once_with_the_cure() -> None:
    async with choosing() as chooser:
        await chooser.types(*"long")
        assert "Player 2" in seated(chooser)
        await chooser.types("tab", *"Ann")
        assert text(chooser, "fault") == "This game is for two players: add one with a comma."
        await chooser.types("comma", *"Bob", "comma", *"Cy")
        assert text(chooser, "fault") == "This game is for two players: remove one with DEL."
        await chooser.types("enter")
        assert isinstance(chooser.screen, MenuScreen)
        await chooser.types("delete", "enter")
        assert (await played(chooser)).players == ("Ann", "Bob")


@in_loop
async def test_what_cannot_be_is_said_in_a_sentence() -> None:
    async with choosing() as chooser:
        await chooser.types("tab", *"Ann", "comma", *"Ann", "enter")
        assert 'two players are called "Ann"' in text(chooser, "fault")
        await chooser.types("tab", "tab", "x", "enter")
        assert 'the seed "x" is not a whole number' in text(chooser, "fault")
        await chooser.types("shift+tab", *"5 cows", "enter")
        assert '"5 cows" is no answer' in text(chooser, "fault") or "stake" in text(
            chooser, "fault"
        )


@in_loop
async def test_a_simulated_player_who_cannot_play_by_the_rules_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "nothing solved yet"))
    async with choosing() as chooser:
        await chooser.types(*"300")
        assert "The 300" in card(chooser)
        await chooser.types("tab", *"best", "enter")
        assert "The 300 is not solved yet on this computer" in text(chooser, "fault")


@in_loop
async def test_a_click_shows_a_game_and_two_clicks_play_it() -> None:
    async with choosing() as chooser:
        games = chooser.screen.query_one(GameList)
        line = listed(chooser).index("  Pub rules")
        await chooser.pilot.click(games, offset=(4, line))
        assert "seven" not in card(chooser)
        assert "Pub rules" in card(chooser)
        assert isinstance(chooser.screen, MenuScreen)
        await chooser.pilot.click(games, offset=(4, line), times=2)
        assert (await played(chooser)).variant == "pub"


@in_loop
async def test_a_click_on_the_footer_does_what_the_key_does() -> None:
    async with choosing() as chooser:
        await chooser.pilot.click("FooterBar", offset=(3, 0))
        assert (await played(chooser)).variant == "classic"


@in_loop
async def test_escape_leaves() -> None:
    async with choosing() as chooser:
        await chooser.types("escape")
        assert not chooser.app.is_running or chooser.app._exit


TYPED = st.text(max_size=30) | st.sampled_from(
    [
        "1,50 €",
        "£" + "9" * 12,
        "-1",
        "²",
        "Ann,Ann",
        "best,best",
        "\x1b[2J",
        "\u202eevil",
        "a\nb",
        "[b]",
    ]
)


@settings(max_examples=3 * SOAK)
@given(TYPED, TYPED, TYPED, TYPED)
@example("[/]", "[red]", "[", "٣")
def test_whatever_is_typed_into_any_field_the_menu_stays(
    searched: str, player: str, stake: str, seed: str
) -> None:
    async def types() -> None:
        async with choosing() as chooser:
            menu = chooser.screen
            for id, typed in (("search", searched), ("stake", stake), ("seed", seed)):
                menu.query_one(f"#{id}", Input).value = typed
                await chooser.pilot.pause()
            menu.query_one(PlayerRows).players.type(player)
            menu.query_one(PlayerRows).post_message(PlayerRows.Changed())
            await chooser.types("enter")
            assert chooser.app._exception is None

    asyncio.run(types())


@pytest.mark.parametrize(
    "size",
    [
        parameter((40, 12), quick=True),
        parameter((80, 24), quick=True),
        parameter((120, 40), quick=False),
        parameter((200, 55), quick=True),
        parameter((250, 70), quick=False),
    ],
)
@in_loop
async def test_the_menu_at_every_size_has_the_list_the_game_and_the_players(
    size: tuple[int, int],
) -> None:
    async with choosing(size=size) as chooser:
        assert "Add up two dice" in card(chooser)
        assert "Player 1" in seated(chooser)
        assert "Shut the Box" in "".join(listed(chooser))
        if size[0] >= 80:
            name = f"menu-{size[0]}x{size[1]}"
            assert_as_kept(name, chooser.app.export_screenshot())
            await chooser.types("f3")
            assert_as_kept(f"{name}-light", chooser.app.export_screenshot())


@in_loop
async def test_in_ascii_nothing_else_is_shown() -> None:
    async with choosing(glyphs=ASCII) as chooser:
        shown = text_of(chooser.screen.query_one(CardWidget).picture) + seated(chooser)
        assert shown.isascii()


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


@in_loop
async def test_the_game_played_last_is_first_with_its_players_stake_and_settings(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "journal.db"
    changes = (("tiles", "12"), ("stake", "50p"))
    remember(journal, LastChoice(GameChoice("canoga", changes, ("Ann", "best"))))
    async with choosing(journal_file=journal) as chooser:
        assert listed(chooser)[:2] == [" Played in this house", "  Canoga"]
        assert text(chooser, "settings") == "F2 settings: Number of tiles: 12"
        # Past the favourite, the first match and the puzzles.
        await chooser.types("down", "down", "down")
        assert text(chooser, "settings") == "F2 settings: as the variant has them"
        await chooser.types("up", "up", "up", "enter")
        assert await played(chooser) == GameChoice("canoga", changes, ("Ann", "best"))


def test_a_choice_that_cannot_be_remembered_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    remember(tmp_path / "file" / "journal.db", LastChoice(GameChoice("classic", (), ("Ann",))))


def test_simulated_players_are_known_by_their_names() -> None:
    assert robot_names(["best", "best", "human"], ["Ann"]) == ["best", "best 2", "human"]
    assert [way_to_play(name) for name in ("best", "best 2", "bestest", "Ann")] == [
        "best", "best", None, None,
    ]  # fmt: skip


@in_loop
async def test_a_match_that_goes_on_shows_its_own_rules_and_nobody_edits_its_players(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "journal.db"
    async with at_table(settings={"stake": "50p"}, journal_file=journal) as table:
        await table.press("space")
    remember(journal, LastChoice(GameChoice("canoga", (("tiles", "12"),), ("Cy", "Di"))))
    async with choosing(journal_file=journal) as chooser:
        assert text(chooser, "settings") == "Stake: 50p"
        assert not chooser.screen.query_one("#stake").is_on_screen
        assert not any(rows.is_on_screen for rows in chooser.screen.query("PlayerRows"))
        shown = text_of(chooser.screen.query_one(CardWidget).picture)
        assert "Ann and Bob" in " ".join(shown.split())
        await chooser.types(*["down"] * 5)
        assert text(chooser, "settings").startswith("F2 settings: ")
        assert all(rows.is_on_screen for rows in chooser.screen.query("PlayerRows"))


@in_loop
async def test_a_match_that_was_left_is_ended_for_good_after_asking_once_more(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "journal.db"
    async with at_table(journal_file=journal) as table:
        await table.press("space")
    async with choosing(journal_file=journal) as chooser:
        assert "Go on with a match" in "".join(listed(chooser))
        assert "F6 end it for good" in footer(chooser)
        await chooser.types("f6")
        assert "nobody can resume it" in text(chooser, "fault")
        assert len(unfinished_matches(journal)) == 1
        await chooser.types("down", "up", "f6")
        assert len(unfinished_matches(journal)) == 1
        await chooser.types("f6")
        assert unfinished_matches(journal) == ()
        assert "Go on with a match" not in "".join(listed(chooser))
        assert "F6" not in footer(chooser)


def footer(chooser: GamePilot) -> str:
    """The keys that the menu names."""
    return text_of(chooser.screen.query_one(FooterBar).picture)


@in_loop
async def test_on_a_wide_screen_the_rules_stand_beside_the_picture() -> None:
    async with choosing(size=(200, 55)) as menu:
        rules = menu.screen.query_one("#rules", CardWidget)
        told = text_of(rules.picture)
        assert told.startswith("The rules")
        assert "Throw two dice." in told
        assert "Throw two dice." not in text_of(menu.screen.query_one("#card", CardWidget).picture)
        await menu.pilot.resize_terminal(100, 40)
        await menu.until(lambda: not rules.display)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (160, 50)])
@pytest.mark.parametrize("code", known_languages())
@in_loop
async def test_labels_of_the_fields_stand_on_one_line_each(
    code: str, size: tuple[int, int]
) -> None:
    use(language(code))
    async with choosing(size=size) as chooser:
        labels = list(chooser.screen.query(".label").results(Static))
        assert len(labels) == 3
        for label in labels:
            assert columns_of(str(label.content)) < label.outer_size.width
            assert label.outer_size.height == 1
