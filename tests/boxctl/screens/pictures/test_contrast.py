"""Every text of a picture can be read: its ink stands out from its ground, in each depth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from boxctl.screens.pictures.box.tile_picture import QUADRANTS
from boxctl.screens.pictures.palettes import DARK, LIGHT, Palette, Tint, xterm_rgb
from boxctl.screens.pictures.picture import ASCII, LINES, Picture
from boxctl.screens.pictures.sheet_picture import log_rows, sheet_picture
from boxctl.screens.pictures.table_picture import table_picture
from boxctl.screens.pictures.table_plan import plan_table
from boxctl.screens.pictures.view_model import FooterKey, SheetRow, TableViewModel, TileViewModel
from boxctl.view.announcement import Announcement, AnnouncementKind
from boxctl.view.turn_log import LogLine

READABLE = 4.5
"""The contrast that WCAG 2 asks for (level AA)."""

VGA = (
    "#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa",
    "#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff",
)  # fmt: skip
"""The sixteen colours of a Linux console."""

DECORATION = {"paper-1", "paper-2", "paper-3", "spark", "rule"}
"""Confetti, and the lines behind headings: they say nothing."""

MUTED_INKS = ("dark", "plain", "hint", "money", "good", "bad", "newest", "turn")
SEATS = tuple(f"seat-{number}" for number in range(1, 7))


def tile_in_every_state() -> tuple[TileViewModel, ...]:
    states = product((0.0, 0.5, 1.0), (False, True), (False, True), ("", "up", "down"))
    tiles = [
        TileViewModel(number, fallen, lit, in_play=in_play, moved=number % 2 == 0, asked=asked,
                      sensor="stuck" if number % 3 == 0 else "")
        for number, (fallen, lit, in_play, asked) in enumerate(states, 1)
    ]  # fmt: skip
    return tuple(tiles[:24])


def tables() -> Iterator[Picture]:
    footer = (FooterKey("SPACE", "throw", "throw"), FooterKey("Q", "leave", "leave"))
    sheet = (SheetRow("Ann", True, ("12",), "12"), SheetRow("Bob", False, ("3",), "15", colour=1))
    sizes = ((40, 12), (80, 24), (120, 40), (200, 55))
    for kind, glyphs, (columns, lines) in product(AnnouncementKind, (LINES, ASCII), sizes):
        plan = plan_table(24, columns, lines)
        look = TableViewModel(
            title="boxctl  the-300",
            turn="Ann",
            tiles=tile_in_every_state(),
            dice=(1, None, 5) if kind is not AnnouncementKind.WON else (1,) * 9,
            sides=6 if kind is AnnouncementKind.PLAIN else 20,
            rolling=False,
            announcement=Announcement("Marie has shut the box!", kind),
            hint="SPACE: throw",
            sheet=sheet,
            pool="pool £1.00",
            over=False,
            footer=footer,
            celebration=0.4 if kind is AnnouncementKind.WON else None,
        )
        side = sheet_picture(sheet, ["1"], look.pool, plan.side_columns, plan.side_lines, glyphs)
        log = log_rows([LogLine("one"), LogLine("two")], plan.log_columns, plan.log_lines, glyphs)
        yield table_picture(look, plan, log, side, glyphs)


@cache
def written_pairs() -> set[tuple[str, str]]:
    """Every ink and ground of a text; of panels also those that the other parts write with."""
    found = {(ink, ground) for ink in (*MUTED_INKS, *SEATS) for ground in ("panel", "page")}
    for picture in tables():
        for row in picture:
            found |= {
                (span.ink, span.ground or "page")
                for span in row
                if set(span.text) - set(QUADRANTS) and span.ink not in DECORATION
            }
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink: str, ground: str) -> float:
    light, dark = sorted((luminance(ink), luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def in_true_colour(tint: Tint) -> str:
    return tint.true


def in_256_colours(tint: Tint) -> str:
    return xterm_rgb(tint.xterm)


def in_16_colours(tint: Tint) -> str:
    return VGA[tint.ansi]


@pytest.mark.parametrize("colour", [in_true_colour, in_256_colours, in_16_colours])
@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
def test_every_text_stands_out_from_its_ground(palette: Palette, colour: object) -> None:
    assert callable(colour)
    poor = {
        f"{ink} on {ground}": round(contrast(colour(palette[ink]), colour(palette[ground])), 1)
        for ink, ground in sorted(written_pairs())
        if contrast(colour(palette[ink]), colour(palette[ground])) < READABLE
    }
    assert poor == {}


def test_a_muted_text_is_quieter_than_a_plain_one() -> None:
    for palette in (DARK, LIGHT):
        page = palette["page"].true
        muted, plain = (contrast(palette[ink].true, page) for ink in ("dark", "plain"))
        assert READABLE <= muted < plain
