"""The code for phones between matches: large enough to be scanned from a seat."""

from __future__ import annotations

import math
import re

import pytest

from boxctl.web.http.address import qr_picture
from tests.boxctl.web.pages import situations
from tests.boxctl.web.pages.conftest import PICTURES, OpenPage, Page
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.boxctl.web.pages.test_look_of_pages import HIDDEN

pytestmark = pytest.mark.browser

SEAT = 3000
"""Millimetres from a seat to the screen."""

WIDE = 952
"""Millimetres of a screen of 43 inches from side to side."""

SCANNED = 6
"""Minutes of arc of a module that a phone reads: with 4000 pixels over 65 degrees, six pixels."""

ADDRESSES = ["http://192.168.4.1:8765/", "http://[2001:db8:1234:5678:9abc:def0:1234:5678]:8765/"]


def show_code(box: PretendBox, open_page: OpenPage, url: str) -> Page:
    """Return the television when nobody plays, at the slide with the code."""
    box.state = situations.attract()
    box.documents["/phone.json"] = {"url": url}
    page = open_page("/tv", "tv", reduced_motion="reduce")
    page.clock.install()
    page.reload()
    page.locator(".phone-code").wait_for()
    # However long the browser takes: only a test lets time pass.
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.clock.run_for(75_000)
    for _ in range(12):
        if page.locator(".large-code").count():
            return page
        page.clock.run_for(11_000)
    raise AssertionError("no slide has the code")


@pytest.mark.parametrize("url", ADDRESSES)
def test_the_code_is_scanned_from_a_seat(box: PretendBox, open_page: OpenPage, url: str) -> None:
    page = show_code(box, open_page, url)
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"tv-tv-dark-code-{ADDRESSES.index(url)}.png")
    found = re.search(rb'width="(\d+)"', qr_picture(url))
    assert found is not None
    shown = page.locator(".large-code img").bounding_box()
    assert shown["width"] == shown["height"]
    module = shown["width"] / int(found[1]) * WIDE / 1920
    assert math.degrees(math.atan(module / SEAT)) * 60 > SCANNED
    typed = page.locator(".large-code p").inner_text()
    assert url == f"http://{typed}/"
    assert page.evaluate(HIDDEN) == []


def test_where_no_phone_can_come_there_is_no_such_slide(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.attract()
    box.documents["/phone.json"] = {"url": ""}
    page = open_page("/tv", "tv", reduced_motion="reduce")
    page.clock.install()
    page.reload()
    page.locator(".box-picture").wait_for()
    # However long the browser takes: only a test lets time pass.
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.clock.run_for(75_000)
    page.locator(".slide").wait_for()
    for _ in range(6):
        assert page.locator(".large-code").count() == 0
        page.clock.run_for(11_000)
