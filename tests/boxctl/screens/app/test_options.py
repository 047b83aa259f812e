"""The page of options over the table: each holds at once, and for the next games."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from boxctl.referee.payloads import Verdict
from boxctl.referee.ruling import Ruling
from boxctl.rules.tiles import numbers
from boxctl.screens.app.options_screen import OptionsScreen
from boxctl.screens.app.text_screen import TextScreen
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.house_habits import FILE, LastChoice, recall, remember
from boxctl.screens.laptop.pace import Pace
from boxctl.screens.laptop.table_bell import TableBell
from groundwork.faults import Fault
from groundwork.language import known_languages, language, use
from tests.support.screens.game_pilot import GamePilot, a_game, at_table, in_loop

SECOND = 1_000_000


def rows(table: GamePilot) -> list[str]:
    """What the page of options says."""
    screen = table.screen
    assert isinstance(screen, OptionsScreen)
    return [str(row.prompt) for row in screen._rows()]


@in_loop
async def test_every_option_holds_at_once_and_for_the_next_games(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    async with at_table(journal_file=journal) as table:
        await table.types("f8")
        assert [row.split()[0] for row in rows(table)] == [
            "Robots", "Sound", "Motion", "Colours", "Coach", "Voice",
        ]  # fmt: skip
        await table.types("right", "down", "enter", "down", "enter", "down", "enter", "down")
        await table.types("enter", "escape")
        assert table.table.pace.chosen is Pace.FAST
        assert table.at.bell.on
        assert table.at.coach.mode == "on"
        assert table.app.theme == "boxctl-light"
        await table.press("space")
        assert table.table.hands.rolling is None or not table.table.hands.rolling.takes
    last = recall(journal)
    assert last is not None
    assert (last.pace, last.sound, last.motion) == (Pace.FAST, True, False)
    assert (last.theme, last.coach) == ("boxctl-light", "on")
    assert last.chosen == GameChoice("classic", (), ("Ann", "Bob"))


@in_loop
async def test_an_arrow_to_the_left_goes_back_and_the_page_closes_with_its_own_key() -> None:
    async with at_table() as table:
        await table.types("f8", "left")
        assert rows(table)[0] == "Robots   Instant"
        await table.types("right")
        assert rows(table)[0] == "Robots   Normal"
        await table.types("f8")
        assert table.screen is table.at


@in_loop
async def test_options_are_kept_before_the_first_game_is_chosen(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    async with a_game(None, journal_file=journal) as pilot:
        await pilot.types("f8", "right")
    assert recall(journal) == LastChoice(theme="boxctl-dark", pace=Pace.FAST)


@in_loop
async def test_a_voice_that_cannot_be_had_says_why_and_nothing_changes(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    missing = mock.Mock(side_effect=Fault("BX431", "there is no program espeak-ng to speak with"))
    with mock.patch("boxctl.screens.laptop.virtual_box.program_voice", missing):
        async with at_table(journal_file=journal) as table:
            await table.types("f8", "up", "enter")
            said = table.screen
            assert isinstance(said, TextScreen)
            assert said.paragraphs[0].startswith("BX431")
            await table.types("enter")
            assert rows(table)[-1].split() == ["Voice", "Off"]
    last = recall(journal)
    assert last is not None
    assert last.voice is None


@pytest.mark.parametrize("code", known_languages())
@in_loop
async def test_the_page_fits_the_smallest_screen(code: str) -> None:
    use(language(code))
    async with at_table(size=(40, 12)) as table:
        await table.types("f8")
        panel = table.screen.children[0]
        assert panel.region.y >= 0
        assert panel.region.bottom <= 12


@pytest.mark.parametrize(
    ("written", "read"),
    [('"fast"', Pace.FAST), ('"slow"', Pace.NORMAL), ("3", Pace.NORMAL), ("null", Pace.NORMAL)],
)
def test_a_pace_that_nobody_knows_is_the_normal_one(
    tmp_path: Path, written: str, read: Pace
) -> None:
    journal = tmp_path / "journal.db"
    remember(journal, LastChoice(GameChoice("classic", (), ("Ann",)), pace=Pace.INSTANT))
    file = tmp_path / FILE
    file.write_text(file.read_text().replace('"instant"', written))
    last = recall(journal)
    assert last is not None
    assert last.pace is read


def test_a_file_of_an_earlier_version_has_the_usual_options(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(
        '{"variant": "classic", "changes": {}, "players": ["Ann"], "coach": "ask",'
        ' "theme": "boxctl-light"}'
    )
    last = recall(tmp_path / "journal.db")
    assert last == LastChoice(
        GameChoice("classic", (), ("Ann",)), coach="ask", theme="boxctl-light"
    )


async def time_of_a_turn(pace: Pace, *keys: str) -> int:
    """How long the first turn, a robot's, takes in the time of the table, in microseconds."""
    async with at_table(players="best,Ann", pace=pace, motion=False) as table:
        began = table.ticker.now()
        await table.pilot.press(*keys)
        table.ticker.passes(60 * SECOND, lambda: not table.table.by_itself)
        assert table.table.play.player == "Ann"
        assert "Robot Bea  " in table.shown
        return table.ticker.now() - began


@in_loop
async def test_a_robot_takes_its_turn_at_the_pace_that_people_chose() -> None:
    normal, fast, instant = [await time_of_a_turn(pace) for pace in Pace]
    assert fast < 0.6 * normal
    assert instant < 0.4 * fast


@in_loop
async def test_any_key_hurries_the_turn_of_a_robot_and_no_other() -> None:
    normal, hurried = await time_of_a_turn(Pace.NORMAL), await time_of_a_turn(Pace.NORMAL, "z")
    assert hurried < 0.3 * normal
    async with at_table(players="best,human,Ann") as table:
        await table.pilot.press("space")
        assert table.table.pace.now == "instant"
        table.ticker.passes(60 * SECOND, lambda: table.table.play.player == "human")
        table.ticker.passes(SECOND // 10)
        assert table.table.pace.now == "normal"


@in_loop
async def test_a_key_that_scrolls_hurries_nobody() -> None:
    async with at_table(players="best,Ann") as table:
        await table.pilot.press("pageup", "down")
        assert table.table.pace.now == "normal"


@in_loop
async def test_the_bell_rings_at_a_refusal_at_your_turn_and_not_unasked() -> None:
    async with at_table(players="Ann,best", sound=True, pace=Pace.INSTANT) as table:
        with mock.patch.object(table.app, "bell") as bell:
            await table.press("space")
            answer = table.table.play.answer
            assert answer is not None
            playable = [n for move in answer.moves for n in numbers(move.tiles)]
            wrong = max(set(range(1, 10)) - set(playable))
            assert not bell.called
            await table.press(str(wrong))
            assert bell.call_count == 1
            await table.press("backspace")
            bell.reset_mock()
            table.at.bell.on = False
            await table.press(str(wrong))
            assert not bell.called


def ruled(verdict: Verdict) -> Ruling:
    """A ruling of which a bell asks no more than its kind."""
    return mock.Mock(spec=Ruling, verdict=verdict)


class Turn:
    """Whose turn it is, for a bell that asks."""

    is_a_persons = False


def test_the_bell_rings_as_a_turn_goes_to_a_person_and_when_the_box_is_shut() -> None:
    rung, turn = mock.Mock(), Turn()
    bell = TableBell(rung, lambda: turn.is_a_persons)
    bell.on = True
    bell.say(ruled(Verdict.TURN_OVER))
    assert rung.call_count == 0
    turn.is_a_persons = True
    bell.say(ruled(Verdict.TURN_OVER))
    bell.say(ruled(Verdict.SHUT_THE_BOX))
    bell.say(ruled(Verdict.THROW))
    assert rung.call_count == 2
