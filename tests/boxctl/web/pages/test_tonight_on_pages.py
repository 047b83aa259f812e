"""Tonight's game is chosen on a phone, in a real browser."""

from __future__ import annotations

import pytest

from boxctl.web.laptop_feed import BoxFeed
from tests.boxctl.web.pages.conftest import PICTURES, OpenPage
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.served_table import box_feed, served

pytestmark = pytest.mark.browser


def test_a_game_is_chosen_on_a_phone(a_table: BuildTable, open_page: OpenPage) -> None:
    feed = BoxFeed(has_buttons=True)
    menu = ("pub", "thai", "full-house")
    table = a_table("pub", "Ann,Bob", watcher=feed, wood=PERFECT_WOOD, menu=menu)
    with served(table, box_feed(table, feed)) as pages:
        phone = open_page(f"http://127.0.0.1:{pages.port}/", "phone")
        phone.locator("#code").fill(pages.code.code)
        phone.locator(".code button[type=submit]").click()
        phone.locator("summary", has_text="Tonight's game").click()
        game = phone.locator("#tonight-variant")
        game.wait_for()
        assert game.locator("option[disabled]").inner_text().endswith("this box has 9")
        game.select_option("thai")
        phone.locator("#tonight-seats").select_option("3")
        phone.get_by_label("Bob: Handicap").fill("5")
        phone.set_viewport_size({"width": 320, "height": 800})
        wide = phone.evaluate("document.documentElement.scrollWidth")
        assert wide <= 320
        phone.screenshot(path=PICTURES / "tonights-game.png", full_page=True)
        with phone.expect_response("**/act"):
            phone.locator("button", has_text="Play this game").click()
        table.waits(2000)
        phone.locator("h1", has_text="Thai").wait_for()
        assert pages.state["rules"]["id"] == "thai"
        assert [(line["name"], line["handicap"]) for line in pages.state["players"]] == [
            ("Ann", 0),
            ("Bob", 5),
            ("Player 3", 0),
        ]
        bob = phone.locator(".sheet tbody tr").nth(1)
        assert "+5" in bob.inner_text()
        phone.locator("summary", has_text="Names of the next match").click()
        assert phone.get_by_label("Player 2: Handicap").input_value() == "5"
        phone.get_by_label("Player 2: Handicap").fill("")
        with phone.expect_response("**/act"):
            phone.locator("button", has_text="Set the names").click()
        table.waits(2000)
        assert pages.state["next_handicap"] == {}
