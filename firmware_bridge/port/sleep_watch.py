"""Notice that this machine slept, or the program was stopped, while a port was listened to.

What arrived meanwhile waits in the port's buffer, and looks as if it came when it is read.
"""

from __future__ import annotations

from collections.abc import Callable

from groundwork.clock import suspended_us

LONGEST_NAP_US = 1_000_000
"""A machine that is merely busy wakes a waiting thread sooner than this."""


class SleepWatch:
    """Follows the waits of one thread for one port. Times are microseconds. Not thread-safe.

    ``suspended`` gives for how long this machine was suspended in all: the monotonic clock, by
    which waits are timed, stands still then.
    """

    def __init__(self, suspended: Callable[[], int] = suspended_us) -> None:
        self._suspended = suspended
        self._suspended_before = suspended()
        self._began = 0
        self._due: int | None = None
        self._age = 0

    def waits(self, now: int, due: int | None) -> None:
        """Note that the thread begins to wait, and when it will wake at the latest."""
        self._began, self._due = now, due

    def woke(self, now: int) -> None:
        """Note that it woke; whatever is read now may have come since the wait began."""
        suspended = self._suspended()
        slept = suspended - self._suspended_before
        self._suspended_before = suspended
        overslept = 0 if self._due is None else max(0, now - max(self._due, self._began))
        if slept + overslept >= LONGEST_NAP_US:
            self._age = slept + now - self._began

    @property
    def age(self) -> int:
        """The age in microseconds that a reading may have; 0 unless the thread has slept."""
        return self._age

    def drained(self) -> None:
        """Note that the port was read to its end: what comes next is new."""
        self._age = 0
