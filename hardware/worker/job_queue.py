"""What waits to be done by a device: which of it is done next, and which not any more."""

from __future__ import annotations

from collections import deque
from typing import Protocol, TypeVar

JobT = TypeVar("JobT")


class JobQueue(Protocol[JobT]):
    """The jobs that wait. Whoever calls sees to it that no two calls come at once."""

    def __len__(self) -> int:
        """How many wait."""
        ...

    def add(self, job: JobT) -> None:
        """This is to be done, too; what is out of date by that is forgotten."""
        ...

    def take(self) -> JobT:
        """The job that is done from now on; only where one waits."""
        ...

    def done(self) -> None:
        """The job that was taken has come to its end."""
        ...

    def put_back(self, job: JobT) -> None:
        """The job that was taken has failed, and is to be done again if it still matters."""
        ...

    def close(self) -> None:
        """Nothing is to be done any more; what is being done may be cut off."""
        ...


class NewestJobs(JobQueue[JobT]):
    """Of the jobs that wait the newest ``most`` count, the oldest of them first."""

    def __init__(self, most: int = 1) -> None:
        self._jobs: deque[JobT] = deque(maxlen=most)
        self._most = most

    def __len__(self) -> int:
        return len(self._jobs)

    def add(self, job: JobT) -> None:
        """This is to be done, too."""
        self._jobs.append(job)

    def take(self) -> JobT:
        """The oldest of them."""
        return self._jobs.popleft()

    def done(self) -> None:
        """Nothing to be done."""

    def put_back(self, job: JobT) -> None:
        """It comes first again, if none that is newer has taken its place."""
        if len(self._jobs) < self._most:
            self._jobs.appendleft(job)

    def close(self) -> None:
        """Nothing to be done: what has begun comes to its end."""
