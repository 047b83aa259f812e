"""A key is answered at once: nothing gathers before it, and no solver stands in its way."""

from __future__ import annotations

import asyncio
import json
import pickle
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from boxctl.browser.thinking import Thinker, worked_out
from boxctl.rules.house.folders import folder_of_user
from boxctl.rules.variants import house_names
from groundwork.reader import for_reader
from tests.support.web.page_of_browser import A_MOMENT, Page, visit

FEED = 99
LONG = 60.0
"""Seconds that the second worker takes to work something out."""

DUEL = {"rules": "long-game", "settings": {}, "throw": "2,4"}
EVERY = {"rules": "classic", "settings": {}, "open": "1-9", "throw": "2,4", "shut": "8"}
PLOUGH = 'title = "The Plough"\nbased_on = "pub"\n[settings]\ntiles = 3\n'
TOLD = {"rules": "classic", "settings": {}, "lines": ["throw 2 4"]}


def _follow(page: Page) -> None:
    page.pages.ask(FEED, "GET", "/events", "{}", "")


def _shown(page: Page) -> dict[str, Any]:
    """Return the last news of each field that the page was sent."""
    shown: dict[str, Any] = {}
    for event in page.texts[FEED].split("\n\n"):
        if "event: change" in event:
            shown |= json.loads(event.split("data: ")[1])["set"]
    return shown


async def _key(page: Page, to: str = "shut") -> None:
    """Flip the 9, and look what the page shows before any time has passed."""
    time = asyncio.get_running_loop().time
    before = time()
    page.begin_to_ask("/act", {"do": "move", "tile": 9, "to": to})
    for _turn_of_the_loop in range(30):
        await asyncio.sleep(0)
    assert time() == before
    assert _shown(page)["tiles"][8]["state"] == to


def test_a_key_is_shown_at_the_moment_it_is_pressed(tmp_path: Path) -> None:
    async def press(page: Page) -> None:
        _follow(page)
        await _key(page, "shut")
        await asyncio.sleep(A_MOMENT)
        await _key(page, "open")

    visit(tmp_path, press)


@pytest.mark.parametrize(
    ("address", "question"),
    [
        ("/ask/odds", DUEL),
        ("/ask/odds", {"rules": "full-house", "settings": {}, "throw": "2,4"}),
        ("/ask/every-variant", EVERY),
        ("/ask/judge", TOLD),
        ("/coach", {"mode": "ask"}),
    ],
)
def test_a_key_is_answered_while_something_is_worked_out(
    tmp_path: Path, address: str, question: dict[str, Any]
) -> None:
    async def ask(page: Page) -> None:
        _follow(page)
        page.thinks_for = LONG
        number = page.begin_to_ask(address, question)
        await asyncio.sleep(1)
        await _key(page)
        assert number not in page.ended
        await asyncio.sleep(LONG)
        assert page.answered(number).get("code") is None
        assert page.heads[number][0] == 200

    visit(tmp_path, ask)


def test_what_stands_on_the_page_goes_on_while_a_robot_thinks(tmp_path: Path) -> None:
    async def play(page: Page) -> None:
        page.thinks_for = LONG
        await page.act(do="match", variant="classic", names=["best", "random"])
        rules = await page.ask("/rules.json")
        assert rules["id"] == "classic"
        assert not (await page.state())["begun"]
        await asyncio.sleep(LONG)
        assert (await page.state())["begun"]

    visit(tmp_path, play)


def test_a_question_that_nobody_waits_for_is_given_up(tmp_path: Path) -> None:
    async def ask(page: Page) -> None:
        page.thinks_for = LONG
        first = page.begin_to_ask("/ask/odds", DUEL)
        await asyncio.sleep(1)
        page.thinks_for = 0.01
        page.pages.hang_up(first)
        assert (await page.ask("/ask/odds", {**DUEL, "throw": "6,6"}))["rows"]
        await asyncio.sleep(LONG)
        assert (page.given_up, first in page.ended) == (1, False)

    visit(tmp_path, ask)


def test_a_question_that_waits_for_another_is_left_without_ending_that(tmp_path: Path) -> None:
    async def ask(page: Page) -> None:
        await page.act(do="throw")
        page.thinks_for = LONG
        coached = page.begin_to_ask("/coach", {"mode": "ask"})
        await asyncio.sleep(1)
        odds = page.begin_to_ask("/ask/odds", DUEL)
        await asyncio.sleep(1)
        page.pages.hang_up(odds)
        await asyncio.sleep(LONG)
        assert page.answered(coached)["lines"]
        assert (page.given_up, odds in page.ended) == (0, False)

    visit(tmp_path, ask)


def test_the_thoughts_of_a_match_that_is_left_are_given_up(tmp_path: Path) -> None:
    async def leave(page: Page) -> None:
        page.thinks_for = LONG
        await page.act(do="match", variant="classic", names=["best", "random"])
        await page.ask("/simulated-box", {"text": ""})
        assert page.given_up == 1

    visit(tmp_path, leave)


def test_without_a_second_worker_it_is_worked_out_in_the_first(tmp_path: Path) -> None:
    async def ask(page: Page) -> None:
        page.think = lambda _question, told: told(b"", "no memory")  # type: ignore[method-assign,assignment]
        assert (await page.ask("/ask/odds", DUEL))["rows"]
        refused = await page.ask("/ask/odds", {**DUEL, "rules": "the-300"})
        assert refused["code"] == "BX780"

    visit(tmp_path, ask)


def test_the_second_worker_knows_the_games_that_are_saved_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bytes] = []
    page = Page()
    page.think = lambda question, _told: asked.append(question)  # type: ignore[method-assign,assignment]
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "first"))
    (folder := Path(folder_of_user())).mkdir(parents=True)
    (folder / "plough.toml").write_text(PLOUGH)
    thinker = Thinker(page)
    told = [thinker.think(house_names)]
    (folder / "plough.toml").rename(folder / "crown.toml")
    told.append(Thinker(page).think(house_names))

    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "second"))
    answers = [pickle.loads(worked_out(question)) for question in asked]
    assert answers == [(("plough",), None), (("crown",), None)]
    assert not any(future.done() for future in told)


def test_the_second_worker_speaks_to_whoever_reads_the_page() -> None:
    """It is another program, which would speak to a terminal by itself."""
    asked: list[bytes] = []
    page = Page()
    page.think = lambda question, _told: asked.append(question)  # type: ignore[method-assign,assignment]
    Thinker(page).think(partial(for_reader, "--beat", page="To beat"))
    assert pickle.loads(worked_out(asked[0])) == ("To beat", None)
