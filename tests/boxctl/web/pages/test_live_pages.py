"""Pages that follow the table: in step, cut off and back, and never fooled by a name."""

from __future__ import annotations

import pytest

from tests.boxctl.web.pages import situations
from tests.boxctl.web.pages.conftest import OpenPage, Page
from tests.boxctl.web.pages.pretend_box import PretendBox

pytestmark = pytest.mark.browser

EVIL = "<img src=x onerror=alert(1)><b>Bob</b>&amp;\u202e"


def test_two_browsers_are_in_step(box: PretendBox, open_page: OpenPage) -> None:
    phone, television = open_page("/", "phone"), open_page("/tv", "tv")
    for told, words in (
        (situations.refused(), "The 8 is too much"),
        (situations.won(), "Ann shuts the box"),
        (situations.beginning(), "Ann, throw two dice."),
    ):
        box.tell(told)
        for page in (phone, television):
            page.locator(".plaque", has_text=words).wait_for()


def test_a_tile_falls_and_stands_up_again(box: PretendBox, open_page: OpenPage) -> None:
    page = open_page("/tv", "tv")
    tile = page.locator(".tile").nth(3)
    tile.evaluate("(element) => { element.dataset.same = 'yes'; }")
    for shut, look in (((4,), "is-shut"), ((), "is-open")):
        box.tell(situations.state(9, shut, (1, 3)))
        page.locator(f".tile.{look}[data-same=yes]").wait_for()


def test_equal_throws_roll_one_after_the_other(box: PretendBox, open_page: OpenPage) -> None:
    page = open_page("/")
    for number in (1, 2):
        told = situations.state(9, (), (3, 4), says=f"Throw {number}")
        told["dice"]["number"] = number
        box.tell(told)
        page.locator(".plaque", has_text=f"Throw {number}").wait_for()
        dice = page.locator(".die-path")
        assert dice.count() == 2
        assert dice.first.get_attribute("data-seen") is None, "new dice roll"
        dice.first.evaluate("(die) => { die.dataset.seen = 'yes'; }")


def test_a_cut_is_shown_and_the_newest_state_after_it(box: PretendBox, open_page: OpenPage) -> None:
    page = open_page("/")
    page.context.set_offline(True)
    box.cut()
    page.get_by_text("Not connected").wait_for()
    box.tell(situations.refused())
    page.context.set_offline(False)
    page.locator(".plaque", has_text="The 8 is too much").wait_for()
    page.get_by_text("Not connected").wait_for(state="hidden")


def test_a_line_that_is_dead_is_noticed(box: PretendBox, open_page: OpenPage) -> None:
    """Nothing ends the stream, but the sign of life that the box sends does not come any more."""
    page = open_page("/")
    page.clock.install()
    page.reload()
    page.wait_for_selector(".box-picture")
    with page.expect_request("**/events?after=*"):
        page.clock.fast_forward(11_000)
        assert page.get_by_text("Not connected").count() == 0
        page.clock.run_for(2_000)
    page.locator(".connection:not(.is-cut)").wait_for(state="attached")


def test_a_phone_that_slept_asks_again_when_it_wakes(box: PretendBox, open_page: OpenPage) -> None:
    page = open_page("/", "phone")
    page.clock.install()
    page.reload()
    page.locator(".plaque").wait_for()
    with page.expect_request("**/events*"):
        # Nothing was heard for a while, and nobody told the page that its line is dead.
        page.clock.set_system_time(page.evaluate("Date.now()") + 60_000)
        page.evaluate("window.dispatchEvent(new Event('online'))")
        page.clock.run_for(1_000)


def hide(page: Page, state: str = "hidden") -> None:
    """Hide a page, as the browser does when another tab is chosen; or show it."""
    page.evaluate(
        "(state) => {"
        " Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        state,
    )


def test_more_tabs_than_a_browser_has_lines(box: PretendBox, open_page: OpenPage) -> None:
    """A browser opens six lines to one box; of many tabs one is seen."""
    first = open_page("/")
    tabs = [first]
    for _ in range(9):
        hide(tabs[-1])
        tabs.append(first.context.new_page())
        tabs[-1].goto(box.address)
        tabs[-1].locator(".plaque", has_text="Ann, throw two dice.").wait_for()
    box.tell(situations.refused())
    hide(tabs[-1])
    hide(first, "visible")
    first.locator(".plaque", has_text="The 8 is too much").wait_for()


def test_a_page_that_is_seen_again_reads_what_it_shows_and_no_old_rulings(
    box: PretendBox, open_page: OpenPage
) -> None:
    page = open_page("/")
    aloud = page.locator("p[aria-live=polite]")
    aloud.get_by_text("Ann, throw two dice.").wait_for()
    hide(page)
    for number in (1, 2):
        told = situations.state(9, (), (3, 4), says=f"Throw {number}")
        told["rulings"] = [{**situations.refused()["rulings"][-1], "number": number, "text": "Old"}]
        box.tell(told)
    hide(page, "visible")
    aloud.get_by_text("Throw 2").wait_for()
    assert aloud.text_content() == "Throw 2"
    assert page.get_by_text("Not connected").count() == 0


def test_a_program_that_was_killed_is_found_again(open_page: OpenPage, box: PretendBox) -> None:
    page = open_page("/tv", "tv")
    port = box.port
    box.close()
    page.get_by_text("Not connected").wait_for()
    again = PretendBox(situations.won(), port)
    try:
        page.locator(".plaque", has_text="Ann shuts the box").wait_for()
    finally:
        again.close()


@pytest.mark.parametrize("address", ["/", "/tv", "/overlay"])
def test_a_name_is_text_whatever_it_contains(
    box: PretendBox, open_page: OpenPage, complaints: list[str], address: str
) -> None:
    told = situations.state(players=situations.lines(EVIL, "Bob"), says=f"{EVIL}, throw.")
    told["rules"]["name"] = EVIL
    told["evening"] = [{"name": EVIL, "matches": 1, "won": 1, "purse": 0, "written": EVIL}]
    told["troubles"] = [{"device": EVIL, "why": EVIL, "text": EVIL}]
    box.state = told
    page = open_page(address)
    assert page.locator("img[src=x]").count() == 0
    assert EVIL in page.locator(".who bdi").first.text_content()
    assert complaints == []


def test_a_shut_box_is_celebrated_shortly_and_once(box: PretendBox, open_page: OpenPage) -> None:
    page = open_page("/tv", "tv")
    box.tell(situations.won())
    page.locator(".ribbon").first.wait_for(state="attached")
    page.locator(".ribbon").first.wait_for(state="detached")
    box.tell(situations.won() | {"pool": "again"})
    page.get_by_text("again").wait_for()
    assert page.locator(".ribbon").count() == 0


def test_a_page_that_is_opened_later_celebrates_nothing(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.won()
    assert open_page("/tv", "tv").locator(".ribbon").count() == 0


def test_the_television_draws_people_when_nobody_plays(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.attract()
    page = open_page("/tv", "tv")
    page.clock.install()
    page.reload()
    page.locator(".turn-plate", has_text="Ann").wait_for()
    page.clock.run_for(75_000)
    page.locator(".plaque", has_text="Throw to begin").wait_for()
    page.get_by_role("heading", name="The rules of the house").wait_for()
    page.clock.run_for(11_000)
    page.get_by_role("heading", name="Records").wait_for()
    page.locator(".records", has_text="Most matches won23Bob the Unforgettable").wait_for()
    box.tell(situations.beginning())
    page.locator(".turn-plate", has_text="Ann").wait_for()
    page.clock.run_for(20_000)
    assert page.get_by_role("heading", name="The rules of the house").count() == 0


def test_nobody_is_drawn_away_in_mid_match(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.refused()
    page = open_page("/tv", "tv")
    page.clock.install()
    page.reload()
    page.locator(".turn-plate", has_text="Bob").wait_for()
    page.clock.run_for(600_000)
    page.locator(".turn-plate", has_text="Bob").wait_for()


def test_the_television_shifts_its_picture_by_a_little(open_page: OpenPage) -> None:
    page = open_page("/tv", "tv")
    shifts = page.evaluate(
        "import('/script/parts/burn_in.js').then(({ shiftAt }) =>"
        " Array.from({ length: 24 }, (_, step) => shiftAt(step)))"
    )
    assert len({tuple(shift) for shift in shifts}) > 8
    assert all(abs(distance) <= 10 for shift in shifts for distance in shift)


def test_the_whole_picture_of_the_television_moves_each_minute(open_page: OpenPage) -> None:
    page = open_page("/tv", "tv")
    page.clock.install()
    page.reload()
    page.locator(".phone-code").wait_for()
    places = set()
    for _ in range(4):
        places.add(page.evaluate("document.querySelector('h1').getBoundingClientRect().x"))
        page.clock.run_for(60_000)
    assert len(places) == 4
