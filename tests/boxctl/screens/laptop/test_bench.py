"""Being the wood: every way to misbehave, and what the referee makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.rules.tiles import numbers, tile
from groundwork.language import language, use
from tests.support.screens.game_pilot import GamePilot, at_table, in_loop
from tests.support.screens.kept_screens import assert_as_kept


def verdicts(table: GamePilot) -> list[str]:
    return [ruling["verdict"] for ruling in table.table.table_log.rulings]


@pytest.mark.parametrize("code", ["en", "de", "fr"])
@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (100, 30), (160, 30)])
@in_loop
async def test_every_tool_is_named_whole(columns: int, lines: int, code: str) -> None:
    use(language(code))
    async with at_table(bench=True, size=(columns, lines)) as table:
        for row in table.table.bench.picture(1000, powered=True):
            words = "".join(span.text for span in row).strip()
            assert words in table.shown


@in_loop
async def test_a_bump_is_nothing_to_the_referee() -> None:
    async with at_table(bench=True) as table:
        await table.press("space", "u")
        assert "Bump which tile?" in table.shown
        await table.press("7")
        assert verdicts(table) == ["ready", "throw"]
        assert table.table.box.wood.levers & tile(7)


@in_loop
async def test_a_stuck_sensor_hides_its_lever_until_it_works_again() -> None:
    async with at_table(bench=True) as table:
        await table.press("space")
        await table.press("s", "7")
        assert "7 stuck" in table.shown
        assert "!" in table.shown.splitlines()[1]
        await table.press("7")
        table.passes(3)
        assert verdicts(table) == ["ready", "throw"]
        await table.press("s", "7")
        table.passes(1)
        assert verdicts(table)[:3] == ["ready", "throw", "committed"]
        assert "7 stuck" not in table.shown


@in_loop
async def test_a_move_that_a_stuck_sensor_hides_is_said_with_the_buttons() -> None:
    async with at_table(bench=True) as table:
        await table.press("space")
        await table.press("s", "7")
        await table.press("7")
        await table.press("f")
        assert "is tile 1 the one" in table.said
        assert "ENTER if it is, N for the next, ESC if there is none" in table.said
        assert "ENTER: yes, it is the 1   N: no, another tile   ESC: none" in table.shown
        assert "ENTER yes  N no  ESC none" in table.shown
        while "is tile 7 the one" not in table.said:
            await table.press("n")
        await table.press("enter")
        assert verdicts(table)[:3] == ["ready", "throw", "committed"]
        assert "the sensor of tile 7 is in quarantine" in table.said


@in_loop
async def test_what_a_chattering_sensor_should_show_is_said_with_the_buttons() -> None:
    async with at_table(bench=True) as table:
        await table.press("space")
        for _ in range(5):
            await table.pilot.press("x", "7")
            table.passes(1)
        assert "ENTER if the tile is shut, N if it stands open" in table.said
        assert "ENTER: the 7 is shut   N: the 7 is open" in table.shown
        assert "ENTER tile is shut  N tile is open" in table.shown
        await table.press("n")
        assert "tile 7 stands open by your word" in table.said.lower()


@in_loop
async def test_a_report_that_was_a_mistake_is_left_with_escape() -> None:
    async with at_table(bench=True) as table:
        await table.press("space")
        await table.press("f")
        assert "is tile 1 the one" in table.said
        await table.press("escape")
        assert table.table.hands.question is None
        assert table.screen is table.at
        assert "no sensor is put in quarantine" in table.said.lower()
        await table.press("7")
        table.passes(1)
        assert verdicts(table)[:3] == ["ready", "throw", "committed"]
        await table.press("escape")
        assert table.screen is not table.at


@in_loop
async def test_how_a_tile_stands_cannot_be_left_open() -> None:
    async with at_table(bench=True) as table:
        await table.press("space")
        for _ in range(5):
            await table.pilot.press("x", "7")
            table.passes(1)
        assert "ESC" not in table.shown
        await table.press("escape")
        assert table.screen is not table.at
        assert table.table.hands.question == 7


@in_loop
async def test_who_is_no_wood_has_no_sensor_to_report() -> None:
    async with at_table() as table:
        await table.press("space")
        assert "F sensor wrong" not in table.shown
        await table.press("f")
        assert table.table.hands.question is None
        assert "Sensors fail at the bench only" in table.shown
        await table.press("b")
        assert "F sensor wrong" in table.shown


@in_loop
async def test_what_is_still_to_be_put_back_is_said_with_the_keys() -> None:
    async with at_table() as table:
        await table.press("space")
        await table.press("9")
        table.passes(20)
        assert "still to do: put the 9 back up. ENTER does it" in table.said


@in_loop
async def test_a_ruling_on_a_sensor_that_chattered_is_unverified() -> None:
    async with at_table(bench=True) as table:
        await table.press("space")
        await table.pilot.press("x", "7", "7")
        table.passes(5)
        assert "chattered for" in str(table.table.table_log.rulings[-1].get("unverified"))
        assert "7 chatters" not in table.shown


@in_loop
async def test_a_cocked_die_makes_the_throw_void() -> None:
    async with at_table(bench=True) as table:
        await table.press("k")
        assert verdicts(table) == ["ready", "void"]
        assert "a die could not be read" in table.said


@in_loop
async def test_a_throw_while_the_roller_is_unplugged_comes_when_it_is_back() -> None:
    async with at_table(bench=True) as table:
        await table.press("r")
        assert "plug the roller in" in table.shown
        assert "the roller does not answer" in table.said.lower()
        await table.press("space")
        assert verdicts(table) == ["ready"]
        await table.press("r")
        assert verdicts(table) == ["ready", "throw"]


@in_loop
async def test_a_throw_that_comes_late_takes_the_complaint_about_it_away() -> None:
    async with at_table(bench=True) as table:
        await table.press("r", "space")
        assert "The roller has not answered: throw again." in table.shown
        await table.press("r")
        assert verdicts(table) == ["ready", "throw"]
        assert "The roller has not answered" not in table.shown
        assert table.said.split(":")[0] in table.shown


async def interrupted(table: GamePilot) -> None:
    """A throw is owed an answer, the plug is pulled, a tile that answers it is shut in the dark."""
    await table.press("space")
    answer = table.table.play.answer
    assert answer is not None
    await table.press("p")
    await table.press(str(numbers(answer.moves[0].tiles)[0]))
    await table.press("p")
    assert "D if all stands as it should" in table.said


@in_loop
async def test_after_an_interruption_the_levers_can_be_confirmed_as_they_stand(
    tmp_path: Path,
) -> None:
    async with at_table(bench=True, journal_file=tmp_path / "journal.db") as table:
        await interrupted(table)
        assert "D: they stand as they should" in table.shown
        await table.press("d")
        assert verdicts(table)[-1] in ("pending", "provisional", "committed")
        assert table.table.table_log.rulings[-1]["unverified"]
        assert table.table.play.levers == table.table.box.wood.levers


@in_loop
async def test_after_an_interruption_a_new_match_can_be_begun(tmp_path: Path) -> None:
    async with at_table(bench=True, journal_file=tmp_path / "journal.db") as table:
        await interrupted(table)
        assert "N: a new match" in table.shown
        await table.press("n")
        assert verdicts(table) == []
        await table.press("enter")
        assert verdicts(table) == ["ready"]


@in_loop
async def test_there_is_nothing_to_confirm_in_a_match_that_was_not_interrupted() -> None:
    async with at_table() as table:
        await table.press("d")
        assert "No match was interrupted" in table.shown
        assert verdicts(table) == ["ready"]


@in_loop
async def test_who_is_the_wood_may_throw_when_nobody_should() -> None:
    async with at_table(bench=True) as table:
        await table.press("space")
        await table.press("space")
        assert verdicts(table) == ["ready", "throw", "void"]


@in_loop
async def test_the_plug_is_pulled_tiles_are_moved_in_the_dark_and_play_goes_on(
    tmp_path: Path,
) -> None:
    async with at_table(bench=True, journal_file=tmp_path / "journal.db") as table:
        await table.press("space")
        await table.press("1")
        await table.press("p")
        assert table.table.session is None
        assert "the box is dark" in table.shown
        assert "●" not in table.shown.splitlines()[1]
        await table.press("9", "space", "enter")
        await table.press("p")
        assert "The match was interrupted in Ann's turn: put the 9 back up" in table.said
        assert "▲" in table.shown.splitlines()[1]
        await table.press("b")
        await table.press("enter")
        assert "the levers are right: the match goes on" in table.said.lower()
        await table.plays()
        assert table.table.play.over


@in_loop
async def test_what_the_referee_hears_and_rules_scrolls_beside() -> None:
    async with at_table(bench=True) as table:
        await table.press("space")
        await table.press("9")
        words = [line.text.strip() for line in table.table.table_log.bench_lines]
        assert words == [
            "ruled: Ann may throw",
            "heard: dice 4 and 3",
            "ruled: the throw counts",
            "heard: lever 9 shut",
            "ruled: refused, stand the 9 up",
        ]
        assert all(word in table.shown for word in words[-3:])
        assert_as_kept("bench", table.app.export_screenshot())


@in_loop
async def test_a_box_that_is_knocked_over_in_an_answer_leaves_the_throw_as_it_was() -> None:
    async with at_table(bench=True) as table:
        await table.press("space")
        await table.press("4")
        assert verdicts(table) == ["ready", "throw", "pending"]
        told = table.table.table_log.last_said
        await table.press("t")
        assert table.table.box.levers == 0
        assert verdicts(table) == ["ready", "throw", "pending", "disturbed"]
        assert table.table.table_log.rulings[-1]["rule"] == "R4.11"
        assert table.table.table_log.last_said not in ("", told)
        await table.press("enter")
        assert verdicts(table)[3:] == ["disturbed", "restored"]
        assert table.table.play.answer is not None
        await table.press("3")
        table.passes(3)
        assert verdicts(table)[5:6] == ["committed"]
        assert table.table.table_log.rulings[5]["tiles"] == (3, 4)


@pytest.mark.parametrize("key", ["u", "s", "x", "k", "t", "r", "p"])
@in_loop
async def test_who_is_no_wood_cannot_misbehave(key: str) -> None:
    async with at_table() as table:
        before = table.shown
        await table.press(key)
        assert table.shown == before
        await table.press("b", "u", "u")
        assert "which tile" not in table.shown
        await table.press("b")
        assert table.shown == before
