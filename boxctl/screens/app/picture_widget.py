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


class Painting(Widget, can_focus=False):
    """A picture on the screen. Each part has its style in the style sheet: ``ink--lamp``."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"ink--{part}" for part in PARTS}
    DEFAULT_CSS = """
    Painting { width: 1fr; height: 1fr; }
    Painting > .ink--title { background: $panel; color: $foreground; }
    Painting > .ink--turn { text-style: bold; color: $accent; }
    Painting > .ink--wood { color: $warning-darken-2; }
    Painting > .ink--standing { color: $foreground; text-style: bold; }
    Painting > .ink--lying { color: $text-muted; }
    Painting > .ink--moved { color: $primary; text-style: bold; }
    Painting > .ink--asked { color: $error; text-style: bold reverse; }
    Painting > .ink--lamp { color: $warning; text-style: bold; }
    Painting > .ink--dark { color: $text-muted; }
    Painting > .ink--dice { color: $foreground; text-style: bold; }
    Painting > .ink--rolling { color: $text-muted; }
    Painting > .ink--display { color: $foreground; }
    Painting > .ink--hint { color: $accent; text-style: bold; }
    Painting > .ink--newest { text-style: bold; }
    Painting > .ink--money { color: $success; }
    Painting > .ink--good { color: $success; }
    Painting > .ink--bad { color: $error; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._picture: Picture = ()

    @property
    def picture(self) -> Picture:
        """What is shown."""
        return self._picture

    def paint(self, picture: Picture) -> None:
        """Show this."""
        before, self._picture = self._picture, picture
        height = max(len(before), len(picture))
        changed = [at for at in range(height) if _row(before, at) != _row(picture, at)]
        if changed:
            self.refresh(*(Region(0, at, self.size.width, 1) for at in changed))

    def render_line(self, y: int) -> Strip:
        """One row, for Textual."""
        row = _row(self._picture, y)
        segments = [Segment(ink.text, self._style(ink.part)) for ink in row]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def _style(self, part: str) -> Style:
        style = self.rich_style
        for name in part.split():
            style += self.get_component_rich_style(f"ink--{name}", partial=True)
        return style


def _row(picture: Picture, at: int) -> Row:
    return picture[at] if at < len(picture) else ()
