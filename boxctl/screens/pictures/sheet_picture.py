"""The panels beside a box, drawn: the score sheet, the facts of a turn, and the log.

The sheet has a line for each player, a column for each round, and the pool below. A player has the
same sign in the same ink everywhere. The log has its newest lines at the bottom, or older ones
when it is scrolled.
"""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.screens.pictures.picture import ASCII, Glyphs, Picture, Row, Span, fit
from boxctl.screens.pictures.view_model import SheetRow, TurnFact
from boxctl.view.announcement import AnnouncementKind
from boxctl.view.turn_log import LogLine
from groundwork.cell_width import columns_of, cut, flush_left, flush_right, wrapped
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr, tr_as


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


SIGNS = "●■▲◆★♥"
SIGNS_IN_ASCII = "o#^+*@"

COLOURS = 6
"""The number of inks for seats; further seats use them again."""


def sign_of(seat: int, glyphs: Glyphs) -> Span:
    """Return the sign of a seat, from 0, in its ink."""
    signs = SIGNS_IN_ASCII if glyphs is ASCII else SIGNS
    return Span(signs[seat % len(signs)], seat_ink(seat))


def seat_ink(seat: int) -> str:
    """Return the name of the ink of a seat, from 0."""
    return f"seat-{seat % COLOURS + 1}"


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
    """Return the columns that fit: total, rounds won, money, then rounds from the newest back."""
    last = [
        _SheetColumn(tr_as("score sheet", "total"), tuple(row.total for row in rows)),
        _SheetColumn(tr_as("score sheet", "won"), tuple(row.wins for row in rows)),
        _SheetColumn(tr_as("score sheet", "money"), tuple(row.purse for row in rows)),
    ]
    columns = [column for column in last if any(column.values)]
    room -= sum(column.width + 1 for column in columns)
    if len(rounds) == 1 and not any(row.total or row.wins for row in rows):
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


MARGIN = 4
"""The columns of the sign before a line, and of the margins around it."""


def log_rows(
    lines: Sequence[LogLine], columns: int, rows: int, glyphs: Glyphs, scrolled: int = 0
) -> list[Row]:
    """Return at most ``rows`` rows of the log, broken between words, the newest at the bottom.

    ``scrolled`` is by how many rows it is scrolled back; the oldest row is never scrolled past.
    """
    found: list[Row] = []
    for place, line in enumerate(reversed(lines)):
        ink = "bad" if line.kind is AnnouncementKind.DOUBT else "plain" if place else "newest"
        sign = _sign(line, glyphs)
        for row, text in reversed(list(enumerate(_broken(line, columns)))):
            found.insert(0, (Span(" "), Span(" ") if row else sign, Span(f" {text}", ink)))
        if len(found) >= rows + scrolled:
            break
    end = max(min(rows, len(found)), len(found) - scrolled)
    return found[max(0, end - rows) : end]


def most_scrolled(lines: Sequence[LogLine], columns: int, rows: int) -> int:
    """Return by how many rows the log can be scrolled back."""
    return max(0, sum(len(_broken(line, columns)) for line in lines) - rows)


def is_longer(lines: Sequence[LogLine], columns: int, rows: int) -> bool:
    """Whether the log has more rows than there is room for."""
    return len(lines) > rows or most_scrolled(lines, columns, rows) > 0


def _sign(line: LogLine, glyphs: Glyphs) -> Span:
    if line.kind is AnnouncementKind.DOUBT:
        return Span("!", "bad")
    return Span(" ") if line.colour is None else sign_of(line.colour, glyphs)


def _broken(line: LogLine, columns: int) -> list[str]:
    room = max(10, columns - MARGIN)
    broken = wrapped(line.text, room, "  ")
    return [cut(text, columns - MARGIN) for text in broken]
