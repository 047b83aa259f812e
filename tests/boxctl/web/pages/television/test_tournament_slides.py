"""Tonight's tournament on the television: who plays next, and the table, read from 4 m."""

from __future__ import annotations

from typing import Any

import pytest

from boxctl.presentation.tournament.document import tournament_as_json
from boxctl.tournament.events import Presence
from boxctl.web.page_texts import page_texts
from groundwork.language import language, use
from tests.boxctl.tournament.an_evening import Evening, first_wins
from tests.boxctl.web.pages import situations
from tests.boxctl.web.pages.conftest import PICTURES, OpenPage, Page
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.boxctl.web.pages.test_look_of_pages import (
    COMFORTABLE,
    MINUTES_OF_ARC,
    wait_until_idle,
)
from tests.boxctl.web.pages.test_pages_for_everybody import findings

pytestmark = pytest.mark.browser

NAMES = (
    "Ann", "Bob", "Clothilde-Marguerite", "Dieter", "Bartholomäus von Hohenstein", "Fay", "Guðrún",
    "Hieronymus Bosch", *(f"Maximiliane {n}" for n in range(10, 34)),
)  # fmt: skip
"""32 names, short ones and some that have no room in a line of large letters."""

MOST_SLIDES = 14
"""As many as there are of 32 names: two of the order of play, four of the table, others between."""

SLIDE = 11_000
"""Milliseconds that a slide is shown."""


def evening(system: str, names: int, rounds: int = 1) -> Evening:
    """Return a tournament of so many names, of whose last round the first pairing is played."""
    told = Evening(
        system,
        NAMES[:names],
        rounds=min(5, names) if system == "swiss" else 0,
        boxes=("bar", "back"),
    )
    told.rounds(first_wins, most=rounds - 1)
    told.draws()
    told.decides(told.cup.open[0].number, told.cup.open[0].other)
    for pairing in told.cup.open[:1]:
        told.starts(pairing.number)
    return told


def news(told: Evening) -> dict[str, int]:
    return {"tournament": 3, "entries": len(told.told) + 1}


def tell(box: PretendBox, told: Evening) -> None:
    """Tell the pages a tournament."""
    box.documents["/tournament.json"] = tournament_as_json(3, told.cup)
    box.state = {**situations.attract(), "tournament": news(told)}


def between_matches(box: PretendBox, open_page: OpenPage, size: str = "tv") -> Page:
    """Return the television when nobody has played for long."""
    box.documents["/phone.json"] = {"url": "http://192.168.4.1:8765/"}
    page = open_page("/tv", size, reduced_motion="reduce")
    page.clock.install()
    page.reload()
    page.locator(".phone-code").wait_for()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.clock.run_for(75_000)
    page.locator(".slide").wait_for()
    return page


OUT_OF_PLACE = """() => {
  const foot = document.querySelector('.foot').getBoundingClientRect();
  const top = document.querySelector('.top').getBoundingClientRect();
  return ['td', 'th', 'bdi', 'p', 'h2']
    .flatMap((tag) => [...document.querySelectorAll(`.slide.is-wide ${tag}`)])
    .filter((each) => !each.closest('.unseen'))
    .filter((each) => {
      const { left, right, top: above, bottom } = each.getBoundingClientRect();
      const inline = getComputedStyle(each).display === 'inline';
      const cut = !inline && each.scrollWidth > each.clientWidth + 1;
      const out = left < 0 || right > innerWidth || above < top.bottom - 1;
      return cut || out || bottom > foot.top + 1;
    })
    .map((each) => `${each.tagName} ${each.textContent}`);
}"""
"""What of a slide is cut, or reaches out of its place."""


@pytest.mark.parametrize("code", ["en", "de", "fr"])
@pytest.mark.parametrize(
    ("system", "names", "rounds"),
    [("swiss", 32, 4), ("swiss", 17, 3), ("round_robin", 5, 2), ("knockout", 32, 1),
     ("knockout", 16, 3), ("swiss", 3, 1)],
)  # fmt: skip
def test_every_slide_is_read_from_four_metres(
    box: PretendBox, open_page: OpenPage, system: str, names: int, rounds: int, code: str
) -> None:
    use(language(code))
    box.documents["/texts.json"] = page_texts()
    told = evening(system, names, rounds)
    told.goes(told.cup.entrants[-1].name)
    tell(box, told)
    page = between_matches(box, open_page)
    PICTURES.mkdir(parents=True, exist_ok=True)
    seen: list[str] = []
    for number in range(MOST_SLIDES):
        seen.append(page.locator(".slide").inner_text())
        if page.locator(".slide.is-wide").count():
            if page.locator(".cup").count():
                assert page.evaluate(MINUTES_OF_ARC, ".cup tbody tr > *") > COMFORTABLE
            assert page.evaluate(OUT_OF_PLACE) == []
            assert not page.locator(".stage").is_visible()
            name = f"tv-cup-{system}-{names}-{code}-{number}.png"
            page.screenshot(path=PICTURES / name)
        page.clock.run_for(SLIDE)
    shown = "\n".join(seen)
    met = {name for pairing in told.cup.pairings for name in pairing.names}
    assert {name for name in met if name not in shown} == set(), "every round is among the slides"
    assert "192.168.4.1" in shown


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_on_the_slides(box: PretendBox, open_page: OpenPage, theme: str) -> None:
    told = evening("swiss", 9, 2)
    told.goes("Fay", Presence.WITHDRAWN)
    tell(box, told)
    page = open_page("/tv", "tv", theme, reduced_motion="reduce")
    # Its clock runs on: axe waits by it.
    wait_until_idle(page)
    kinds = set()
    for number in range(6):
        kinds.add(page.locator(".slide.is-wide table").get_attribute("class"))
        assert findings(page) == []
        page.screenshot(path=PICTURES / f"tv-cup-axe-{theme}-{number}.png")
        # One of the others comes between.
        page.clock.run_for(2 * SLIDE)
        page.locator(".slide.is-wide").wait_for()
    assert kinds == {"cup of-play", "cup of-standings"}


def test_a_result_of_another_program_comes_without_a_throw(
    box: PretendBox, open_page: OpenPage
) -> None:
    """It changes the slides, and does not end them: nobody has touched the box."""
    told = evening("round_robin", 7)
    tell(box, told)
    page = between_matches(box, open_page)
    for _ in range(MOST_SLIDES):
        if page.locator(".of-play").count():
            break
        page.clock.run_for(SLIDE)
    assert page.locator(".of-play tr.is-being_played").count() == 1
    playing = told.cup.open[0]
    told.decides(playing.number, playing.one)
    tell(box, told)
    box.tell(box.state)
    page.locator(".of-play tr.is-being_played").wait_for(state="detached")
    assert page.locator(".slide.is-wide .of-play").is_visible(), "what is new comes first"


def test_what_is_played_is_said_beside_the_name_of_the_game(
    box: PretendBox, open_page: OpenPage
) -> None:
    told = Evening("round_robin", ("Ann", "Bob", "Cas"))
    told.draws()
    while set(told.cup.open[0].names) != {"Ann", "Bob"}:
        told.plays()
        told.draws()
    pairing = told.cup.open[0]
    tell(box, told)
    box.state = {**situations.refused(), "tournament": news(told)}
    page = open_page("/tv", "tv", reduced_motion="reduce")
    words = page.locator(".pairing")
    words.wait_for()
    assert words.inner_text() == f"Round {pairing.round} · pairing {pairing.number}"
    page.screenshot(path=PICTURES / "tv-cup-pairing.png")
    told.decides(pairing.number, "Ann")
    tell(box, told)
    box.tell({**situations.refused(), "tournament": news(told)})
    words.wait_for(state="detached")


def test_no_tournament_has_no_slides(box: PretendBox, open_page: OpenPage) -> None:
    box.state = {**situations.attract(), "tournament": {"tournament": 0, "entries": 0}}
    page = between_matches(box, open_page)
    for _ in range(6):
        assert page.locator(".slide").count() == 1
        assert page.locator(".slide.is-wide").count() == 0
        page.clock.run_for(SLIDE)


LONG_NAMES = (
    "Ann",
    "Bartholomew Featherstonehaugh-Cholmondeley",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "Maria Josefa Antonia Margareta von und zu Hohenstein-Bartenfels",
    "Eve",
)
"""Five names, so that three have a bye; some have no room in two lines."""


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_the_last_eight_stand_beside_each_other(
    box: PretendBox, open_page: OpenPage, rounds: int
) -> None:
    told = Evening("knockout", LONG_NAMES).rounds(most=rounds - 1)
    if not told.cup.open:
        told.draws()
    tell(box, told)
    page = between_matches(box, open_page)
    for _ in range(MOST_SLIDES):
        if page.locator(".of-tree").count():
            break
        page.clock.run_for(SLIDE)
    page.screenshot(path=PICTURES / f"tv-cup-tree-{rounds}.png")
    assert page.evaluate(OUT_OF_PLACE) == []
    heads = page.locator(".of-tree thead th").all_inner_texts()
    assert heads == ["The quarter-finals", "The semi-finals", "The final"]
    cells = page.locator(".of-tree tbody td")
    assert cells.count() == 8 + 4 + 2
    assert page.locator(".of-tree td", has_text="bye").count() == 3
    for name in LONG_NAMES:
        assert page.locator(".of-tree bdi", has_text=name).count()


def test_who_has_won_stands_above_the_last_table(box: PretendBox, open_page: OpenPage) -> None:
    told = Evening("knockout", ("Ann", "Bob", "Cas", "Dee")).rounds()
    tell(box, told)
    page = between_matches(box, open_page)
    told_words: Any = "Ann has won the tournament."
    assert told_words in page.locator(".slide h2").inner_text()
    assert page.locator(".of-play").count() == 0
