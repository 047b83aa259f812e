"""Names and words from elsewhere on a display: it is only sent characters that it has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.presentation.display.words import FittedText, LabelledList, TextItem
from hardware.config.tables.display import REPERTOIRE
from hardware.devices import Face

ANY_TEXT = st.text(st.characters(exclude_categories=[]), max_size=30)
FACES = [Face(8, 1, "segments"), Face(16, 2), Face(21, 4, largest=2)]


@pytest.mark.parametrize("face", FACES)
@given(ANY_TEXT, ANY_TEXT)
def test_any_text_is_spelled_with_the_display_s_own_characters(
    face: Face, one: str, other: str
) -> None:
    items: tuple[TextItem, ...] = (FittedText((one, other)), LabelledList((one,), (other, one)))
    for item in items:
        for line in item.lines(face):
            assert set(line.text) <= set(REPERTOIRE[face.letters])
            assert len(line.text) <= face.columns
