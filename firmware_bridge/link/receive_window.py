"""The host's side of go-back-N: numbered messages, each taken once and in order.

The board numbers its throws in one such count and its changes of levers in another. It sends a
window of them and goes back to the oldest when the host reports a gap or does not answer. What the
host answers waits here until it is written.
"""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.protocol.constants import WINDOW
from firmware_bridge.protocol.messages import ChangeAck, Sendable, ThrowAck


class ReceiveWindow:
    """``last`` is the last number taken, ``acknowledged`` the last one that the board may forget.

    A gap is reported once.
    """

    def __init__(self, last: int, acknowledged: int) -> None:
        self.last = last
        self._acknowledged = acknowledged
        self._gap_told = False

    def acknowledge(self, number: int) -> None:
        """Note that the board is told to forget everything up to this number."""
        self._acknowledged = max(self._acknowledged, number)

    def oversteps(self, number: int) -> bool:
        """Return whether the board may not send this number yet."""
        return number > self._acknowledged + WINDOW

    def is_next(self, number: int) -> bool:
        """Return whether this number comes after the last one taken."""
        return number == self.last + 1

    def take(self, number: int) -> bool:
        """Take this number if it is the next one; return whether it was."""
        if not self.is_next(number):
            return False
        self.last = number
        self._gap_told = False
        return True

    def tell_gap(self, number: int) -> bool:
        """Return, once for each gap, that a number before this one is missing."""
        if number <= self.last + 1 or self._gap_told:
            return False
        self._gap_told = True
        return True


class PendingAnswers:
    """At most one answer of each kind, however often the board repeats itself. Not thread-safe.

    Times are microseconds.
    """

    def __init__(self) -> None:
        self._waiting: dict[type[Sendable], Sendable] = {}
        self._due: int | None = None

    @property
    def due(self) -> int | None:
        """When the first of them was to be written; None if none waits."""
        return self._due

    def add(self, answer: Sendable, now: int) -> None:
        """Replace the answer of this kind: an acknowledgement includes earlier ones.

        A gap that was to be reported still is.
        """
        before = self._waiting.get(type(answer))
        if isinstance(answer, ThrowAck | ChangeAck) and isinstance(before, type(answer)):
            answer = replace(answer, again=max(answer.again, before.again))
        self._waiting[type(answer)] = answer
        if self._due is None:
            self._due = now

    def take(self) -> list[Sendable]:
        """Remove and return them."""
        taken = list(self._waiting.values())
        self._waiting.clear()
        self._due = None
        return taken
