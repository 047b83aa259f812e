"""The whole table, drawn for a screen of a given size, with the plaque of the decisive sentence.

A shut box and a win make a banner of the plaque.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from boxctl.screens.pictures.box.box_plan import box_picture
from boxctl.screens.pictures.box.dice_picture import ThrownDice
from boxctl.screens.pictures.picture import (
    Glyphs,
    Picture,
    Row,
    Span,
    fit,
    footer_picture,
    on_ground,
)
from boxctl.screens.pictures.sheet_picture import heading
from boxctl.screens.pictures.table_plan import (
    LEAST_COLUMNS,
    LEAST_LINES,
    ScreenArea,
    TablePlan,
)
from boxctl.screens.pictures.view_model import TableViewModel
from boxctl.view.announcement import Announcement, AnnouncementKind
from groundwork.cell_width import centred, columns_of, cut, flush_left, wrapped
from groundwork.language import tr

_STYLES = {
    AnnouncementKind.PLAIN: ("said", "plaque"),
    AnnouncementKind.REFUSED: ("said-refused", "plaque-refused"),
    AnnouncementKind.NO_MOVE: ("said-no-move", "plaque-no-move"),
    AnnouncementKind.SHUT: ("said-won", "plaque-won"),
    AnnouncementKind.WON: ("said-won", "plaque-won"),
    AnnouncementKind.DOUBT: ("said-doubt", "plaque-doubt"),
    AnnouncementKind.ASKS: ("said-asks", "plaque-asks"),
}
"""The ink and the ground of each kind."""

_SIGN_COLUMNS = 4
"""At either side, for the sign of the kind and the space beside it."""

_LEAST_SIGN_COLUMNS = 2
"""The same where the sentence is too long for its place."""

_GLEAM = 9
"""The columns of a banner that gleam at a time."""


def announcement_picture(
    announcement: Announcement,
    columns: int,
    lines: int,
    glyphs: Glyphs,
    celebration: float | None = None,
) -> Picture:
    """Draw exactly so many columns and lines: the sentence in the middle, beside it a sign.

    In a ``celebration`` (0.0 to 1.0) a gleam runs over it.
    """
    ink, ground = _STYLES[announcement.kind]
    said = _broken(announcement.text, columns, lines)
    above = (lines - len(said)) // 2
    rows: list[Row] = []
    for line in range(lines):
        at = line - above
        text = said[at] if 0 <= at < len(said) else ""
        sign = _sign(announcement.kind, glyphs) if text and at == 0 else ""
        between = "  " if columns_of(text) <= columns - 2 * _SIGN_COLUMNS else " "
        whole = f"{sign}{between}{text}{between}{sign}" if sign else text
        rows.append(_with_gleam(centred(whole, columns), ink, ground, celebration))
    return tuple(rows)


def lines_of(text: str, columns: int) -> int:
    """Return how many lines a sentence needs to be drawn whole."""
    return len(wrapped(text, max(10, columns - 2 * _LEAST_SIGN_COLUMNS)))


@lru_cache(16)
def _broken(text: str, columns: int, lines: int) -> tuple[str, ...]:
    """Break a sentence into lines with room for the signs, little if it is long."""
    said = wrapped(text, max(10, columns - 2 * _SIGN_COLUMNS))
    if len(said) > lines:
        room = max(10, columns - 2 * _LEAST_SIGN_COLUMNS)
        said = wrapped(text, room)
    if len(said) > lines:
        return (*said[: lines - 1], f"{cut(said[lines - 1], room - 2).rstrip()} …")
    return tuple(_without_short_end(text, said))


def _without_short_end(text: str, said: list[str]) -> list[str]:
    """Break a text into as many lines, narrower ones while the last has not half their width."""
    longest_word = max(map(columns_of, text.split()), default=0)
    broken = said
    while broken and (widest := max(map(columns_of, broken))) > max(
        longest_word, 2 * columns_of(broken[-1]) - 1
    ):
        broken = wrapped(text, widest - 1)
        if len(broken) > len(said):
            return said
    return broken


def _with_gleam(text: str, ink: str, ground: str, share: float | None) -> Row:
    if share is None:
        return (Span(text, ink, ground),)
    begin = int(share * 3 % 1 * (columns_of(text) + _GLEAM)) - _GLEAM
    ends = (len(cut(text, begin)), len(cut(text, begin + _GLEAM)))
    pieces = [text[left:right] for left, right in pairwise((0, *ends, len(text)))]
    grounds = (ground, "plaque-gleam", ground)
    return tuple(
        Span(piece, ink, under) for piece, under in zip(pieces, grounds, strict=True) if piece
    )


def _sign(kind: AnnouncementKind, glyphs: Glyphs) -> str:
    return {
        AnnouncementKind.REFUSED: "!",
        AnnouncementKind.NO_MOVE: "-",
        AnnouncementKind.SHUT: glyphs.star,
        AnnouncementKind.WON: glyphs.star,
        AnnouncementKind.DOUBT: "!?",
        AnnouncementKind.ASKS: "?",
    }.get(kind, "")


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
