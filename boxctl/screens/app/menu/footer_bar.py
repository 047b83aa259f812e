"""The last line of a screen: the keys that do something now; a click does the same."""

from __future__ import annotations

from collections.abc import Sequence

from textual.events import Click, Resize

from boxctl.screens.app.picture_widget import PictureWidget
from boxctl.screens.pictures.footer_picture import footer_key_at, footer_row
from boxctl.screens.pictures.picture import on_ground
from boxctl.screens.pictures.view_model import FooterKey


class FooterBar(PictureWidget):
    """One line of keys. ``action`` of each is an action of the screen."""

    DEFAULT_CSS = "FooterBar { height: 1; width: 1fr; dock: bottom; }"

    def __init__(self) -> None:
        super().__init__()
        self._keys: tuple[FooterKey, ...] = ()

    def show(self, keys: Sequence[FooterKey]) -> None:
        """Show these keys, the most important first."""
        self._keys = tuple(keys)
        self._draw()

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new width."""
        self._draw()

    def _draw(self) -> None:
        columns = self.size.width
        self.paint((on_ground(footer_row(self._keys, columns), "footer", columns),))

    async def on_click(self, event: Click) -> None:
        """Do what the key under the pointer does."""
        key = footer_key_at(self._keys, self.size.width, event.x)
        if key is not None:
            event.stop()
            await self.screen.run_action(key.action)
