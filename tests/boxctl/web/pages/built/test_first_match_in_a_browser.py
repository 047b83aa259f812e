"""The guided first match on the pages of ``make browser``, by a thumb that does what it is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from groundwork.language import language, speaking, tr
from tests.boxctl.web.pages.conftest import PICTURES
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.boxctl.web.pages.test_pages_without_a_box import READY, SETTING_UP, state_of
from tests.support.web.built_page.served_site import served_site

pytestmark = pytest.mark.browser

BUTTONS = ("Throw the dice", "Throw one die", "Put the tiles right")


@pytest.fixture(params=["en", "fr", "de"])
def learner(chromium: Any, request: pytest.FixtureRequest) -> Iterator[tuple[Any, str]]:
    """Somebody with a phone, and the language of it."""
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, locale=request.param, reduced_motion="reduce"
    )
    context.set_default_timeout(SETTING_UP)
    yield context, request.param
    context.close()


def test_a_thumb_that_does_as_told_learns_everything(learner: tuple[Any, str]) -> None:
    visitor, code = learner
    asked: list[str] = []
    with served_site() as address, speaking(language(code)):
        page = visitor.new_page()
        page.goto(address)
        page.wait_for_selector(READY)
        page.get_by_role("button", name=tr("Learn in ten minutes")).first.press("Enter")
        page.wait_for_selector(".lesson")
        while not state_of(page)["over"]:
            task = page.locator(".lesson .part-asked")
            told = task.inner_text() if task.count() else ""
            if told and told not in asked[-1:]:
                asked.append(told)
                page.screenshot(path=PICTURES / f"lesson-{code}-{len(asked):02}.png")
                assert findings(page) == []
            _does(page, told)
        told = page.locator(".lesson").inner_text()
        page.screenshot(path=PICTURES / f"lesson-{code}-over.png", full_page=True)
        assert tr("Tap the sentence of the referee.") in asked
        assert tr("Tap {tile} again, to take it back.", tile=7) in asked
        assert "9 2" in "".join(asked)
    assert len(told.splitlines()) >= 3


SOON = 3000
"""Milliseconds in which a button is pressed that is there; the page may have gone on meanwhile."""

MOVED = """async (before) => {
  const { request } = await import("./script/live/wire.js");
  const { state } = await (await request("/state.json")).json();
  return JSON.stringify(state.tiles) !== before;
}"""


def _does(page: Any, told: str) -> None:
    """Do what is told; nothing told, wait for the robot."""
    from playwright.sync_api import TimeoutError as Missed

    with suppress(Missed):
        for button in BUTTONS:
            if told == tr("Tap {button}.", button=tr(button)):
                pressed = page.get_by_role("button", name=tr(button), exact=True)
                pressed.press("Enter", timeout=SOON)
        if told == tr("Tap the sentence of the referee."):
            page.locator(".plaque button.why").click(timeout=SOON)
            page.get_by_role("dialog").wait_for()
            page.keyboard.press("Escape")
        for tile in (word.strip(",.") for word in told.split()):
            if tile.isdecimal():
                before = page.evaluate("JSON.stringify", state_of(page)["tiles"])
                page.locator(f"[data-tile='{tile}']").click(timeout=SOON)
                page.wait_for_function(MOVED, arg=before, timeout=SOON)
    page.wait_for_timeout(300)
