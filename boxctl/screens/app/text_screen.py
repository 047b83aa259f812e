"""Base of the screens that scroll: a page of text over the table, and a table with log and sheet.

Any other key closes a page; one of them explains a ruling: the situation in a person's words, and
the rule in those of the book.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Click, Key, MouseScrollDown, MouseScrollUp, Resize
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from boxctl.rules.rulebook import rule_texts
from boxctl.rules.ruleset import RuleSet
from boxctl.screens.laptop.laptop_view import TableScrolling
from boxctl.screens.pictures.picture import for_poor_font
from boxctl.screens.pictures.table_plan import TablePlan
from boxctl.view.explanation import explanation
from groundwork.cell_width import hang
from groundwork.language import current, tr

WIDTH, MOST_OF_SCREEN = 76, 96
"""The columns of a page, and the largest share of a narrow screen that it takes, in per cent."""

BESIDE_TEXT = 7
"""Columns of a page for its frame, its margins and its scroll bar."""

LEAST_FOR_PADDING = 16
"""The least lines of a screen whose pages have an empty line above and below."""

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
        self.closed_by = ""
        """The key that closed the page; empty for a click, and while it is open."""

    def compose(self) -> ComposeResult:
        """Show the title and the paragraphs."""
        with VerticalScroll() as page:
            page.border_subtitle = tr("any key: back")
            yield Static(self._heading, classes="title", markup=False)
            yield Static(self._text(), id="text", markup=False)

    def on_resize(self, _event: Resize) -> None:
        """Break the lines anew; a low screen has no lines to spare."""
        low = self.app.size.height < LEAST_FOR_PADDING
        # The page may be there before its text, and after it.
        for page in self.query(VerticalScroll):
            page.styles.padding = (0 if low else 1, 2)
        for text in self.query("#text").results(Static):
            text.update(self._text())
        self.call_after_refresh(self._say_keys)

    def _say_keys(self) -> None:
        """Say below the page that there is more of it, where there is."""
        for page in self.query(VerticalScroll):
            page.border_subtitle = (
                tr("{down}: more   any other key: back", down=tr("DOWN"))
                if page.max_scroll_y
                else tr("any key: back")
            )

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
            self.closed_by = event.key
            self.dismiss()

    def on_click(self, _event: Click) -> None:
        """Close the page."""
        self.dismiss()


def rule_screen(rules: RuleSet, rulings: Sequence[Mapping[str, Any]]) -> TextScreen:
    """Return the page for the last of these rulings."""
    if not rulings:
        return TextScreen(tr("Why?"), [tr("Nothing has been ruled yet.")])
    rule = str(rulings[-1]["rule"])
    paragraphs = [part for said in explanation(rules, rulings) for part in (said, "")]
    in_the_book = rule_texts(current().code).get(rule, "")
    return TextScreen(
        tr("Why?"), [*paragraphs, tr("Rule {rule}: {text}", rule=rule, text=in_the_book)]
    )


PICTURE_SCROLLS = ("pageup", "pagedown", "up", "down")
"""The keys that scroll."""

WHEEL = 3
"""The rows of the log that one step of the mouse wheel scrolls."""


class ScrollingScreen(Screen[None]):
    """A screen that draws a table with ``scrolling`` by ``plan`` at each ``beat``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "scroll_log(1)"),
        Binding("pagedown", "scroll_log(-1)"),
        Binding("up", "scroll_sheet(-1)"),
        Binding("down", "scroll_sheet(1)"),
    ]

    @property
    @abstractmethod
    def scrolling(self) -> TableScrolling:
        """The scroll positions of the log and the sheet."""

    @property
    @abstractmethod
    def plan(self) -> TablePlan:
        """The plan by which everything was drawn."""

    @abstractmethod
    def beat(self) -> None:
        """Draw what has changed."""

    def action_scroll_log(self, pages: int) -> None:
        """Scroll the log back by so many pages, or forward (below 0)."""
        self.scrolling.scroll_log(pages)
        self.beat()

    def action_scroll_sheet(self, seats: int) -> None:
        """Scroll the score sheet down by so many seats, or up (below 0)."""
        self.scrolling.scroll_sheet(seats)
        self.beat()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll what is under the mouse up: the log, or the score sheet."""
        self._scroll(event, 1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll what is under the mouse down."""
        self._scroll(event, -1)

    def _scroll(self, event: MouseScrollUp | MouseScrollDown, up: int) -> None:
        if not self.check_action("scroll_log", (up,)):
            return
        if self.plan.side.holds(event.screen_x, event.screen_y):
            self.scrolling.scroll_sheet(-up)
        else:
            self.scrolling.scroll_log_by(up * WHEEL)
        self.beat()
