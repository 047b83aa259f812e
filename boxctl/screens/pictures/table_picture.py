"""The whole table, drawn for a screen of a given size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from boxctl.screens.pictures.announcement_picture import announcement_picture, lines_of
from boxctl.screens.pictures.box.box_picture import box_picture
from boxctl.screens.pictures.box.felt_picture import ThrownDice
from boxctl.screens.pictures.footer_picture import footer_picture
from boxctl.screens.pictures.glyphs import Glyphs
from boxctl.screens.pictures.panel import heading
from boxctl.screens.pictures.picture import Picture, Row, Span, fit, on_ground
from boxctl.screens.pictures.table_plan import (
    LEAST_COLUMNS,
    LEAST_LINES,
    ScreenArea,
    TablePlan,
)
from boxctl.screens.pictures.view_model import TableViewModel
from groundwork.cell_width import centred, columns_of, flush_left, wrapped
from groundwork.language import tr

Pieces = list[list[tuple[int, int, Row]]]
"""For each line of the screen what is drawn on it: rows, each from a column on, with its width."""


def table_picture(
    look: TableViewModel,
    plan: TablePlan,
    log: Sequence[Row],
    side: Picture,
    glyphs: Glyphs,
    rules: Picture = (),
) -> Picture:
    """Draw exactly ``plan.lines`` rows of ``plan.columns`` columns.

    ``rules`` are drawn where the plan has a place for them.
    """
    if plan.too_small:
        return _too_small(plan)
    said = look.announcement.text
    plan = plan.with_announcement_of(lines_of(said, plan.announcement.columns))
    pieces: Pieces = [[] for _ in range(plan.lines)]
    shown = look.celebration
    dice = ThrownDice(look.dice, look.sides, look.rolling, look.tumbled, shown)
    area = plan.box_area
    box = box_picture(look.tiles, dice, plan.box, glyphs)
    margin = (Span(" " * plan.side_margin),) if plan.side_margin else ()
    side = tuple((*margin, *row) for row in side)
    _lay(pieces, plan.side, _filled(side, plan.side, "panel"))
    title = (heading(look.log_title, plan.log_columns, glyphs),) if plan.log_has_title else ()
    newest = tuple(log[max(0, len(log) - plan.log_lines) :])
    _lay(pieces, plan.log, _filled((*title, *newest), plan.log, "panel"))
    if plan.rules is not None:
        _lay(pieces, plan.rules, _filled(rules, plan.rules, "panel"))
    _lay(pieces, area, box)
    place = plan.announcement
    plaque = announcement_picture(look.announcement, place.columns, place.lines, glyphs, shown)
    _lay(pieces, place, plaque)
    _lay(pieces, plan.hint, (_hint(look, plan.hint.columns),))
    pieces[0] = [(0, plan.columns, _header(look, plan.columns))]
    for line, keys in enumerate(footer_picture(look.footer, plan.columns, plan.footer_lines)):
        pieces[plan.lines - plan.footer_lines + line] = [(0, plan.columns, keys)]
    return tuple(_row_of(line, plan.columns) for line in pieces)


def _lay(pieces: Pieces, area: ScreenArea, picture: Picture) -> None:
    for line, row in enumerate(picture, area.top):
        if line < len(pieces):
            pieces[line].append((area.left, area.columns, row))


@lru_cache(16)
def _filled(rows: tuple[Row, ...], area: ScreenArea, ground: str) -> Picture:
    """Lay rows on a ground that fills the whole area. Most frames change none of them."""
    blank: tuple[Row, ...] = ((),) * max(0, area.lines - len(rows))
    return tuple(on_ground(row, ground, area.columns) for row in (*rows, *blank)[: area.lines])


def _row_of(pieces: list[tuple[int, int, Row]], columns: int) -> Row:
    """Join what is drawn on a line, with the page between it."""
    row: list[Span] = []
    drawn = 0
    for left, width, piece in sorted(pieces):
        if left > drawn:
            row.append(Span(" " * (left - drawn)))
        row += piece
        drawn = left + width
    if drawn < columns:
        row.append(Span(" " * (columns - drawn)))
    return tuple(row) if drawn <= columns else on_ground(tuple(row), "", columns)


def _header(look: TableViewModel, columns: int) -> Row:
    turn = fit(look.turn, columns // 2)
    title = fit(f" {look.title}", columns - columns_of(turn) - 3)
    row = (
        Span(flush_left(title, columns - columns_of(turn) - 1), "title"),
        Span(f"{turn} ", "title"),
    )
    return on_ground(row, "header", columns)


def _hint(look: TableViewModel, columns: int) -> Row:
    return (Span(centred(fit(look.hint, columns - 2), columns), "hint"),)


def _too_small(plan: TablePlan) -> Picture:
    said = tr(
        "A table needs {columns} by {lines} characters: make the window larger.",
        columns=LEAST_COLUMNS,
        lines=LEAST_LINES,
    )
    broken = wrapped(said, max(1, plan.columns))[: plan.lines]
    above = (plan.lines - len(broken)) // 2
    rows = [""] * above + broken + [""] * (plan.lines - above - len(broken))
    return tuple((Span(centred(text, plan.columns), "hint"),) for text in rows)
