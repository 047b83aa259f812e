"""Announcements one after another, each for as long as it takes to read. Pure: time is given.

Only words wait here. What they are about has happened, and is in the book and the journal.
"""

from __future__ import annotations

from collections import deque

from boxctl.view.announcement import Announcement, AnnouncementKind

AT_LEAST = 800_000
"""How long the shortest announcement takes to read, in microseconds."""

A_CHARACTER = 40_000
"""How long each character takes beyond that, in microseconds: some 250 words a minute."""

AT_MOST = 4_500_000
"""How long even a long announcement keeps others waiting, in microseconds."""

HELD = frozenset(
    (
        AnnouncementKind.NO_MOVE,
        AnnouncementKind.SHUT,
        AnnouncementKind.WON,
        AnnouncementKind.DOUBT,
    )
)
"""Kinds that the tiles and dice do not show: what follows waits until they have been read."""


def reading_time(text: str) -> int:
    """Return how long a text takes to read, in microseconds."""
    return min(AT_MOST, AT_LEAST + A_CHARACTER * len(text))


class Announcer:
    """The announcement that is shown, and those that wait for it. Times are microseconds.

    Each of a kind that is :data:`HELD` is shown for its reading time, unless people :meth:`skip`
    it. A remark is shown for its reading time at once; then what it hid comes back.
    """

    def __init__(self) -> None:
        self._shown = self._hidden = Announcement("")
        self._until: int | None = None
        self._is_remark = False
        self._waiting: deque[Announcement] = deque()

    @property
    def shown(self) -> Announcement:
        """The announcement that is shown."""
        return self._shown

    @property
    def due(self) -> int | None:
        """The time at which what is shown has been read; None if it keeps nothing waiting."""
        return self._until

    def busy(self, now: int) -> bool:
        """Whether people are still reading, or something waits to be read."""
        return bool(self._waiting) or (self._until is not None and now < self._until)

    def announce(self, announcement: Announcement, now: int) -> None:
        """Show an announcement once the one before has been read; a question is shown at once.

        Announcements that still wait are dropped, unless their kind is held.
        """
        self.advance(now)
        self._waiting = deque(waits for waits in self._waiting if waits.kind in HELD)
        if announcement.kind is AnnouncementKind.ASKS:
            self._waiting.clear()
            self._show(announcement, now)
        elif self._is_remark or not self.busy(now):
            self._waiting.append(announcement)
            self._show_next(now)
        else:
            self._waiting.append(announcement)

    def remark(self, announcement: Announcement, now: int) -> None:
        """Show a remark until it has been read. It hides no question."""
        self.skip(now)
        if self._shown.kind is AnnouncementKind.ASKS:
            return
        if not self._is_remark:
            self._hidden = self._shown
        self._shown, self._is_remark = announcement, True
        self._until = now + reading_time(announcement.text)

    def skip(self, now: int) -> None:
        """Show the newest announcement at once: people have read enough, or the dice roll on."""
        if self._waiting:
            self._show(self._waiting[-1], now)
            self._waiting.clear()
        elif self._is_remark:
            self._show(self._hidden, now)
        self._until = None

    def advance(self, now: int) -> None:
        """Show what is due by now."""
        while self._until is not None and now >= self._until:
            at = self._until
            if self._waiting:
                self._show_next(at)
            elif self._is_remark:
                self._show(self._hidden, at)
                self._until = None
            else:
                self._until = None

    def _show_next(self, now: int) -> None:
        self._show(self._waiting.popleft(), now)

    def _show(self, announcement: Announcement, now: int) -> None:
        self._shown, self._is_remark = announcement, False
        held = announcement.kind in HELD
        self._until = now + reading_time(announcement.text) if held else None
