"""A match on a phone ends, is loaded again, or is broken off: nothing is lost with one tap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.boxctl.web.pages.conftest import PATIENCE, PICTURES, Page
from tests.boxctl.web.pages.tapped.test_tapped_pages import LEAST, begin
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.boxctl.web.pages.test_pages_without_a_box import address, state_of, visit

__all__ = ["address"]
pytestmark = pytest.mark.browser

SIZES = {"upright": (390, 844), "small": (320, 640), "lying": (844, 390)}

TOO_SMALL = """least => [...document.querySelectorAll(
  'button, .button, select, summary, input:not([type=radio], [type=checkbox], [type=range])'
)].filter((each) => !each.matches('.lever, .file input') && each.getClientRects().length)
  .filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    return width < least - 0.5 || height < least - 0.5;
  }).map((each) => each.outerHTML)"""
"""What can be tapped on the page and is smaller than that; levers stand as those of a box."""


@pytest.fixture(params=SIZES)
def phone(request: pytest.FixtureRequest, chromium: Any, address: str) -> Iterator[Page]:
    """A phone of this size, at which a match with a box of wood is about to begin."""
    width, height = SIZES[request.param]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", has_touch=True, is_mobile=True
    )
    context.set_default_timeout(PATIENCE)
    page = visit(context, address)
    yield page
    page.screenshot(path=PICTURES / f"breaking-off-{request.param}.png")
    context.close()


def throw_and_move(page: Page) -> None:
    """Throw 6 and 3, and shut the 9."""
    for face in (6, 3):
        page.locator(f".faces button:nth-child({face})").tap()
    page.locator(".wood[data-tile='9'].may-move").tap()
    page.wait_for_selector(".wood[data-tile='9'].is-shut")


def open_form(page: Page) -> None:
    page.locator(".is-more > summary").tap()
    page.locator("summary", has_text="Break off this match").tap()
    page.wait_for_selector("#seat-0")


def test_a_player_leaves_in_the_middle_of_a_match_after_one_question(phone: Page) -> None:
    begin(phone)
    throw_and_move(phone)
    before = state_of(phone)
    open_form(phone)
    phone.get_by_label("Player 2", exact=True).fill("Cem")
    phone.get_by_role("button", name="Begin this match").tap()
    phone.get_by_role("button", name="Keep playing").tap()
    assert state_of(phone)["match"] == before["match"]
    phone.get_by_role("button", name="Begin this match").tap()
    assert not findings(phone)
    phone.get_by_role("button", name="Break it off").tap()
    phone.wait_for_selector(".is-more:not([open])")
    state = state_of(phone)
    assert [line["name"] for line in state["players"]] == [before["players"][0]["name"], "Cem"]
    assert state["match"] == before["match"] + 1
    assert phone.evaluate("scrollY") == 0


def test_escape_keeps_the_match(phone: Page) -> None:
    begin(phone)
    throw_and_move(phone)
    before = state_of(phone)
    open_form(phone)
    phone.get_by_role("button", name="Begin this match").tap()
    phone.wait_for_selector("dialog[open]")
    phone.keyboard.press("Escape")
    phone.wait_for_selector("dialog:not([open])", state="attached")
    assert state_of(phone)["match"] == before["match"]


def test_a_reload_in_mid_match_offers_nothing_that_ends_it_with_one_tap(phone: Page) -> None:
    begin(phone)
    throw_and_move(phone)
    phone.reload()
    phone.wait_for_selector(".tap-tiles")
    assert phone.locator(".tap-hand button", has_text="New match").count() == 0


def test_what_is_wrong_with_the_names_is_said_beside_them(phone: Page) -> None:
    phone.get_by_text("Another game, other players").tap()
    for number in (1, 2):
        phone.get_by_label(f"Player {number}", exact=True).fill("Mia")
    phone.get_by_role("button", name="Begin this match").tap()
    said = phone.locator("form .trouble")
    assert said.inner_text() == 'Two players are called "Mia".'
    box, field = said.bounding_box(), phone.locator("#seat-1").bounding_box()
    assert box
    assert field
    assert 0 < box["y"] - field["y"] < 400


def test_a_stake_is_typed_beside_the_names(phone: Page) -> None:
    phone.get_by_text("Another game, other players").tap()
    phone.get_by_label("Stake of each player").fill("£1")
    phone.get_by_role("button", name="Begin this match").tap()
    phone.wait_for_selector("details.names:not(.is-more):not([open])")
    assert state_of(phone)["pool"] == "pool £2.00 (£1.00 each)"


def test_whatever_can_be_tapped_has_room_for_a_finger(phone: Page) -> None:
    def smaller() -> list[str]:
        return list(phone.evaluate(TOO_SMALL, LEAST))

    assert smaller() == []
    phone.get_by_text("Another game, other players").tap()
    phone.wait_for_selector("#seat-0")
    assert smaller() == []
    phone.locator("button", has_text="Settings").tap()
    phone.wait_for_selector("dialog[open]")
    assert smaller() == []
    phone.keyboard.press("Escape")
    phone.get_by_label("Our own box and dice").check()
    phone.get_by_role("button", name="Begin this match").tap()
    phone.wait_for_selector(".tap-tiles")
    assert smaller() == []
    throw_and_move(phone)
    assert smaller() == []
    phone.locator(".plaque .why").tap()
    phone.wait_for_selector("dialog[open] .rules")
    assert smaller() == []
    phone.keyboard.press("Escape")
    phone.locator(".is-more > summary").tap()
    assert smaller() == []
