"""Show people who wait how many matches of a journal have been read."""

from __future__ import annotations

import sys
from typing import Self

from groundwork.language import tr
from groundwork.printing import print_over

EACH = 10
"""The matches between two updates of the line, some tenths of a second."""


class MatchProgress:
    """A line that is written over. Shows nothing without a terminal, or with ``quiet``."""

    def __init__(self, *, quiet: bool) -> None:
        self._shown = not quiet and sys.stdout.isatty() and sys.stderr.isatty()
        self._width = 0
        self.of = 0

    def __call__(self, looked_at: int, of: int) -> None:
        """Note that ``looked_at`` of ``of`` matches have been read."""
        self.of = of
        if self._shown and looked_at % EACH == 0:
            told = tr("looked at {done} of {matches} matches", done=looked_at, matches=of)
            self._width = len(told)
            print_over(told)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_ended: object) -> None:
        """Clear the line."""
        if self._width:
            print_over(" " * self._width)
            print_over("")
