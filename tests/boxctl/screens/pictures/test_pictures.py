"""Pictures of the box, the dice and the sheet, without any terminal."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.journal.evidence import SensorFault
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import SensorQuarantined
from boxctl.presentation.phrases import WRITTEN
from boxctl.rules.variants import names, variant
from boxctl.screens.laptop.laptop_view import TypedTile
from boxctl.screens.laptop.player_roster import player_rows_picture
from boxctl.screens.pictures.box.box_plan import plan_box
from boxctl.screens.pictures.box.dice_picture import ThrownDice, felt_picture
from boxctl.screens.pictures.box.tile_picture import TileSize, lamp_row, tile_picture
from boxctl.screens.pictures.picture import ASCII, LINES, Glyphs, glyphs_for, in_ascii, width_of
from boxctl.screens.pictures.sheet_picture import log_rows, sheet_picture
from boxctl.screens.pictures.table_picture import announcement_picture, table_picture
from boxctl.screens.pictures.table_plan import plan_table
from boxctl.screens.pictures.view_model import SheetRow, TableViewModel, TileViewModel
from boxctl.view.announcement import Announcement
from boxctl.view.turn_log import LogLine
from groundwork.cell_width import columns_of
from groundwork.language import known_languages, language, use
from tests.support.any_names import NAMES
from tests.support.screens.picture_text import text_of

SAID = LogLine("You threw 3 and 4, 7 in all: shut 7, 6+1, 5+2, 4+3 or 4+2+1.")

SIZES = st.tuples(st.integers(40, 260), st.integers(12, 80))


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
        sheet=(SheetRow("Ann", True), SheetRow("Bob", False)),
        pool="",
        over=False,
    )


@given(st.integers(1, 24), SIZES, st.sampled_from([LINES, ASCII]))
def test_a_table_fills_the_screen_exactly(
    tiles: int, size: tuple[int, int], glyphs: Glyphs
) -> None:
    columns, lines = size
    plan = plan_table(tiles, columns, lines)
    picture = table_picture(look(tiles), plan, (), (), glyphs)
    assert list(map(width_of, picture)) == [columns] * lines


@given(st.integers(1, 24), SIZES)
def test_in_ascii_every_tile_can_be_read_where_it_is_found(
    tiles: int, size: tuple[int, int]
) -> None:
    plan = plan_table(tiles, *size)
    picture = table_picture(look(tiles), plan, (), (), ASCII)
    for line, text in enumerate(text_of(picture).split("\n")):
        for drawn in re.finditer(r"\d+", text):
            if plan.tile_at(drawn.start(), line) is not None:
                assert plan.tile_at(drawn.start(), line) == int(drawn[0])
                assert plan.tile_at(drawn.end() - 1, line) == int(drawn[0])
    area = plan.box_area
    rows = text_of(picture).split("\n")[area.top : area.top + plan.box.felt_top]
    assert sorted(map(int, re.findall(r"\d+", "\n".join(rows)))) == list(range(1, tiles + 1))


@given(st.integers(1, 24), SIZES)
def test_nothing_of_a_table_covers_anything_else(tiles: int, size: tuple[int, int]) -> None:
    columns, lines = size
    plan = plan_table(tiles, columns, lines)
    areas = [plan.box_area, plan.announcement, plan.hint, plan.log, plan.side]
    areas += [plan.rules] if plan.rules else []
    covered = [
        (column, line)
        for area in areas
        for line in range(area.top, area.top + area.lines)
        for column in (area.left, area.left + area.columns - 1)
        if area.columns
    ]
    assert all(0 <= column < columns and 0 < line < lines - 1 for column, line in covered)
    for column, line in covered:
        assert sum(area.holds(column, line) for area in areas) == 1


@given(st.integers(1, 24), st.integers(1, 79), st.integers(1, 23))
def test_a_screen_that_is_too_small_shows_what_it_can(tiles: int, columns: int, lines: int) -> None:
    plan = plan_table(tiles, columns, lines)
    said = log_rows([LogLine("Ann throws.")], plan.log_columns, plan.log_lines, LINES)
    picture = table_picture(look(tiles), plan, said, (), LINES)
    assert list(map(width_of, picture)) == [columns] * lines


@pytest.mark.parametrize("code", known_languages())
@pytest.mark.parametrize("fault", [SensorFault.CHATTERING, SensorFault.STUCK])
@pytest.mark.parametrize("stands", [False, True])
def test_the_longest_sentences_of_a_small_screen_are_whole(
    code: str, fault: SensorFault, stands: bool
) -> None:
    plan = plan_table(9, 80, 24)
    use(language(code))
    said = log_rows([LogLine("Ann throws.")], plan.log_columns, plan.log_lines, LINES)
    sentence = notice_sentence(SensorQuarantined(8, fault, stands), WRITTEN)
    shown = replace(look(9), announcement=Announcement(sentence))
    picture = table_picture(shown, plan, said, (), LINES)
    assert list(map(width_of, picture)) == [80] * 24
    words = text_of(picture).split()
    end = sentence.split()[-6:]
    assert any(words[at : at + 6] == end for at in range(len(words))), text_of(picture)
    assert "Ann throws." in text_of(picture)


@given(st.integers(1, 24), SIZES, st.integers(1, 9))
def test_a_longer_announcement_takes_only_lines_of_the_log(
    tiles: int, size: tuple[int, int], lines: int
) -> None:
    plan = plan_table(tiles, *size)
    longer = plan.with_announcement_of(lines)
    areas = (longer.announcement, longer.hint, longer.log)
    assert longer.box_area == plan.box_area
    assert sum(area.lines for area in areas) == sum(
        area.lines for area in (plan.announcement, plan.hint, plan.log)
    )
    if longer != plan:
        assert longer.announcement.top + longer.announcement.lines == longer.hint.top
        assert longer.hint.top + longer.hint.lines == longer.log.top
        assert longer.log.lines > 0


def test_a_screen_on_which_nothing_can_be_played_says_so_in_one_sentence() -> None:
    picture = table_picture(look(9), plan_table(9, 39, 11), (), (), LINES)
    assert "A table needs 40 by 12 characters" in text_of(picture).replace("\n", " ")
    assert plan_table(9, 39, 11).tile_at(5, 5) is None


@given(st.integers(1, 24), SIZES)
def test_every_tile_is_found_where_it_is_drawn_and_nowhere_else(
    tiles: int, size: tuple[int, int]
) -> None:
    plan = plan_box(tiles, *size)
    found = {plan.tile_at(x, y) for x in range(size[0]) for y in range(plan.lines)}
    assert found - {None} == set(range(1, tiles + 1))
    assert plan.tile_at(plan.side - 1, 1) is None
    assert plan.tile_at(plan.side, -1) is None
    assert plan.tile_at(plan.side, plan.felt_top) is None
    assert not any(plan.on_felt(x, y) for x in range(size[0]) for y in range(plan.felt_top))


@given(st.integers(1, 24), SIZES)
def test_numbers_of_two_digits_stand_in_the_middle_of_their_tiles(
    tiles: int, size: tuple[int, int]
) -> None:
    plan = plan_box(tiles, *size)
    assert tiles < 10 or plan.tile.wide % 2 == 0 or plan.tile.wide == 3


@pytest.mark.parametrize("tiles", range(2, 13))
@given(st.integers(3, 17), st.integers(1, 16))
def test_numbers_are_engraved_on_all_standing_tiles_that_have_room(
    tiles: int, wide: int, up: int
) -> None:
    size = TileSize(wide, up, 1)
    for number in range(1, tiles + 1):
        standing = tile_picture(TileViewModel(number, 0.0, lit=True), tiles, size, LINES)
        written = any(sign.isdigit() for sign in text_of(standing))
        assert written == (up < 4 or wide < (5 if tiles < 10 else 6))


@pytest.mark.parametrize("size", [TileSize(4, 2, 1), TileSize(5, 4, 2), TileSize(13, 12, 7)])
def test_a_tile_is_seen_to_turn_over(size: TileSize) -> None:
    seen = []
    for fallen in (0.0, 0.25, 0.5, 0.75, 1.0):
        tile = TileViewModel(7, fallen, lit=False)
        assert sum("7" in line for line in text_of(tile_picture(tile, 9, size, ASCII)).split("\n"))
        seen.append(tile_picture(tile, 9, size, LINES))
    assert len(set(seen)) >= 4
    assert all(list(map(width_of, drawn)) == [size.wide] * size.lines for drawn in seen)


@pytest.mark.parametrize("size", [TileSize(3, 1, 0), TileSize(4, 2, 1), TileSize(11, 10, 6)])
@pytest.mark.parametrize("glyphs", [LINES, ASCII], ids=["blocks", "ascii"])
def test_nothing_is_told_by_colour_alone(glyphs: Glyphs, size: TileSize) -> None:
    plain = TileViewModel(7, 0.0, lit=False)
    looks = [
        plain,
        replace(plain, fallen=1.0),
        replace(plain, lit=True),
        replace(plain, moved=True),
        replace(plain, asked="up"),
        replace(plain, asked="down"),
        replace(plain, sensor="stuck"),
        replace(plain, in_play=False),
    ]
    drawn = {
        text_of([lamp_row(tile, size.wide, glyphs), *tile_picture(tile, 9, size, glyphs)])
        for tile in looks
    }
    assert len(drawn) == len(looks)


def test_ascii_is_ascii_to_the_last_sign() -> None:
    plan = plan_table(9, 80, 24)
    tiles = tuple(TileViewModel(n, n / 9, lit=n % 2 == 0, asked="up") for n in range(1, 10))
    full = replace(look(9, (6, None)), tiles=tiles, hint="C’est «\u00a0lui\u00a0» …", rolling=True)
    side = sheet_picture(full.sheet, (), "pool 100", 30, 8, ASCII)
    picture = in_ascii(table_picture(full, plan, log_rows([SAID], 49, 8, LINES), side, ASCII))
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


def felt(dice: ThrownDice, columns: int, lines: int, glyphs: Glyphs = ASCII) -> str:
    return text_of(felt_picture(dice, columns, lines, glyphs))


def test_dice_are_pips_up_to_six_and_figures_beyond() -> None:
    assert felt(ThrownDice((6,), 6), 40, 5).count("o") == 6
    assert "20" in felt(ThrownDice((20,), 20), 40, 5)
    assert "?" in felt(ThrownDice((None, 3), 6), 40, 5)
    assert felt(ThrownDice((1,) * 12, 6), 40, 5).strip() == " ".join("1" * 12)


@given(
    st.lists(st.one_of(st.none(), st.integers(1, 6)), max_size=24),
    st.integers(24, 200),
    st.integers(1, 22),
    st.booleans(),
    st.floats(0, 3),
)
def test_the_felt_is_a_rectangle_however_many_dice_roll_on_it(
    faces: list[int | None], columns: int, lines: int, rolling: bool, tumbled: float
) -> None:
    dice = ThrownDice(tuple(faces), 6, rolling, tumbled)
    for glyphs in (LINES, ASCII):
        assert list(map(width_of, felt_picture(dice, columns, lines, glyphs))) == [columns] * lines


@given(st.integers(1, 6), st.integers(30, 200), st.integers(1, 22))
def test_dice_come_to_rest_where_they_are_read(count: int, columns: int, lines: int) -> None:
    def columns_of_ivory(dice: ThrownDice) -> set[int]:
        found = set()
        for row in felt_picture(dice, columns, lines, ASCII):
            column = 0
            for span in row:
                if span.ground == "ivory":
                    found |= set(range(column, column + len(span.text)))
                column += len(span.text)
        return found

    faces = (3,) * count
    at_rest = columns_of_ivory(ThrownDice(faces, 6))
    assert columns_of_ivory(ThrownDice(faces, 6, rolling=True, tumbled=1.0)) == at_rest
    assert len(at_rest) >= 3 * count


@pytest.mark.parametrize("sides", [6, 20])
@pytest.mark.parametrize("lines", range(12, 23))
def test_dice_lie_clear_of_the_edges_of_a_large_felt(lines: int, sides: int) -> None:
    for count in (1, 2, 4):
        felt = felt_picture(ThrownDice((sides,) * count, sides), 120, lines, LINES)
        ivory = [any("ivory" in span.ground + span.ink for span in row) for row in felt]
        assert ivory[1:-1].count(True) > 3
        assert not ivory[0]
        assert not ivory[-1]
        if count == 1:
            above, below = ivory.index(True), ivory[::-1].index(True)
            assert abs(above - below) <= 1


@pytest.mark.parametrize("columns", range(40, 150))
def test_no_word_of_an_announcement_is_left_alone_on_the_last_line(columns: int) -> None:
    said = (
        "You threw 5, 4, 6 and 6, 21 in all: shut 21, 20+1, 19+2, 18+3, 17+4, 16+5, 15+6, 14+7 … "
        "(76 ways)."
    )
    picture = announcement_picture(Announcement(said), columns, 5, LINES)
    widths = [columns_of(line.strip()) for line in text_of(picture).splitlines() if line.strip()]
    assert widths[-1] > max(widths) // 2


@given(st.integers(1, 30), st.integers(3, 20), st.integers(0, 29))
def test_a_sheet_shows_who_plays_however_many_there_are(
    players: int, lines: int, playing: int
) -> None:
    rows = [
        SheetRow(f"Player {seat}", seat == playing % players, rounds=("100", "12"), total="112")
        for seat in range(players)
    ]
    picture = sheet_picture(rows, ("1", "2"), "pool 100", 30, lines, LINES)
    assert len(picture) <= lines
    assert max(map(width_of, picture)) <= 30
    (marked,) = (row for row in text_of(picture).splitlines() if row.startswith("▶"))
    assert f" Player {playing % players} " in marked


def test_the_log_ends_with_the_newest_and_breaks_between_words() -> None:
    said = [LogLine(f"Sentence {n} is rather long and has to be broken.") for n in range(9)]
    rows = log_rows(said, 30, 5, LINES)
    assert len(rows) == 5
    assert "Sentence 8" in text_of(rows)
    assert max(map(width_of, rows)) <= 30


def test_digits_wait_only_where_a_longer_number_could_be_meant() -> None:
    nine = TypedTile(9)
    assert nine.type("1") == [1]
    twelve = TypedTile(12)
    assert twelve.type("1") == []
    assert twelve.type("2") == [12]
    assert twelve.type("1") == []
    assert twelve.type("5") == [1, 5]
    assert twelve.type("0") == []
    assert twelve.type("1") == []
    assert twelve.hint == "1 … 10 to 12?  Type one more digit, or ENTER for the 1"
    assert twelve.rub_out()
    assert not twelve.rub_out()
    assert twelve.take() == []


@given(st.integers(1, 24), st.text("0123456789", max_size=8))
def test_whatever_is_typed_only_tiles_of_the_box_are_meant(tiles: int, digits: str) -> None:
    typed = TypedTile(tiles)
    meant = [tile for digit in digits for tile in typed.type(digit)] + typed.take()
    assert all(1 <= tile <= tiles for tile in meant)


@pytest.mark.parametrize("name", names())
def test_every_variant_s_box_fits_80_by_24(name: str) -> None:
    rules = variant(name)
    plan = plan_table(rules.tiles, 80, 24)
    dice = (rules.dice.sides,) * rules.dice.count
    picture = table_picture(look(rules.tiles, dice, rules.dice.sides), plan, (), (), LINES)
    assert len(picture) == 24
    assert plan.log_lines >= 4


@given(NAMES, NAMES, st.integers(20, 60), st.sampled_from([LINES, ASCII]))
def test_no_name_shifts_a_row_of_the_sheet(
    first: str, second: str, wide: int, glyphs: Glyphs
) -> None:
    rows = (
        SheetRow(first, True, ("12",), "12", "+50p", markers=2),
        SheetRow(second, False, ("345",), "345", "-50p", note="out", colour=1),
    )
    for row in sheet_picture(rows, ("last",), "pool £1.00", wide, 8, glyphs):
        assert width_of(row) <= wide
    figures = [row[-1].text for row in sheet_picture(rows, ("last",), "", wide, 8, glyphs)[1:]]
    assert len(set(map(columns_of, figures))) == 1


@given(NAMES, SIZES, st.sampled_from([LINES, ASCII]))
def test_no_name_shifts_a_row_of_the_table(
    name: str, size: tuple[int, int], glyphs: Glyphs
) -> None:
    plan = plan_table(9, *size)
    said = LogLine(f"{name}  4 3: shut 7; 6 2: no move, scores 28", 0)
    log = log_rows([said] * 3, plan.log_columns, plan.log_lines, glyphs)
    side = sheet_picture(
        (SheetRow(name, True, ("28",)),), ("last",), "", plan.side_columns, plan.side_lines, glyphs
    )
    seen = replace(look(9), turn=name, announcement=Announcement(f"{name} has shut the box!"))
    picture = table_picture(seen, plan, log, side, glyphs)
    assert list(map(width_of, picture)) == [size[0]] * size[1]


@given(st.lists(NAMES, min_size=1, max_size=4), st.integers(34, 90), st.booleans())
def test_no_name_shifts_a_row_of_the_players(names: list[str], columns: int, focused: bool) -> None:
    rows = player_rows_picture(names, names, 0, columns, LINES, focused=focused)
    assert len({width_of(row) for row in rows}) == 1
