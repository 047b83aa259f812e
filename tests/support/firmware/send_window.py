"""The board's end of a count of things that have to arrive once and in order.

It sends a window of them, and goes back to the oldest when the host says that one is missing, or
says nothing.
"""

from __future__ import annotations

from firmware_bridge.link.commands import retransmission
from firmware_bridge.protocol.constants import GO_BACK_MS, WINDOW


class SendWindow:
    """The board's end. It keeps numbers only; ``first`` is the oldest not acknowledged,
    ``following`` is the next to be given.
    """

    def __init__(self, first: int = 1) -> None:
        self.first = self.following = first
        self.repeated = 0
        self._unsent = first
        self._most = first
        self._pace = retransmission()
        self._went_back: int | None = None

    def begin(self, now: int) -> None:
        """The host is there (again): everything is said from the oldest on."""
        self._unsent = self.first
        if self.following > self.first:
            self._pace.start(now)

    def put(self, now: int) -> int:
        """Number one more thing, to be said until it is acknowledged."""
        self.following += 1
        if self._pace.due is None:
            self._pace.start(now)
        return self.following - 1

    def next_to_say(self, now: int) -> int | None:
        """The number to say now, if there is one; ask again until there is none."""
        if self._pace.is_due(now):
            self._unsent = self.first
            self._pace.tried(now)
        if self._unsent >= min(self.following, self.first + WINDOW):
            return None
        self._unsent += 1
        self.repeated += self._unsent <= self._most
        self._most = max(self._most, self._unsent)
        return self._unsent - 1

    def acknowledged(self, number: int, again: bool, now: int) -> None:
        """The host has all up to ``number``; with ``again`` it has seen that one is missing."""
        # A number that was never given is no acknowledgement of what will once have it.
        if not self.first - 1 <= number < self.following:
            return
        moved = number >= self.first
        self.first = number + 1
        self._unsent = max(self._unsent, self.first)
        if self.first == self.following:
            self._pace.stop()
        elif moved:
            self._pace.wait(now)
        if again and (self._went_back is None or now - self._went_back >= GO_BACK_MS * 1000):
            self._went_back = now
            self._unsent = self.first

    def next_deadline(self) -> int | None:
        """When ``next_to_say`` has something even if nothing is acknowledged; 0 is at once."""
        if self._unsent < min(self.following, self.first + WINDOW):
            return 0
        return self._pace.due
