"""A widget that shows a picture, and repaints only the rows that have changed."""

from __future__ import annotations

from functools import cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from boxctl.screens.app.themes import palette_of
from boxctl.screens.pictures.palettes.palette import ColourDepth, Palette, Tint, xterm_rgb
from boxctl.screens.pictures.picture import Picture, Row

PAGE = "page"
"""The ground of what has none of its own."""

BLACK = 0
"""The number of black among the sixteen colours."""


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

    def row(self, y: int) -> Row:
        """Return a row of the picture; an empty one below it."""
        return _row(self._picture, y)

    def paint(self, picture: Picture) -> None:
        """Show this picture."""
        before, self._picture = self._picture, picture
        height = max(len(before), len(picture))
        changed = [at for at in range(height) if _row(before, at) != _row(picture, at)]
        if changed:
            self.refresh(*(Region(0, at, self.size.width, 1) for at in changed))

    def render_line(self, y: int) -> Strip:
        """Return one row, for Textual."""
        styles = _styles_of(self.app.current_theme.dark, colour_depth(self.app))
        segments = [Segment(text, styles[ink, ground]) for text, ink, ground in self.row(y)]
        return Strip(segments).adjust_cell_length(self.size.width, styles[PAGE, PAGE])


def colour_depth(app: App[object]) -> ColourDepth:
    """Return how many colours the terminal of an app has."""
    if app.current_theme.ansi:
        return ColourDepth.ANSI
    return ColourDepth.XTERM if app.console.color_system == "256" else ColourDepth.TRUE


class _Styles(dict[tuple[str, str], Style]):
    """The style of each ink on each ground, made when it is first asked for."""

    def __init__(self, palette: Palette, depth: ColourDepth) -> None:
        super().__init__()
        self._palette = palette
        self._depth = depth

    def __missing__(self, inks: tuple[str, str]) -> Style:
        ink, ground = self._palette[inks[0]], self._palette[inks[1] or PAGE]
        colour, under = _colour(ink, self._depth), _colour(ground, self._depth)
        # Many terminals with sixteen colours show bold black as grey.
        bold = ink.bold and (self._depth is not ColourDepth.ANSI or ink.ansi != BLACK)
        self[inks] = style = Style(color=colour, bgcolor=under, bold=bold)
        return style


@cache
def _styles_of(dark: bool, depth: ColourDepth) -> _Styles:
    return _Styles(palette_of(dark), depth)


def _colour(tint: Tint, depth: ColourDepth) -> Color:
    if depth is ColourDepth.TRUE:
        return Color.parse(tint.true)
    if depth is ColourDepth.XTERM:
        return Color.parse(xterm_rgb(tint.xterm))
    return Color.from_ansi(tint.ansi)


def _row(picture: Picture, at: int) -> Row:
    return picture[at] if at < len(picture) else ()
