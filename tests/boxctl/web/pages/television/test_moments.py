"""The moment of a shut box, and of a match that is won: once, and never in the way."""

from __future__ import annotations

from typing import Any

import pytest

from boxctl.referee.payloads import Verdict
from boxctl.view.announcement import AnnouncementKind
from boxctl.web.state import RulingLine
from tests.boxctl.web.pages import situations
from tests.boxctl.web.pages.conftest import PICTURES, OpenPage, Page
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.boxctl.web.pages.situations import State
from tests.boxctl.web.pages.test_look_of_pages import MINUTES_OF_ARC

pytestmark = pytest.mark.browser

KINDS = {
    "shut": (AnnouncementKind.SHUT, Verdict.SHUT_THE_BOX),
    "won": (AnnouncementKind.WON, Verdict.MATCH_OVER),
}


def told(kind: str, cry: str, number: int = 21, player: str = "Ann", **other: Any) -> State:
    """Return how the box is shut, or the match won, by the ruling of this number."""
    of_kind, verdict = KINDS[kind]
    ruling = RulingLine(number, 71.0, verdict, "R7.1", player, f"{player}: {cry}", of_kind)
    made = situations.won()
    shut = {"announcement": {"text": f"{player}: {cry}", "kind": kind, "cry": cry}}
    rulings = situations.state(rulings=(ruling,))["rulings"]
    return {**made, **shut, "rulings": rulings, **other}


def with_throw(state: State, number: int) -> State:
    """Return the state with a throw more."""
    return {**state, "dice": {**state["dice"], "number": number}}


@pytest.fixture
def watched(box: PretendBox, open_page: OpenPage) -> Page:
    """Return the television of a table at which a box is about to be shut; its clock stands."""
    box.state = situations.own_turn()
    page = open_page("/tv", "tv", reduced_motion="reduce")
    page.clock.install()
    page.reload()
    page.locator(".turn-now").wait_for()
    # However long the browser takes: only a test lets time pass.
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    return page


def tell(box: PretendBox, page: Page, state: State) -> None:
    """Have the page show another state."""
    box.tell(state)
    page.locator(f'main[data-state="{box.run}-{box.number}"]').wait_for()


CRIES = [
    ("shut", "Shut the box!", "Ann"),
    ("shut", "Boîte fermée\N{NO-BREAK SPACE}!", "Bartholomäus von Hohenstein"),
    ("shut", "Box zu!", "Ann"),
    ("won", "Ann wins!", "Ann"),
    ("won", "Bartholomew the Elder and Clothilde-Marguerite win!", "Bartholomew the Elder"),
    ("won", "Donaudampfschifffahrtsgesellschaft gewinnt!", "Ann"),
]


@pytest.mark.parametrize(("kind", "cry", "player"), CRIES)
def test_the_whole_screen_says_it_in_the_largest_letters_that_fit(
    box: PretendBox, watched: Page, kind: str, cry: str, player: str
) -> None:
    tell(box, watched, told(kind, cry, player=player))
    assert watched.locator(".cry span").all_inner_texts() != []
    assert " ".join(watched.locator(".cry span").all_inner_texts()) == cry
    assert watched.locator(".moment .who").count() == (kind == "shut")
    PICTURES.mkdir(parents=True, exist_ok=True)
    watched.screenshot(path=PICTURES / f"tv-moment-{kind}-{CRIES.index((kind, cry, player))}.png")
    assert watched.evaluate(OUTSIDE) == []
    assert watched.evaluate(MINUTES_OF_ARC, ".cry") > (80 if len(cry) < 20 else 25)
    # The sentence, with what is to be done, is never behind it.
    assert watched.evaluate(AT_SENTENCE) == f"{player}: {cry}"


OUTSIDE = """() => {
  const foot = document.querySelector('.foot').getBoundingClientRect().top;
  return [...document.querySelectorAll('.moment span, .moment bdi')].filter((each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    const { left, top, right, bottom } = words.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > foot + 8;
  }).map((each) => each.textContent);
}"""
"""Words that leave the screen, or reach into the sentence; no letter fills its line."""

AT_SENTENCE = """() => {
  const { left, right, top, bottom } =
    document.querySelector('.plaque .words').getBoundingClientRect();
  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2).textContent;
}"""


def test_the_next_throw_ends_it_at_once(box: PretendBox, watched: Page) -> None:
    shut = told("shut", "Shut the box!", turn="Bob", phase="throw")
    tell(box, watched, shut)
    watched.locator(".moment").wait_for()
    # What follows by itself does not: people still look up.
    ready = {**shut, "announcement": {"text": "Make the box ready.", "kind": "plain", "cry": ""}}
    tell(box, watched, ready)
    assert watched.locator(".moment").count() == 1
    tell(box, watched, with_throw(ready, 2))
    assert watched.locator(".moment").count() == 0


@pytest.mark.parametrize("kind", ["refused", "no_move", "doubt", "asks"])
def test_what_people_need_ends_it_at_once(box: PretendBox, watched: Page, kind: str) -> None:
    shut = told("shut", "Shut the box!")
    tell(box, watched, shut)
    tell(box, watched, {**shut, "announcement": {"text": "No.", "kind": kind, "cry": ""}})
    assert watched.locator(".moment").count() == 0


def test_it_ends_by_itself_and_comes_once(box: PretendBox, watched: Page) -> None:
    shut = told("shut", "Shut the box!")
    tell(box, watched, shut)
    watched.locator(".moment").wait_for()
    watched.clock.run_for(3700)
    watched.locator(".moment").wait_for(state="detached")
    # A remark hides the sentence for a while; it is no other box when it comes back.
    tell(box, watched, {**shut, "announcement": {"text": "Not now.", "kind": "refused", "cry": ""}})
    tell(box, watched, shut)
    assert watched.locator(".moment").count() == 0


def test_a_match_won_by_it_is_said_after_it(box: PretendBox, watched: Page) -> None:
    shut = told("shut", "Shut the box!")
    tell(box, watched, shut)
    won = told("won", "Ann wins!", number=22)
    tell(box, watched, {**won, "rulings": shut["rulings"] + won["rulings"]})
    assert watched.locator(".cry").inner_text().split() == ["Shut", "the", "box!"]
    watched.clock.run_for(3700)
    watched.locator(".moment.kind-won").wait_for()
    watched.clock.run_for(5000)
    watched.locator(".moment").wait_for(state="detached")


def test_who_loads_the_page_in_the_middle_sees_the_table(box: PretendBox, watched: Page) -> None:
    tell(box, watched, told("won", "Ann wins!"))
    watched.locator(".moment").wait_for()
    watched.reload()
    watched.locator(".turn-plate.is-over").wait_for()
    assert watched.locator(".moment").count() == 0


def test_what_was_ruled_while_the_line_was_cut_is_no_news(box: PretendBox, watched: Page) -> None:
    watched.context.set_offline(True)
    box.cut()
    # The clock of the page stands until the browser has noticed.
    while not watched.locator(".connection.is-cut").count():
        watched.clock.run_for(500)
    box.state = told("won", "Ann wins!")
    box.number += 1
    watched.context.set_offline(False)
    # The browser waits by its own clock before it asks again; the page, by that of the test.
    watched.evaluate("dispatchEvent(new Event('online'))")
    watched.clock.run_for(20_000)
    watched.locator(".turn-plate.is-over").wait_for()
    assert watched.locator(".moment").count() == 0


@pytest.mark.parametrize(("motion", "ribbons"), [("reduce", 0), ("no-preference", 44)])
def test_nothing_moves_where_people_want_none_of_it(
    box: PretendBox, open_page: OpenPage, motion: str, ribbons: int
) -> None:
    box.state = situations.own_turn()
    page = open_page("/tv", "tv", reduced_motion=motion)
    page.clock.install()
    page.reload()
    page.locator(".turn-now").wait_for()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    tell(box, page, told("shut", "Shut the box!"))
    page.locator(".moment").wait_for()
    if ribbons:
        page.locator(".ribbon").first.wait_for()
    assert page.locator(".ribbon").count() == ribbons
    names = page.evaluate(
        "[...document.querySelectorAll('.moment, .moment *')]"
        ".map((each) => getComputedStyle(each).animationName)"
    )
    assert any(name != "none" for name in names) == bool(ribbons)
