"""A widget that shows a picture, and repaints only the rows that have changed."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from boxctl.screens.pictures.picture import Picture, Row

PARTS = (
    "plain", "title", "turn", "wood", "standing", "lying", "moved", "asked", "lamp", "dark",
    "dice", "rolling", "display", "hint", "newest", "money", "good", "bad",
)  # fmt: skip


class PictureWidget(Widget, can_focus=False):
    """A picture on the screen. Each part has a style of its own, such as ``part--lamp``."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"part--{part}" for part in PARTS}
    DEFAULT_CSS = """
    PictureWidget { width: 1fr; height: 1fr; }
    PictureWidget > .part--title { background: $panel; color: $foreground; }
    PictureWidget > .part--turn { text-style: bold; color: $accent; }
    PictureWidget > .part--wood { color: $warning-darken-2; }
    PictureWidget > .part--standing { color: $foreground; text-style: bold; }
    PictureWidget > .part--lying { color: $text-muted; }
    PictureWidget > .part--moved { color: $primary; text-style: bold; }
    PictureWidget > .part--asked { color: $error; text-style: bold reverse; }
    PictureWidget > .part--lamp { color: $warning; text-style: bold; }
    PictureWidget > .part--dark { color: $text-muted; }
    PictureWidget > .part--dice { color: $foreground; text-style: bold; }
    PictureWidget > .part--rolling { color: $text-muted; }
    PictureWidget > .part--display { color: $foreground; }
    PictureWidget > .part--hint { color: $accent; text-style: bold; }
    PictureWidget > .part--newest { text-style: bold; }
    PictureWidget > .part--money { color: $success; }
    PictureWidget > .part--good { color: $success; }
    PictureWidget > .part--bad { color: $error; }
    """

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
        row = _row(self._picture, y)
        segments = [Segment(span.text, self._style(span.part)) for span in row]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def _style(self, part: str) -> Style:
        style = self.rich_style
        for name in part.split():
            style += self.get_component_rich_style(f"part--{name}", partial=True)
        return style


def _row(picture: Picture, at: int) -> Row:
    return picture[at] if at < len(picture) else ()
