"""The television while three to five players stand below each other: their scores stay large."""

from __future__ import annotations

import pytest

from boxctl.view.score_sheet import TurnStanding
from boxctl.web.page_texts import page_texts
from groundwork.language import language, use
from tests.boxctl.web.pages.conftest import OpenPage
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.boxctl.web.pages.situations import State, party, with_tiles
from tests.boxctl.web.pages.test_look_of_pages import (
    COMFORTABLE,
    CUT_NAMES,
    HIDDEN,
    MINUTES_OF_ARC,
)

pytestmark = pytest.mark.browser

SHORT = ("Ann", "Bob", "Clothilde", "Dieter", "Eve")
LONG = (
    "Bartholomew the Elder",
    "Clothilde-Marguerite",
    "Guðrún Jónsdóttir",
    "Hieronymus Bosch",
    "Bartholomäus von Hohenstein",
)


def made_ready(told: State) -> State:
    """Return how it goes on: the turn is over, and the box is made ready."""
    told = {**told, "phase": "turn_over", "moves": []}
    return with_tiles(told, (2, 8), asked="open", lamp="slow")


@pytest.mark.parametrize("code", ["en", "de", "fr"])
@pytest.mark.parametrize("rounds", [1, 2, 12])
@pytest.mark.parametrize("names", [SHORT, LONG], ids=["short names", "long names"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_score_of_many_is_read_from_four_metres(
    box: PretendBox,
    open_page: OpenPage,
    players: int,
    names: tuple[str, ...],
    rounds: int,
    code: str,
) -> None:
    use(language(code))
    box.documents["/texts.json"] = page_texts()
    told = party(*names[:players], rounds=rounds)
    hundreds = TurnStanding(scores=300, beat=299, made_by=names[0])
    box.state = told
    page = open_page("/tv", "tv", reduced_motion="reduce")
    for each in (told, made_ready(told), party(*names[:players], rounds=rounds, stands=hundreds)):
        box.tell(each)
        page.wait_for_function("(id) => document.querySelector('main').dataset.state === id",
                               arg=f"{box.run}-{box.number}")  # fmt: skip
        assert page.evaluate(MINUTES_OF_ARC, ".sheet td") > COMFORTABLE
        assert page.evaluate(HIDDEN) == []
        assert page.evaluate(CUT_NAMES) == []
        assert page.evaluate(COVERED) == []


COVERED = """() => {
  const paper = document.querySelector('.of-scores').getBoundingClientRect();
  return [...document.querySelectorAll('.turn-now *')]
    .filter((each) => each.getBoundingClientRect().bottom > paper.top)
    .map((each) => each.className);
}"""
"""What of the turn reaches into the sheet."""


def test_few_ways_to_go_on_stand_beside_the_throw_of_many(
    box: PretendBox, open_page: OpenPage
) -> None:
    """Where they would take a second line, the dice and tiles have to do."""
    box.state = party(*SHORT)
    page = open_page("/tv", "tv", reduced_motion="reduce")
    assert page.locator(".moves li").all_inner_texts() == ["9", "3 + 6", "4 + 5", "1 + 3 + 5"]
    box.tell(party(*SHORT, moves=((9,), (3, 6), (4, 5), (1, 3, 5), (1, 2, 6))))
    page.locator(".moves").wait_for(state="detached")
    assert page.locator(".go-on dd").inner_text() == "9"
