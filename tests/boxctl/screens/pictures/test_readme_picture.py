"""The pictures in the README and in docs/play.md are the game as it looks today.

``KEEP_PICTURES=1 pytest tests/boxctl/screens/pictures/test_readme_picture.py`` draws them anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType

import pytest

from boxctl.screens.app.picture_widget import PictureWidget, palette_of
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.house_habits import LastChoice, remember
from tests.support import kept_pictures
from tests.support.screens.game_pilot import GamePilot, TrayAtOnce, at_table, choosing, in_loop
from tests.support.screens.kept_screens import assert_as_kept
from tests.support.screens.picture_svg import moving_svg, svg_of

DOCS = Path(__file__).parents[4] / "docs"
PICTURES = DOCS / "pictures"
STAKE = MappingProxyType({"stake": "50"})


class TrayOf(TrayAtOnce):
    """A tray whose dice show what was agreed, throw by throw."""

    def __init__(self, *throws: Sequence[int]) -> None:
        super().__init__()
        self._throws = list(throws)

    def throw(self, values: Sequence[int | None]) -> None:
        super().throw(self._throws.pop(0) if self._throws else values)


def assert_is_kept(name: str, table: GamePilot) -> None:
    """The kept picture is what the table shows now."""
    picture = table.at.query_one(PictureWidget).picture
    svg = svg_of(picture, palette_of(table.app.current_theme.dark), f"boxctl play: {name}")
    kept_pictures.assert_as_kept(PICTURES / f"{name}.svg", svg)


async def plays(table: GamePilot, keys: str) -> None:
    """Type keys, one for each sign; a space throws the dice."""
    for key in keys:
        await table.press("space" if key == " " else key)


def until_lamps_shine(table: GamePilot) -> None:
    """Let time pass until the lamps that blink, those of tiles that can be moved, are lit."""
    for _ in range(50):
        tiles = table.at.drawing.view.at(table.ticker.now(), table.at.typed).tiles
        if all(tile.lit for tile in tiles if tile.fallen == 0.0):
            return
        table.passes(0.05)
    raise AssertionError("not all lamps of standing tiles shine")


@in_loop
async def test_the_moving_picture_shows_a_turn_with_a_move_that_is_refused() -> None:
    tray = TrayOf((4, 3), (6, 5))
    scenes = []
    async with at_table(tray=tray, settings=STAKE, size=(100, 32)) as table:
        for keys, seconds in (
            ("", 1.5), (" ", 2), ("9", 4), ("9", 2), ("4", 1), ("3", 1.5),
            (" ", 2), ("9", 1), ("2", 3),
        ):  # fmt: skip
            await plays(table, keys)
            table.passes(0.1)
            until_lamps_shine(table)
            scenes.append((table.at.query_one(PictureWidget).picture, float(seconds)))
        svg = moving_svg(scenes, palette_of(table.app.current_theme.dark), "boxctl play")
    kept_pictures.assert_as_kept(PICTURES / "a-turn.svg", svg)


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [("throw", (120, 40), "boxctl-dark"), ("throw-light", (80, 24), "boxctl-light")],
)
@in_loop
async def test_a_throw(name: str, size: tuple[int, int], theme: str) -> None:
    tray = TrayOf((5, 4), (6, 2), (4, 3))
    async with at_table(tray=tray, settings=STAKE, size=size, theme=theme) as table:
        await plays(table, " 9 8 ")
        until_lamps_shine(table)
        assert table.said.startswith("You threw 4 and 3")
        assert_is_kept(name, table)


@in_loop
async def test_a_refusal() -> None:
    async with at_table(tray=TrayOf((4, 3)), size=(80, 24)) as table:
        await plays(table, " 9")
        assert table.said.startswith("9 is more than the 7")
        assert_is_kept("refusal", table)


@in_loop
async def test_a_box_that_was_shut_is_celebrated() -> None:
    tray = TrayOf((6, 6), (6, 3), (6, 5), (6, 6), (1,))
    async with at_table("last-standing", tray=tray, size=(120, 40)) as table:
        for throw in (" 84", " 9", " 65", " 732"):
            await plays(table, throw)
        await table.press("o")
        await plays(table, "1")
        table.passes(0.1)
        assert_is_kept("shut-box", table)


@in_loop
async def test_a_win() -> None:
    tray = TrayOf((6, 6), (6, 3), (6, 5), (6, 6), (1,))
    async with at_table(tray=tray, settings=STAKE, size=(100, 32), theme="boxctl-light") as table:
        for throw in (" 84", " 9", " 65", " 732"):
            await plays(table, throw)
        await table.press("o")
        await plays(table, "1")
        table.passes(8)
        assert table.table.play.over
        assert_is_kept("win", table)


@in_loop
async def test_the_300() -> None:
    tray = TrayOf((6, 6, 5, 3), (6, 5, 4, 2), (6, 6, 6, 4))
    async with at_table("the-300", tray=tray, size=(200, 55)) as table:
        await plays(table, " 20 17 ")
        until_lamps_shine(table)
        assert table.said.startswith("You threw 6, 6, 6 and 4")
        assert_is_kept("the-300", table)


@in_loop
async def test_the_menu(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    last = GameChoice("canoga", (("tiles", "12"), ("stake", "50p")), ("Ann", "Bob", "best"))
    remember(journal, LastChoice(last))
    async with choosing(size=(120, 40), journal_file=journal) as chooser:
        # Textual draws it: its fonts would be fetched from the net.
        svg = chooser.app.export_screenshot(title="boxctl play")
        svg = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)
        assert_as_kept("menu", svg, PICTURES)


def test_each_kept_picture_is_shown_in_a_document() -> None:
    shown = {
        Path(found).name
        for page in (DOCS.parent / "README.md", *DOCS.glob("*.md"))
        for found in re.findall(r"pictures/[\w-]+\.svg", page.read_text(encoding="utf-8"))
    }
    assert {path.name for path in PICTURES.glob("*.svg")} == shown
