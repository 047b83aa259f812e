"""Print the lines of the plain game: whole lines, one after the other, and a prompt last.

Nothing that was printed is changed, coloured or moved, so a screen reader reads each line once.
"""

from __future__ import annotations

from collections.abc import Callable

from groundwork.cell_width import wrapped
from groundwork.language import tr_as
from groundwork.shown_text import as_text

Show = Callable[[str], None]
"""Prints a piece of text as it is."""


class LineOutput:
    """Prints lines with ``show``, broken between words at ``width`` columns (None: never).

    With ``echoes`` it prints what is typed as well, as a terminal does by itself.
    """

    def __init__(self, show: Show, width: int | None = None, *, echoes: bool = False) -> None:
        self._show = show
        self._width = width
        self._echoes = echoes
        self._last: list[str] = []
        self._ends_reply = False
        self.prompt = ""
        """The prompt that waits for a line; empty while none does."""

    def tell(self, text: str) -> None:
        """Print a sentence or more on lines of their own."""
        self.leave_prompt()
        if self._ends_reply:
            self._last.clear()
            self._ends_reply = False
        self._last.append(text)
        self._print(text)

    def take_last(self) -> list[str]:
        """Return what was told between the last two lines that were typed, to be told again."""
        last, self._last = self._last, []
        self._ends_reply = False
        return last

    def ask(self, prompt: str) -> None:
        """Print a prompt, which stays the last of all until a line is typed."""
        self.leave_prompt()
        self.prompt = as_text(prompt)
        self._show(tr_as("prompt", "{asked}: ", asked=self.prompt))

    def ask_again(self) -> None:
        """Print the prompt that waits for a line once more, where another program has written."""
        if self.prompt:
            self._show(tr_as("prompt", "{asked}: ", asked=self.prompt))

    def leave_prompt(self) -> None:
        """End the line of the prompt, if there is one."""
        if self.prompt:
            self.prompt = ""
            self._show("\n")

    def typed(self, line: str) -> None:
        """Note that a line was typed, which ends the prompt."""
        self.prompt = ""
        self._ends_reply = True
        if self._echoes:
            self._show(f"{as_text(line)}\n")

    def _print(self, text: str) -> None:
        text = as_text(text)
        lines = [text]
        if self._width is not None:
            lines = wrapped(text, self._width) or [""]
        self._show("".join(f"{line}\n" for line in lines))
