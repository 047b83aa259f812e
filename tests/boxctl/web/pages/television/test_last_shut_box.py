"""Between matches the television plays the last shut box again, and shows the records."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boxctl.journal.query import find_match, reading
from boxctl.referee.payloads import Verdict
from boxctl.web.journal.record_routes import replay_of
from boxctl.web.journal.replays import ReplayedState
from boxctl.web.page_texts import page_texts
from boxctl.web.reading import as_text
from groundwork.language import language, use
from tests.boxctl.web.pages import situations
from tests.boxctl.web.pages.conftest import PICTURES, OpenPage, Page
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.boxctl.web.pages.test_look_of_pages import (
    COMFORTABLE,
    HIDDEN,
    MINUTES_OF_ARC,
    wait_until_idle,
)
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.support.records.simulated_records import SimulatedMatch, record_matches

pytestmark = pytest.mark.browser

SLIDE = 11_000
"""Milliseconds of a slide."""

MOMENT = 500
"""Milliseconds after which a test looks again."""

MOST_SLIDES = 12


@pytest.fixture(scope="module")
def shut(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A recorded match in which a box was shut, as a box tells it."""
    journal = tmp_path_factory.mktemp("shut") / "journal.db"
    seeds = range(29, 31)
    record_matches(journal, [SimulatedMatch(players="Ann,Bob", seed=seed) for seed in seeds])
    with reading(journal) as connection:
        for number in range(1, len(seeds) + 1):
            told = replay_of(find_match(connection, journal, str(number)))
            if any(ruling_of(state) is Verdict.SHUT_THE_BOX for state in told["states"]):
                return {"told": told, "number": number}
    raise AssertionError("no box was shut")


def ruling_of(state: ReplayedState) -> Verdict:
    return state.rulings[-1].verdict


def idle_house(box: PretendBox, shut: dict[str, Any]) -> None:
    """Have the box stand between matches, with this match in its journal."""
    told, number = shut["told"], shut["number"]
    (ended,) = (state for state in told["states"] if ruling_of(state) is Verdict.SHUT_THE_BOX)
    box.state = situations.attract()
    box.state["house"]["shut"] = {
        "match": number, "ruling": ended.ruling, "player": ended.turn, "day": "2026-11-12",
    }  # fmt: skip
    box.documents[f"/matches/{number}.json"] = json.loads(as_text(told))


def wait_in_vain(page: Page) -> None:
    """Let time pass until nobody is thought to play; from then on only a test lets it pass."""
    # Then the page asks for the match, and has one slide more.
    with page.expect_response("**/matches/*"):
        wait_until_idle(page)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))


def slide_of(page: Page, title: str) -> None:
    """Let slides pass until that of this title is shown."""
    for _ in range(MOST_SLIDES * SLIDE // MOMENT):
        if page.locator(".slide h2", has_text=title).count():
            return
        page.clock.run_for(MOMENT)
    raise AssertionError(f"no slide {title!r}")


def test_the_turn_is_played_again_from_the_first_throw_to_the_last_tile(
    box: PretendBox, open_page: OpenPage, shut: dict[str, Any]
) -> None:
    idle_house(box, shut)
    page = open_page("/tv", "tv", reduced_motion="reduce")
    wait_in_vain(page)
    slide_of(page, "The last shut box")
    open_tiles = [page.locator(".stage .tile.is-open").count()]
    said = [page.locator(".replayed").inner_text()]
    while open_tiles[-1]:
        page.clock.run_for(1_300)
        open_tiles.append(page.locator(".stage .tile.is-open").count())
        said.append(page.locator(".replayed").inner_text())
        assert len(said) < 40, said
    assert open_tiles[0] == 9
    assert open_tiles == sorted(open_tiles, reverse=True)
    assert "shut" in said[-1]
    page.screenshot(path=PICTURES / "tv-tv-replay.png")
    assert page.evaluate(HIDDEN) == []
    page.clock.run_for(2 * SLIDE)
    page.locator(".slide h2", has_text="The last shut box").wait_for(state="detached")
    assert page.locator(".stage .tile.is-open").count() == 9, "the box as it stands"


def test_who_throws_ends_the_replay_at_once(
    box: PretendBox, open_page: OpenPage, shut: dict[str, Any]
) -> None:
    idle_house(box, shut)
    page = open_page("/tv", "tv", reduced_motion="reduce")
    wait_in_vain(page)
    slide_of(page, "The last shut box")
    box.tell(situations.own_turn())
    page.locator(".turn-now").wait_for()
    assert page.locator(".is-replay").count() == 0


@pytest.mark.parametrize("title", ["The last shut box", "Records"])
def test_axe_finds_nothing_on_these_slides(
    box: PretendBox, open_page: OpenPage, shut: dict[str, Any], title: str
) -> None:
    idle_house(box, shut)
    page = open_page("/tv", "tv", reduced_motion="reduce")
    # Its clock runs on: axe waits by it.
    with page.expect_response("**/matches/*"):
        wait_until_idle(page)
    slide_of(page, title)
    assert findings(page) == []


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_records_are_read_from_across_the_room(
    box: PretendBox, open_page: OpenPage, shut: dict[str, Any], code: str
) -> None:
    use(language(code))
    box.documents["/texts.json"] = page_texts()
    idle_house(box, shut)
    page = open_page("/tv", "tv", reduced_motion="reduce")
    wait_in_vain(page)
    title = {"en": "Records", "de": "Rekorde", "fr": "Records"}[code]
    slide_of(page, title)
    page.screenshot(path=PICTURES / f"tv-tv-records-{code}.png")
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(MINUTES_OF_ARC, ".records .figure") > 3 * COMFORTABLE
    assert page.evaluate(MINUTES_OF_ARC, ".records .of-whom") > COMFORTABLE
    assert page.evaluate(MINUTES_OF_ARC, ".slide h2") > 12


def test_a_journal_that_does_not_answer_leaves_the_slide_out(
    box: PretendBox, open_page: OpenPage, shut: dict[str, Any]
) -> None:
    idle_house(box, shut)
    box.state["house"]["shut"]["match"] = 999
    page = open_page("/tv", "tv", reduced_motion="reduce")
    wait_in_vain(page)
    for _ in range(MOST_SLIDES):
        assert page.locator(".is-replay").count() == 0
        page.clock.run_for(SLIDE)
