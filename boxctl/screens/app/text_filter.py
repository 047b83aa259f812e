"""Let nothing but text through to the terminal from the full screen."""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from groundwork.shown_text import REPLACEMENT, as_text


class TextFilter(LineFilter):
    """Takes from every line what :func:`groundwork.shown_text.as_text` does not show.

    Textual has laid the line out by then, so a character gets U+FFFD only if it has a column.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line, with text alone."""
        return [
            segment
            if segment.control or (shown := _shown(segment.text)) == segment.text
            else Segment(shown, segment.style)
            for segment in segments
        ]


@lru_cache(4096)
def _shown(text: str) -> str:
    """Return a text as it is shown, in as many columns. Frame by frame most of it is the same."""
    shown = as_text(text)
    return text if shown == text else _as_wide(text, shown)


def _as_wide(text: str, shown: str) -> str:
    """Drop each replacement of a character without width, so that the line stays as wide."""
    return "".join(
        after
        for before, after in zip(text, shown, strict=True)
        if after != REPLACEMENT or cell_len(before)
    )
