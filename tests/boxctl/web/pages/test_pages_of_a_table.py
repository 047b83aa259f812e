"""A table as it is played, with its own server, in real browsers."""

from __future__ import annotations

import pytest

from tests.boxctl.web.pages.conftest import PICTURES, OpenPage, Page, open_more
from tests.support.web.cut_line import CutLine
from tests.support.web.served_table import ServedTable

pytestmark = pytest.mark.browser


def address_of(pages: ServedTable) -> str:
    return f"http://127.0.0.1:{pages.port}"


def says(page: Page, words: str) -> None:
    """Wait until the plaque of a page has these words."""
    page.locator(".plaque", has_text=words).wait_for()


def test_browsers_follow_a_match_from_its_first_throw_to_its_end(
    pages: ServedTable, open_page: OpenPage, complaints: list[str]
) -> None:
    table = pages.table
    phone = open_page(f"{address_of(pages)}/", "phone")
    television = open_page(f"{address_of(pages)}/tv", "tv")
    both = (phone, television)
    for page in both:
        says(page, "Ann, your turn: throw two dice.")
    table.throws(4, 5)
    for page in both:
        page.locator(".die").nth(1).wait_for()
    table.shuts(8)
    table.shuts(7)
    for page in both:
        page.locator(".tile.is-asked").first.wait_for()
    television.screenshot(path=PICTURES / "match-refused.png")
    table.opens(7)
    table.opens(8)
    table.shuts(9)
    for page in both:
        # The 7 and the 8 lay a moment ago: the page may still draw that.
        page.locator(".box-picture:not(:has(.is-asked)) .tile.is-shut", has_text="9").wait_for()
        assert page.locator(".tile.is-shut").count() == 1
    for move in ((8, 4), (7, 5), (1, 2, 3, 6)):
        table.throws(6, 6)
        table.shuts(*move)
    for page in both:
        page.locator(".plaque.kind-shut").wait_for()
        assert page.locator(".tile.is-shut").count() == 9
        page.locator(".who", has_text="Ann").first.wait_for()
    television.screenshot(path=PICTURES / "match-won.png")
    phone.screenshot(path=PICTURES / "match-won-phone.png", full_page=True)
    assert pages.state["winners"] == ["Ann"]
    assert complaints == []


def test_a_page_that_was_cut_off_is_in_step_again(pages: ServedTable, open_page: OpenPage) -> None:
    with CutLine(pages.port) as line:
        page = open_page(f"http://127.0.0.1:{line.port}/", "phone")
        says(page, "Ann, your turn")
        line.cut()
        page.get_by_text("Not connected").wait_for()
        pages.table.throws(4, 5)
        pages.table.shuts(9)
        line.mend()
        page.locator(".tile.is-shut").wait_for()
        page.get_by_text("Not connected").wait_for(state="hidden")


def test_a_line_that_swallows_all_is_noticed_though_the_table_was_busy(
    pages: ServedTable, open_page: OpenPage
) -> None:
    """An access point is gone: no end of the line, no word that the network is lost."""
    with CutLine(pages.port) as line:
        page = open_page(f"http://127.0.0.1:{line.port}/", "phone")
        page.clock.install()
        page.reload()
        says(page, "Ann, your turn")
        pages.table.throws(4, 5)
        page.locator(".die").nth(1).wait_for()
        line.swallow()
        pages.table.shuts(9)
        page.clock.run_for(11_000)
        assert page.get_by_text("Not connected").count() == 0
        page.clock.run_for(3_000)
        page.get_by_text("Not connected").wait_for()
        line.mend()
        page.clock.run_for(30_000)
        page.locator(".tile.is-shut").wait_for()
        page.get_by_text("Not connected").wait_for(state="hidden")


def test_an_act_over_a_dead_line_is_answered_with_words(
    pages: ServedTable, open_page: OpenPage
) -> None:
    with CutLine(pages.port) as line:
        page = open_page(f"http://127.0.0.1:{line.port}/", "phone")
        page.clock.install()
        page.reload()
        page.get_by_label("The table's code").fill(pages.code.code)
        line.swallow()
        page.get_by_role("button", name="Take part").click()
        page.clock.run_for(10_500)
        page.get_by_role("alert").get_by_text("The box does not answer.").wait_for()


def test_the_link_on_the_box_admits_and_is_not_passed_on(
    pages: ServedTable, open_page: OpenPage, complaints: list[str]
) -> None:
    page = open_page(f"{address_of(pages)}/?lang=en#{pages.code.link_word}", "phone")
    open_more(page)
    page.get_by_role("button", name="Report a sensor").wait_for()
    assert page.url.endswith("/?lang=en")
    old = open_page(f"{address_of(pages)}/#{'a' * 16}", "phone")
    old.get_by_role("alert").get_by_text("This is not the table's code").wait_for()
    # The browser itself says that an answer was 403.
    assert all("403" in said for said in complaints)


def test_the_policy_of_the_box_lets_every_page_work(
    pages: ServedTable, open_page: OpenPage, complaints: list[str]
) -> None:
    for address in ("/", "/tv", "/overlay"):
        page = open_page(address_of(pages) + address)
        assert page.locator(".tile").count() == 9
    assert complaints == []
