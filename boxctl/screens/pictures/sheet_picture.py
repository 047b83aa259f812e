"""The score sheet: a line for each player, and the pool below."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.screens.pictures.glyphs import Glyphs
from boxctl.screens.pictures.picture import Picture, Row, Span
from boxctl.screens.pictures.view_model import SheetRow
from groundwork.language import tr_as


def sheet_picture(
    rows: Sequence[SheetRow], pool: str, wide: int, lines: int, glyphs: Glyphs
) -> Picture:
    """Draw the sheet, ``wide`` columns and at most ``lines`` lines.

    If there are too many players, those around the one who plays are shown.
    """
    columns = [
        (tr_as("score sheet", "last"), [row.last for row in rows]),
        (tr_as("score sheet", "total"), [row.total for row in rows]),
        (tr_as("score sheet", "money"), [row.purse for row in rows]),
    ]
    used = [(name, values) for name, values in columns if any(values)]
    widths = [max(len(name), *map(len, values)) for name, values in used]
    for_names = max(4, wide - 2 - sum(width + 1 for width in widths))
    heading = "".join(f" {name:>{width}}" for (name, _v), width in zip(used, widths, strict=True))
    head: Row = (Span(f"  {'':<{for_names}}{heading}"[:wide], "dark"),)
    seats = _seats_shown(rows, lines - 1 - bool(pool))
    body: list[Row] = []
    for seat in seats:
        row = rows[seat]
        figures = "".join(
            f" {values[seat]:>{width}}" for (_n, values), width in zip(used, widths, strict=True)
        )
        mark = f"{glyphs.turn} " if row.playing else "  "
        name = f"{row.player} {row.note}".strip()
        part = "turn" if row.playing else "plain"
        body.append((Span(f"{mark}{_cut(name, for_names):<{for_names}}{figures}"[:wide], part),))
    foot: list[Row] = [(Span(f"  {pool}"[:wide], "money"),)] if pool else []
    return (head, *body, *foot)


def _seats_shown(rows: Sequence[SheetRow], room: int) -> range:
    room = max(1, room)
    playing = next((seat for seat, row in enumerate(rows) if row.playing), 0)
    first = max(0, min(playing - room // 2, len(rows) - room))
    return range(first, min(len(rows), first + room))


def _cut(text: str, wide: int) -> str:
    return text if len(text) <= wide else text[: wide - 1] + "."
