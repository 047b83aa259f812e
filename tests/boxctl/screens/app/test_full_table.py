"""The full-screen table: every key and the mouse, and a match of every variant by the keys."""

from __future__ import annotations

from collections.abc import Sequence
from unittest import mock

import pytest
from textual.binding import Binding
from textual.geometry import Offset

from boxctl.rules.variants import variant
from boxctl.screens.app.picture_widget import PictureWidget
from boxctl.screens.app.table_keys import HELP
from boxctl.screens.app.table_screen import TableScreen
from boxctl.screens.pictures.picture import ASCII
from boxctl.screens.pictures.table_plan import plan_table
from tests.support.every_variant import EVERY_VARIANT
from tests.support.screens.game_pilot import TrayAtOnce, at_table, in_loop, short
from tests.support.screens.kept_screens import assert_as_kept


@pytest.mark.parametrize("name", EVERY_VARIANT)
@in_loop
async def test_a_whole_match_of_every_variant_by_the_keys_alone(name: str) -> None:
    solo = variant(name).match == "solo"
    players, motion = "Ann" if solo else "Ann,Bob", name == "classic"
    async with at_table(name, players, settings=short(name), motion=motion) as table:
        await table.plays()
        assert "The match is over" in table.shown
        assert table.table.table_log.rulings[-1]["verdict"] == "match_over"


@in_loop
async def test_space_throws_and_digits_flip() -> None:
    async with at_table() as table:
        assert "SPACE: throw two dice" in table.shown
        await table.press("space")
        assert table.said == "You threw 4 and 3, 7 in all: shut 7, 6+1, 5+2, 4+3 or 4+2+1."
        assert "Type or click the tiles to shut" in table.shown
        await table.press("5", "2")
        assert table.said.startswith("Bob") or "are shut for 4 and 3" in table.shown


@in_loop
async def test_the_dice_are_seen_to_roll_before_they_are_thrown() -> None:
    async with at_table() as table:
        await table.pilot.press("space")
        assert "The dice roll" in table.shown
        frames = set()
        for _ in range(6):
            table.passes(0.05)
            frames.add(table.shown)
        assert len(frames) > 3
        table.passes(0.5)
        assert "You threw" in table.shown


@in_loop
async def test_a_tile_is_seen_to_fall_and_its_lamp_goes_out_at_once() -> None:
    async with at_table() as table:
        await table.press("space")
        await table.pilot.press("7")
        lamps = table.shown.splitlines()[1]
        assert lamps.count("●") == 8
        heights = []
        for _ in range(9):
            tiles = table.at.drawing.view.at(table.ticker.now(), table.at.typed).tiles
            heights.append(tiles[6].fallen)
            table.passes(0.04)
        assert heights == sorted(heights)
        assert heights[0] < 1.0
        assert heights[-1] == 1.0


@in_loop
async def test_backspace_takes_back_what_was_flipped_last() -> None:
    async with at_table() as table:
        await table.press("space")
        await table.press("1")
        assert "BACKSPACE: take back" in table.shown
        await table.press("backspace")
        assert table.said.startswith("The 1 is taken back")
        await table.press("backspace")
        assert table.said.startswith("The 1 is taken back")


@in_loop
async def test_a_wrong_tile_is_refused_arrows_ask_it_back_and_enter_puts_it() -> None:
    async with at_table() as table:
        await table.press("space")
        await table.press("9")
        assert table.said == "9 is more than the 7 you threw: put the 9 back up."
        assert "▲" in table.shown.splitlines()[1]
        assert "ENTER: put the tiles" in table.shown
        await table.press("enter")
        assert "All is as it should be" in table.said
        assert "▲" not in table.shown.splitlines()[1]


@in_loop
async def test_space_does_not_throw_while_a_throw_is_owed_an_answer() -> None:
    async with at_table() as table:
        await table.press("space")
        before = table.said
        await table.press("space")
        assert table.said == before


@in_loop
async def test_enter_confirms_a_move_that_waits() -> None:
    async with at_table("canoga", seed=2) as table:
        await table.press("space")
        assert "You threw 4 and 1, 5 in all" in table.said
        await table.press("4")
        assert "ENTER: confirm" in table.shown
        await table.press("enter")
        assert table.said == "The 4 is shut for 4 and 1."
        assert "SPACE: throw two dice" in table.shown


@in_loop
async def test_one_die_or_two_where_the_player_may_choose() -> None:
    async with at_table("pub", settings={"tiles": "6"}) as table:
        assert "SPACE: throw two dice   O: throw one die" in table.shown
        await table.press("o")
        assert table.table.table_log.score.dice == (4,)
        assert table.said == "You threw 4: shut 4 or 3+1."


@in_loop
async def test_tiles_of_two_digits() -> None:
    async with at_table("full-house") as table:
        await table.press("space")
        await table.pilot.press("1")
        assert "1 … 10 to 12?" in table.shown
        table.passes(30)
        assert "1 … 10 to 12?" in table.shown
        await table.pilot.press("backspace")
        assert "10 to 12" not in table.shown
        await table.press("1", "2")
        assert table.said.startswith("12 is more than the 7")
        await table.press("enter")
        await table.press("1")
        assert table.said.startswith("All is as it should be")
        await table.press("enter")
        assert table.said.startswith("1 so far") or table.said.startswith("The 1 so far")


@in_loop
async def test_the_question_mark_explains_the_last_ruling_in_the_words_of_the_book() -> None:
    async with at_table() as table:
        await table.press("space")
        await table.press("9")
        await table.pilot.press("question_mark")
        assert "9 is more than the 7 you threw" in table.page
        assert "the fewest tiles that make it right are put back" in table.page
        await table.pilot.press("x")
        assert table.screen is table.at


@in_loop
async def test_moves_and_help_are_pages_that_any_key_closes() -> None:
    async with at_table() as table:
        await table.pilot.press("m")
        assert table.page == "There is no throw to be played."
        await table.pilot.press("escape")
        await table.press("space")
        await table.pilot.press("m")
        assert table.page.splitlines() == ["7", "6+1", "5+2", "4+3", "4+2+1"]
        await table.pilot.press("down", "space")
        await table.pilot.press("h")
        assert "BACKSPACE" in table.page
        await table.pilot.click(offset=(1, 1))
        assert table.screen is table.at


@pytest.mark.parametrize("key", ["h", "H", "shift+h"])
@in_loop
async def test_a_letter_counts_small_and_capital(key: str) -> None:
    async with at_table() as table:
        await table.pilot.press(key)
        assert "BACKSPACE" in table.page


def test_the_help_names_every_letter_that_does_something() -> None:
    named = {
        key for _group, keys in HELP for names, _does in keys for key in names.split()
        if len(key) == 1
    }  # fmt: skip
    bound = {
        key.upper()
        for binding in TableScreen.BINDINGS
        if isinstance(binding, Binding)
        for key in binding.key.split(",")
        if len(key) == 1 and key.isalpha()
    }
    assert bound - {"H"} <= named


@in_loop
async def test_caps_lock_changes_nothing() -> None:
    async with at_table() as table:
        await table.press("B")
        assert "bench: you are the wood" in table.shown
        await table.press("U")
        assert "Bump which tile?" in table.shown
        theme = table.app.theme
        await table.press("L")
        assert table.app.theme != theme
        await table.pilot.press("Q", "Q")
        await table.until(lambda: table.app._exit)


class TrayOfSevens(TrayAtOnce):
    """Throws a total of 7 whatever it is asked for."""

    def throw(self, values: Sequence[int | None]) -> None:
        super().throw((3, 4))


@in_loop
async def test_where_nobody_wins_the_pool_is_given_back() -> None:
    settings = {"stops": "match", "stake": "50p"}
    async with at_table("unlucky-seven", tray=TrayOfSevens(), settings=settings) as table:
        assert "pool £1.00 (50p each)" in table.shown
        await table.plays()
        assert "pool £1.00, given back" in table.shown
        assert "paid out" not in table.shown


@in_loop
async def test_who_wins_is_paid_out() -> None:
    async with at_table(settings={"stake": "50p"}) as table:
        await table.plays()
        assert "pool £1.00, paid out" in table.shown


@in_loop
async def test_a_new_match_only_when_one_is_over() -> None:
    async with at_table("unlucky-seven") as table:
        await table.press("n")
        assert "The match is not over yet" in table.shown
        await table.plays()
        assert "N: a new match" in table.shown
        for key in ("n", "enter"):
            await table.press(key)
            assert "The match is over" not in table.shown
            await table.plays()
            assert "The match is over" in table.shown


@in_loop
async def test_light_and_dark() -> None:
    async with at_table() as table:
        assert table.app.theme == "boxctl-dark"
        await table.pilot.press("l")
        assert table.app.theme == "boxctl-light"
        await table.pilot.press("l")
        assert table.app.theme == "boxctl-dark"


@in_loop
async def test_the_mouse_flips_tiles_throws_and_does_what_the_hint_says() -> None:
    async with at_table() as table:
        plan = plan_table(9, 80, 24)
        await table.pilot.click(offset=Offset(plan.box_area.left + 5, plan.box.felt_top + 2))
        table.comes_to_rest()
        assert "You threw 4 and 3" in table.said
        nine = next(x for x in range(80) if plan.tile_at(x, 4) == 9)
        await table.pilot.click(offset=Offset(nine, 4))
        table.comes_to_rest()
        assert "9 is more than the 7" in table.said
        await table.pilot.click(offset=Offset(40, plan.hint.top))
        table.comes_to_rest()
        assert "All is as it should be" in table.said


@in_loop
async def test_a_roller_that_does_not_answer_is_said() -> None:
    tray = TrayAtOnce()
    async with at_table(tray=tray) as table:
        tray.works = False
        await table.press("space")
        assert "The roller has not answered: throw again." in table.shown
        tray.works = True
        await table.press("space")
        assert "You threw" in table.said


@in_loop
async def test_a_roller_in_somebody_s_hand_is_thrown_there() -> None:
    tray = TrayAtOnce()
    tray.throws_by_itself = False
    async with at_table(tray=tray) as table:
        assert "Throw two dice on the roller" in table.shown
        await table.press("space")
        assert "Throw the dice on the roller" in table.shown
        tray.throw((3, 4))
        table.comes_to_rest()
        assert "You threw 3 and 4" in table.said


@in_loop
async def test_when_nothing_happens_nothing_is_drawn() -> None:
    async with at_table() as table:
        painted: list[object] = []
        painting = table.at.query_one(PictureWidget)
        table.passes(2)
        with mock.patch.object(painting, "refresh", painted.append):
            table.passes(30)
        assert painted == []


@in_loop
async def test_the_table_follows_the_size_of_the_terminal() -> None:
    async with at_table() as table:
        small = table.at.query_one(PictureWidget).picture
        await table.pilot.resize_terminal(120, 40)
        await table.until(lambda: len(table.at.query_one(PictureWidget).picture) == 40)
        assert len(small) == 24


@pytest.mark.parametrize(
    ("name", "variant_name", "size", "keys"),
    [
        ("table", "classic", (80, 24), ["space", "1"]),
        ("table-large", "classic", (120, 40), ["space", "9"]),
        ("table-the-300", "the-300", (80, 24), ["space"]),
        ("table-light", "full-house", (80, 24), ["l", "space"]),
        ("why", "classic", (80, 24), ["space", "9", "question_mark"]),
    ],
)
@in_loop
async def test_the_screens_look_as_they_were_kept(
    name: str, variant_name: str, size: tuple[int, int], keys: list[str]
) -> None:
    async with at_table(variant_name, size=size, settings={"stake": "50"}) as table:
        for key in keys:
            await table.press(key)
        await table.is_laid_out()
        assert_as_kept(name, table.app.export_screenshot())


@in_loop
async def test_a_linux_console_gets_a_picture_in_ascii() -> None:
    async with at_table(glyphs=ASCII) as table:
        await table.press("space")
        assert table.shown.isascii()
        assert_as_kept("table-ascii", table.app.export_screenshot())
