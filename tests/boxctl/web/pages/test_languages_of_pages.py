"""Each browser reads one and the same table in its own language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.boxctl.web.pages.conftest import OpenPage
from tests.support.web.laptop_game import LaptopGame

pytestmark = pytest.mark.browser


@pytest.fixture
def game(tmp_path: Path) -> Iterator[LaptopGame]:
    with LaptopGame(tmp_path, "--players", "Ann,Bob") as game:
        yield game


def test_two_phones_read_one_table_in_two_languages(open_page: OpenPage, game: LaptopGame) -> None:
    german = open_page(game.address + "/", "phone", locale="de-AT")
    french = open_page(game.address + "/", "phone", locale="fr-FR")
    assert german.locator("html").get_attribute("lang") == "de"
    assert german.get_by_role("button", name="Einstellungen").is_visible()
    assert french.get_by_role("button", name="Réglages").is_visible()
    plaques = {page.locator(".plaque .words").inner_text() for page in (german, french)}
    assert len(plaques) == 2


def test_a_language_that_is_chosen_is_remembered(open_page: OpenPage, game: LaptopGame) -> None:
    page = open_page(game.address + "/", "phone", locale="en-GB")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("de")
    page.get_by_role("button", name="Einstellungen").wait_for()
    page.goto(game.address + "/record")
    page.get_by_role("heading", name="Die Aufzeichnung").wait_for()
    page.goto(game.address + "/?lang=fr")
    page.get_by_role("button", name="Réglages").wait_for()
    page.goto(game.address + "/")
    page.get_by_role("button", name="Réglages").wait_for()


def test_a_television_speaks_as_the_box_does(open_page: OpenPage, game: LaptopGame) -> None:
    page = open_page(game.address + "/tv", "tv", locale="de-DE")
    assert page.locator("html").get_attribute("lang") == "en"
    page.goto(game.address + "/tv?lang=fr")
    page.wait_for_selector("html[lang=fr]")
