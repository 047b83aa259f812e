"""Rules of a link at a real box: nobody begins a match by them from afar, but saves them."""

from __future__ import annotations

import pytest

from boxctl.rules.variants import house_names, variant
from tests.boxctl.web.pages.conftest import PICTURES, OpenPage
from tests.boxctl.web.pages.test_our_rules_on_pages import at_box
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.support.web.served_table import ServedTable

__all__ = ["at_box"]
pytestmark = pytest.mark.browser


def test_the_rules_of_a_link_are_saved_as_a_game(open_page: OpenPage, at_box: ServedTable) -> None:
    link = f"http://127.0.0.1:{at_box.port}/?rules=pub&set=tiles%3D8&set=doubles%3Drethrow"
    page = open_page(link, "phone", reduced_motion="reduce")
    linked = page.get_by_role("region", name="Rules by a link")
    linked.get_by_text("Number of tiles = 8 instead of 9").wait_for()
    assert linked.get_by_role("button", name="Begin this match").count() == 0
    page.locator("#code").fill(at_box.code.code)
    page.get_by_role("button", name="Take part").click()
    page.screenshot(path=PICTURES / "link-at-a-box.png", full_page=True)
    assert findings(page) == []
    linked.get_by_role("button", name="Save them as a game of the house…").click()
    page.get_by_role("dialog").wait_for()
    assert page.locator("#rule-tiles").input_value() == "8"
    page.get_by_label("Title of your game").fill("The Crown")
    page.get_by_role("button", name="Save as", exact=True).click()
    page.get_by_text("The Crown is saved.").first.wait_for()
    (name,) = house_names()
    assert variant(name).tiles == 8
