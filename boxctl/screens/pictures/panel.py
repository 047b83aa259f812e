"""Panels beside a box: headings with a line behind them, and blocks in a stack."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.screens.pictures.glyphs import Glyphs
from boxctl.screens.pictures.picture import Picture, Row, Span, fit
from boxctl.view.turn_facts import TurnFact
from groundwork.cell_width import columns_of, flush_right
from groundwork.language import tr


def heading(title: str, columns: int, glyphs: Glyphs, right: str = "") -> Row:
    """Draw a title, a line behind it, and what heads the figures at the right edge.

    Where there is no room for the title beside the figures, there is only the line.
    """
    room = columns - columns_of(right)
    text = f" {title} " if columns_of(title) + 2 <= room else " "
    line = glyphs.across * max(0, room - columns_of(text))
    return (Span(text, "hint"), Span(line, "rule"), Span(right, "dark"))


def stacked(blocks: Sequence[Picture], lines: int) -> Picture:
    """Put blocks below each other in at most so many lines.

    A line is left free between them where there is room for that. Empty blocks take no place.
    """
    drawn = [block for block in blocks if block]
    free = sum(map(len, drawn)) + len(drawn) - 1 <= lines
    rows: list[Row] = []
    for place, block in enumerate(drawn):
        if place and free:
            rows.append(())
        rows += block
    return tuple(rows[:lines])


def facts_picture(facts: Sequence[TurnFact], columns: int, glyphs: Glyphs) -> Picture:
    """Draw the facts of a turn under their heading, the figures at the right edge.

    A figure that has no room beside its words goes below them.
    """
    if not facts:
        return ()
    rows: list[Row] = [heading(tr("This turn"), columns, glyphs)]
    for fact in facts:
        name, value = fit(fact.name, columns - 2), fit(fact.value, columns - 2)
        if columns_of(name) + columns_of(value) > columns - 3:
            rows.append((Span(f" {name}", "dark"),))
            name = ""
        room = columns - 2 - columns_of(name)
        rows.append((Span(f" {name}", "dark"), Span(f" {flush_right(value, room)}", "plain")))
    return tuple(rows)
