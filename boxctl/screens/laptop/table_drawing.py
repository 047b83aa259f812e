"""The drawing of a laptop's table: which log and which sheet are shown, and how far scrolled."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.screens.coaching.coach import Coach
from boxctl.screens.commentary.footer import ScrollsTo
from boxctl.screens.laptop.laptop_table import LaptopTable
from boxctl.screens.laptop.laptop_view import LaptopView
from boxctl.screens.laptop.typed_tile import TypedTile
from boxctl.screens.pictures.glyphs import ASCII
from boxctl.screens.pictures.log_picture import is_longer, log_rows, most_scrolled
from boxctl.screens.pictures.picture import Picture, in_ascii
from boxctl.screens.pictures.sheet_picture import most_scrolled_down, sheet_picture
from boxctl.screens.pictures.table_picture import table_picture
from boxctl.screens.pictures.table_plan import TablePlan, plan_table
from boxctl.screens.pictures.view_model import FooterKey, LogLine, TableViewModel
from groundwork.language import tr_n

SHEET_BELOW_BENCH = 4
"""The lines of the score sheet where the bench is above it."""


class TableDrawing:
    """Draws one table again and again, with its coach beside the log."""

    def __init__(self, table: LaptopTable, coach: Coach) -> None:
        self._table = table
        self._coach = coach
        self._glyphs = table.setup.glyphs
        self._drawn: tuple[object, ...] = ()
        self._plan = plan_table(table.play.rules.tiles, 80, 24)
        self._look: TableViewModel | None = None
        self._log_scrolled = self._seats_scrolled = 0
        self._for_sheet = self._plan.side_lines
        self.view = LaptopView(table)

    @property
    def plan(self) -> TablePlan:
        """Where everything was drawn."""
        return self._plan

    @property
    def footer(self) -> Sequence[FooterKey]:
        """The keys of the footer as they were drawn."""
        return () if self._look is None else self._look.footer

    def picture(self, now: int, size: tuple[int, int], typed: TypedTile) -> Picture | None:
        """Draw the table at ``now`` (microseconds) for a screen of this size.

        Returns None if it looks as it did.
        """
        table = self._table
        self._plan = plan = plan_table(table.play.rules.tiles, *size)
        self._look = look = self.view.at(now, typed, self._scrolls_to())
        bench = (table.hands.rough, table.bench.tool, table.bench.unplugged)
        scrolled = (self._log_scrolled, self._seats_scrolled)
        coach = self._coach.mode, self._coach.told
        drawn = (look, table.table_log.told, coach, bench, scrolled, size)
        if drawn == self._drawn:
            return None
        self._drawn = drawn
        log = log_rows(
            self._lines(), plan.log_columns, plan.log_lines, self._glyphs, self._log_scrolled
        )
        picture = table_picture(look, plan, log, self._side(look), self._glyphs)
        return in_ascii(picture) if self._glyphs is ASCII else picture

    # Scrolling.

    def scroll_log(self, pages: int) -> None:
        """Scroll the log back by so many pages, or forward (below 0)."""
        page = max(1, self._plan.log_lines - 1)
        self.scroll_log_by(pages * page)

    def scroll_log_by(self, rows: int) -> None:
        """Scroll the log back by so many rows, or forward (below 0)."""
        most = most_scrolled(self._lines(), self._plan.log_columns, self._plan.log_lines)
        self._log_scrolled = max(0, min(most, self._log_scrolled + rows))

    def scroll_sheet(self, seats: int) -> None:
        """Scroll the score sheet down by so many seats, or up (below 0)."""
        up, down = self._sheet_scrolls
        self._seats_scrolled = max(up, min(down, self._seats_scrolled + seats))

    def show_newest(self) -> None:
        """Scroll the log and the sheet to what happens now."""
        self._log_scrolled = self._seats_scrolled = 0

    def _scrolls_to(self) -> ScrollsTo:
        up, down = self._sheet_scrolls
        return ScrollsTo(
            older=self._has_older,
            newer=self._log_scrolled > 0,
            above=self._seats_scrolled > up,
            below=self._seats_scrolled < down,
        )

    @property
    def _sheet_scrolls(self) -> tuple[int, int]:
        """How far up and down the sheet can be scrolled, as it was drawn last."""
        look = self._look
        return (
            (0, 0) if look is None else most_scrolled_down(look.sheet, look.pool, self._for_sheet)
        )

    @property
    def _has_older(self) -> bool:
        lines, plan = self._lines(), self._plan
        if not self._log_scrolled:
            return is_longer(lines, plan.log_columns, plan.log_lines)
        return most_scrolled(lines, plan.log_columns, plan.log_lines) > self._log_scrolled

    # What is beside and below.

    def _lines(self) -> Sequence[LogLine]:
        """Return the log without what is announced at this moment."""
        table_log = self._table.table_log
        if self._table.hands.rough:
            return list(table_log.bench_lines)
        announced = table_log.announcer.shown.text
        return [line for line in table_log.lines if line.text != announced]

    def _side(self, look: TableViewModel) -> Picture:
        columns, lines = self._plan.side_columns, self._plan.side_lines
        if self._table.hands.rough:
            powered = self._table.session is not None
            tools = self._table.bench.picture(columns, powered=powered)
            self._for_sheet = SHEET_BELOW_BENCH
            return (*tools, *self._sheet(look, look.pool))[:lines]
        rulings = self._table.table_log.rulings
        advice = self._coach.picture(self._table.play, columns, lines, rulings)
        self._for_sheet = min(lines // 2, len(look.sheet) + 2) if advice else lines
        sheet = self._sheet(look, look.pool or self._best_so_far())
        return (*sheet, *advice)[:lines]

    def _sheet(self, look: TableViewModel, foot: str) -> Picture:
        columns, lines = self._plan.side_columns, self._for_sheet
        return sheet_picture(
            look.sheet, look.rounds, foot, columns, lines, self._glyphs, self._seats_scrolled
        )

    def _best_so_far(self) -> str:
        """The best score of a solo player, as far as it was looked up."""
        session = self._table.session
        best = None if session is None else session.solo_best.best
        if best is None:
            return ""
        return tr_n(
            "best so far {score}, one match",
            "best so far {score}, {matches} matches",
            best.matches,
            score=best.score,
            matches=best.matches,
        )
