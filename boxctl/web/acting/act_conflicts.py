"""Acts of several people at one table: whoever comes too late does nothing. Pure."""

from __future__ import annotations

from boxctl.web.acting.acts import Act

AT_ONCE = 1_000_000
"""Two people who do the same within so many microseconds mean it once."""


class ActConflicts:
    """Knows which rulings a page can have seen. For the thread of the loop."""

    def __init__(self) -> None:
        self._ruled = 0
        self._done: dict[tuple[str, int], int] = {}

    def match_begins(self, ruled: int = 0) -> None:
        """Note that a match begins, or goes on after so many rulings."""
        self._ruled = ruled
        self._done.clear()

    def ruled(self) -> None:
        """Note a ruling: what was thought of before is out of date."""
        self._ruled += 1
        self._done.clear()

    def is_too_late(self, act: Act, now: int) -> bool:
        """Return whether the table has gone on since its page was looked at, or it is done already.

        An act that does not say what it has ``seen`` is never too late.
        """
        if act.seen is None:
            return False
        if act.seen != self._ruled:
            return True
        what = act.do, act.tile
        before = self._done.get(what)
        self._done[what] = now
        return before is not None and now - before < AT_ONCE
