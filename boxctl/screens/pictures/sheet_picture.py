"""The score sheet: a line for each player, a column for each round, and the pool below."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.screens.pictures.glyphs import Glyphs
from boxctl.screens.pictures.panel import heading
from boxctl.screens.pictures.picture import Picture, Row, Span
from boxctl.screens.pictures.seat_sign import sign_of
from boxctl.screens.pictures.view_model import SheetRow
from groundwork.cell_width import columns_of, cut, flush_left, flush_right
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr, tr_as

FOR_NAMES = 10
"""The least columns for names, unless all names are shorter."""


@frozen_dataclass
class _SheetColumn:
    name: str
    values: tuple[str, ...]

    @property
    def width(self) -> int:
        return max(map(columns_of, (self.name, *self.values)))


def sheet_picture(
    rows: Sequence[SheetRow],
    rounds: Sequence[str],
    pool: str,
    wide: int,
    lines: int,
    glyphs: Glyphs,
    scrolled: int = 0,
) -> Picture:
    """Draw the sheet, ``wide`` columns and at most ``lines`` lines; ``rounds`` are their names.

    Where there are too many rounds, the newest are shown; where there are too many players, those
    around the one who plays, or as many seats further down as it is ``scrolled``.
    """
    longest = max((columns_of(row.player + _beside(row, glyphs)) for row in rows), default=0)
    columns = _columns(rows, rounds, wide - 4 - min(FOR_NAMES, longest))
    for_names = max(4, wide - 4 - sum(column.width + 1 for column in columns))
    seats = _seats_shown(rows, lines - 1 - bool(pool), scrolled)
    names = "".join(f" {flush_right(column.name, column.width)}" for column in columns)
    shown = _which_seats(seats, len(rows)) or tr("Score sheet")
    head = heading(shown, wide, glyphs, cut(f"{names} ", max(0, wide - 8)) if columns else "")
    body: list[Row] = []
    for seat in seats:
        figures = "".join(
            f" {flush_right(column.values[seat], column.width)}" for column in columns
        )
        mark = glyphs.turn if rows[seat].playing else " "
        ink = "turn" if rows[seat].playing else "plain"
        beside = _beside(rows[seat], glyphs)
        name = _cut(rows[seat].player, for_names - columns_of(beside)) + beside
        text = f" {flush_left(cut(name, for_names), for_names)}{figures}"
        sign = sign_of(rows[seat].colour, glyphs)
        body.append((Span(mark, "turn"), sign, Span(cut(text, wide - 2), ink)))
    foot: list[Row] = [(Span(f"  {_cut(pool, wide - 3)}", "money"),)] if pool else []
    return (head, *body, *foot)[: max(0, lines)]


def most_scrolled_down(rows: Sequence[SheetRow], pool: str, lines: int) -> tuple[int, int]:
    """Return how far up (0 or less) and how far down the sheet can be scrolled, in seats."""
    room = lines - 1 - bool(pool)
    first = _seats_shown(rows, room, 0)
    return -first.start, len(rows) - first.stop


def _columns(rows: Sequence[SheetRow], rounds: Sequence[str], room: int) -> list[_SheetColumn]:
    """Return the columns that fit: total and money first, then rounds from the newest back."""
    last = [
        _SheetColumn(tr_as("score sheet", "total"), tuple(row.total for row in rows)),
        _SheetColumn(tr_as("score sheet", "money"), tuple(row.purse for row in rows)),
    ]
    columns = [column for column in last if any(column.values)]
    room -= sum(column.width + 1 for column in columns)
    if len(rounds) == 1 and not any(row.total for row in rows):
        rounds = [tr_as("score sheet", "last")]
    newest_first = reversed(range(len(rounds)))
    for place in newest_first:
        column = _SheetColumn(rounds[place], tuple(row.rounds[place] for row in rows))
        room -= column.width + 1
        if room < 0:
            break
        columns.insert(0, column)
    return columns


def _beside(row: SheetRow, glyphs: Glyphs) -> str:
    """Return the text behind a name: that the player is out, and a pip for each marker."""
    markers = f" {glyphs.pip * row.markers}" if row.markers else ""
    return (f" {row.note}" if row.note else "") + markers


def _seats_shown(rows: Sequence[SheetRow], room: int, scrolled: int) -> range:
    room = max(1, room)
    playing = next((seat for seat, row in enumerate(rows) if row.playing), 0)
    last = max(0, len(rows) - room)
    by_itself = max(0, min(playing - room // 2, last))
    first = max(0, min(by_itself + scrolled, last))
    return range(first, min(len(rows), first + room))


def _which_seats(seats: range, count: int) -> str:
    if len(seats) == count:
        return ""
    return tr("{first}-{last} of {count}", first=seats.start + 1, last=seats.stop, count=count)


def _cut(text: str, wide: int) -> str:
    return text if columns_of(text) <= wide else cut(text, wide - 1) + "."
