"""A page of text over the table, closed by any key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Click, Key, Resize
from textual.screen import ModalScreen
from textual.widgets import Static

from boxctl.presentation.hanging import hang
from boxctl.screens.pictures.picture import for_poor_font
from groundwork.language import tr

WIDTH, MOST_OF_SCREEN = 76, 96
"""The columns of a page, and the largest share of a narrow screen that it takes, in per cent."""

BESIDE_TEXT = 7
"""Columns of a page for its frame, its margins and its scroll bar."""

SCROLLS = ("up", "down", "pageup", "pagedown", "home", "end")


class TextScreen(ModalScreen[None]):
    """Some paragraphs. The arrow keys scroll; any other key, or a click, closes the page."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", show=False)]
    DEFAULT_CSS = """
    TextScreen { align: center middle; }
    TextScreen > VerticalScroll {
        width: 76; max-width: 96%; height: auto; max-height: 90%;
        padding: 1 2; background: $box-panel; color: $box-plain; border: round $accent;
        border-subtitle-color: $text-muted;
        scrollbar-size-vertical: 1; scrollbar-color: $box-frame; scrollbar-background: $box-panel;
    }
    TextScreen .title { text-style: bold; color: $accent; margin-bottom: 1; }
    """

    def __init__(self, title: str, paragraphs: Sequence[str]) -> None:
        super().__init__()
        self._heading = title
        self.paragraphs = tuple(paragraphs)

    def compose(self) -> ComposeResult:
        """Show the title and the paragraphs."""
        with VerticalScroll() as page:
            page.border_subtitle = tr("any key: back")
            yield Static(self._heading, classes="title", markup=False)
            yield Static(self._text(), id="text", markup=False)

    def on_resize(self, _event: Resize) -> None:
        """Break the lines anew."""
        self.query_one("#text", Static).update(self._text())

    def _text(self) -> str:
        """Return the paragraphs, broken so that columns stay columns."""
        text = "\n".join(self.paragraphs)
        if self.app.has_class("ascii"):
            text = for_poor_font(text)
        width = min(WIDTH, self.app.size.width * MOST_OF_SCREEN // 100) - BESIDE_TEXT
        return "\n".join(hang(text.splitlines(), width))

    def on_key(self, event: Key) -> None:
        """Close the page, unless the key scrolls."""
        if event.key not in SCROLLS:
            event.stop()
            self.dismiss()

    def on_click(self, _event: Click) -> None:
        """Close the page."""
        self.dismiss()
