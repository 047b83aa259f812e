"""Another game with other players is begun on a phone, at a simulated table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.boxctl.web.pages.conftest import PICTURES, OpenPage
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.boxctl.web.pages.test_played_on_pages import take_part
from tests.support.web.laptop_game import LaptopGame

pytestmark = pytest.mark.browser

MARKUP = "<img src=x onerror=alert(1)>"


def test_two_phones_get_the_match_that_one_of_them_begins(
    open_page: OpenPage, tmp_path: Path
) -> None:
    with LaptopGame(tmp_path, "--players", "Ann,Bob") as game:
        one = open_page(game.address + "/", "phone", reduced_motion="reduce")
        other = open_page(game.address + "/", "phone")
        take_part(one, game)
        one.get_by_text("Another game, other players").click()
        one.get_by_label("Game", exact=True).select_option("canoga")
        one.get_by_label("Player 1", exact=True).fill(MARKUP)
        one.get_by_role("button", name="One more player").click()
        one.get_by_label("Player 3", exact=True).fill("Zoë")
        assert findings(one) == []
        one.screenshot(path=PICTURES / "new-match-phone.png", full_page=True)
        one.get_by_role("button", name="Begin this match").click()
        for page in (one, other):
            page.get_by_role("heading", name="Canoga").wait_for()
            page.locator(".sheet tbody tr").nth(2).wait_for()
            assert page.locator(".sheet", has_text=MARKUP).count() == 1
        assert game.state["rules"]["id"] == "canoga"


def test_names_that_cannot_be_are_said_to_who_typed_them(
    open_page: OpenPage, tmp_path: Path
) -> None:
    with LaptopGame(tmp_path, "--players", "Ann,Bob") as game:
        page = open_page(game.address + "/", "phone")
        take_part(page, game)
        page.get_by_text("Another game, other players").click()
        page.get_by_label("Player 1", exact=True).fill("Bob")
        page.get_by_role("button", name="Begin this match").click()
        page.get_by_role("alert").wait_for()
        assert "Bob" in page.get_by_role("alert").inner_text()
        assert game.state["rules"]["id"] == "classic"
