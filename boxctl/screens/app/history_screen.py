"""The screen of how the players have fared: a page that scrolls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import groupby
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from boxctl.audit.history import History, history_in
from boxctl.presentation.journal.history_sentences import history_lines, uncounted_sentences
from boxctl.presentation.journal.player_history import ASCII as PLAIN_CELLS
from boxctl.presentation.journal.player_history import BLOCKS, HistoryLine
from boxctl.presentation.journal.proof_sentences import finding_sentences
from boxctl.screens.app.menu.menu_widgets import FooterBar
from boxctl.screens.laptop.laptop_table import GameSetup
from boxctl.screens.pictures.picture import ASCII
from boxctl.screens.pictures.view_model import FooterKey
from groundwork.faults import Fault
from groundwork.language import tr, tr_as


def letter_key(letter: str, action: str) -> Binding:
    """Bind a small ``letter``, the same with Shift, and the same with Caps Lock on.

    The screens name their keys in capitals. A terminal may report Shift apart from the letter.
    """
    return Binding(f"{letter},{letter.upper()},shift+{letter}", action, show=False)


class HistoryScreen(Screen[None]):
    """Looks through the journal in the background, and shows what it comes to.

    Escape, H, Q or F5 leaves it, even while it looks.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f5", "leave", show=False),
        letter_key("h", "leave"),
        letter_key("q", "leave"),
    ]
    DEFAULT_CSS = """
    HistoryScreen #history-title {
        height: 1; background: $box-header; color: $box-title; text-style: bold;
    }
    HistoryScreen { background: $box-page; }
    HistoryScreen VerticalScroll {
        height: 1fr; padding: 1 2; background: $box-page; color: $box-plain;
        scrollbar-size-vertical: 1;
        scrollbar-color: $box-frame; scrollbar-background: $box-page;
    }
    HistoryScreen .line-title { text-style: bold; color: $accent; }
    HistoryScreen .line-headings { color: $text-muted; text-style: bold; }
    HistoryScreen .line-scale { color: $text-muted; }
    HistoryScreen .line-chart { color: $success; }
    HistoryScreen .line-note { color: $text-muted; }
    """

    def __init__(self, setup: GameSetup) -> None:
        super().__init__()
        self._setup = setup
        self._left = False

    def compose(self) -> ComposeResult:
        """Show the title and the keys; the page comes when the journal has been looked through."""
        yield Static(tr(" boxctl   How the players have fared"), id="history-title", markup=False)
        with VerticalScroll(id="history-page"):
            yield Static(tr("The journal is looked through …"), id="history-progress", markup=False)
        yield FooterBar()

    def on_mount(self) -> None:
        """Begin to look through the journal."""
        page = self.query_one(VerticalScroll)
        page.focus()
        self.watch(page, "show_vertical_scrollbar", self._show_keys)
        loop = asyncio.get_running_loop()

        def hand_over(show: Callable[[], object]) -> None:
            # The program may have ended meanwhile.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(show)

        def progress(looked_at: int, of: int) -> None:
            if self._left:
                raise _Left
            hand_over(lambda: self._show_progress(looked_at, of))

        def look_through() -> None:
            try:
                found = history_in(self._setup.journal_file, progress=progress, may_be_missing=True)
            except _Left:
                return
            except Fault as fault:
                sentence = str(fault)
                hand_over(lambda: self._show([HistoryLine(sentence)]))
            else:
                lines = list(self._lines(found))
                hand_over(lambda: self._show(lines))

        self._setup.work(look_through)

    def _show_keys(self, longer: bool) -> None:
        """Show the keys; those that scroll only if the page is ``longer`` than its place."""
        scroll = [
            FooterKey(tr("UP"), tr("up"), "scroll(-1)"),
            FooterKey(tr("DOWN"), tr("down"), "scroll(1)"),
        ]
        always = [
            FooterKey(tr("ESC"), tr("back"), "leave"),
            FooterKey("L", tr_as("footer", "light"), "app.light_or_dark"),
        ]
        self.query_one(FooterBar).show([*scroll, *always] if longer else always)

    def _lines(self, found: History) -> Iterator[HistoryLine]:
        for finding in finding_sentences(found.findings):
            yield HistoryLine(finding)
        cells = PLAIN_CELLS if self._setup.glyphs is ASCII else BLOCKS
        if found.is_empty:
            yield HistoryLine(tr("No match has been played yet: this page begins with the first."))
            return
        yield from history_lines(found.counted, found.players, cells)
        left_out = [(match.number, match.reason, match.detail) for match in found.uncounted]
        yield from map(HistoryLine, uncounted_sentences(left_out))

    def _show_progress(self, looked_at: int, of: int) -> None:
        if self.is_mounted and not self._left:
            told = tr("looked at {done} of {matches} matches", done=looked_at, matches=of)
            self.query_one("#history-progress", Static).update(told)

    def _show(self, lines: list[HistoryLine]) -> None:
        if self._left or not self.is_mounted:
            return
        self.query_one("#history-progress", Static).remove()
        page = self.query_one(VerticalScroll)
        page.mount(
            *(
                Static(
                    "\n".join(line.text for line in alike),
                    classes=f"line-{kind.name.lower()}",
                    markup=False,
                )
                for kind, alike in groupby(lines, key=lambda line: line.kind)
            )
        )

    def action_scroll(self, rows: int) -> None:
        """Scroll the page so many rows down."""
        self.query_one(VerticalScroll).scroll_relative(y=rows, animate=False)

    def action_leave(self) -> None:
        """Go back to the screen below."""
        self._left = True
        self.dismiss()


class _Left(Exception):
    """The page was left while the journal was looked through."""
