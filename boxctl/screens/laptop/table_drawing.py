"""The drawing of a laptop's table: which log and which sheet are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from boxctl.screens.coaching.coach import Coach
from boxctl.screens.laptop.laptop_table import LaptopTable
from boxctl.screens.laptop.laptop_view import LaptopView
from boxctl.screens.laptop.scrolling import TableScrolling
from boxctl.screens.laptop.typed_tile import TypedTile
from boxctl.screens.pictures.glyphs import ASCII
from boxctl.screens.pictures.log_picture import log_rows
from boxctl.screens.pictures.picture import Picture, in_ascii
from boxctl.screens.pictures.sheet_picture import sheet_picture
from boxctl.screens.pictures.side_panel import below_sheet, rules_beside, with_rules
from boxctl.screens.pictures.table_picture import table_picture
from boxctl.screens.pictures.table_plan import TablePlan, plan_table
from boxctl.screens.pictures.view_model import FooterKey, TableViewModel
from boxctl.view.turn_log import LogLine
from groundwork.language import tr_n

SHEET_BELOW_BENCH = 4
"""The lines of a score sheet that is below the bench."""


class TableDrawing:
    """Draws one table again and again, with its coach beside the log."""

    def __init__(self, table: LaptopTable, coach: Coach) -> None:
        self._table = table
        self._coach = coach
        self._glyphs = table.setup.glyphs
        self._drawn: tuple[object, ...] = ()
        self._plan = plan_table(table.play.rules.tiles, 80, 24)
        self._look: TableViewModel | None = None
        self._for_sheet = self._plan.side_lines
        self.scrolling = TableScrolling()
        self.view = LaptopView(table)

    @property
    def plan(self) -> TablePlan:
        """The plan by which everything was drawn."""
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
        plan = plan_table(table.play.rules.tiles, *size)
        if plan != self._plan:
            self._plan, self._for_sheet = plan, plan.side_lines
        seen, lines = self.view.at(now, typed), self._lines()
        self.scrolling.drawn(lines, plan, seen, self._for_sheet)
        keys = self.view.footer(typed, self.scrolling.scrolls_to)
        self._look = look = replace(seen, footer=keys)
        bench = (table.hands.rough, table.bench.tool, table.bench.unplugged)
        scrolled = (self.scrolling.log, self.scrolling.seats)
        coach = self._coach.mode, self._coach.told
        drawn = (look, table.table_log.told, coach, bench, scrolled, size)
        if drawn == self._drawn:
            return None
        self._drawn = drawn
        log = log_rows(lines, plan.log_columns, plan.log_lines, self._glyphs, self.scrolling.log)
        rules = rules_beside(table.play.rules, plan, self._glyphs)
        picture = table_picture(look, plan, log, self._side(look), self._glyphs, rules)
        return in_ascii(picture) if self._glyphs is ASCII else picture

    # What is beside and below.

    def _lines(self) -> Sequence[LogLine]:
        """Return the log without what is announced at this moment."""
        table_log = self._table.table_log
        if self._table.hands.rough:
            return list(table_log.bench_lines)
        announced = table_log.announcer.shown.text
        return [line for line in table_log.lines if line.text != announced]

    def _side(self, look: TableViewModel) -> Picture:
        """Draw the sheet, and below it the facts of the turn and what the coach says, or rules."""
        columns, lines = self._plan.side_columns, self._plan.side_lines
        if self._table.hands.rough:
            powered = self._table.session is not None
            tools = self._table.bench.picture(columns, powered=powered)
            self._for_sheet = SHEET_BELOW_BENCH
            return (*tools, *self._sheet(look, look.pool))[:lines]
        play, rulings = self._table.play, self._table.table_log.rulings
        advice = self._coach.picture(play, columns, lines, self._glyphs, rulings)
        self._for_sheet = min(lines // 2, len(look.sheet) + 2) if advice else lines
        sheet = self._sheet(look, look.pool or self._best_so_far())
        if advice:
            return below_sheet(sheet, look.facts, advice, columns, lines, self._glyphs)
        return with_rules(sheet, look.facts, play.rules, self._plan, self._glyphs)

    def _sheet(self, look: TableViewModel, foot: str) -> Picture:
        columns, lines = self._plan.side_columns, self._for_sheet
        return sheet_picture(
            look.sheet, look.rounds, foot, columns, lines, self._glyphs, self.scrolling.seats
        )

    def _best_so_far(self) -> str:
        """Return the line about a solo player's best score; empty until it is known."""
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
