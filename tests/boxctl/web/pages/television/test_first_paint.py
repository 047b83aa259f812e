"""What a page shows before its scripts run, or where they never do: the box with its tiles."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boxctl.web.pages import situations
from tests.boxctl.web.pages.conftest import PATIENCE, PICTURES, SIZES, OpenPage, Page
from tests.boxctl.web.pages.pretend_box import PretendBox

pytestmark = pytest.mark.browser

PAGES = [("/tv", "tv"), ("/", "laptop"), ("/", "phone")]


def open_without_scripts(chromium: Any, box: PretendBox, address: str, size: str) -> Page:
    """Open a page of the box in a browser that runs no scripts. The caller closes its context."""
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, java_script_enabled=False
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(box.address + address)
    return page


@pytest.mark.parametrize("told", ["beginning", "refused", "twenty_twelve", "the_300"])
@pytest.mark.parametrize(("address", "size"), PAGES)
def test_a_page_without_scripts_shows_the_box_as_it_stands(
    chromium: Any, box: PretendBox, address: str, size: str, told: str
) -> None:
    box.state = getattr(situations, told)()
    page = open_without_scripts(chromium, box, address, size)
    try:
        PICTURES.mkdir(parents=True, exist_ok=True)
        name = address.strip("/") or "index"
        page.screenshot(path=PICTURES / f"{name}-{size}-{told}-without-scripts.png")
        shown = page.evaluate(TILES)
        assert page.locator(".plaque .words").inner_text() == box.state["announcement"]["text"]
        assert page.locator("noscript p").is_visible()
    finally:
        page.context.close()
    expected = [[str(tile["number"]), tile["state"] == "shut"] for tile in box.state["tiles"]]
    assert [[number, shut] for number, shut, *_place in shown] == expected
    assert all(size > 10 for *_tile, size in shown)


@pytest.mark.parametrize("told", ["beginning", "made_ready", "the_300", "five_players"])
@pytest.mark.parametrize(("address", "size"), PAGES)
def test_nothing_jumps_when_the_scripts_draw_the_box(
    chromium: Any, box: PretendBox, open_page: OpenPage, address: str, size: str, told: str
) -> None:
    """Within the picture each tile stays exactly where it is, and the picture as good as."""
    box.state = getattr(situations, told)()
    box.documents["/phone.json"] = {"url": ""}
    before = open_without_scripts(chromium, box, address, size)
    try:
        served, placed = (
            before.evaluate(IN_PICTURE),
            before.locator("svg.box-picture").bounding_box(),
        )
    finally:
        before.context.close()
    page = open_page(address, size, reduced_motion="reduce")
    assert page.evaluate(IN_PICTURE) == served
    drawn = page.locator("svg.box-picture").bounding_box()
    if told == "the_300" and address == "/":
        return  # How high a box may be follows from its shape, which only scripts can tell a style.
    part = SIZES[size][0] * NEAR
    assert all(abs(drawn[side] - placed[side]) < part for side in drawn), (placed, drawn)


NEAR = 0.04
"""How far the picture may move, as a part of the width of the screen."""

VISIBLE_TILES = """[...document.querySelectorAll('.box-picture .tile')].map((tile) => {
  const shut = tile.classList.contains('is-shut');
  return [tile, shut, tile.querySelector(shut ? '.lying' : '.standing')];
})"""

TILES = f"""() => {VISIBLE_TILES}.map(([, shut, front]) => {{
  const number = front.querySelector('.number');
  return [number.textContent, shut, number.getBoundingClientRect().height];
}})"""
"""The number of each tile that is seen, whether it lies, and how many pixels tall it is."""

IN_PICTURE = f"""() => [document.querySelector('.box-picture').getAttribute('viewBox'),
  ...{VISIBLE_TILES}.map(([tile, shut, front]) => {{
  const figure = front.querySelector('.number');
  const face = front.querySelector('.face').getBBox();
  return [tile.getAttribute('transform'), shut, figure.textContent, figure.getAttribute('y'),
    Math.round(face.width / 10), Math.round(face.height / 10)];
}})]"""
"""Where each tile is in the picture, and how large; a tile that lies is drawn as a trapezium."""
