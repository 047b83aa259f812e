"""What WCAG 2.2 asks of the pages: axe without findings, keyboard, size of targets, live region."""

from __future__ import annotations

import pytest

from tests.boxctl.web.pages import situations
from tests.boxctl.web.pages.conftest import OpenPage, Page
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.boxctl.web.pages.test_hands_on_pages import take_part, take_part_on
from tests.boxctl.web.pages.test_look_of_pages import wait_until_idle

pytestmark = pytest.mark.browser

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def findings(page: Page) -> list[str]:
    """Return what axe finds on a page, as it is shown now."""
    from axe_playwright_python.sync_playwright import Axe

    options = {"runOnly": {"type": "tag", "values": RULES}}
    found = Axe().run(page, options=options).response["violations"]
    return [f"{each['id']}: {node['html']}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(
    ("address", "size", "told"),
    [
        ("/", "small", "refused"),
        ("/", "laptop", "own_turn"),
        ("/", "phone", "own_dice"),
        ("/", "phone", "twenty_twelve"),
        ("/", "phone", "lesson_slip"),
        ("/", "small", "lesson_why_not"),
        ("/", "laptop", "lesson_why_not"),
        ("/", "laptop", "won"),
        ("/tv", "tv", "refused"),
        ("/tv", "tv", "crowded"),
        ("/tv", "tv", "attract"),
        ("/overlay", "tv", "refused"),
        ("/replay", "phone", "refused"),
        ("/replay?match=1", "laptop", "refused"),
        ("/record", "phone", "refused"),
    ],
)
def test_axe_finds_nothing(
    box: PretendBox, open_page: OpenPage, address: str, size: str, told: str, theme: str
) -> None:
    box.state = getattr(situations, told)()
    page = open_page(address, size, theme, reduced_motion="reduce")
    if told.startswith("own_"):
        take_part_on(page)
    if told == "attract":
        wait_until_idle(page)
    assert findings(page) == []


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(
    "button", ["Why? The 8 is too much: put the 8 back.", "The rules", "Settings"]
)
def test_axe_finds_nothing_in_a_window(
    box: PretendBox, open_page: OpenPage, button: str, theme: str
) -> None:
    box.state = situations.refused()
    page = open_page("/", "phone", theme, reduced_motion="reduce")
    # The sentence at the top answers as its line in the story does.
    page.get_by_role("button", name=button, exact=True).first.click()
    page.get_by_role("dialog").wait_for()
    assert findings(page) == []


def test_a_lesson_goes_on_once_the_reason_has_been_read(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.lesson_why_not()
    page = open_page("/", "phone", reduced_motion="reduce")
    lesson = page.get_by_role("status", name="Your first match")
    lesson.get_by_text("Tap the sentence of the referee.").wait_for()
    page.get_by_role("button", name="Why? The 8 is too much: put the 8 back.").first.click()
    page.get_by_role("dialog", name="Why?").wait_for()
    page.keyboard.press("Escape")
    lesson.get_by_text("Tap Put the tiles right.").wait_for()
    assert findings(page) == []


def test_escape_closes_a_window_and_the_focus_goes_back(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.refused()
    page = open_page("/")
    why = page.locator(".story").get_by_role("button", name="Why? The 8 is too much")
    why.focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="Why?").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    assert why.evaluate("(button) => button === document.activeElement")


@pytest.mark.parametrize("told", ["own_turn", "own_dice", "the_300"])
def test_everything_to_touch_is_24_pixels_wide_and_high(
    box: PretendBox, open_page: OpenPage, told: str
) -> None:
    state = getattr(situations, told)()
    box.state = {**state, "actions": [*state["actions"], "move"]}
    page = take_part(open_page, "small")
    too_small = page.evaluate(
        """[...document.querySelectorAll('button, a, input, select, summary')]
          .map((each) => [each.ariaLabel || each.textContent, each.getBoundingClientRect()])
          .filter(([, place]) => place.width && (place.width < 24 || place.height < 24))
          .map(([name, place]) => `${name} ${place.width} x ${place.height}`)"""
    )
    assert too_small == []


def test_the_whole_page_is_reached_with_the_tab_key(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.own_turn()
    page = take_part(open_page, "laptop")
    wanted = set(
        page.evaluate(
            "[...document.querySelectorAll('main button, main a, main summary')]"
            ".filter((each) => each.checkVisibility())"
            ".map((each) => each.getAttribute('aria-label') || each.textContent)"
        )
    )
    reached = set()
    for _ in range(len(wanted) + 12):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "(() => { const at = document.activeElement;"
            " return [at.getAttribute('aria-label') || at.textContent,"
            " getComputedStyle(at).outlineStyle]; })()"
        )
        reached.add(focused[0])
        assert focused[1] != "none" or focused[0] not in wanted, "the focus is not seen"
    assert wanted <= reached


def test_arrows_and_figures_move_the_focus_among_the_levers(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.own_turn()
    page = take_part(open_page, "laptop")
    page.get_by_role("button", name="Tile 1, open").focus()

    def focused() -> str:
        return str(page.evaluate("document.activeElement.dataset.tile"))

    page.keyboard.press("ArrowRight")
    assert focused() == "2"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert focused() == "9"
    page.keyboard.press("5")
    assert focused() == "5"


def test_a_ruling_is_told_in_a_live_region(box: PretendBox, open_page: OpenPage) -> None:
    page = open_page("/")
    region = page.locator("[aria-live=polite]", has_text="Ann, throw two dice.")
    region.evaluate("(element) => { element.dataset.same = 'yes'; }")
    box.tell(situations.refused())
    told = page.locator("[aria-live=polite]", has_text="The 8 is too much")
    told.wait_for()
    assert told.get_attribute("data-same") == "yes"
    assert "Put up: 8" in " ".join(told.inner_text().split())


def test_the_tree_of_assistive_technology_tells_all_of_the_table(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.refused()
    told = open_page("/").locator("main").aria_snapshot()
    for words in (
        "Bob", "Tile 4, shut, moved", "Tile 8, shut, has to go up", "The dice show 5, 4.",
        "The 8 is too much: put the 8 back.", "plays now", "pool £4.00",
    ):  # fmt: skip
        assert words in told, words


def test_who_wants_no_motion_sees_none(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.refused()
    still = open_page("/", reduced_motion="reduce")
    assert still.evaluate(MOVING) == 0
    box.tell(situations.won())
    still.get_by_text("Ann shuts the box and wins").first.wait_for()
    assert still.locator(".ribbon").count() == 0
    moving = open_page("/")
    assert moving.evaluate(MOVING) > 0


def test_the_switch_stops_all_motion_and_is_kept(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.refused()
    page = open_page("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name="Tiles and dice move").uncheck()
    assert page.evaluate(MOVING) == 0
    page.reload()
    page.wait_for_selector(".box-picture")
    assert page.evaluate(MOVING) == 0


MOVING = "document.getAnimations().filter((each) => each.playState === 'running').length"
