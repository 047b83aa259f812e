"""A phone on the table referees a box of wood: real situations, the taps of each, and what is said.

The throw is what people have really thrown: they tap it, and then the tiles that they move.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.disk.file import open_to_read
from boxctl.journal.entry_kinds import ThrowWithdrawn
from boxctl.journal.query import read_sound_match
from tests.support.web.page_of_browser import Page, visit
from tests.support.web.thumb import Thumb, at_the_table


def test_a_usual_turn_is_two_taps_for_the_throw_and_one_a_tile(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(5, 3)
        assert await thumb.reads() == (
            "You threw 5 and 3, 8 in all: shut 8, 7+1, 6+2, 5+3, 5+2+1 or 4+3+1."
        )
        await thumb.taps_on(8)
        assert await thumb.reads() == "The 8 will do: throw again, confirm or take it back."
        assert thumb.taps == 3
        await thumb.throws(6, 3)
        await thumb.taps_on(6, 3)
        assert (
            await thumb.reads()
            == "The 6 and the 3 will do: throw again, confirm or take them back."
        )
        assert thumb.taps == 3 + 4

    at_the_table(tmp_path, story)


def test_whoever_knows_the_move_need_not_wait_for_the_ruling(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(5, 4, waits=False)
        await thumb.taps_on(9)
        assert await thumb.reads() == "The 9 will do: throw again, confirm or take it back."
        assert thumb.taps == 3

    at_the_table(tmp_path, story)


def test_a_wrong_tile_is_refused_by_the_rule_and_put_back_with_one_tap(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(2, 3)
        await thumb.taps_on(9)
        assert await thumb.reads() == "9 is more than the 5 you threw: put the 9 back up."
        assert [tile["number"] for tile in (await thumb.sees())["tiles"] if tile["asked"]] == [9]
        assert "type_throw" not in (await thumb.sees())["actions"]
        await thumb.taps_on(9)
        assert (await thumb.reads()).startswith("All is as it should be")
        assert thumb.taps == 2 + 2

    at_the_table(tmp_path, story)


def test_several_wrong_tiles_are_put_right_with_one_tap(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(1, 2)
        await thumb.taps_on(9, 8)
        await thumb.presses("put_back")
        assert all(tile["state"] == "open" for tile in (await thumb.sees())["tiles"])
        assert thumb.taps == 2 + 2 + 1

    at_the_table(tmp_path, story)


def test_a_throw_that_was_tapped_wrongly_is_taken_back_and_leaves_a_trail(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(5, 4, waits=False)
        state = await thumb.sees()
        assert state["dice"]["entered"] == [5, 4]
        assert state["taps"]["waits"]
        await thumb.presses("withdraw_throw")
        assert (await thumb.sees())["dice"]["entered"] == []
        await thumb.throws(5, 3)
        assert (await thumb.reads()).startswith("You threw 5 and 3")
        assert thumb.taps == 2 + 1 + 2

    at_the_table(tmp_path, story)
    match = read_sound_match(tmp_path / "play.journal", "last")
    assert [(told.player, told.throw) for _, told in match.read(ThrowWithdrawn)] == [
        ("Ann", (5, 4))
    ]


def test_the_right_dice_may_be_tapped_at_once_after_the_wrong_ones(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        seen = {"seen": (await thumb.sees())["rulings"][-1]["number"]}
        await thumb.page.ask("/act", {"do": "type_throw", "text": "6 6", **seen})
        await thumb.page.ask("/act", {"do": "withdraw_throw", **seen})
        await thumb.page.ask("/act", {"do": "type_throw", "text": "5 4", **seen})
        await asyncio.sleep(5)
        assert (await thumb.sees())["dice"]["values"] == [5, 4]

    at_the_table(tmp_path, story)


def test_a_throw_that_counts_stands(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(5, 4)
        await thumb.presses("withdraw_throw")
        assert thumb.told == "BX758"
        await thumb.throws(5, 3)
        assert thumb.told == "BX758"
        assert (await thumb.sees())["dice"]["values"] == [5, 4]

    at_the_table(tmp_path, story)


def test_a_throw_that_two_people_tap_counts_once(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        seen = (await thumb.sees())["rulings"][-1]["number"]
        for _person in range(2):
            await thumb.page.ask("/act", {"do": "type_throw", "text": "6 1", "seen": seen})
        await asyncio.sleep(5)
        assert (await thumb.sees())["dice"]["number"] == 1

    at_the_table(tmp_path, story)


def test_a_cocked_die_is_thrown_again_before_anything_is_tapped(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.page.ask("/act", {"do": "type_throw", "text": "6"})  # dictated, or by mistake
        await asyncio.sleep(5)
        assert (await thumb.sees())["rulings"][-1]["rule"] == "R2.3"
        assert await thumb.reads() == ("You threw one die, but it has to be two dice: throw again.")
        await thumb.throws(6, 2)
        assert thumb.taps == 2

    at_the_table(tmp_path, story)


def test_a_tile_is_taken_back_by_tapping_it_again(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(6, 3)
        await thumb.taps_on(5)
        assert await thumb.reads() == "The 5 so far for 6 and 3: 4 or 3+1 to go."
        await thumb.taps_on(5)
        assert (await thumb.sees())["rulings"][-1]["verdict"] == "taken_back"
        await thumb.taps_on(9)
        assert await thumb.reads() == "The 9 will do: throw again, confirm or take it back."
        assert thumb.taps == 2 + 3

    at_the_table(tmp_path, story)


def test_a_complete_move_is_open_until_the_next_throw_and_leaves_a_trail(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        assert ["take_back", "until_next_throw"] in (await thumb.sees())["rules"]["changes"]
        await thumb.throws(3, 4)
        await thumb.taps_on(7)
        assert "take_back" in (await thumb.sees())["actions"]
        await thumb.presses("take_back")
        assert (await thumb.sees())["rulings"][-1]["verdict"] == "taken_back"
        await thumb.taps_on(4, 3)
        await thumb.taps_on(3)  # a tile of a complete move, tapped again
        await thumb.taps_on(3)
        await thumb.throws(1, 1)
        assert [line["verdict"] for line in (await thumb.sees())["rulings"][-2:]] == [
            "committed", "throw",
        ]  # fmt: skip
        await thumb.taps_on(4)  # of the move before
        assert (await thumb.sees())["rulings"][-1]["rule"] == "R4.3"

    at_the_table(tmp_path, story)
    journal = str(tmp_path / "play.journal")
    match = read_sound_match(tmp_path / "play.journal", "last")
    assert match.rules.take_back == "until_next_throw"
    assert main(["replay", "last", "--journal", journal]) == 0
    assert "taken back" in capsys.readouterr().out
    assert main(["verify", "--journal", journal]) == 0


def test_the_last_move_of_a_box_shuts_it_at_once(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins(down="1-8")
        await thumb.throws(6, 3)
        await thumb.taps_on(9)
        assert (await thumb.sees())["over"]

    at_the_table(tmp_path, story)


@pytest.mark.parametrize(
    ("variant", "settings", "kept"),
    [
        ("classic", {}, "until_next_throw"),
        ("classic", {"take_back": "until_complete"}, "until_complete"),
        ("classic", {"take_back": "never"}, "never"),
        # A move would stand by the confirm button only, or end the turn of somebody else.
        ("lucky-seven", {}, "until_complete"),
        ("two-player-battle", {}, "until_complete"),
        ("long-game", {}, "until_next_throw"),
    ],
)
def test_rules_that_say_how_long_a_tile_may_be_taken_back_are_left_alone(
    tmp_path: Path, variant: str, settings: dict[str, str], kept: str
) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins(variant, **settings)
        assert thumb.told == ""

    at_the_table(tmp_path, story)
    assert read_sound_match(tmp_path / "play.journal", "last").rules.take_back == kept


def test_a_box_on_the_page_keeps_to_the_usual_rule(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.begins(taps="")

    at_the_table(tmp_path, story)
    assert read_sound_match(tmp_path / "play.journal", "last").rules.take_back == "until_complete"


def test_a_complete_move_stands_where_people_have_chosen_that(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins(take_back="until_complete")
        await thumb.throws(6, 3)
        await thumb.taps_on(9)
        assert await thumb.reads() == "The 9 is shut for 6 and 3."
        await thumb.taps_on(9)
        assert (await thumb.sees())["rulings"][-1]["rule"] == "R4.3"

    at_the_table(tmp_path, story)


def test_how_many_dice_to_throw_is_said_and_why_no_fewer_will_do(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins("pub")
        taps = (await thumb.sees())["taps"]
        assert taps["wanted"] == "Throw two dice."
        assert (
            taps["fewer"] == "Once no tile above 6 is left, you may throw one die instead. (R2.2)"
        )
        for faces, tile in (((6, 3), 9), ((5, 3), 8), ((4, 3), 7)):
            await thumb.throws(*faces, waits=False)
            assert (await thumb.sees())["taps"]["wanted"] == ""
            await thumb.taps_on(tile)
        taps = (await thumb.sees())["taps"]
        assert taps["wanted"] == "Throw one die or two dice."
        assert taps["fewer"] == ""

    at_the_table(tmp_path, story)


def test_where_dice_are_never_fewer_that_is_said(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins("thai")
        assert (await thumb.sees())["taps"][
            "fewer"
        ] == "Always throw two dice, to the very end. (R2.2)"

    at_the_table(tmp_path, story)


def test_a_tile_that_is_tapped_before_the_throw_has_to_go_back(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.taps_on(4)
        assert (await thumb.sees())["rulings"][-1]["rule"] == "R4.4"
        assert await thumb.reads() == "Throw first: put the 4 back up."
        await thumb.taps_on(4)
        await thumb.throws(3, 1)
        assert thumb.taps == 2 + 2

    at_the_table(tmp_path, story)


def test_three_tiles_at_once_are_a_knock_and_cost_no_move(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(4, 4)
        for tile in (1, 2, 9):
            thumb.page.pages.ask(900 + tile, *await _move(thumb.page, tile))
        await asyncio.sleep(5)
        assert (await thumb.sees())["rulings"][-1]["rule"] == "R4.11"
        await thumb.presses("put_back")
        assert (await thumb.sees())["phase"] == "play"
        assert thumb.taps == 2 + 1

    at_the_table(tmp_path, story)


async def _move(page: Page, tile: int) -> tuple[str, str, str, str]:
    sent = {"Content-Type": "application/json", "Authorization": f"Bearer {page.pages.token}"}
    return "POST", "/act", json.dumps(sent), json.dumps({"do": "move", "tile": tile})


async def _loses_the_turn(thumb: Thumb) -> None:
    """Leave Ann with a throw that nothing answers."""
    for faces, tile in (((6, 3), 9), ((5, 3), 8), ((4, 3), 7)):
        await thumb.throws(*faces)
        await thumb.taps_on(tile)
    await thumb.throws(6, 6)
    await thumb.taps_on(1, 2, 3, 6)
    await thumb.throws(6, 6)


def test_after_a_turn_one_tap_makes_the_box_ready_for_the_next_player(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await _loses_the_turn(thumb)
        state = await thumb.sees()
        assert (state["phase"], state["turn"]) == ("turn_over", "Bob")
        assert "type_throw" not in state["actions"]
        assert "Ann scores 9." in await thumb.reads()
        taps = thumb.taps
        await thumb.presses("put_back")
        assert thumb.taps == taps + 1
        await asyncio.sleep(5)
        assert await thumb.reads() == "Bob, your turn: throw two dice."

    at_the_table(tmp_path, story)


def test_a_throw_out_of_turn_is_not_taken(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await _loses_the_turn(thumb)
        await thumb.throws(1, 1)
        assert thumb.told == "BX758"
        assert (await thumb.sees())["turn"] == "Bob"

    at_the_table(tmp_path, story)


def test_one_die_is_thrown_where_the_rules_want_one(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins("pub")
        for faces, tile in (((6, 3), 9), ((5, 3), 8), ((4, 3), 7)):
            await thumb.throws(*faces)
            await thumb.taps_on(tile)
        assert (await thumb.sees())["dice"]["counts"] == [1, 2]
        before = thumb.taps
        await thumb.throws(4)
        assert (await thumb.sees())["dice"]["values"] == [4]
        assert thumb.taps == before + 2  # the die, and that it was all

    at_the_table(tmp_path, story)


def test_a_double_that_cannot_be_played_is_thrown_again(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins("doubles")
        for faces, tile in (((6, 3), 9), ((5, 3), 8), ((4, 3), 7)):
            await thumb.throws(*faces)
            await thumb.taps_on(tile)
        await thumb.throws(6, 6)
        await thumb.taps_on(1, 2, 3, 6)
        await thumb.throws(6, 6)
        state = await thumb.sees()
        assert (state["rulings"][-1]["verdict"], state["turn"]) == ("again", "Ann")
        assert "type_throw" in state["actions"]

    at_the_table(tmp_path, story)


def test_a_double_that_can_be_played_may_be_thrown_again(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins(doubles="may_rethrow")
        await thumb.throws(3, 3)
        assert (await thumb.reads()).endswith("Or throw the double again.")
        assert "type_throw" in (await thumb.sees())["actions"]
        before = thumb.taps
        await thumb.throws(4, 4)
        assert thumb.taps == before + 1 + 2  # that it is thrown again, and the dice
        await thumb.throws(1, 2)
        state = await thumb.sees()
        assert [line["verdict"] for line in state["rulings"][-4:]] == [
            "again", "throw", "again", "throw",
        ]  # fmt: skip
        assert "type_throw" not in state["actions"]
        await thumb.taps_on(3)
        assert await thumb.reads() == "The 3 will do: throw again, confirm or take it back."

    at_the_table(tmp_path, story)


def test_a_double_is_not_thrown_again_once_a_tile_of_it_is_moved(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins(doubles="may_rethrow")
        await thumb.throws(3, 3)
        await thumb.taps_on(2)
        assert "type_throw" not in (await thumb.sees())["actions"]
        await thumb.throws(6, 5, again=False)
        assert thumb.told == "BX758"
        await thumb.taps_on(2)  # taken back
        await thumb.throws(6, 5)
        assert (await thumb.reads()).startswith("You threw 6 and 5")

    at_the_table(tmp_path, story)


def test_a_double_that_is_tapped_again_wrongly_is_taken_back_and_the_first_one_stands(
    tmp_path: Path,
) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins(doubles="may_rethrow")
        await thumb.throws(3, 3)
        await thumb.throws(6, 6, waits=False)
        await thumb.presses("withdraw_throw")
        state = await thumb.sees()
        assert (state["dice"]["values"], state["dice"]["number"]) == ([3, 3], 1)
        await thumb.taps_on(6)
        assert await thumb.reads() == "The 6 will do: throw again, confirm or take it back."

    at_the_table(tmp_path, story)


@pytest.mark.parametrize("match", ["duel", "relay"])
def test_a_double_is_thrown_again_where_each_throw_passes_the_box(
    tmp_path: Path, match: str
) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins(match=match, pass_box="each_throw", doubles="may_rethrow")
        await thumb.throws(3, 3)
        await thumb.throws(6, 3)
        state = await thumb.sees()
        assert (state["turn"], state["dice"]["values"]) == ("Ann", [6, 3])

    at_the_table(tmp_path, story)


def test_a_phone_that_was_locked_shows_where_the_match_stands(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        thumb.page.pages.ask(99, "GET", "/events", "{}", "")
        await thumb.throws(5, 3, waits=False)
        thumb.page.pages.hang_up(99)
        await asyncio.sleep(600)
        thumb.page.pages.ask(98, "GET", "/events", "{}", "")
        await asyncio.sleep(1)
        assert '"values":[5,3]' in thumb.page.texts[98]
        await thumb.taps_on(8)
        assert thumb.taps == 3

    at_the_table(tmp_path, story)


def test_a_throw_that_waits_is_kept_when_the_tab_is_killed(tmp_path: Path) -> None:
    async def begin(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(6, 3, waits=False)

    async def counts(thumb: Thumb) -> None:
        state = await thumb.sees()
        assert (state["dice"]["values"], state["dice"]["number"]) == ([6, 3], 1)
        await thumb.taps_on(9)

    async def counts_once(thumb: Thumb) -> None:
        assert (await thumb.sees())["dice"]["number"] == 1

    for story in (begin, counts, counts_once):
        at_the_table(tmp_path, story)


def test_a_throw_that_was_taken_back_or_left_with_its_match_does_not_come_back(
    tmp_path: Path,
) -> None:
    async def begin(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(5, 3, waits=False)
        await thumb.presses("withdraw_throw")

    async def begin_another(thumb: Thumb) -> None:
        assert (await thumb.sees())["dice"]["number"] == 0
        await thumb.throws(5, 3, waits=False)
        await thumb.begins()

    async def go_on(thumb: Thumb) -> None:
        assert (await thumb.sees())["dice"]["number"] == 0

    for story in (begin, begin_another, go_on):
        at_the_table(tmp_path, story)


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"of": [2, 0], "throw": 7}', "[" * 900])
def test_a_kept_throw_that_cannot_be_read_is_none(tmp_path: Path, kept: str) -> None:
    async def begin(thumb: Thumb) -> None:
        await thumb.begins()

    async def go_on(thumb: Thumb) -> None:
        assert (await thumb.sees())["dice"]["entered"] == []
        await thumb.throws(5, 3)
        assert (await thumb.sees())["dice"]["values"] == [5, 3]

    at_the_table(tmp_path, begin)
    (tmp_path / "tapped-throw.json").write_text(kept)
    at_the_table(tmp_path, go_on)


def test_a_tab_that_is_killed_in_mid_move_goes_on_at_the_same_wood(tmp_path: Path) -> None:
    async def begin(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(6, 3)
        await thumb.taps_on(5)

    async def go_on(thumb: Thumb) -> None:
        state = await thumb.sees()
        assert state["taps"]["of"] == "box_and_dice"
        assert state["dice"]["values"] == [6, 3]
        await thumb.taps_on(4)
        assert (
            await thumb.reads()
            == "The 5 and the 4 will do: throw again, confirm or take them back."
        )
        assert thumb.taps == 1

    at_the_table(tmp_path, begin)
    at_the_table(tmp_path, go_on)


def test_throw_for_us_throws_by_chance_and_says_so_in_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins(taps="box")
        await thumb.presses("throw")
        await asyncio.sleep(5)
        assert len((await thumb.sees())["dice"]["values"]) == 2
        assert thumb.taps == 1

    at_the_table(tmp_path, story)
    journal = str(tmp_path / "play.journal")
    assert main(["verify", "last", "--journal", journal]) == 0
    said = "No lever was sensed: all is ruled as it was tapped. The program threw the dice."
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["verify", "last"], "Nothing was sensed: all is ruled as it was tapped, levers and dice."),
        (["head", "last"], "Nothing was sensed: all is ruled as it was tapped, levers and dice."),
        (
            ["dispute", "last"],
            "Nothing was sensed: all is ruled as it was tapped, levers and dice.",
        ),
        (["dispute", "last"], "as it was tapped\n"),
        (["replay", "last"], "Ann takes back what was tapped, 5 and 4, before it counts"),
    ],
)
def test_the_record_says_that_nothing_was_sensed(
    tmp_path: Path, command: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(5, 4, waits=False)
        await thumb.presses("withdraw_throw")
        await thumb.throws(5, 3)
        await thumb.taps_on(9)

    at_the_table(tmp_path, story)
    assert main([*command, "--journal", str(tmp_path / "play.journal")]) == 0
    assert said in capsys.readouterr().out


def test_what_was_chosen_last_is_kept_for_the_next_match(tmp_path: Path) -> None:
    async def begin(thumb: Thumb) -> None:
        await thumb.begins(taps="box")

    async def another(thumb: Thumb) -> None:
        await thumb.page.act(do="match", variant="pub", names=["Cem"])
        assert (await thumb.sees())["taps"]["of"] == "box"
        await thumb.page.act(do="match", variant="pub", names=["Cem"], taps="")
        assert (await thumb.sees())["taps"]["of"] == ""

    at_the_table(tmp_path, begin)
    at_the_table(tmp_path, another)
    with closing(open_to_read(tmp_path / "play.journal")) as connection:
        kept = connection.execute(
            "SELECT json_extract(body, '$.tapped') FROM entry WHERE kind = 'match' ORDER BY id"
        ).fetchall()
    assert kept[-3:] == [("box",), ("box",), (None,)]


@pytest.mark.parametrize("said", ["five three", "Fünf und drei", "cinq trois"])
def test_a_throw_that_is_dictated_counts_as_one_that_is_tapped(tmp_path: Path, said: str) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.page.act(do="type_throw", text=said)
        assert (await thumb.sees())["dice"]["values"] == [5, 3]

    at_the_table(tmp_path, story)


def test_nobody_taps_in_words_that_are_no_box(tmp_path: Path) -> None:
    async def begin(page: Page) -> None:
        refusal = await page.ask(
            "/act", {"do": "match", "variant": "pub", "names": ["Ann"], "taps": "wood"}
        )
        assert refusal["code"] == "BX755"

    visit(tmp_path, begin)
