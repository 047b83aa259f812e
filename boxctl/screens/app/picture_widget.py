"""Widgets that show a picture, in the themes of the game: a still one, and the table that moves.

Only rows that have changed are repainted. A frame of the table is drawn in few steps, and garbage
is collected in steps so small that no frame and no key waits for them.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Sequence
from functools import cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.geometry import Region
from textual.strip import Strip
from textual.theme import BUILTIN_THEMES, Theme
from textual.widget import Widget

from boxctl.screens.pictures.palettes import DARK, LIGHT, ColourDepth, Palette, Tint, xterm_rgb
from boxctl.screens.pictures.picture import Picture, Row

_ANSI = (
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    "bright_black", "bright_red", "bright_green", "bright_yellow", "bright_blue",
    "bright_magenta", "bright_cyan", "bright_white",
)  # fmt: skip


def colour_in(tint: Tint, depth: ColourDepth) -> str:
    """Name a colour as Textual and its style sheets do, in this depth."""
    if depth is ColourDepth.TRUE:
        return tint.true
    return xterm_rgb(tint.xterm) if depth is ColourDepth.XTERM else f"ansi_{_ANSI[tint.ansi]}"


def variables(palette: Palette, depth: ColourDepth) -> dict[str, str]:
    """Return every ink and ground as a variable of style sheets: ``$box-felt``, ``$box-brass``."""
    return {f"box-{name}": colour_in(tint, depth) for name, tint in palette.items()}


def palette_of(dark: bool) -> Palette:
    """Return the palette of the dark :data:`THEMES`, or of the light ones."""
    return DARK if dark else LIGHT


def _theme(name: str, palette: Palette, depth: ColourDepth, *, dark: bool) -> Theme:
    def colour(part: str) -> str:
        return colour_in(palette[part], depth)

    return Theme(
        name=name,
        primary=colour("turn"),
        secondary=colour("seat-2"),
        warning=colour("turn"),
        error=colour("bad"),
        success=colour("good"),
        accent=colour("hint"),
        foreground=colour("plain"),
        background=colour("page"),
        surface=colour("panel"),
        panel=colour("panel"),
        boost=colour("panel"),
        dark=dark,
        ansi=name.startswith("ansi"),
        variables={
            # Textual's themes in sixteen colours have variables that its others lack.
            **(BUILTIN_THEMES[name].variables if name in BUILTIN_THEMES else {}),
            "ansi-background": colour("page"),
            "ansi-foreground": colour("plain"),
            "border-blurred": colour("dark"),
            **variables(palette, depth),
            "text-muted": colour("dark"),
            "foreground-muted": colour("dark"),
            "block-cursor-foreground": colour("said-won"),
            "block-cursor-background": colour("plaque-won"),
            "block-cursor-text-style": "bold",
            "input-cursor-foreground": colour("page"),
            "input-cursor-background": colour("plain"),
            "input-cursor-text-style": "none",
        },
    )


def themes(depth: ColourDepth = ColourDepth.TRUE) -> dict[str, Theme]:
    """Return the themes by name, in the colours of a terminal of this ``depth``.

    The themes whose names begin with ``ansi`` have sixteen colours on any terminal.
    """
    return {
        theme.name: theme
        for theme in (
            _theme("boxctl-dark", DARK, depth, dark=True),
            _theme("boxctl-light", LIGHT, depth, dark=False),
            _theme("ansi-dark", DARK, ColourDepth.ANSI, dark=True),
            _theme("ansi-light", LIGHT, ColourDepth.ANSI, dark=False),
        )
    }


THEMES = themes()

OTHER_SHADE = {
    "boxctl-dark": "boxctl-light", "boxctl-light": "boxctl-dark",
    "ansi-dark": "ansi-light", "ansi-light": "ansi-dark",
}  # fmt: skip
"""Each theme, and the one that the key L changes it to."""


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


COLLECTIONS = (1_000, 5, 20)
"""Thresholds of the garbage collector: with these a collection takes a few milliseconds at most.

A frame of tumbling dice makes some thousand objects, of which nearly all are garbage at the next.
With a first threshold of 100,000 a key sometimes waited a tenth of a second.
"""


def collect_in_small_steps() -> None:
    """Collect often from now on, and never again examine what has been imported."""
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)


def collect_before_a_game() -> None:
    """Collect everything now, so that no long collection is due while dice tumble.

    Takes up to a tenth of a second. What is left is in use, and is examined again only before the
    next game.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


class MovingPicture(PictureWidget):
    """A picture that fills its widget; a style sheet must give it neither border nor padding.

    Each row is laid out once and kept while it stays the same. Textual would lay out every row
    anew for its border, its padding and each filter of the app.
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._strips: dict[int, tuple[Row, Strip]] = {}
        self._look: tuple[object, ...] = ()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the rows of this part of the picture, for Textual."""
        look = (self.size.width, self.app.theme)
        if look != self._look:
            self._look = look
            self._strips.clear()
        strips = [self._strip(y) for y in crop.line_range]
        if crop.column_span == (0, self.size.width):
            return strips
        return [strip.crop(*crop.column_span) for strip in strips]

    def _strip(self, y: int) -> Strip:
        row = self.row(y)
        kept = self._strips.get(y)
        if kept is not None and kept[0] is row:
            return kept[1]
        strip: Strip = self.render_line(y)
        segments = list(strip)
        for line_filter in self.app.get_line_filters():
            segments = line_filter.apply(segments, self.background_colors[1])
        strip = RowStrip(segments, strip.cell_length)
        self._strips[y] = row, strip
        return strip


class RowStrip(Strip):
    """A strip that is freed with its last user.

    Textual's keeps itself among its parts, so that each row of each frame was left to the garbage
    collector, and that stopped a frame for a tenth of a second now and then.
    """

    __slots__ = ()

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """Divide at these columns; the whole is one part."""
        cuts = list(cuts)
        return [self] if cuts == [self.cell_length] else super().divide(cuts)
