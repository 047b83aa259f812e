"""The colours of the pictures, dark and light, in each depth."""

from __future__ import annotations

import re

import pytest
from rich.style import Style

from boxctl.screens.app.game_app import GameApp
from boxctl.screens.app.history_screen import HistoryScreen
from boxctl.screens.app.picture_widget import OTHER_SHADE, THEMES
from boxctl.screens.app.start import theme_for
from boxctl.screens.pictures.palettes import DARK, LIGHT, Palette, xterm_rgb
from tests.support.screens.game_pilot import at_table, choosing, in_loop

PALETTES = pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])


@PALETTES
def test_every_tint_is_a_colour_in_each_depth(palette: Palette) -> None:
    for tint in palette.values():
        assert re.fullmatch(r"#[0-9a-f]{6}", tint.true)
        assert 16 <= tint.xterm <= 255
        assert 0 <= tint.ansi <= 15


def test_both_palettes_name_the_same_materials() -> None:
    assert DARK.keys() == LIGHT.keys()


@PALETTES
def test_the_gleam_of_a_banner_is_seen_on_it_and_on_the_page(palette: Palette) -> None:
    for depth in range(3):
        gleam, *others = (palette[name][depth] for name in ("plaque-gleam", "plaque-won", "page"))
        assert gleam not in others


@PALETTES
def test_a_lit_lamp_glows_on_the_frame(palette: Palette) -> None:
    for depth in range(3):
        assert palette["lamp-glow"][depth] != palette["frame"][depth]


def test_the_numbers_of_xterm_stand_for_the_colours_it_shows() -> None:
    assert [xterm_rgb(number) for number in (16, 22, 67, 231)] == [
        "#000000", "#005f00", "#5f87af", "#ffffff",
    ]  # fmt: skip
    assert [xterm_rgb(number) for number in (232, 255)] == ["#080808", "#eeeeee"]


def test_each_theme_has_another_shade_and_comes_back() -> None:
    for name in THEMES:
        assert OTHER_SHADE[OTHER_SHADE[name]] == name
        assert THEMES[OTHER_SHADE[name]].dark is not THEMES[name].dark


@pytest.mark.parametrize(
    ("environment", "theme"),
    [
        ({"TERM": "xterm-256color"}, "boxctl-dark"),
        ({"TERM": "xterm-kitty", "COLORFGBG": "0;15"}, "boxctl-light"),
        ({"TERM": "foot", "COLORTERM": "truecolor"}, "boxctl-dark"),
        ({"TERM": "xterm"}, "ansi-dark"),
        ({"TERM": "linux", "COLORFGBG": "0;7"}, "ansi-light"),
        ({}, "ansi-dark"),
    ],
)
def test_the_theme_is_one_that_the_terminal_has_the_colours_for(
    environment: dict[str, str], theme: str
) -> None:
    assert theme_for(environment) == theme


@pytest.mark.parametrize("theme", THEMES)
@in_loop
async def test_every_theme_shows_the_table_and_a_page_over_it(theme: str) -> None:
    async with at_table(theme=theme) as table:
        assert "SPACE" in table.shown
        await table.pilot.press("h")
        assert "BACKSPACE" in table.page
        await table.pilot.press("escape")
        await table.pilot.press("l")
        assert table.app.theme == OTHER_SHADE[theme]


def in_colours_of_the_terminal(app: GameApp) -> set[str]:
    """The words on the screen whose ink or ground the theme leaves to the terminal."""
    return {
        segment.text.strip()
        for strip in app.screen._compositor.render_strips()
        for segment in strip
        if any(map(str.isalpha, segment.text)) and not _is_of_the_theme(segment.style)
    }


def _is_of_the_theme(style: Style | None) -> bool:
    colours = (None, None) if style is None else (style.color, style.bgcolor)
    return all(colour is not None and not colour.is_default for colour in colours)


ANSI_THEMES = pytest.mark.parametrize("theme", ["ansi-dark", "ansi-light"])


@ANSI_THEMES
@in_loop
async def test_in_sixteen_colours_the_menu_and_its_pages_leave_no_colour_to_the_terminal(
    theme: str,
) -> None:
    async with choosing(theme=theme, size=(120, 40)) as chooser:
        await chooser.until(lambda: in_colours_of_the_terminal(chooser.app) == set())
        await chooser.types("f2")
        await chooser.until(lambda: bool(chooser.screen.query("#meaning")))
        await chooser.until(lambda: in_colours_of_the_terminal(chooser.app) == set())
        await chooser.types("escape", "f5")
        await chooser.until(lambda: isinstance(chooser.screen, HistoryScreen))
        await chooser.until(lambda: not chooser.screen.query("#history-progress"))
        await chooser.until(lambda: in_colours_of_the_terminal(chooser.app) == set())


@ANSI_THEMES
@pytest.mark.parametrize("key", ["h", "q"])
@in_loop
async def test_in_sixteen_colours_a_page_over_the_table_leaves_no_colour_to_the_terminal(
    key: str, theme: str
) -> None:
    async with at_table(theme=theme, size=(120, 40)) as table:
        await table.pilot.press(key)
        await table.is_laid_out()
        await table.until(lambda: in_colours_of_the_terminal(table.app) == set())
