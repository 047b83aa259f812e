"""The words beside a field of the menu, in one line."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from boxctl.screens.pictures.picture import fit
from groundwork.cell_width import columns_of


class FieldHint(Widget, can_focus=False):
    """Says what a field means, in the longest of some wordings that its line has room for.

    It never has a second line, so that what is above keeps its place while a field is typed in.
    """

    def __init__(self, id: str) -> None:
        super().__init__(id=id, classes="hint")
        self._wordings: tuple[str, ...] = ("",)

    @property
    def said(self) -> str:
        """The longest wording that fits, else the shortest, truncated."""
        columns = self.content_size.width
        fitting = (each for each in self._wordings if columns_of(each) <= columns)
        return next(fitting, fit(self._wordings[-1], columns))

    def show(self, *wordings: str) -> None:
        """Show one of these wordings of the same; the longest is the first."""
        self._wordings = wordings
        self.refresh()

    def render(self) -> Content:
        """Return the line, for Textual."""
        return Content(self.said)
