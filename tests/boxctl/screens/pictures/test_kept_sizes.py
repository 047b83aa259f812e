"""What a table looks like at several sizes, in the dark and the light palette, kept and compared.

``KEEP_PICTURES=1 pytest tests/boxctl/screens/pictures/test_kept_sizes.py`` keeps those of today.
The menu is kept by its own tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import MappingProxyType

from boxctl.screens.pictures.palettes import DARK, LIGHT
from tests.boxctl.screens.pictures.test_readme_picture import TrayOf, plays, until_lamps_shine
from tests.support.kept_pictures import assert_as_kept
from tests.support.screens.game_pilot import GamePilot, at_table, in_loop
from tests.support.screens.picture_svg import svg_of

KEPT = Path(__file__).parents[3] / "support" / "screens" / "sizes_kept"

SIZES = ((80, 24), (120, 40), (200, 55))
SIZES_OF_TWELVE = ((80, 24), (100, 30), (120, 36), (160, 48))
PALETTES = MappingProxyType({"dark": DARK, "light": LIGHT})
STAKE = MappingProxyType({"stake": "50"})

SHUTS_ALL = ((6, 6), (6, 3), (6, 5), (6, 6), (1,))
"""Throws with which a box is shut by 8 and 4, 9, 6 and 5, 7 and 3 and 2, and 1."""


def drawn_in_sizes(table: GamePilot, sizes: Sequence[tuple[int, int]]) -> Iterator[tuple[str, str]]:
    """A name for each size and palette, and the picture of the table as it is now."""
    for columns, lines in sizes:
        drawing, now = table.at.drawing, table.ticker.now()
        picture = drawing.picture(now, (columns, lines), table.at.typed)
        assert picture is not None
        for shade, palette in PALETTES.items():
            name = f"{columns}x{lines}-{shade}"
            yield name, svg_of(picture, palette, f"boxctl play, {name}")


def assert_looks_as_kept(
    scene: str, table: GamePilot, sizes: Sequence[tuple[int, int]] = SIZES
) -> None:
    """The table looks as it did in the kept pictures of this scene."""
    for name, svg in drawn_in_sizes(table, sizes):
        assert_as_kept(KEPT / f"{scene}-{name}.svg", svg)


async def shuts_the_box(table: GamePilot) -> None:
    """Shut the whole box with the throws of SHUTS_ALL."""
    for throw in (" 84", " 9", " 65", " 732"):
        await plays(table, throw)
    await table.press("o")
    await plays(table, "1")


@in_loop
async def test_a_throw() -> None:
    async with at_table(
        tray=TrayOf((5, 4), (6, 2), (4, 3)), settings=STAKE, size=(90, 30)
    ) as table:
        await plays(table, " 9 8 ")
        until_lamps_shine(table)
        assert table.said.startswith("You threw 4 and 3")
        assert_looks_as_kept("throw", table)


@in_loop
async def test_a_refusal() -> None:
    async with at_table(tray=TrayOf((4, 3)), size=(90, 30)) as table:
        await plays(table, " 986")
        until_lamps_shine(table)
        assert "more than the 7 you threw" in table.said
        assert_looks_as_kept("refusal", table)


@in_loop
async def test_a_shut_box() -> None:
    async with at_table("last-standing", tray=TrayOf(*SHUTS_ALL), size=(90, 30)) as table:
        await shuts_the_box(table)
        table.passes(0.1)
        assert "has shut the box!" in table.shown
        assert_looks_as_kept("shut-box", table)


@in_loop
async def test_a_win() -> None:
    async with at_table(tray=TrayOf(*SHUTS_ALL), settings=STAKE, size=(90, 30)) as table:
        await shuts_the_box(table)
        table.passes(8)
        assert table.table.play.over
        assert_looks_as_kept("win", table)


@in_loop
async def test_the_300() -> None:
    tray = TrayOf((6, 6, 5, 3), (6, 5, 4, 2), (6, 6, 6, 4))
    async with at_table("the-300", tray=tray, size=(90, 30)) as table:
        await plays(table, " 20 17 ")
        until_lamps_shine(table)
        assert table.said.startswith("You threw 6, 6, 6 and 4")
        assert_looks_as_kept("the-300", table)


@in_loop
async def test_twelve_tiles() -> None:
    async with at_table("full-house", tray=TrayOf((6, 6), (4, 3)), size=(90, 30)) as table:
        await plays(table, " 12 ")
        until_lamps_shine(table)
        assert table.said.startswith("You threw 4 and 3")
        assert_looks_as_kept("twelve", table, SIZES_OF_TWELVE)
