"""The coach on the page of a simulated table: asked, by itself, in step with the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boxctl.web.page_texts import page_texts
from groundwork.language import language, use
from tests.boxctl.web.pages import situations
from tests.boxctl.web.pages.conftest import PICTURES, OpenPage, Page, open_more
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.boxctl.web.pages.test_hands_on_pages import take_part_on
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.support.web.laptop_game import LaptopGame

pytestmark = pytest.mark.browser


@pytest.fixture
def game(tmp_path: Path) -> Iterator[LaptopGame]:
    with LaptopGame(tmp_path, "--players", "Ann,Bob", "--seed", "3") as game:
        yield game


@pytest.fixture
def phone(open_page: OpenPage, game: LaptopGame) -> Page:
    return take_part(open_page, game)


def take_part(open_page: OpenPage, game: LaptopGame) -> Page:
    page = open_page(game.address + "/", "phone")
    page.get_by_label("The table's code, to take part").fill(game.code)
    page.get_by_role("button", name="Take part").click()
    open_more(page)
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
    phone.locator("#coach").wait_for(state="attached")
    assert phone.locator("#coach").input_value() == "blunders"


@pytest.mark.parametrize("mode", ["on", "ask"])
def test_the_coach_answers_at_once_who_takes_part_amid_a_turn(
    phone: Page, open_page: OpenPage, game: LaptopGame, mode: str
) -> None:
    phone.get_by_role("button", name="Throw the dice").click()
    phone.locator(".plaque", has_text="You threw").wait_for()
    other = take_part(open_page, game)
    other.locator("#coach").select_option(mode)
    if mode == "ask":
        other.get_by_role("button", name="Ask the coach").click()
    other.locator(".advice .part-good").first.wait_for()


def test_a_coach_that_is_told_to_be_silent_while_it_thinks_says_nothing(phone: Page) -> None:
    answers: list[Any] = []
    phone.route("**/coach*", lambda answer: answers.append(answer))
    phone.get_by_role("button", name="Throw the dice").click()
    phone.locator(".plaque", has_text="You threw").wait_for()
    with phone.expect_request("**/coach*"):
        phone.locator("#coach").select_option("on")
    phone.locator(".advice", has_text="works it out").wait_for()
    phone.locator("#coach").select_option("off")
    (answer,) = answers
    answer.fulfill(json={"lines": [{"text": "shut the 7", "part": "good"}]})
    phone.locator(".advice").wait_for(state="detached")
    with phone.expect_request("**/coach*"):
        phone.locator("#coach").select_option("on")
    assert "shut the 7" not in phone.locator(".advice").inner_text()


def test_the_report_of_a_match_goes_when_the_next_one_begins(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.won() | {"coaches": True}
    page = open_page("/", "phone")
    page.route(
        "**/coach*",
        lambda answer: answer.fulfill(json={"lines": [{"text": "Ann: luck +2", "part": "plain"}]}),
    )
    take_part_on(page)
    open_more(page)
    page.locator("#coach").select_option("after")
    page.locator(".advice", has_text="luck +2").wait_for()
    box.tell(situations.beginning() | {"coaches": True, "match": 2, "actions": ["throw"]})
    page.locator(".plaque", has_text="throw two dice").wait_for()
    assert page.locator(".advice").inner_text() == ""


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_the_coach_fits_the_smallest_phone(box: PretendBox, open_page: OpenPage, code: str) -> None:
    use(language(code))
    box.documents["/texts.json"] = page_texts()
    box.state = situations.own_turn() | {"coaches": True}
    page = open_page("/", "small")
    take_part_on(page)
    open_more(page)
    page.locator("#coach").select_option("off")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
