"""What was found by trying the full-screen table as somebody new to it would."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.rules.faults import RuleFault
from boxctl.rules.tiles import tile
from boxctl.rules.variants import variant
from boxctl.screens.laptop.playback import Playback, watched_match
from boxctl.view.announcement import AnnouncementKind
from tests.support.screens.game_pilot import GamePilot, TrayAtOnce, at_table, in_loop


def announced(table: GamePilot) -> str:
    return table.table.table_log.announcer.shown.text


def hint(table: GamePilot) -> str:
    return table.at.drawing.view.at(table.ticker.now(), table.at.typed).hint


def keys(table: GamePilot) -> set[str]:
    return {key.key for key in table.at.drawing.footer}


# 1. A notice stayed while what it told of had changed, and hid a question.


@in_loop
async def test_a_late_throw_takes_the_notice_that_none_came_away() -> None:
    async with at_table() as table:
        for key in ("b", "r", "space"):
            await table.press(key)
        assert announced(table) == "The roller has not answered: throw again."
        table.passes(1)
        await table.press("r")
        assert announced(table).startswith("You threw")
        table.passes(60)
        assert announced(table).startswith("You threw")


@in_loop
async def test_nothing_said_by_the_way_hides_a_question_about_a_sensor() -> None:
    async with at_table(bench=True) as table:
        for key in ("space", "n"):
            await table.press(key)
        assert announced(table) == "The match is not over yet: Q leaves it."
        await table.press("f")
        assert "is tile 1 the one" in announced(table)
        assert table.table.table_log.announcer.shown.kind is AnnouncementKind.ASKS
        table.passes(60)
        assert "is tile 1 the one" in announced(table)
        assert {"N", "ENTER"} <= keys(table)


@in_loop
async def test_no_key_but_its_own_answers_a_question_and_none_hides_it() -> None:
    async with at_table(bench=True) as table:
        for key in ("space", "f"):
            await table.press(key)
        for key in ("space", "d", "m", "x", "backspace", "c"):
            await table.press(key)
            assert table.table.hands.question == 1
            assert "is tile 1 the one" in announced(table)


# 2. Matches that are watched.


@in_loop
async def test_a_match_left_before_its_first_ruling_is_said_to_have_none(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    async with at_table("canadienne", journal_file=path) as table:
        assert table.table.table_log.rulings == []
    with pytest.raises(RuleFault, match=r"BX801.*in match 1 nothing was ruled"):
        watched_match(path, "last")


@in_loop
async def test_the_tiles_stand_while_it_is_thrown_for_who_starts(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    async with at_table("canadienne", journal_file=path) as table:
        await table.press("space")
    match = watched_match(path, "last")
    assert match.views[0].verdict == "first_throw"
    assert match.views[0].standing == variant("canadienne").in_play


@in_loop
async def test_the_turn_marker_goes_on_as_soon_as_a_turn_is_over(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    async with at_table(players="Ann,Bob,Cy", journal_file=path) as table:
        await table.plays()
    match = watched_match(path, "last")
    playback = Playback(match, 0)
    following = {"Ann": "Bob", "Bob": "Cy"}
    for ruled in match.rulings[:-1]:
        look = playback.look(0)
        (marked,) = [row.player for row in look.sheet if row.playing]
        player = ruled["player"] or marked
        ends = ruled["verdict"] == "turn_over"
        assert marked == look.turn == (following.get(player, player) if ends else player)
        playback.step(1, 0)


# 3. BACKSPACE did nothing while its hint stayed.


@pytest.mark.parametrize("key", ["space", "enter"])
@in_loop
async def test_a_tile_can_be_taken_back_after_a_key_that_did_nothing(key: str) -> None:
    async with at_table() as table:
        for each in ("space", "1", key):
            await table.press(each)
        assert "BACKSPACE: take back the 1" in hint(table)
        assert "BACKSPACE" in keys(table)
        await table.press("backspace")
        assert table.said.startswith("The 1 is taken back")
        assert "BACKSPACE" not in hint(table)
        assert "BACKSPACE" not in keys(table)


@in_loop
async def test_a_tile_can_be_taken_back_after_the_match_was_resumed(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    async with at_table(journal_file=path) as table:
        for key in ("space", "2", "1"):
            await table.press(key)
    async with at_table(journal_file=path) as table:
        for number in (1, 2):
            assert f"BACKSPACE: take back the {number}" in hint(table)
            await table.press("backspace")
            assert table.said.startswith(f"The {number} is taken back")
        assert "BACKSPACE" not in hint(table)


@in_loop
async def test_nothing_is_offered_back_that_may_not_be_taken_back() -> None:
    async with at_table(settings={"take_back": "never"}) as table:
        for key in ("space", "1"):
            await table.press(key)
        assert "BACKSPACE" not in hint(table)
        await table.press("backspace")
        assert not table.table.box.wood.levers & tile(1)


# 5. The dice vanished before they were read, and were thrown for nothing.


class TrayThatWaits(TrayAtOnce):
    """A tray whose throw arrives when a test says so."""

    def throw(self, values: object) -> None:
        self._later = values

    def arrives(self) -> None:
        super().throw(self._later)  # type: ignore[arg-type]


@in_loop
async def test_the_dice_roll_until_they_are_read() -> None:
    tray = TrayThatWaits()
    async with at_table(tray=tray) as table:
        await table.pilot.press("space")
        for _ in range(12):
            look = table.at.drawing.view.at(table.ticker.now(), table.at.typed)
            assert look.rolling
            assert len(look.dice) == 2
            assert look.hint == "The dice roll …"
            table.passes(0.1)
        tray.arrives()
        table.comes_to_rest()
        look = table.at.drawing.view.at(table.ticker.now(), table.at.typed)
        assert not look.rolling
        assert look.dice == table.table.table_log.score.dice == (4, 3)


@in_loop
async def test_a_throw_with_one_owed_says_so_and_rolls_no_dice() -> None:
    async with at_table() as table:
        await table.press("space")
        await table.pilot.press("space")
        assert table.table.hands.rolling is None
        assert announced(table).startswith("You threw 4 and 3")
        await table.press("1")
        await table.press("space")
        assert "You threw 4 and 3, 7 in all" in announced(table)
        table.passes(60)
        assert announced(table).startswith("The 1 so far")


# 7. The bench waited silently for a digit.


@pytest.mark.parametrize(
    ("key", "asked"), [("u", "Bump which tile?"), ("s", "Stick which tile?"),
                       ("x", "Let which tile chatter?")],
)  # fmt: skip
@in_loop
async def test_a_tool_of_the_bench_asks_for_its_tile(key: str, asked: str) -> None:
    async with at_table(bench=True) as table:
        await table.press(key)
        assert hint(table).startswith(asked)
        await table.press("4")
        assert asked not in hint(table)
