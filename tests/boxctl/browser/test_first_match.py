"""The first match in a browser: the lessons of the terminal, by the referee's own rulings."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from boxctl.cli import main
from boxctl.presentation.sentences.controls import Controls
from boxctl.screens.coaching.lessons import Topic
from boxctl.web.guided_lessons import GuidedLessons
from groundwork.language import known_languages, language, speaking
from tests.boxctl.screens.coaching.test_guide import AS_TOLD, guide_of_asker
from tests.support.screens.plain_typist import typing_at
from tests.support.web.thumb import Thumb, at_the_table

BUTTONS = {
    "Tap Throw the dice.": "throw",
    "Tap Throw one die.": "throw_one",
    "Tap Put the tiles right.": "put_back",
}


async def _lesson(thumb: Thumb) -> dict[str, Any]:
    found: dict[str, Any] = (await thumb.sees())["lesson"]
    return found


async def _does_as_told(thumb: Thumb) -> list[str]:
    """Begin, and do what each lesson asks for until the match is over; return what was asked."""
    asked: list[str] = []
    await thumb.page.act(do="match", guided=True)
    while not (state := await thumb.sees())["over"]:
        task = state["lesson"]["task"]
        if "then" in state["lesson"]:
            # The page shows the reason by itself, and what comes then.
            asked.append(task)
            task = state["lesson"]["then"]["task"]
        if task in BUTTONS:
            await thumb.presses(BUTTONS[task])
        elif task:
            tiles = [int(word) for word in task.replace(",", "").replace(".", "").split()
                     if word.isdigit()]  # fmt: skip
            await thumb.taps_on(*tiles)
        elif state["phase"] == "play" and state["turn"] == "Player 1":
            await thumb.taps_on(*max(state["moves"], key=max))
        elif "throw" in state["actions"]:
            await thumb.presses("throw")
        else:
            await asyncio.sleep(5)
        asked += [task] if task and task not in asked[-1:] else []
    return asked


def test_whoever_does_as_told_learns_all_of_it(tmp_path: Path) -> None:
    asked: list[str] = []
    told: list[str] = []

    async def story(thumb: Thumb) -> None:
        assert "lesson" not in await thumb.sees()
        asked.extend(await _does_as_told(thumb))
        told.extend((await _lesson(thumb))["told"])
        await thumb.presses("new")
        state = await thumb.sees()
        assert "lesson" not in state
        assert not state["over"]

    at_the_table(tmp_path, story)
    assert asked[:4] == [
        "Tap Throw the dice.",
        "Tap the 9, which is wrong.",
        "Tap Put the tiles right.",
        "Tap 8.",
    ]
    for task in (
        "Tap 7, as if by mistake.",
        "Tap 7 again, to take it back.",
        "Tap 7 6, which is wrong.",
        "Tap the sentence of the referee.",
        "Tap Throw one die.",
    ):
        assert task in asked
    assert any("That was a whole match" in line for line in told)
    assert not any("did not come up" in line for line in told)
    assert main(["verify", "--journal", str(tmp_path / "play.journal")]) == 0


def test_a_first_match_goes_on_when_the_page_is_loaded_again(tmp_path: Path) -> None:
    seen: list[Any] = []

    async def begin(thumb: Thumb) -> None:
        await thumb.page.act(do="match", guided=True)
        await thumb.presses("throw")
        seen.append(await _lesson(thumb))

    async def look(thumb: Thumb) -> None:
        seen.append(await _lesson(thumb))

    at_the_table(tmp_path, begin)
    at_the_table(tmp_path, look)
    assert seen[0] == seen[1]


def test_the_match_after_it_goes_on_as_what_it_is(tmp_path: Path) -> None:
    async def next_match(thumb: Thumb) -> None:
        await _does_as_told(thumb)
        await thumb.presses("new")
        await thumb.presses("put_back")
        await thumb.presses("throw")

    async def look(thumb: Thumb) -> None:
        state = await thumb.sees()
        assert state["begun"]
        assert state["dice"]["number"] == 1
        assert "lesson" not in state

    at_the_table(tmp_path, next_match)
    at_the_table(tmp_path, look)


def test_a_page_tells_what_the_terminal_tells_in_every_language() -> None:
    """Only what is pressed differs, and nothing that was told is lost to the moves of the robot."""
    with typing_at(players="Ann,highest-first", guided=True) as typist:
        typist.types(*AS_TOLD)
        rulings = list(typist.game.table.table_log.rulings)
    for code in known_languages():
        with speaking(language(code)):
            lessons = guide_of_asker(Controls.TAPS, rulings).lessons(rulings)
            typed = guide_of_asker(Controls.WORDS, rulings).lessons(rulings)
            assert [lesson.topic for lesson in lessons] == [lesson.topic for lesson in typed]
            page, seen = GuidedLessons("Ann"), set[str]()
            for ruled in rulings:
                page.ruled(ruled)
                for now in filter(None, (page.now, page.now.then)):
                    seen |= {*now.told, now.task}
            for lesson in lessons:
                assert set(lesson.told) <= seen, lesson.topic
                assert lesson.task in seen
    assert [lesson.topic for lesson in lessons] == list(Topic)
