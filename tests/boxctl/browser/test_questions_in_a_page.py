"""What people ask, answered by the program in a page, and a match by the rules of a link."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette")

from tests.support.web.page_of_browser import Page, visit


def test_what_people_ask_is_answered_in_the_page(tmp_path: Path) -> None:
    throw = {"rules": "classic", "settings": {}, "open": "1-9", "throw": "2,4", "shut": "8"}

    async def ask(page: Page) -> None:
        assert not (await page.ask("/ask/legal", throw, token=""))["allowed"]
        every = await page.ask("/ask/every-variant", throw)
        assert len(every["variants"]) > 30
        told = await page.ask("/ask/judge", {**throw, "shut": "", "lines": ["throw 2 4"]})
        assert told["lines"][0]["said"]
        worth = await page.ask("/ask/odds", {"rules": "pub", "settings": {}, "throw": "2,4"})
        assert worth["rows"][0]["bar"] == 1.0
        linked = await page.ask("/linked-rules.json?rules=pub&set=tiles%3D10")
        assert linked["differs"] == ["Number of tiles = 10 instead of 9"]

    visit(tmp_path, ask)


def test_odds_that_would_hold_up_play_are_refused(tmp_path: Path) -> None:
    """The program has one thread: what is solved at once is counted before."""

    async def ask(page: Page) -> None:
        for rules, settings in (("the-300", {}), ("classic", {"tiles": "16"})):
            asked = {"rules": rules, "settings": settings, "open": "", "throw": ""}
            assert (await page.ask("/ask/odds", asked))["code"] == "BX780"
        # A part of the largest box is solved.
        asked = {"rules": "the-300", "settings": {}, "open": "1-10", "throw": ""}
        assert (await page.ask("/ask/odds", asked))["lines"]

    visit(tmp_path, ask)


def test_a_match_by_the_rules_of_a_link_goes_on_by_them(tmp_path: Path) -> None:
    async def begin(page: Page) -> None:
        settings = {"tiles": "10", "stake": "50p"}
        await page.act(do="match", variant="pub", settings=settings, names=["Ann", "Bob"])
        refused = await page.ask(
            "/act", {"do": "match", "variant": "pub", "settings": {"tiles": "x"}, "names": ["A"]}
        )
        assert refused["code"] == "BX203"

    async def look(page: Page) -> None:
        state = await page.state()
        assert (state["rules"]["id"], len(state["tiles"])) == ("pub", 10)

    visit(tmp_path, begin)
    visit(tmp_path, look)
