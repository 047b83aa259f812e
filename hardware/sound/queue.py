"""The queue of announcements, words or tunes: newer ones supersede, lasting ones are never lost."""

from __future__ import annotations

from collections import deque
from typing import Generic, Protocol, TypeVar

from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import Manner, Urgency
from hardware.worker import JobQueue

MOST_LASTING = 12
"""Most lasting announcements that wait; nobody would listen to more."""

WhatT = TypeVar("WhatT")


@frozen_dataclass
class QueuedAnnouncement(Generic[WhatT]):
    """Words or a tune, and how they relate to others."""

    what: WhatT
    manner: Manner

    def puts_out_of_date(self, older: QueuedAnnouncement[WhatT]) -> bool:
        """Return whether this supersedes the older one."""
        new, old = self.manner, older.manner
        return (
            old.urgency is not Urgency.LASTING
            and old.topic == new.topic
            and old.moment != new.moment
        )

    def goes_before(self, other: QueuedAnnouncement[WhatT]) -> bool:
        """Return whether this goes before an older one."""
        return self._is_urgent and not other._is_urgent

    @property
    def _is_urgent(self) -> bool:
        return self.manner.urgency is Urgency.URGENT


class CutOff(Protocol):
    """Ends the current announcement as soon as possible."""

    def set(self) -> None:
        """Cut off the current announcement."""
        ...

    def clear(self) -> None:
        """Allow the next announcement."""
        ...


class AnnouncementQueue(JobQueue[QueuedAnnouncement[WhatT]]):
    """The announcements that wait, and the current one. Not thread-safe.

    The current one is cut off when it is superseded or an urgent one comes; a lasting one is then
    announced again from its beginning.
    """

    def __init__(self, cut_off: CutOff) -> None:
        self._cut_off = cut_off
        self._waiting: deque[QueuedAnnouncement[WhatT]] = deque()
        self._current: QueuedAnnouncement[WhatT] | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, job: QueuedAnnouncement[WhatT]) -> None:
        """Queue an announcement; an urgent one goes before all that are not."""
        current = self._current
        if current is not None and (job.puts_out_of_date(current) or job.goes_before(current)):
            self._current = None
            self._waiting.appendleft(current)
            self._cut_off.set()
        kept = [older for older in self._waiting if not job.puts_out_of_date(older)]
        place = next((i for i, older in enumerate(kept) if job.goes_before(older)), len(kept))
        kept.insert(place, job)
        self._waiting = deque(_without_the_oldest(kept))

    def take(self) -> QueuedAnnouncement[WhatT]:
        """Remove and return the next one."""
        self._current = self._waiting.popleft()
        self._cut_off.clear()
        return self._current

    def done(self) -> None:
        """Note that the current one has ended or was cut off."""
        self._current = None

    def put_back(self, job: QueuedAnnouncement[WhatT]) -> None:
        """Drop it: an announcement that failed is not made late."""

    def close(self) -> None:
        """Drop all announcements and cut off the current one."""
        self._waiting.clear()
        self._cut_off.set()


def _without_the_oldest(
    announcements: list[QueuedAnnouncement[WhatT]],
) -> list[QueuedAnnouncement[WhatT]]:
    """Return the announcements without the oldest lasting ones beyond MOST_LASTING."""
    lasting = [a for a in announcements if a.manner.urgency is Urgency.LASTING]
    dropped = lasting[: max(0, len(lasting) - MOST_LASTING)]
    return [a for a in announcements if not any(a is other for other in dropped)]
