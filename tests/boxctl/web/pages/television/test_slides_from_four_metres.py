"""The slides of the television, read from 4 m on 43 inches, in every language and on two screens.

Those of a tournament have a test of their own.
"""

from __future__ import annotations

import pytest

from boxctl.web.page_texts import page_texts
from groundwork.language import known_languages, language, use
from tests.boxctl.web.pages.conftest import PICTURES, OpenPage
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.boxctl.web.pages.television.test_last_shut_box import (
    SLIDE,
    idle_house,
    shut,
    wait_in_vain,
)
from tests.boxctl.web.pages.test_look_of_pages import COMFORTABLE, HIDDEN

pytestmark = pytest.mark.browser

__all__ = ["shut"]

TOO_SMALL = """(least) => {
  const drawn = document.createElement("canvas").getContext("2d");
  const minutes = (each) => {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(each);
    drawn.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const millimetres = (drawn.measureText("H").actualBoundingBoxAscent * 952) / innerWidth;
    return (Math.atan(millimetres / 4000) * 180 * 60) / Math.PI;
  };
  return [...document.querySelectorAll(".slide *")]
    .filter((each) => !each.closest(".unseen, svg"))
    .filter((each) => [...each.childNodes].some((one) => one.data && one.data.trim()))
    .filter((each) => minutes(each) < least)
    .map((each) => `${each.tagName} ${Math.round(minutes(each))}: ${each.textContent}`);
}"""
"""The words of a slide whose capital letters are lower than so many minutes of arc."""


@pytest.mark.parametrize("code", known_languages())
@pytest.mark.parametrize("size", ["tv", "4k"])
def test_every_word_of_every_slide_is_read_without_effort(
    box: PretendBox, open_page: OpenPage, shut: dict[str, object], size: str, code: str
) -> None:
    use(language(code))
    box.documents["/texts.json"] = page_texts()
    box.documents["/phone.json"] = {"url": "http://192.168.4.1:8765/"}
    idle_house(box, shut)
    page = open_page("/tv", size, reduced_motion="reduce")
    wait_in_vain(page)
    small: dict[str, list[str]] = {}
    hidden: dict[str, list[str]] = {}
    seen: set[str] = set()
    for _ in range(12):
        slide = page.locator(".slide").inner_text()
        if slide not in seen:
            seen.add(slide)
            page.screenshot(path=PICTURES / f"tv-{size}-slide-{code}-{len(seen):02}.png")
            if found := page.evaluate(TOO_SMALL, COMFORTABLE):
                small[slide[:30]] = found
            if found := page.evaluate(HIDDEN):
                hidden[slide[:30]] = found
        page.clock.run_for(SLIDE)
    assert (small, hidden) == ({}, {})
    assert len(seen) >= 4
