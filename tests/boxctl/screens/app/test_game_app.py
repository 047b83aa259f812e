"""What the full screen lets through to the terminal."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from boxctl.screens.app.game_app import TextFilter

BLACK = Color(0, 0, 0)


def through(*segments: Segment) -> list[Segment]:
    return TextFilter().apply(list(segments), BLACK)


def test_text_goes_through_as_it_is() -> None:
    segments = [Segment("│ Zoë · 7 │", Style(bold=True)), Segment("👩\u200d🚀")]
    assert through(*segments) == segments


def test_what_has_no_column_goes_without_a_trace() -> None:
    (segment,) = through(Segment("Bob\x1b[2J\u202e\n\x9b", Style(bold=True)))
    assert segment == Segment("Bob[2J", Style(bold=True))


def test_what_has_a_column_keeps_it() -> None:
    hostile = "a\ue000b"
    (segment,) = through(Segment(hostile))
    assert segment.text == "a\ufffdb"
    assert segment.cell_length == cell_len(hostile)
