"""Rules of a link at a real box: nobody begins a match by them from afar, but saves them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boxctl.rules.house import folders as house_folders
from boxctl.rules.variants import house_names, variant
from boxctl.web.laptop_feed import BoxFeed
from tests.boxctl.web.pages.conftest import PICTURES, OpenPage
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.served_table import ServedTable, box_feed, served

pytestmark = pytest.mark.browser


@pytest.fixture
def box(
    a_table: BuildTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ServedTable]:
    """A box at which the pub's game is played."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(house_folders, "_given", {})
    feed = BoxFeed(has_buttons=True)
    table = a_table("pub", "Ann,Bob", watcher=feed, wood=PERFECT_WOOD, menu=True)
    with served(table, box_feed(table, feed)) as pages:
        yield pages


def test_the_rules_of_a_link_are_saved_as_a_game(open_page: OpenPage, box: ServedTable) -> None:
    link = f"http://127.0.0.1:{box.port}/?rules=pub&set=tiles%3D8&set=doubles%3Drethrow"
    page = open_page(link, "phone", reduced_motion="reduce")
    linked = page.get_by_role("region", name="Rules by a link")
    linked.get_by_text("Number of tiles = 8 instead of 9").wait_for()
    assert linked.get_by_role("button", name="Begin this match").count() == 0
    page.locator("#code").fill(box.code.code)
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
