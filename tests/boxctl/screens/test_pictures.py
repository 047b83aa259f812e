"""Pictures of the box, the dice and the sheet, without any terminal."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.rules.variants import names, variant
from boxctl.screens.app.typed_tile import TypedTile
from boxctl.screens.pictures.box_picture import box_picture, plan_box
from boxctl.screens.pictures.dice_picture import dice_picture
from boxctl.screens.pictures.glyphs import ASCII, LINES, glyphs_for
from boxctl.screens.pictures.picture import in_ascii, width_of
from boxctl.screens.pictures.sheet_picture import sheet_picture
from boxctl.screens.pictures.table_picture import log_rows, plan_table, table_picture
from boxctl.screens.pictures.view_model import (
    Announcement,
    LogLine,
    SheetRow,
    TableViewModel,
    TileViewModel,
)
from tests.support.picture_text import text_of

SAID = LogLine("You threw 3 and 4, 7 in all: shut 7, 6+1, 5+2, 4+3 or 4+2+1.", "R3.1")

SIZES = st.tuples(st.integers(80, 200), st.integers(24, 60))


def look(tiles: int, dice: tuple[int | None, ...] = (3, 4), sides: int = 6) -> TableViewModel:
    return TableViewModel(
        title="boxctl  classic",
        turn="Ann",
        tiles=tuple(TileViewModel(n, 0.0, lit=True) for n in range(1, tiles + 1)),
        dice=dice,
        sides=sides,
        rolling=False,
        announcement=Announcement(SAID.text),
        hint="Type or click the tiles to shut",
        typed="",
        sheet=(SheetRow("Ann", True), SheetRow("Bob", False)),
        pool="",
        over=False,
    )


@given(st.integers(1, 24), SIZES)
def test_a_table_fills_the_screen_exactly_and_hides_no_tile(
    tiles: int, size: tuple[int, int]
) -> None:
    columns, lines = size
    plan = plan_table(tiles, columns, lines)
    picture = table_picture(look(tiles), plan, (), (), LINES)
    assert len(picture) == lines
    assert max(map(width_of, picture)) <= columns
    assert plan.log_lines >= 4
    drawn = re.findall(r"\d+", text_of(picture[1 : plan.tray_top]))
    assert list(map(int, drawn)) == list(range(1, tiles + 1))


@given(st.integers(1, 24), st.integers(1, 79), st.integers(1, 23))
def test_a_screen_that_is_too_small_shows_what_it_can(tiles: int, columns: int, lines: int) -> None:
    plan = plan_table(tiles, columns, lines)
    said = log_rows([SAID], plan.log_columns, plan.log_lines)
    assert len(table_picture(look(tiles), plan, said, (), LINES)) <= lines


@given(st.integers(1, 24), SIZES)
def test_every_tile_is_found_where_it_is_drawn_and_nowhere_else(
    tiles: int, size: tuple[int, int]
) -> None:
    plan = plan_box(tiles, *size)
    found = {plan.tile_at(x, y) for x in range(size[0]) for y in range(plan.height)}
    assert found - {None} == set(range(1, tiles + 1))
    assert plan.tile_at(plan.left - 1, 1) is None
    assert plan.tile_at(plan.left, -1) is None
    assert plan.tile_at(plan.left, plan.height) in (None,)


def test_a_tile_falls_line_by_line_and_its_number_is_always_there() -> None:
    plan = plan_box(9, 80, 24)
    heights = []
    for fallen in (0.0, 0.25, 0.5, 0.75, 1.0):
        tiles = [TileViewModel(n, fallen, lit=False) for n in range(1, 10)]
        drawn = text_of(box_picture(tiles, plan, LINES)).split("\n")[1:-1]
        assert sum("7" in line for line in drawn) == 1
        heights.append(sum(bool(line.strip()) for line in drawn))
    assert heights == sorted(heights, reverse=True)
    assert (heights[0], heights[-1]) == (plan.high, 1)


@pytest.mark.parametrize("glyphs", [LINES, ASCII])
def test_nothing_is_told_by_colour_alone(glyphs: object) -> None:
    assert glyphs in (LINES, ASCII)
    signs = LINES if glyphs is LINES else ASCII
    plan = plan_box(9, 80, 24)
    plain = TileViewModel(7, 0.0, lit=False)
    looks = [
        plain,
        replace(plain, fallen=1.0),
        replace(plain, lit=True),
        replace(plain, asked="up"),
        replace(plain, asked="down"),
        replace(plain, sensor="stuck"),
    ]
    drawn = {text_of(box_picture([tile], plan, signs)) for tile in looks}
    assert len(drawn) == len(looks)


def test_ascii_is_ascii_to_the_last_sign() -> None:
    plan = plan_table(9, 80, 24)
    tiles = tuple(TileViewModel(n, n / 9, lit=n % 2 == 0, asked="up") for n in range(1, 10))
    full = replace(look(9, (6, None)), tiles=tiles, hint="The dice roll …", rolling=True)
    side = sheet_picture(full.sheet, "pool 100", 30, 8, ASCII)
    picture = in_ascii(table_picture(full, plan, log_rows([SAID], 49, 8), side, ASCII))
    assert text_of(picture).isascii()


@pytest.mark.parametrize(
    ("term", "encoding", "glyphs"),
    [
        ("xterm-256color", "utf-8", LINES),
        ("tmux", "UTF-8", LINES),
        ("linux", "utf-8", ASCII),
        ("xterm", "ANSI_X3.4-1968", ASCII),
        ("", "utf-8", ASCII),
    ],
)
def test_the_signs_are_those_that_the_terminal_has(
    term: str, encoding: str, glyphs: object
) -> None:
    assert glyphs_for({"TERM": term}, encoding) is glyphs


def test_dice_are_pips_up_to_six_and_figures_beyond() -> None:
    six = text_of(dice_picture((6,), 6, LINES))
    assert six.count("●") == 6
    assert "20" in text_of(dice_picture((20,), 20, LINES))
    assert "?" in text_of(dice_picture((None, 3), 6, LINES))
    assert text_of(dice_picture((1,) * 12, 6, LINES)) == " ".join("1" * 12)


@given(st.integers(1, 30), st.integers(3, 20), st.integers(0, 29))
def test_a_sheet_shows_who_plays_however_many_there_are(
    players: int, lines: int, playing: int
) -> None:
    rows = [
        SheetRow(f"Player {seat}", seat == playing % players, last="12", total="112")
        for seat in range(players)
    ]
    picture = sheet_picture(rows, "pool 100", 30, lines, LINES)
    assert len(picture) <= lines
    assert max(map(width_of, picture)) <= 30
    assert f"▶ Player {playing % players}" in text_of(picture)


def test_the_log_ends_with_the_newest_and_breaks_between_words() -> None:
    said = [LogLine(f"Sentence {n} is rather long and has to be broken.", "R3.1") for n in range(9)]
    rows = log_rows(said, 30, 5)
    assert len(rows) == 5
    assert "R3.1" not in text_of(rows)
    assert "Sentence 8" in text_of(rows)
    assert max(map(width_of, rows)) <= 30


def test_digits_wait_only_where_a_longer_number_could_be_meant() -> None:
    nine = TypedTile(9)
    assert nine.type("1", 0) == [1]
    twelve = TypedTile(12)
    assert twelve.type("1", 0) == []
    assert twelve.type("2", 0) == [12]
    assert twelve.type("1", 0) == []
    assert twelve.type("5", 0) == [1, 5]
    assert twelve.type("0", 0) == []
    assert twelve.type("1", 1000) == []
    assert twelve.due == 701_000
    assert twelve.rub_out()
    assert not twelve.rub_out()
    assert twelve.take() == []


@given(st.integers(1, 24), st.text("0123456789", max_size=8))
def test_whatever_is_typed_only_tiles_of_the_box_are_meant(tiles: int, digits: str) -> None:
    typed = TypedTile(tiles)
    meant = [tile for digit in digits for tile in typed.type(digit, 0)] + typed.take()
    assert all(1 <= tile <= tiles for tile in meant)


@pytest.mark.parametrize("name", names())
def test_every_variant_s_box_fits_80_by_24(name: str) -> None:
    rules = variant(name)
    plan = plan_table(rules.tiles, 80, 24)
    dice = (rules.dice.sides,) * rules.dice.count
    picture = table_picture(look(rules.tiles, dice, rules.dice.sides), plan, (), (), LINES)
    assert len(picture) == 24
    assert plan.log_lines >= 4
