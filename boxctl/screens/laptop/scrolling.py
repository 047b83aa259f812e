"""The scroll positions of the log and the score sheet."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.screens.laptop.footer import ScrollsTo
from boxctl.screens.pictures.log_picture import is_longer, most_scrolled
from boxctl.screens.pictures.sheet_picture import most_scrolled_down
from boxctl.screens.pictures.table_plan import TablePlan
from boxctl.screens.pictures.view_model import TableViewModel
from boxctl.view.turn_log import LogLine


class TableScrolling:
    """The rows by which the ``log`` is scrolled back, and the ``seats`` by which the sheet is down.

    Never scrolls past what was :meth:`drawn` last.
    """

    def __init__(self) -> None:
        self.log = self.seats = 0
        self._lines: Sequence[LogLine] = ()
        self._size = (80, 4)
        self._seats_up = self._seats_down = 0

    def drawn(
        self, lines: Sequence[LogLine], plan: TablePlan, look: TableViewModel, sheet_lines: int
    ) -> None:
        """Note what can be scrolled: these lines of the log, and the sheet on so many lines."""
        self._lines, self._size = lines, (plan.log_columns, plan.log_lines)
        self._seats_up, self._seats_down = most_scrolled_down(look.sheet, look.pool, sheet_lines)

    def scroll_log(self, pages: int) -> None:
        """Scroll the log back by so many pages, or forward (below 0)."""
        self.scroll_log_by(pages * max(1, self._size[1] - 1))

    def scroll_log_by(self, rows: int) -> None:
        """Scroll the log back by so many rows, or forward (below 0)."""
        most = most_scrolled(self._lines, *self._size)
        self.log = max(0, min(most, self.log + rows))

    def scroll_sheet(self, seats: int) -> None:
        """Scroll the score sheet down by so many seats, or up (below 0)."""
        self.seats = max(self._seats_up, min(self._seats_down, self.seats + seats))

    def show_newest(self) -> None:
        """Scroll the log and the sheet to what happens now."""
        self.log = self.seats = 0

    @property
    def scrolls_to(self) -> ScrollsTo:
        """The rows that can be scrolled to."""
        return ScrollsTo(
            older=self._has_older,
            newer=self.log > 0,
            above=self.seats > self._seats_up,
            below=self.seats < self._seats_down,
        )

    @property
    def _has_older(self) -> bool:
        if not self.log:
            return is_longer(self._lines, *self._size)
        return most_scrolled(self._lines, *self._size) > self.log
