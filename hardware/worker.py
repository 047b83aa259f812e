"""A thread for a device that may be slow, hang or go away, and the jobs that wait for it.

:class:`Availability` is for a device that the loop itself drives.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from threading import Condition, Thread
from typing import Generic, Protocol, TypeVar

from groundwork.faults import Fault, os_reason
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.system.threads import start_thread
from hardware.devices import Clock, DeviceBack, DeviceLost, EventSink

RETRY_US = 2_000_000
"""Pause before a device that failed is tried again, in microseconds."""


class Availability:
    """Tracks whether a device answers, and when to retry. ``device`` is its name for people.

    ``what`` goes with the DeviceBack.
    """

    def __init__(self, device: str, what: str, clock: Clock, hand_over: EventSink) -> None:
        self._device = device
        self._what = what
        self._clock = clock
        self._hand_over = hand_over
        self._retry_at: int | None = None

    @property
    def is_lost(self) -> bool:
        """Whether the last try failed."""
        return self._retry_at is not None

    @property
    def may_be_tried(self) -> bool:
        """Whether it answers, or the pause after the last failure is over."""
        return self._retry_at is None or self._clock() >= self._retry_at

    def failed(self, error: Exception) -> None:
        """Note that a try failed, with this error; hand over DeviceLost if that is news."""
        now = self._clock()
        if self._retry_at is None:
            why = os_reason(error) if isinstance(error, OSError) else str(error)
            self._hand_over(DeviceLost(now, self._device, why))
        self._retry_at = now + RETRY_US

    def worked(self) -> None:
        """Note that a try succeeded; hand over DeviceBack if that is news."""
        if self._retry_at is not None:
            self._retry_at = None
            self._hand_over(DeviceBack(self._clock(), self._device, self._what))


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


PATIENCE = 3_000_000
"""Longest time for one job, in microseconds, before the device is reported lost."""

PATIENCE_OPENING = 15_000_000
"""The same for opening: a small Pi takes seconds to load a driver's libraries."""

RETRY_S = 5.0
"""Pause before a device that failed is opened again, in seconds."""

CLOSING_S = 2.0
"""Longest wait for the current job when the worker is closed, in seconds."""

Do = Callable[[JobT], None]
"""Does one job; may block. Raises :class:`OSError` or :class:`Fault` if the device fails."""

Open = Callable[[ExitStack], Do[JobT]]
"""Opens the device until the stack is closed. Raises :class:`OSError` or :class:`Fault`."""


@frozen_dataclass
class _Attempt:
    """What the thread is about since ``began``, and how long that may take, in microseconds."""

    began: int
    patience: int


class Worker(Generic[JobT]):
    """Does the jobs of one device in a thread, in the order of ``waiting``. Thread-safe.

    By default only the newest job waits. The thread also opens the device, whose name for people is
    ``device``. If opening or a job fails, it hands over a :class:`DeviceLost` and reopens the
    device every ``retry_s`` seconds until that works, then hands over a :class:`DeviceBack` with
    ``what``. :meth:`check` reports a job that takes longer than ``patience`` (microseconds).

    With ``repeats`` a failed job is done again unless a newer one has replaced it. With
    ``refresh_s`` the last job is repeated after so many idle seconds, which finds a device that has
    gone and restores one that was disturbed.
    """

    def __init__(
        self,
        device: str,
        what: str,
        open_device: Open[JobT],
        clock: Clock,
        hand_over: EventSink,
        *,
        repeats: bool = True,
        waiting: JobQueue[JobT] | None = None,
        patience: int = PATIENCE,
        retry_s: float = RETRY_S,
        refresh_s: float | None = None,
    ) -> None:
        self._device = device
        self._what = what
        self._open_device = open_device
        self._clock = clock
        self._hand_over = hand_over
        self._repeats = repeats
        self._patience = patience
        self._retry_s = retry_s
        self._refresh_s = refresh_s
        self._last: tuple[JobT] | None = None
        self._waiting = NewestJobs() if waiting is None else waiting
        self._changed = Condition()
        self._closed = False
        self._attempt: _Attempt | None = None
        self._lost = False
        self._thread = Thread(target=self._work, name=f"boxctl {device}", daemon=True)
        start_thread(self._thread)

    def give(self, job: JobT) -> None:
        """Queue a job. Never waits."""
        with self._changed:
            self._waiting.add(job)
            self._changed.notify()

    def check(self, now: int) -> None:
        """Report, once, a job that takes too long. Never waits."""
        attempt = self._attempt
        if attempt is not None and now - attempt.began > attempt.patience:
            seconds = attempt.patience // 1_000_000
            self._tell_lost(tr("it has not answered for {seconds} seconds", seconds=seconds))

    def close(self) -> bool:
        """End the thread and close the device; return False if it hangs and is left behind."""
        with self._changed:
            if not self._closed:
                self._waiting.close()
            self._closed = True
            self._changed.notify()
        self._thread.join(CLOSING_S)
        return not self._thread.is_alive()

    # In the thread.

    def _work(self) -> None:
        while not self._closed:
            try:
                with ExitStack() as opened:
                    self._work_open(opened)
            except Exception as error:  # noqa: BLE001
                # Catch everything: a device without its thread would never come back.
                self._tell_lost(_why(error))
                with self._changed:
                    self._changed.wait_for(lambda: self._closed, self._retry_s)
            finally:
                self._attempt = None

    def _work_open(self, opened: ExitStack) -> None:
        """Open the device and do its jobs until the worker is closed."""
        self._attempt = _Attempt(self._clock(), PATIENCE_OPENING)
        do = self._open_device(opened)
        self._attempt = None
        if self._repeats and not self._waiting:
            self._tell_back()
        while (job := self._next()) is not None:
            self._attempt = _Attempt(self._clock(), self._patience)
            try:
                do(job[0])
            except BaseException:
                self._put_back(job[0])
                raise
            finally:
                self._done()
            self._attempt = None
            self._tell_back()

    def _next(self) -> tuple[JobT] | None:
        with self._changed:
            refresh_s = self._refresh_s if self._last is not None else None
            self._changed.wait_for(lambda: self._waiting or self._closed, refresh_s)
            if self._closed:
                return None
            if self._waiting:
                self._last = (self._waiting.take(),)
            return self._last

    def _done(self) -> None:
        with self._changed:
            self._waiting.done()

    def _put_back(self, job: JobT) -> None:
        with self._changed:
            if self._repeats:
                self._waiting.put_back(job)

    # In any thread.

    def _tell_lost(self, why: str) -> None:
        with self._changed:
            told, self._lost = self._lost, True
        if not told:
            self._hand_over(DeviceLost(self._clock(), self._device, why))

    def _tell_back(self) -> None:
        with self._changed:
            lost, self._lost = self._lost, False
        if lost:
            self._hand_over(DeviceBack(self._clock(), self._device, self._what))


def _why(error: Exception) -> str:
    if isinstance(error, OSError):
        return os_reason(error)
    if isinstance(error, Fault):
        return str(error)
    return tr("its driver has failed ({kind}: {error})", kind=type(error).__name__, error=error)
