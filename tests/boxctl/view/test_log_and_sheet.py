"""The log, a line for each turn, and the score sheet, a column for each round."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from textual.events import MouseScrollDown, MouseScrollUp

from boxctl.screens.pictures.picture import ASCII, LINES, width_of
from boxctl.screens.pictures.sheet_picture import (
    log_rows,
    most_scrolled,
    most_scrolled_down,
    sheet_picture,
)
from boxctl.screens.pictures.view_model import SheetRow
from boxctl.view.turn_log import LogLine
from tests.boxctl.view.test_announcement import TrayThatShows
from tests.support.screens.game_pilot import GamePilot, at_table, in_loop
from tests.support.screens.picture_text import text_of

Wheel = TypeVar("Wheel", MouseScrollUp, MouseScrollDown)

TWELVE = ",".join(f"Player{seat}" for seat in range(1, 13))


def wheel(kind: type[Wheel], table: GamePilot, column: int, line: int) -> Wheel:
    """The mouse wheel is turned over this place."""
    return kind(table.at, column, line, 0, 1, 0, False, False, False, column, line)


def log(table: GamePilot) -> list[str]:
    return [line.text for line in table.table.table_log.lines]


@in_loop
async def test_a_turn_is_one_line_of_what_was_thrown_shut_and_refused() -> None:
    tray = TrayThatShows((4, 3), (6, 2), (1, 1), (1, 1))
    async with at_table(tray=tray) as table:
        for key in ("space", "9", "enter", "7", "space", "8", "space", "2", "space"):
            await table.press(key)
        assert log(table) == [
            "Ann  4 3: 9 refused; 4 3: shut 7; 6 2: 8; 1 1: 2; 1 1: no move, scores 28"
        ]
        assert table.table.table_log.lines[0].colour == 0


@in_loop
async def test_the_log_grows_with_the_turn_and_does_not_say_what_is_announced() -> None:
    async with at_table() as table:
        assert log(table) == []
        await table.press("space")
        assert log(table) == ["Ann  4 3"]
        await table.press("1")
        assert log(table) == ["Ann  4 3: 1 …"]
        await table.press("6")
        assert log(table) == ["Ann  4 3: shut 6+1"]
        assert table.shown.count("The 6 and the 1 are shut for 4 and 3.") == 1


@in_loop
async def test_a_notice_is_a_line_of_its_own_and_shown_once() -> None:
    async with at_table(bench=True) as table:
        await table.press("space")
        await table.press("r")
        (notice, turn) = log(table)
        assert turn == "Ann  4 3"
        assert notice.startswith("The roller does not answer")
        await table.press("b")
        assert table.shown.count("The roller does not answer") == 1


@in_loop
async def test_the_opener_of_a_duel_opens() -> None:
    tray = TrayThatShows((4, 3), (6, 6), (1, 1), (1, 1), (4, 3))
    async with at_table("long-game", tray=tray) as table:
        for key in ("space", "7", "space", "9", "3", "space", "2", "space", "space", "7"):
            await table.press(key)
        assert log(table)[-1].endswith("4 3: opened 7")


@in_loop
async def test_the_log_scrolls_with_the_keys_and_with_the_wheel() -> None:
    async with at_table(players="Ann,Bob,Cy,Di,Eva,Flo,Gil", size=(80, 24), motion=False) as table:
        await table.plays()
        await table.press("c")
        newest = log_shown(table)
        assert "PGUP older" in table.shown
        await table.press("pageup")
        assert log_shown(table) != newest
        assert "PGDN newer" in table.shown
        for _ in range(20):
            await table.press("pageup")
        assert log_shown(table)[0].startswith(" ● Ann  ")
        assert "PGUP" not in table.shown
        for _ in range(21):
            await table.press("pagedown")
        assert log_shown(table) == newest
        plan = table.at.drawing.plan
        place = (plan.log.left + 2, plan.log.top + 1)
        table.at.on_mouse_scroll_up(wheel(MouseScrollUp, table, *place))
        assert log_shown(table) != newest
        table.at.on_mouse_scroll_down(wheel(MouseScrollDown, table, *place))
        assert log_shown(table) == newest


def log_shown(table: GamePilot) -> list[str]:
    """The lines of the screen on which the log is."""
    area = table.at.drawing.plan.log
    return table.shown.splitlines()[area.top : area.top + area.lines]


@in_loop
async def test_a_sheet_of_twelve_shows_who_plays_and_scrolls() -> None:
    async with at_table(players=TWELVE, size=(80, 18)) as table:
        assert 1 in seated(table)
        assert 12 not in seated(table)
        for _ in range(12):
            await table.press("down")
        assert 12 in seated(table)
        for _ in range(12):
            await table.press("up")
        assert 1 in seated(table)
        plan = table.at.drawing.plan
        place = (plan.side.left + 2, plan.side.top + 1)
        for _ in range(12):
            table.at.on_mouse_scroll_down(wheel(MouseScrollDown, table, *place))
        assert 12 in seated(table)
        await table.press("space")
        assert 1 in seated(table)


def seated(table: GamePilot) -> set[int]:
    """The players on the part of the sheet that is shown."""
    below_header = table.shown.partition("\n")[2]
    return {int(seat) for seat in re.findall(r"Player(\d+)", below_header)}


@in_loop
async def test_the_sheet_has_a_column_for_each_round_and_running_totals() -> None:
    async with at_table("tournament", size=(120, 40), motion=False) as table:
        for _ in range(3):
            for _player in "ab":
                await plays_a_turn(table)
        look = table.at.drawing.view.at(table.ticker.now(), table.at.typed)
        assert look.rounds == ("1", "2", "3")
        for row in look.sheet:
            assert len(row.rounds) == 3
            assert row.total == str(sum(map(int, row.rounds)))
        await plays_a_turn(table)
        ann, bob = table.at.drawing.view.at(table.ticker.now(), table.at.typed).sheet
        assert ann.total == str(sum(map(int, ann.rounds)))
        assert bob.rounds[3] == ""


async def plays_a_turn(table: GamePilot) -> None:
    before = len(table.table.table_log.rulings)
    for _ in range(300):
        rulings = table.table.table_log.rulings[before:]
        if any(ruling["verdict"] == "turn_over" for ruling in rulings):
            return
        answer = table.table.play.answer
        if answer is not None and answer.move is None and not table.table.play.put_back:
            number = answer.moves_with_moved[0].tiles & ~answer.moved
            await table.press(str(number.bit_length()))
        else:
            await table.press("enter")
    raise AssertionError("the turn does not end")


@in_loop
async def test_markers_are_counted_on_the_sheet() -> None:
    async with at_table("high-rollers", tray=TrayThatShows((1, 1))) as table:
        for key in ("space", "2"):
            await table.press(key)
        assert "● Ann ●" in table.shown
        await table.press("space")
        look = table.at.drawing.view.at(table.ticker.now(), table.at.typed)
        assert [row.markers for row in look.sheet] == [1, 0]


def sheet(rounds: int, **more: Any) -> list[SheetRow]:
    scores = tuple(str(10 + number) for number in range(1, rounds + 1))
    return [SheetRow("Ann", True, scores, **more), SheetRow("Bob", False, scores, colour=1, **more)]


def test_as_many_rounds_are_shown_as_fit_the_newest_always() -> None:
    names = [str(number) for number in range(1, 21)]
    picture = sheet_picture(sheet(20, total="230"), names, "", 30, 9, LINES)
    assert max(map(width_of, picture)) <= 30
    head, ann, _bob = text_of(picture).splitlines()
    assert head.replace("─", " ").split() == ["16", "17", "18", "19", "20", "total"]
    assert ann.split()[-6:] == ["26", "27", "28", "29", "30", "230"]


def test_one_round_is_no_round() -> None:
    head, *_rows = text_of(sheet_picture(sheet(1), ["1"], "", 30, 9, LINES)).splitlines()
    assert head.replace("─", " ").split() == ["Score", "sheet", "last"]


def test_who_is_out_and_money_are_shown_and_nothing_is_cut_off() -> None:
    rows = sheet(3, total="36", purse="+1.50", note="out")
    picture = text_of(sheet_picture(rows, ["1", "2", "3"], "pool 3.00", 30, 9, LINES))
    assert "Ann out" in picture
    assert picture.count("+1.50") == 2
    assert "pool 3.00" in picture


def test_a_player_has_the_same_sign_on_the_sheet_and_in_the_log() -> None:
    for glyphs in (LINES, ASCII):
        drawn = sheet_picture(sheet(1), ["1"], "", 30, 9, glyphs)
        logged = log_rows([LogLine("Bob  4 3", 1)], 40, 3, glyphs)
        assert drawn[2][1] == logged[0][1]
        assert drawn[1][1] != drawn[2][1]


def test_no_more_can_be_scrolled_than_there_is() -> None:
    lines = [LogLine(f"line {number}") for number in range(10)]
    assert most_scrolled(lines, 40, 4) == 6
    top = text_of(log_rows(lines, 40, 4, LINES, 99))
    assert [row.strip() for row in top.splitlines()] == ["line 0", "line 1", "line 2", "line 3"]
    rows = [SheetRow(f"P{seat}", seat == 0) for seat in range(12)]
    assert most_scrolled_down(rows, "", 6) == (0, 7)
