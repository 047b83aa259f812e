"""Show people who wait how many matches of a journal have been looked at."""

from __future__ import annotations

import sys

from groundwork.language import tr
from groundwork.printing import print_over

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""

EACH = 10
"""Progress is shown after so many matches, some tenths of a second."""


class MatchProgress:
    """A line that is written over; nothing where nobody looks, or with ``quiet``."""

    def __init__(self, *, quiet: bool) -> None:
        self._shown = not quiet and sys.stdout.isatty() and sys.stderr.isatty()
        self._width = 0
        self.of = 0

    def __call__(self, looked_at: int, of: int) -> None:
        """Take note that so many of ``of`` matches have been looked at."""
        self.of = of
        if self._shown and looked_at % EACH == 0:
            told = tr("looked at {done} of {matches} matches", done=looked_at, matches=of)
            self._width = len(told)
            print_over(told)

    def end(self) -> None:
        """Take the line away."""
        if self._width:
            print_over(" " * self._width)
            print_over("")
