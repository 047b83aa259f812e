"""The sentence of the referee on the television: all of it, however long."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.boxctl.web.pages import situations
from tests.boxctl.web.pages.conftest import OpenPage
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.boxctl.web.pages.test_look_of_pages import CUT_SENTENCES, HIDDEN

pytestmark = pytest.mark.browser

TILES_TO_PUT_BACK = [
    (),
    (5,),
    (1, 2, 3, 4, 5, 6, 9),
    (1, 3, 5, 7, 9),
    (2, 3, 5, 6, 8, 9),
    range(1, 10),
]
WORDS = "Bartholomew the Elder scores fifteen points, and the box has to be made ready for "
LETTERS = (24, 36, 60, 79, 81, 120, 149, 151, 200)


@pytest.mark.parametrize("tiles", TILES_TO_PUT_BACK, ids=lambda tiles: f"{len(tiles)} tiles")
def test_no_sentence_is_cut_however_much_is_to_be_put_back(
    box: PretendBox, open_page: OpenPage, tiles: Sequence[int]
) -> None:
    box.state = situations.beginning()
    page = open_page("/tv", "tv", reduced_motion="reduce")
    for letters in LETTERS:
        words = (WORDS * 3)[:letters].strip()
        told = situations.state(9, tiles, (5, 4), says=words, phase="turn_over")
        box.tell(situations.with_tiles(told, tiles, asked="open"))
        page.locator(".plaque .words", has_text=words).wait_for()
        assert page.evaluate(CUT_SENTENCES) == []
        assert page.evaluate(HIDDEN) == []
