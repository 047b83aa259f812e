"""The lines of the coach, drawn in the panel beside a box."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.presentation.phrases import capital
from boxctl.screens.coaching.advice import CoachLine
from boxctl.screens.pictures.picture import Glyphs, Picture, Span
from boxctl.screens.pictures.sheet_picture import heading
from groundwork.cell_width import hang
from groundwork.language import tr


def coach_picture(said: Sequence[CoachLine], wide: int, lines: int, glyphs: Glyphs) -> Picture:
    """Draw the lines under their heading, broken at ``wide`` columns, at most so many ``lines``."""
    if not said:
        return ()
    first, *others = said
    if not first.is_heading:
        first, others = CoachLine(tr("coach"), is_heading=True), list(said)
    rows = [
        (Span(f" {piece}", line.part),)
        for line in others
        for piece in hang([line.text], wide - 2, line.further)
    ]
    return (heading(capital(first.text), wide, glyphs), *rows)[:lines]
