"""People ask the referee, and a link begins its match, in the folder of ``make browser``."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boxctl.web.pages.conftest import PICTURES
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.boxctl.web.pages.test_pages_without_a_box import (
    READY,
    address,
    play_until,
    state_of,
    visit,
    visitor,
)

__all__ = ["address", "visitor"]

pytestmark = pytest.mark.browser


def test_the_referee_answers_and_a_link_begins_its_match(visitor: Any, address: str) -> None:
    page = visitor.new_page()
    page.goto(f"{address}ask.html?rules=pub&set=tiles%3D10")
    page.locator(".differs", has_text="Number of tiles = 10 instead of 9").wait_for()
    page.locator("#throw").fill("4,6")
    page.get_by_role("button", name="What is allowed?").click()
    page.locator(".answer", has_text="R3.1").wait_for()
    page.locator("a[href='#odds']").click()
    page.get_by_role("button", name="What is it worth?").click()
    page.locator(".answer", has_text="throw 4 6").wait_for()
    page.locator("a[href='#rules']").click()
    page.get_by_role("img", name="The card of Pub rules").wait_for()
    with page.expect_download() as taken:
        page.get_by_role("link", name="Save the card").click()
    assert taken.value.suggested_filename == "boxctl-pub.svg"
    assert not findings(page)
    page.locator("a[href='#link']").click()
    page.locator(".code-of-link").wait_for()
    page.screenshot(path=PICTURES / "browser-link.png", full_page=True)
    page.get_by_role("link", name="Open it").click()
    page.wait_for_selector(READY)
    page.get_by_role("button", name="Begin this match").click()
    page.get_by_role("region", name="Rules by a link").wait_for(state="detached")
    page.locator("[data-tile='10']").wait_for()
    assert len(state_of(page)["tiles"]) == 10


def test_a_link_that_cannot_be_is_said_and_nothing_is_lost(visitor: Any, address: str) -> None:
    page = visit(visitor, f"{address}?rules=pub&set=match%3Dduel&set=opening_tile%3D2")
    page.get_by_role("alert").wait_for()
    assert page.get_by_role("alert").inner_text().startswith("BX204: ")
    page.get_by_role("button", name="Without them").click()
    page.get_by_role("region", name="Rules by a link").wait_for(state="detached")
    play_until(page, lambda state: state["phase"] == "play")
