"""The display of the box that is played on, drawn below the table."""

from __future__ import annotations

from textual.widgets import Static

from boxctl.screens.laptop.box.drawn_display import DrawnDisplay

LINES_FOR_THE_TABLE = 18
"""The least lines that the table keeps: with fewer the display is left out."""


class BoxDisplay(Static):
    """A frame at the bottom of the screen; nothing where there is no room for it."""

    DEFAULT_CSS = """
    BoxDisplay { dock: bottom; width: 100%; height: auto; content-align: center middle; }
    """

    def __init__(self) -> None:
        super().__init__("", markup=False)
        self.display = False
        self._drawn: tuple[str, ...] = ()

    def draw(self, display: DrawnDisplay, columns: int, lines: int) -> int:
        """Draw the display on a screen of this size; return how many lines it takes."""
        rows = display.rows(ascii_only=self.app.has_class("ascii"))
        if len(rows[0]) > columns or lines - len(rows) < LINES_FOR_THE_TABLE:
            rows = ()
        if rows != self._drawn:
            self._drawn = rows
            self.display = bool(rows)
            self.update("\n".join(rows))
        return len(rows)
