"""A page of text over the table, closed by any key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Click, Key
from textual.screen import ModalScreen
from textual.widgets import Static

from boxctl.screens.pictures.picture import plain_signs

SCROLLS = ("up", "down", "pageup", "pagedown", "home", "end")


class TextScreen(ModalScreen[None]):
    """Some paragraphs. The arrow keys scroll; any other key, or a click, closes the page."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", show=False)]
    DEFAULT_CSS = """
    TextScreen { align: center middle; }
    TextScreen > VerticalScroll {
        width: 76; max-width: 96%; height: auto; max-height: 90%;
        padding: 1 2; background: $panel; border: round $accent;
    }
    TextScreen .title { text-style: bold; color: $accent; margin-bottom: 1; }
    """

    def __init__(self, title: str, paragraphs: Sequence[str]) -> None:
        super().__init__()
        self._heading = title
        self.paragraphs = tuple(paragraphs)

    def compose(self) -> ComposeResult:
        """Show the title and the paragraphs."""
        with VerticalScroll():
            yield Static(self._heading, classes="title", markup=False)
            text = "\n".join(self.paragraphs)
            poor = self.app.has_class("ascii")
            yield Static(plain_signs(text) if poor else text, markup=False)

    def on_key(self, event: Key) -> None:
        """Close the page, unless the key scrolls."""
        if event.key not in SCROLLS:
            event.stop()
            self.dismiss()

    def on_click(self, _event: Click) -> None:
        """Close the page."""
        self.dismiss()
