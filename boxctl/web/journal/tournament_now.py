"""What the pages know of tonight's tournament: that something of it is new, told or by whom."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from boxctl.journal.disk.file import stamp_of
from boxctl.journal.faults import JournalFault
from boxctl.journal.query import reading
from boxctl.journal.tournament_tonight import TournamentFinder
from boxctl.web.state import TournamentNews
from groundwork.clock import utc_now

LOOKS_EVERY = 1_000_000
"""Microseconds between two looks at the journal."""

NONE_TONIGHT = TournamentNews()


class TournamentFollower:
    """Looks whether a tournament goes on tonight, whoever tells something of it. For one thread.

    The journal is opened only where it was written since, at most once a second. ``clock`` is in
    microseconds.
    """

    def __init__(self, journal: Path, clock: Callable[[], int]) -> None:
        self._journal = journal
        self._clock = clock
        self._finder = TournamentFinder()
        self._stamp: object = None
        self._due = 0
        self.news = NONE_TONIGHT

    def look(self) -> None:
        """Look again, if it is time to; a journal that cannot be read has none."""
        now = self._clock()
        if now < self._due:
            return
        self._due = now + LOOKS_EVERY
        stamp = stamp_of(self._journal), utc_now().hour
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            with reading(self._journal, may_be_missing=True) as connection:
                found = self._finder.find(connection, utc_now())
        except JournalFault:
            found = None
        self.news = NONE_TONIGHT if found is None else TournamentNews(found.number, found.entries)

    @property
    def due(self) -> int:
        """Time at which to look again, in microseconds."""
        return self._due
