"""Pages that people zoom in: letters grow to twice their size, and nothing is lost or cut off."""

from __future__ import annotations

import pytest

from boxctl.web.page_texts import page_texts
from groundwork.language import language, use
from tests.boxctl.web.pages import situations
from tests.boxctl.web.pages.conftest import PICTURES, SIZES, OpenPage, Page
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.boxctl.web.pages.test_hands_on_pages import take_part_on

pytestmark = pytest.mark.browser

MOST = 5
"""Chromium and Firefox zoom in up to five times."""

PAGES = ("/", "/tv", "/replay", "/replay?match=1", "/record")


def zoomed(size: str, times: float) -> dict[str, object]:
    """What a browser of this size has once somebody has zoomed in so many times."""
    width, height = (int(length / times) for length in SIZES[size])
    return {"viewport": {"width": width, "height": height}, "device_scale_factor": times}


LOST = """() => [...document.querySelectorAll('main *, dialog[open] *')]
  .filter((each) => !each.closest('.unseen, svg, select') && each.checkVisibility())
  .filter((each) => [...each.childNodes].some((one) => one.data && one.data.trim()))
  .filter((each) => {
    const place = each.getBoundingClientRect();
    const look = getComputedStyle(each);
    const clips = look.overflow !== 'visible';
    return place.right > innerWidth + 1 || place.left < -1
      || (clips && each.scrollWidth > each.clientWidth + 1)
      || (clips && each.scrollHeight > each.clientHeight + 1);
  })
  .map((each) => each.textContent)"""

LETTERS = """() => Object.fromEntries([...document.querySelectorAll('main *')]
  .filter((each) => !each.closest('.unseen, svg') && each.checkVisibility())
  .filter((each) => [...each.childNodes].some((one) => one.data && one.data.trim()))
  .map((each) => [each.textContent, parseFloat(getComputedStyle(each).fontSize)]))"""


@pytest.mark.parametrize("code", ["en", "de", "fr"])
@pytest.mark.parametrize("told", ["refused", "own_turn", "own_dice", "full_table"])
@pytest.mark.parametrize("times", [2, 4])
def test_a_phone_page_reflows(
    box: PretendBox, open_page: OpenPage, times: float, told: str, code: str
) -> None:
    """At 400 % a window of 1280 pixels has the width of 320 that WCAG names."""
    use(language(code))
    box.documents["/texts.json"] = page_texts()
    box.state = getattr(situations, told)()
    page = open_page("/", **zoomed("1280", times), reduced_motion="reduce")
    if told.startswith("own_"):
        take_part_on(page)
    assert lost(page, f"zoomed-{times}-{told}-{code}") == []


@pytest.mark.parametrize("code", ["en", "de", "fr"])
@pytest.mark.parametrize("told", ["refused", "full_table"])
@pytest.mark.parametrize("address", PAGES[1:])
def test_the_other_pages_reflow(
    box: PretendBox, open_page: OpenPage, address: str, told: str, code: str
) -> None:
    use(language(code))
    box.documents["/texts.json"] = page_texts()
    box.state = getattr(situations, told)()
    page = open_page(address, **zoomed("1280", 4), reduced_motion="reduce")
    name = address.strip("/").replace("?", "-")
    assert lost(page, f"zoomed-4-{name}-{told}-{code}") == []


def lost(page: Page, picture: str) -> list[str]:
    """Return the texts that a page has cut off or put beside itself; keep a picture of it."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{picture}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than it is"
    return list(page.evaluate(LOST))


@pytest.mark.parametrize("size", ["laptop", "tv"])
@pytest.mark.parametrize("address", PAGES)
def test_letters_grow_to_twice_their_size(
    box: PretendBox, open_page: OpenPage, address: str, size: str
) -> None:
    box.state = situations.refused()
    before = open_page(address, size).evaluate(LETTERS)
    after = open_page(address, **zoomed(size, MOST)).evaluate(LETTERS)
    assert before
    small = {text: (size, after[text]) for text, size in before.items()
             if text in after and MOST * after[text] < 2 * size}  # fmt: skip
    assert small == {}
