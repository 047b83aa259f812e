"""The widget that presents the highlighted game, as large as its place on the screen."""

from __future__ import annotations

from collections.abc import Callable

from textual.events import Resize

from boxctl.screens.app.picture_widget import PictureWidget
from boxctl.screens.pictures.picture import Picture

DrawCard = Callable[[int, int], Picture]
"""Draws a card for so many columns and lines."""


def _nothing(_columns: int, _lines: int) -> Picture:
    return ()


class CardWidget(PictureWidget):
    """Draws a card whenever another one is to be shown, or its place has another size."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self._draw_card: DrawCard = _nothing

    def present(self, draw: DrawCard = _nothing) -> None:
        """Show this card; without one, nothing."""
        self._draw_card = draw
        self._draw()

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new size."""
        self._draw()

    def _draw(self) -> None:
        columns, lines = self.content_size
        self.paint(self._draw_card(columns, lines) if columns and lines else ())
