"""Puzzles on a page, in a real browser: answered at the drawn box, by touch and by keys."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from groundwork.language import language, speaking, tr
from tests.boxctl.web.pages.conftest import PICTURES, OpenPage, Page
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.support.web.laptop_game import LaptopGame

pytestmark = pytest.mark.browser

SCREENS = {"320": (320, 640), "390": (390, 844), "844": (844, 390), "1280": (1280, 800),
           "1920": (1920, 1080)}  # fmt: skip


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LaptopGame]:
    """A game that nobody plays, at whose pages people solve puzzles."""
    with LaptopGame(tmp_path_factory.mktemp("puzzles"), "--players", "Ann,Bob") as begun:
        yield begun


def solves(open_page: OpenPage, game: LaptopGame, asked: str = "", **look: object) -> Page:
    """Open the page, and wait for the first puzzle."""
    page = open_page(f"{game.address}/puzzles{asked}", **look)
    page.locator(".puzzle").wait_for()
    return page


def taps(page: Page, *tiles: int) -> None:
    for number in tiles:
        page.locator(f"[data-tile='{number}']").click()


def presses(page: Page, words: str) -> None:
    page.get_by_role("button", name=words, exact=True).click()


def verdict(page: Page) -> str:
    page.locator(".verdict").wait_for()
    return str(page.locator(".verdict").inner_text())


def test_the_first_puzzle_is_the_same_as_everywhere(open_page: OpenPage, game: LaptopGame) -> None:
    page = solves(open_page, game, size="phone")
    assert page.locator("#heading").inner_text() == "Shut the Box, puzzle 1 of 50"
    assert (
        "Open: 2,3,6,9. You threw 5 and 6. What do you shut?" in page.locator(".asked").inner_text()
    )
    standing = page.locator(".lever:not([aria-label*=shut])")
    assert [each.get_attribute("data-tile") for each in standing.all()] == ["2", "3", "6", "9"]
    assert page.locator(".die").count() == 2


def test_a_wrong_answer_is_explained_and_a_right_one_counts(
    open_page: OpenPage, game: LaptopGame
) -> None:
    page = solves(open_page, game, size="phone")
    taps(page, 6, 3, 2)
    presses(page, "That is my answer")
    assert verdict(page).splitlines()[0] == "Not the best: 6+3+2 gives away 1.07 points."
    assert "Better 9+2: keeps 3 and 6 together" in verdict(page)
    assert "6.93" in page.locator(".advice").inner_text()
    assert page.locator(".tile.is-asked").count() == 3
    assert "0 of 50 solved" in page.locator(".puzzle").inner_text()
    presses(page, "Next puzzle")
    assert page.locator("#heading").inner_text() == "Shut the Box, puzzle 2 of 50"
    for _ in range(49):
        presses(page, "Next puzzle")
    assert page.locator("#heading").inner_text() == "Shut the Box, puzzle 1 of 50"
    taps(page, 9, 2)
    presses(page, "That is my answer")
    assert verdict(page) == "Right: 9+2."
    assert "1 of 50 solved, 0 at the first try." in page.locator(".puzzle").inner_text()


def test_what_was_solved_is_there_when_the_page_is_opened_again(
    open_page: OpenPage, game: LaptopGame
) -> None:
    page = solves(open_page, game)
    taps(page, 9, 2)
    presses(page, "That is my answer")
    verdict(page)
    page.reload()
    page.locator(".puzzle").wait_for()
    assert page.locator("#heading").inner_text() == "Shut the Box, puzzle 2 of 50"
    assert "1 of 50 solved, 1 at the first try." in page.locator(".puzzle").inner_text()


def test_what_is_no_move_gets_the_words_of_the_referee_and_does_not_count(
    open_page: OpenPage, game: LaptopGame
) -> None:
    page = solves(open_page, game)
    taps(page, 6, 3)
    presses(page, "That is my answer")
    assert "R3.5" in verdict(page)
    taps(page, 2)
    assert page.locator(".verdict").count() == 0
    presses(page, "Stand them up again")
    assert page.locator(".tile.is-moved").count() == 0
    assert page.evaluate("JSON.parse(localStorage.boxctl || '{}').puzzles") is None


def test_the_keyboard_is_enough(open_page: OpenPage, game: LaptopGame) -> None:
    page = solves(open_page, game)
    assert page.evaluate("document.activeElement.id") == "heading"
    page.locator("[data-tile='1']").focus()
    for key in ("9", "Enter", "2", "Enter"):
        page.keyboard.press(key)
    page.get_by_role("button", name="That is my answer", exact=True).focus()
    page.keyboard.press("Enter")
    assert verdict(page) == "Right: 9+2."


def test_another_game_has_puzzles_of_its_own_and_one_without_says_why(
    open_page: OpenPage, game: LaptopGame
) -> None:
    page = solves(open_page, game, "?rules=canoga")
    assert page.locator("#heading").inner_text().startswith("Canoga, puzzle 1")
    page.get_by_label("Game").select_option("lucky-seven")
    page.locator(".trouble").wait_for()
    assert "There are no puzzles" in page.locator(".trouble").inner_text()
    assert page.locator(".puzzle").count() == 0


def test_the_puzzle_of_the_week_is_the_same_for_everybody(
    open_page: OpenPage, game: LaptopGame
) -> None:
    seen = set()
    for size in ("phone", "laptop"):
        page = solves(open_page, game, size=size)
        presses(page, "This week's puzzle")
        assert "the puzzle of week" in page.locator("#heading").inner_text()
        assert page.get_by_role("button", name="This week's puzzle").count() == 0
        seen.add(page.locator(".asked").inner_text())
    assert len(seen) == 1


def test_who_waits_for_the_puzzles_sees_it_and_can_give_it_up(
    open_page: OpenPage, game: LaptopGame
) -> None:
    page = open_page(f"{game.address}/ask")
    page.route("**/puzzles.json*", lambda _route: None)
    page.goto(f"{game.address}/puzzles")
    presses(page, "Cancel")
    assert page.locator(".puzzle").count() == 0
    page.unroute("**/puzzles.json*")
    page.get_by_label("Game").select_option("canoga")
    page.locator(".puzzle").wait_for()


def test_the_pages_lead_there_and_back(open_page: OpenPage, game: LaptopGame) -> None:
    page = open_page(game.address)
    page.get_by_role("link", name="Puzzles", exact=True).click()
    page.locator(".puzzle").wait_for()
    page.get_by_role("link", name="Ask the referee").click()
    page.get_by_role("link", name="Puzzles", exact=True).click()
    page.locator(".puzzle").wait_for()
    page.get_by_role("link", name="The table").click()
    page.wait_for_url(f"{game.address}/")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", SCREENS)
def test_all_of_it_is_there_at_each_size_in_each_language(
    open_page: OpenPage, game: LaptopGame, size: str, theme: str
) -> None:
    width, height = SCREENS[size]
    for code in ("en", "fr", "de"):
        viewport = {"width": width, "height": height}
        page = solves(open_page, game, f"?lang={code}", theme=theme, viewport=viewport)
        with speaking(language(code)):
            answer, onward = tr("That is my answer"), tr("Next puzzle")
        for state in ("asked", "moved", "wrong", "refused", "right"):
            if state == "moved":
                taps(page, 6, 3)
            elif state == "wrong":
                taps(page, 2)
                presses(page, answer)
                verdict(page)
            elif state == "refused":
                presses(page, onward)
                page.locator(".lever.may-move").first.click()
                presses(page, answer)
                verdict(page)
            elif state == "right":
                page.reload()
                page.locator(".puzzle").wait_for()
                for number in json.loads(page.evaluate(BEST)):
                    taps(page, number)
                presses(page, answer)
                page.locator(".verdict.is-right").wait_for()
            assert findings(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            name = f"puzzles-{code}-{size}-{theme}-{state}.png"
            page.screenshot(path=PICTURES / name, full_page=True)
        page.close()


BEST = """async () => {
  const told = await (await fetch("/puzzles.json?rules=classic")).json();
  const heading = document.getElementById("heading").textContent;
  const number = Number(heading.match(/\\d+/)[0]);
  return JSON.stringify(told.puzzles[number - 1].answer);
}"""
