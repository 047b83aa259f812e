"""What waits to be announced, in words or in tunes: the newest matters, and nothing is lost that
has to be known.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from hardware.devices import Manner, Urgency
from hardware.worker.job_queue import JobQueue

MOST_LASTING = 12
"""So many that last may wait: more, nobody would listen to."""

WhatT = TypeVar("WhatT")


@dataclass(frozen=True, slots=True)
class Announcement(Generic[WhatT]):
    """Words or a tune, and how they stand to others."""

    what: WhatT
    manner: Manner

    def puts_out_of_date(self, older: Announcement[WhatT]) -> bool:
        """Whether nobody needs to hear the older one any more."""
        new, old = self.manner, older.manner
        return (
            old.urgency is not Urgency.LASTING
            and old.topic == new.topic
            and old.moment != new.moment
        )

    def goes_before(self, other: Announcement[WhatT]) -> bool:
        """Whether it comes before one that is older."""
        return self._is_urgent and not other._is_urgent

    @property
    def _is_urgent(self) -> bool:
        return self.manner.urgency is Urgency.URGENT


class CutOff(Protocol):
    """Ends what is being announced, as soon as may be."""

    def set(self) -> None:
        """Cut it off."""
        ...

    def clear(self) -> None:
        """What comes now may be announced."""
        ...


class AnnouncementQueue(JobQueue[Announcement[WhatT]]):
    """The announcements that wait, and the one that is being made.

    That one is cut off when it is out of date, or when something urgent comes; if it lasts, it is
    announced again after that, from its beginning.
    """

    def __init__(self, cut_off: CutOff) -> None:
        self._cut_off = cut_off
        self._waiting: deque[Announcement[WhatT]] = deque()
        self._current: Announcement[WhatT] | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, job: Announcement[WhatT]) -> None:
        """Announce it in its turn; urgent, before all that is not."""
        current = self._current
        if current is not None and (job.puts_out_of_date(current) or job.goes_before(current)):
            self._current = None
            self._waiting.appendleft(current)
            self._cut_off.set()
        kept = [older for older in self._waiting if not job.puts_out_of_date(older)]
        place = next((i for i, older in enumerate(kept) if job.goes_before(older)), len(kept))
        kept.insert(place, job)
        self._waiting = deque(_without_the_oldest(kept))

    def take(self) -> Announcement[WhatT]:
        """The next one."""
        self._current = self._waiting.popleft()
        self._cut_off.clear()
        return self._current

    def done(self) -> None:
        """It has been announced, or was cut off."""
        self._current = None

    def put_back(self, job: Announcement[WhatT]) -> None:
        """What could not be announced is not announced late."""

    def close(self) -> None:
        """Silence."""
        self._waiting.clear()
        self._cut_off.set()


def _without_the_oldest(
    announcements: list[Announcement[WhatT]],
) -> list[Announcement[WhatT]]:
    """Without the oldest of those that last, where they are too many."""
    lasting = [a for a in announcements if a.manner.urgency is Urgency.LASTING]
    dropped = lasting[: max(0, len(lasting) - MOST_LASTING)]
    return [a for a in announcements if not any(a is other for other in dropped)]
