"""What is said at a box of wood that nothing senses: no word of sensors, however it is tapped."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.web.thumb import Thumb, at_the_table

OF_SENSORS = re.compile(
    r"sensor|quarantine|does not see|sees wrongly|hold confirm"
    r"|capteur|quarantaine|ne voit pas|voit mal"
    r"|quarantäne|sieht sie|nicht sieht|falsch sieht",
    re.IGNORECASE,
)

A_QUARREL = 40.0
"""Seconds for which nobody taps anything: a box with sensors suspects one after fifteen."""


def said_in(state: Mapping[str, Any]) -> Iterator[str]:
    """Yield every sentence of a state."""
    yield state["announcement"]["text"]
    yield state["remark"]
    yield from (line["text"] for line in state["rulings"])
    yield from (trouble["text"] for trouble in state["troubles"])
    yield from (state["taps"]["wanted"], state["taps"]["fewer"])


async def says_nothing_of_sensors(thumb: Thumb) -> None:
    state = await thumb.sees()
    assert not state["question"]
    assert "report" not in state["actions"]
    for text in said_in(state):
        assert not OF_SENSORS.search(text), text


async def taps_anything(thumb: Thumb, by: random.Random) -> None:
    """Do one of the things that a crowded table does to a phone."""
    state = await thumb.sees()
    match by.randrange(8):
        case 0 | 1 | 2:
            dice = by.choice(state["dice"]["counts"] or [2])
            await thumb.throws(*(by.randint(1, 6) for _die in range(dice)))
        case 3 | 4:
            await thumb.taps_on(by.randint(1, 9), waits=by.random() < 0.5)
        case 5:
            for tile in by.sample(range(1, 10), 4):
                await thumb.taps_on(tile, waits=False)
        case 6:
            await thumb.presses(by.choice(state["actions"] or ["confirm"]))
        case _:
            await asyncio.sleep(A_QUARREL)


@pytest.mark.parametrize("locale", ["en", "fr", "de"])
@pytest.mark.parametrize("seed", range(3))
def test_no_sentence_is_about_a_sensor(tmp_path: Path, locale: str, seed: int) -> None:
    by = random.Random(seed)

    async def story(thumb: Thumb) -> None:
        if not (await thumb.sees())["taps"]["of"]:
            await thumb.begins("pub", "Ann", "Bob", "Mia")
        for _time in range(25):
            await taps_anything(thumb, by)
            await says_nothing_of_sensors(thumb)

    at_the_table(tmp_path, story, locale)
    at_the_table(tmp_path, story, locale)  # the tab was killed


def test_a_refusal_stays_as_long_as_people_quarrel_about_it(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(2, 3)
        await thumb.taps_on(9)
        await asyncio.sleep(A_QUARREL)
        assert await thumb.reads() == "9 is more than the 5 you threw: put the 9 back up."
        await thumb.taps_on(9)
        assert (await thumb.reads()).startswith("All is as it should be")

    at_the_table(tmp_path, story)


def test_a_tile_that_is_tapped_to_and_fro_is_not_in_doubt(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(2, 3)
        for _tap in range(60):
            await thumb.taps_on(5, waits=False)
            await asyncio.sleep(0.09)
        await asyncio.sleep(5)
        state = await thumb.sees()
        assert not state["doubtful"]
        assert not state["question"]

    at_the_table(tmp_path, story)


def test_a_match_that_is_begun_in_mid_turn_says_nothing_of_the_one_before(tmp_path: Path) -> None:
    async def before(thumb: Thumb) -> None:
        await thumb.begins("classic", "Zoe", "Mia")
        await thumb.throws(6, 3)
        await thumb.taps_on(9)
        await thumb.throws(6, 6)
        await thumb.taps_on(7)

    async def after(thumb: Thumb) -> None:
        assert "Zoe" in await thumb.reads()
        await thumb.presses("new")
        state = await thumb.sees()
        assert state["announcement"]["text"] == ("For Zoe's turn, stand the 7 and the 9 up.")
        await thumb.presses("put_back")
        assert await thumb.reads() == "Zoe, your turn: throw two dice."

    at_the_table(tmp_path, before)
    at_the_table(tmp_path, after)
