"""The jobs that wait for a device: which comes next, and which are dropped."""

from __future__ import annotations

from collections import deque
from typing import Protocol, TypeVar

JobT = TypeVar("JobT")


class JobQueue(Protocol[JobT]):
    """The jobs that wait. Not thread-safe."""

    def __len__(self) -> int:
        """Return how many wait."""
        ...

    def add(self, job: JobT) -> None:
        """Add a job, and drop those that it supersedes."""
        ...

    def take(self) -> JobT:
        """Remove and return the next job. Call it only if one waits."""
        ...

    def done(self) -> None:
        """Note that the job taken has ended."""
        ...

    def put_back(self, job: JobT) -> None:
        """Queue the job taken again, as it failed, if it still matters."""
        ...

    def close(self) -> None:
        """Drop all jobs; the current one may be cut off."""
        ...


class NewestJobs(JobQueue[JobT]):
    """Keep the newest ``most`` jobs, oldest first."""

    def __init__(self, most: int = 1) -> None:
        self._jobs: deque[JobT] = deque(maxlen=most)
        self._most = most

    def __len__(self) -> int:
        return len(self._jobs)

    def add(self, job: JobT) -> None:
        """Add a job, dropping the oldest if there are too many."""
        self._jobs.append(job)

    def take(self) -> JobT:
        """Remove and return the oldest."""
        return self._jobs.popleft()

    def done(self) -> None:
        """Do nothing."""

    def put_back(self, job: JobT) -> None:
        """Put it first again, unless newer jobs have taken its place."""
        if len(self._jobs) < self._most:
            self._jobs.appendleft(job)

    def close(self) -> None:
        """Do nothing: the current job runs to its end."""
