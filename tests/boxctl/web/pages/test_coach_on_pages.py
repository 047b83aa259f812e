"""The coach on the page of a simulated table: asked, by itself, in step with the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.boxctl.web.pages.conftest import PICTURES, OpenPage, Page
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.support.web.laptop_game import LaptopGame

pytestmark = pytest.mark.browser


@pytest.fixture
def game(tmp_path: Path) -> Iterator[LaptopGame]:
    with LaptopGame(tmp_path, "--players", "Ann,Bob", "--seed", "3") as game:
        yield game


@pytest.fixture
def phone(open_page: OpenPage, game: LaptopGame) -> Page:
    page = open_page(game.address + "/", "phone")
    page.get_by_label("The table's code, to take part").fill(game.code)
    page.get_by_role("button", name="Take part").click()
    page.get_by_label("Coach").first.wait_for()
    return page


def test_the_coach_is_silent_until_somebody_wants_it(phone: Page) -> None:
    assert phone.locator(".advice p").count() == 0
    phone.locator("#coach").select_option("ask")
    phone.get_by_role("button", name="Throw the dice").click()
    phone.locator(".plaque", has_text="You threw").wait_for()
    assert phone.locator(".advice p").count() == 0
    phone.get_by_role("button", name="Ask the coach").click()
    phone.locator(".advice .part-good").first.wait_for()


def test_the_coach_keeps_step_with_the_table(phone: Page) -> None:
    phone.locator("#coach").select_option("on")
    phone.get_by_role("button", name="Throw the dice").click()
    phone.locator(".advice .part-good").first.wait_for()
    before = phone.locator(".advice").inner_text()
    assert before.startswith("coach: chance to win")
    assert findings(phone) == []
    first = phone.locator(".advice .part-good").first.inner_text()
    for number in first.lstrip("✓ ").split()[0].split("+"):
        phone.get_by_role("button", name=f"Tile {number}, open").click()
    phone.wait_for_function(
        "text => document.querySelector('.advice').innerText !== text", arg=before
    )
    phone.screenshot(path=str(PICTURES / "played-coach.png"), full_page=True)


def test_the_choice_of_the_coach_is_remembered(phone: Page, game: LaptopGame) -> None:
    phone.locator("#coach").select_option("blunders")
    phone.reload()
    phone.locator("#coach").wait_for()
    assert phone.locator("#coach").input_value() == "blunders"
