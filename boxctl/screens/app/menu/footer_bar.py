"""The last lines of a screen: the keys that do something now; a click does the same."""

from __future__ import annotations

from collections.abc import Sequence

from textual.events import Click, Resize

from boxctl.screens.app.picture_widget import PictureWidget
from boxctl.screens.pictures.footer_picture import footer_key_at, footer_picture, lines_needed
from boxctl.screens.pictures.view_model import FooterKey

LEAST_FOR_TWO = 20
"""A screen with fewer lines has one line of keys."""


class FooterBar(PictureWidget):
    """A line of keys, or two if they need it. ``action`` of each is an action of the screen."""

    DEFAULT_CSS = "FooterBar { height: 1; width: 1fr; dock: bottom; }"

    def __init__(self, longest: Sequence[FooterKey] = ()) -> None:
        """Keep room for the ``longest`` keys that will be shown, so that nothing jumps."""
        super().__init__()
        self._longest = longest
        self._keys: tuple[FooterKey, ...] = ()

    def show(self, keys: Sequence[FooterKey]) -> None:
        """Show these keys, the most important first."""
        self._keys = tuple(keys)
        self._draw()

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new width."""
        self._draw()

    def _draw(self) -> None:
        columns = self.app.size.width
        self.styles.height = self._lines
        self.paint(footer_picture(self._keys, columns, self._lines))

    @property
    def _lines(self) -> int:
        columns, lines = self.app.size
        if lines < LEAST_FOR_TWO:
            return 1
        return max(lines_needed(keys, columns) for keys in (self._keys, self._longest))

    async def on_click(self, event: Click) -> None:
        """Do what the key under the pointer does."""
        key = footer_key_at(self._keys, self.app.size.width, self._lines, event.x, event.y)
        if key is not None:
            event.stop()
            await self.screen.run_action(key.action)
