"""The small picture of a box, of every variant and in any room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.rules.variants import names, variant
from boxctl.screens.pictures.box.box_plan import small_box
from boxctl.screens.pictures.palettes import DARK
from boxctl.screens.pictures.picture import ASCII, LINES, Glyphs, width_of
from tests.support.screens.picture_text import text_of


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("glyphs", [LINES, ASCII], ids=["blocks", "ascii"])
def test_every_box_fits_and_is_drawn_in_known_materials(name: str, glyphs: Glyphs) -> None:
    picture = small_box(variant(name), 40, 10, glyphs)
    assert len(picture) <= 10
    assert max(map(width_of, picture)) <= 40
    assert {span.ink for row in picture for span in row} <= DARK.keys()
    assert {span.ground for row in picture for span in row} <= DARK.keys()
    assert glyphs is LINES or text_of(picture).isascii()


@given(st.sampled_from(names()), st.integers(36, 120), st.integers(6, 50))
def test_it_is_a_rectangle_in_any_room(name: str, columns: int, lines: int) -> None:
    picture = small_box(variant(name), columns, lines, LINES)
    assert len(picture) <= lines
    assert len(set(map(width_of, picture))) == 1
    assert width_of(picture[0]) <= columns
