"""A phone beside a box of wood, in Chromium: turns are tapped, by a thumb that has room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from tests.boxctl.web.pages.conftest import PATIENCE, PICTURES, Page
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.boxctl.web.pages.test_pages_without_a_box import STATE, address, state_of, visit

__all__ = ["address"]
pytestmark = pytest.mark.browser

SIZES = {"small": (320, 568), "lying": (844, 390)}
LEAST = 48
"""Pixels that a thumb needs."""

HEARD = """
const heard = (window.heard = { shakes: [], awake: 0, released: 0 });
navigator.vibrate = (pattern) => heard.shakes.push(pattern);
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  heard.awake += 1;
  const lock = new EventTarget();
  lock.release = async () => { heard.released += 1; };
  window.unlockScreen = () => lock.dispatchEvent(new Event("release"));
  return lock;
} } });
window.SpeechRecognition = class {
  static available = async ({ processLocally }) =>
    processLocally ? window.understands : "available";
  start() {
    heard.local = this.processLocally;
    this.onresult({ results: [[{ transcript: "six three" }]] });
    this.onend();
  }
};
window.understands = "available";
"""
"""What a phone has, and a Chromium without a screen or a microphone lacks."""


@pytest.fixture(params=SIZES)
def phone(request: pytest.FixtureRequest, chromium: Any, address: str) -> Iterator[Page]:
    """Open the page on a phone of this size, and begin a match with a box of wood."""
    width, height = SIZES[request.param]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", has_touch=True
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(HEARD)
    page = visit(context, address)
    begin(page)
    yield page
    page.screenshot(path=PICTURES / f"tapped-{request.param}.png")
    context.close()


def begin(page: Page, how: str = "Our own box and dice") -> None:
    """Begin a match with a box of wood."""
    page.get_by_text("Another game, other players").tap()
    page.get_by_label(how).check()
    page.get_by_role("button", name="Begin this match").tap()
    page.wait_for_selector(".tap-tiles")
    page.evaluate("scrollTo(0, 0)")


class Taps:
    """Taps on a page, counted."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.count = 0

    def die(self, face: int) -> None:
        self._tap(f".faces button:nth-child({face})")

    def tile(self, number: int) -> None:
        self._tap(f".wood[data-tile='{number}']")

    def button(self, words: str) -> None:
        self._tap(f".tap-hand button:text-is('{words}')")

    def _tap(self, what: str) -> None:
        self._page.locator(what).tap()
        self.count += 1

    def sees(self, words: str) -> None:
        """Wait for these words on the plaque."""
        self._page.locator(".plaque", has_text=words).wait_for()


def test_turns_are_tapped_with_nothing_else(
    phone: Page, tmp_path: Path, script_errors: list[str]
) -> None:
    taps = Taps(phone)
    for first, second, tiles in ((6, 3, (9,)), (5, 3, (8,)), (3, 4, (5, 2))):
        before = taps.count
        taps.die(first)
        taps.die(second)
        taps.sees(f"You threw {first} and {second}")
        for tile in tiles:
            taps.tile(tile)
        taps.sees("will do: throw again, confirm or take")
        assert taps.count == before + 2 + len(tiles)
    taps.die(1)
    taps.die(2)
    taps.tile(7)  # at once
    taps.sees("put the 7 back up")
    assert phone.evaluate("heard.shakes.length") > 0
    taps.button("Put the tiles right")
    taps.sees("All is as it should be")
    assert not findings(phone)


def test_a_complete_move_is_taken_back_until_the_next_throw(phone: Page) -> None:
    taps = Taps(phone)
    phone.locator(".asked-of-dice", has_text="Throw two dice.").wait_for()
    taps.die(3)
    phone.locator(".asked-of-dice", has_text="3 + … Once only the 1 is left").wait_for()
    taps.die(4)
    taps.tile(7)
    taps.sees("The 7 will do")
    boxes = boxes_of(phone, ".tapping button")
    assert all(box["bottom"] <= phone.viewport_size["height"] + 1 for box in boxes)
    taps.button("Take back")
    taps.sees("The 7 is taken back")
    taps.tile(4)
    taps.tile(3)
    taps.sees("The 4 and the 3 will do")
    phone.locator(".asked-of-dice", has_text="Throw two dice.").wait_for()
    assert not findings(phone)


def shows_newest(page: Page) -> bool:
    """Whether the page has drawn how the table stands now."""
    newest = page.evaluate(STATE)["id"]
    return bool(page.locator("main").get_attribute("data-state") == newest)


def test_a_double_lies_there_until_somebody_says_that_it_is_thrown_again(
    phone: Page, address: str, script_errors: list[str]
) -> None:
    phone.goto(f"{address}?rules=classic&set=doubles%3Dmay_rethrow")
    phone.locator("section[aria-label='Rules by a link'] button.main").wait_for()
    before = state_of(phone)["match"]
    phone.locator("section[aria-label='Rules by a link'] button.main").tap()
    while state_of(phone)["match"] == before or not shows_newest(phone):
        phone.wait_for_timeout(50)
    phone.evaluate("scrollTo(0, 0)")
    taps = Taps(phone)
    taps.die(3)
    taps.die(3)
    taps.sees("Or throw the double again")
    phone.locator(".tap-dice.is-thrown .big-die").nth(1).wait_for()
    assert phone.locator(".faces").count() == 0
    taps.button("Throw the double again")
    taps.die(5)
    taps.button("Play the double")  # after all
    assert phone.locator(".faces").count() == 0
    taps.button("Throw the double again")
    taps.die(4)
    taps.die(4)
    taps.sees("You threw 4 and 4")
    assert phone.locator(".faces").count() == 0
    assert not findings(phone)
    taps.tile(8)
    taps.sees("The 8 will do")
    phone.locator(".faces").wait_for()


def boxes_of(page: Page, what: str) -> list[dict[str, float]]:
    """Return where each of these is, all at one moment: the page goes on meanwhile."""
    boxes: list[dict[str, float]] = page.locator(what).evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().toJSON())"
    )
    return boxes


def test_what_is_tapped_is_large_enough_within_reach_and_stays(phone: Page) -> None:
    taps = Taps(phone)
    height = phone.viewport_size["height"]
    places = []
    for does, what in ((taps.die, 5), (taps.die, 3), (taps.tile, 9), (taps.tile, 9)):
        does(what)
        phone.wait_for_timeout(300)
        boxes = boxes_of(phone, ".tapping button")
        assert all(box["width"] >= LEAST and box["height"] >= LEAST for box in boxes)
        assert all(box["y"] + box["height"] <= height + 1 for box in boxes)
        places.append(boxes_of(phone, ".wood"))
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert places[0] == places[1] == places[2] == places[3]
    faces = phone.locator(".tap-hand").bounding_box()
    assert faces["y"] + faces["height"] / 2 >= height / 2


CLASSIC_ON_WOOD = """async () => {
  const { act, keptToken } = await import("./script/live/acting.js");
  const game = { variant: "classic", settings: {}, names: ["Ann", "Bob"] };
  return (await act({ do: "match", taps: "box_and_dice", ...game }, keptToken(), "offline")).words;
}"""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
@pytest.mark.parametrize("size", SIZES)
def test_a_refusal_moves_nothing_that_a_thumb_is_about_to_tap(
    chromium: Any, address: str, locale: str, size: str
) -> None:
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, locale=locale, has_touch=True
    )
    context.set_default_timeout(PATIENCE)
    page = visit(context, address)
    assert not page.evaluate(CLASSIC_ON_WOOD)
    page.wait_for_selector(".tap-tiles")
    page.evaluate("scrollTo(0, 0)")
    taps = Taps(page)
    taps.die(1)
    taps.die(2)
    page.locator(".wood.may-move").first.wait_for()
    before = boxes_of(page, ".wood")
    taps.tile(7)
    page.locator(".wood.is-asked").wait_for()
    assert boxes_of(page, ".wood") == before
    (main,) = boxes_of(page, ".tap-hand .main")
    assert main["bottom"] <= height + 1
    context.close()


BOX_OF_24 = """async () => {
  const { act, keptToken } = await import("./script/live/acting.js");
  const box = { variant: "classic", settings: { tiles: "24" }, names: ["Ann", "Bob"] };
  return (await act({ do: "match", taps: "box_and_dice", ...box }, keptToken(), "offline")).words;
}"""


def test_a_box_of_24_tiles_fits_on_the_smallest_phone(phone: Page) -> None:
    assert not phone.evaluate(BOX_OF_24)
    phone.locator(".wood[data-tile='24']").wait_for()
    phone.evaluate("scrollTo(0, 0)")
    taps = Taps(phone)
    height = phone.viewport_size["height"]
    for face in (3, 4):
        (table,) = boxes_of(phone, ".table.tapping")
        assert table["y"] + table["height"] <= height + 1
        taps.die(face)
    taps.sees("You threw 3 and 4")
    (table,) = boxes_of(phone, ".table.tapping")
    assert table["y"] + table["height"] <= height + 1
    assert all(box["height"] >= LEAST for box in boxes_of(phone, ".tapping button"))


def test_dice_that_were_tapped_wrongly_are_taken_back(phone: Page) -> None:
    taps = Taps(phone)
    taps.die(6)
    taps.die(6)
    taps.button("Not these dice")
    phone.locator(".faces").wait_for()
    taps.die(6)
    taps.button("Tap again")
    taps.die(5)
    taps.die(4)
    taps.sees("You threw 5 and 4")


def test_a_throw_may_be_said_where_the_device_understands_it_itself(phone: Page) -> None:
    taps = Taps(phone)
    taps.button("Say the throw")
    taps.sees("You threw 6 and 3")
    assert phone.evaluate("heard.local") is True


def test_nothing_is_said_where_it_would_leave_the_device(chromium: Any, address: str) -> None:
    context = chromium.new_context(locale="en-GB", has_touch=True)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(HEARD + "window.understands = 'unavailable';")
    page = visit(context, address)
    begin(page)
    page.locator(".faces").wait_for()
    assert page.get_by_text("Say the throw").count() == 0
    context.close()


def test_the_screen_stays_on_and_what_is_felt_can_be_switched_off(phone: Page) -> None:
    assert phone.evaluate("heard.awake") == 1
    phone.evaluate("unlockScreen(); document.dispatchEvent(new Event('visibilitychange'))")
    phone.wait_for_function("heard.awake === 2")
    phone.get_by_role("button", name="Settings").tap()
    phone.get_by_label("Shakes when it refuses, and at your turn").uncheck()
    phone.get_by_label("Sounds when it refuses, and at your turn").uncheck()
    phone.get_by_role("button", name="Close").tap()
    taps = Taps(phone)
    taps.tile(4)
    taps.sees("Throw first")
    assert phone.evaluate("heard.shakes") == []
    phone.reload()
    phone.wait_for_selector(".tap-tiles")
    phone.get_by_role("button", name="Settings").tap()
    assert not phone.get_by_label("Shakes when it refuses, and at your turn").is_checked()


def test_throw_for_us_is_kept_over_a_killed_tab_and_said_by_the_record(
    chromium: Any, address: str, tmp_path: Path
) -> None:
    context = chromium.new_context(locale="en-GB", has_touch=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = visit(context, address)
    begin(page, "Our own box: throw for us")
    page.get_by_role("button", name="Throw the dice").tap()
    page.locator(".plaque", has_text="You threw").wait_for()
    before = state_of(page)["dice"]["values"]
    page.close()
    page = visit(context, address)
    page.wait_for_selector(".tap-tiles")
    assert state_of(page)["dice"]["values"] == before
    page.get_by_role("link", name="The record").tap()
    page.wait_for_selector("#match")
    page.select_option("#match", "2")
    page.get_by_text("The program threw the dice.").wait_for()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Save the whole record").click()
    journal = tmp_path / "taken.journal"
    taken.value.save_as(journal)
    assert main(["verify", "--journal", str(journal)]) == 0
    context.close()
