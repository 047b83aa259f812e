"""A widget that shows a picture, and repaints only the rows that have changed."""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from boxctl.screens.app.themes import palette_of
from boxctl.screens.pictures.palettes.palette import ColourDepth, Tint, xterm_rgb
from boxctl.screens.pictures.picture import Picture, Row

PAGE = "page"
"""The ground of everything that has none of its own."""

STYLES_KEPT = 4096


class PictureWidget(Widget, can_focus=False):
    """A picture on the screen, in the palette of the app's theme and the colours it has."""

    DEFAULT_CSS = "PictureWidget { width: 1fr; height: 1fr; }"

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._picture: Picture = ()

    @property
    def picture(self) -> Picture:
        """The picture that is shown."""
        return self._picture

    def paint(self, picture: Picture) -> None:
        """Show this picture."""
        before, self._picture = self._picture, picture
        height = max(len(before), len(picture))
        changed = [at for at in range(height) if _row(before, at) != _row(picture, at)]
        if changed:
            self.refresh(*(Region(0, at, self.size.width, 1) for at in changed))

    def render_line(self, y: int) -> Strip:
        """Return one row, for Textual."""
        depth = colour_depth(self.app)
        palette = palette_of(self.app.current_theme)
        page = palette[PAGE]
        segments = [
            Segment(text, _style(palette[ink], palette[ground] if ground else page, depth))
            for text, ink, ground in _row(self._picture, y)
        ]
        return Strip(segments).adjust_cell_length(self.size.width, _style(page, page, depth))


def colour_depth(app: App[object]) -> ColourDepth:
    """Return how many colours the terminal of an app has."""
    if app.current_theme.ansi:
        return ColourDepth.ANSI
    return ColourDepth.XTERM if app.console.color_system == "256" else ColourDepth.TRUE


@lru_cache(STYLES_KEPT)
def _style(ink: Tint, ground: Tint, depth: ColourDepth) -> Style:
    return Style(color=_colour(ink, depth), bgcolor=_colour(ground, depth), bold=ink.bold)


def _colour(tint: Tint, depth: ColourDepth) -> Color:
    if depth is ColourDepth.TRUE:
        return Color.parse(tint.true)
    if depth is ColourDepth.XTERM:
        return Color.parse(xterm_rgb(tint.xterm))
    return Color.from_ansi(tint.ansi)


def _row(picture: Picture, at: int) -> Row:
    return picture[at] if at < len(picture) else ()
