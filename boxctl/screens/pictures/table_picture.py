"""The whole table, drawn for a screen of a given size, and where on it everything is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from boxctl.screens.pictures.box_picture import BoxPlan, box_picture, plan_box
from boxctl.screens.pictures.dice_picture import LINES_HIGH, dice_picture
from boxctl.screens.pictures.footer_picture import footer_key_at, footer_row
from boxctl.screens.pictures.glyphs import Glyphs
from boxctl.screens.pictures.picture import Picture, Row, Span, width_of
from boxctl.screens.pictures.view_model import FooterKey, LogLine, TableViewModel
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

SIDE = 30
"""The width of the score sheet at the right, in columns."""


@frozen_dataclass
class TablePlan:
    """Where everything is on a screen of ``columns`` by ``lines``. The top line is 0."""

    columns: int
    lines: int
    box: BoxPlan

    @property
    def tray_top(self) -> int:
        """The first line of the tray."""
        return 1 + self.box.height

    @property
    def hint_line(self) -> int:
        """The line that says what the player can do."""
        return self.tray_top + LINES_HIGH

    @property
    def log_lines(self) -> int:
        """The number of lines that are left for the log and the score sheet."""
        return max(0, self.lines - self.hint_line - 2)

    @property
    def log_columns(self) -> int:
        """The width of the log in columns."""
        return self.columns - SIDE - 1

    def tile_at(self, column: int, line: int) -> int | None:
        """Return the tile that is drawn there, or None."""
        return self.box.tile_at(column, line - 1)

    def footer_key_at(
        self, footer: Sequence[FooterKey], column: int, line: int
    ) -> FooterKey | None:
        """Return the key that is drawn there, or None."""
        return footer_key_at(footer, self.columns, column) if line == self.lines - 1 else None

    def in_tray(self, line: int) -> bool:
        """Whether this line belongs to the tray."""
        return self.tray_top <= line < self.tray_top + LINES_HIGH


def plan_table(tiles: int, columns: int, lines: int) -> TablePlan:
    """Plan the table for a box of ``tiles`` tiles on a screen of this size."""
    return TablePlan(columns, lines, plan_box(tiles, columns, lines))


def table_picture(
    look: TableViewModel,
    plan: TablePlan,
    log: Sequence[Row],
    side: Picture,
    glyphs: Glyphs,
) -> Picture:
    """Draw exactly ``plan.lines`` rows: title, box, tray, hint, log and side, footer.

    The announcement is beside the dice in the tray.
    """
    rows = [
        _title(look, plan.columns),
        *box_picture(look.tiles, plan.box, glyphs),
        *_tray(look, plan, glyphs),
        (Span(_fit(f" {_with_typed(look)}", plan.columns), "hint"),),
    ]
    below = _below(log, side, plan, glyphs)
    return (*rows, *below, footer_row(look.footer, plan.columns))[: plan.lines]


def log_rows(said: Iterable[LogLine], columns: int, lines: int) -> list[Row]:
    """Return the last ``lines`` rows of the log, broken between words, the newest at the bottom."""
    rows: list[Row] = []
    for sentence in reversed(list(said)):
        part = "plain" if rows else "newest"
        broken = wrap(sentence.text, max(10, columns - 3), break_on_hyphens=False)
        marked = [f" {'  ' if at else ''}{line}" for at, line in enumerate(broken)]
        rows[:0] = [(Span(line[:columns], part),) for line in marked]
        if len(rows) >= lines:
            break
    return rows[-lines:] if lines else []


def _title(look: TableViewModel, columns: int) -> Row:
    room = columns - len(look.turn) - 4
    title = _fit(f" {look.title}", max(0, room)).ljust(max(0, room))
    return (Span(title, "title", "header"), Span(f"  {look.turn} "[:columns], "turn", "header"))


def _tray(look: TableViewModel, plan: TablePlan, glyphs: Glyphs) -> list[Row]:
    dice = look.dice
    drawn = dice_picture(dice, look.sides, glyphs, rolling=look.rolling)
    if drawn and width_of(drawn[0]) > plan.columns // 2:
        figures = " ".join("?" if value is None else str(value) for value in dice)
        drawn = ((Span(figures[: plan.columns // 2], "newest"),),)
    left = max(map(width_of, drawn), default=0)
    room = plan.columns - left - 4
    says = wrap(look.announcement.text, max(10, room), break_on_hyphens=False)
    if len(says) > LINES_HIGH:
        says = [*says[: LINES_HIGH - 1], _fit(f"{says[LINES_HIGH - 1]} …", room)]
    rows: list[Row] = []
    for line in range(LINES_HIGH):
        die = drawn[line] if line < len(drawn) else ()
        text = says[line] if line < len(says) else ""
        space = " " * (left - width_of(die) + 2)
        rows.append((Span(" "), *die, Span(space), Span(_fit(text, room), "said")))
    return rows


def _with_typed(look: TableViewModel) -> str:
    return tr("Tile {digits}_ (ENTER flips it)", digits=look.typed) if look.typed else look.hint


def _below(log: Sequence[Row], side: Picture, plan: TablePlan, glyphs: Glyphs) -> list[Row]:
    rows: list[Row] = []
    for line in range(plan.log_lines):
        left = log[line] if line < len(log) else ()
        right = side[line] if line < len(side) else ()
        space = Span(" " * (plan.log_columns - width_of(left)))
        rows.append((*left, space, Span(glyphs.down, "seat-1"), *right))
    return rows


def _fit(text: str, columns: int) -> str:
    return text if len(text) <= columns else text[: max(0, columns - 1)] + "…"
