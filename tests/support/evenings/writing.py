"""What the journal's thread does, in simulated time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.writer import MOST_AT_ONCE, RETRY_EVERY, WriteQueue
from boxctl.journal.entries import Entry
from boxctl.journal.proof.chain import Head
from tests.support.evenings.disk import Disk
from tests.support.evenings.evening import SECOND

RETRY = round(RETRY_EVERY * SECOND)


class Writing:
    """Brings entries to the disk, a batch at a time, in the time that the disk takes.

    ``head`` is where the match stands that is gone on with. ``tell`` is told of every entry as
    soon as it is given to be written; ``due`` is when the disk is ready next, None while nothing
    waits.
    """

    def __init__(
        self, disk: Disk, head: Head | None, tell: Callable[[Entry], None], random: Random
    ) -> None:
        self.due: int | None = None
        self.told: list[Entry] = []
        self._disk = disk
        self._tell = tell
        self._random = random
        self._appending = Appender(disk.open, head)
        self._backlog = WriteQueue(self._appending)
        self._under_way = 0

    @property
    def durable(self) -> int:
        """How many of the entries are on the disk, as far as is known."""
        return self._backlog.durable

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written at present."""
        return self._backlog.trouble

    @property
    def idle(self) -> bool:
        """Whether everything is written."""
        return self.due is None

    def write(self, entry: Entry) -> None:
        """Have this entry written."""
        self.told.append(entry)
        self._tell(entry)
        self._backlog.add(entry)
        if self.due is None:
            self._begin()

    def advance(self, now: int) -> bool:
        """Let the disk do what it has done by now; whether there is news."""
        if self.due is None or now < self.due:
            return False
        if not self._under_way:
            self._begin()
            return False
        before = self._backlog.durable, self._backlog.trouble
        written = self._backlog.write(self._under_way)
        self._under_way, self.due = 0, None
        if not written:
            self.due = now + RETRY
        elif self._backlog:
            self._begin()
        return before != (self._backlog.durable, self._backlog.trouble)

    def lose_power(self) -> None:
        """The program is gone; what is just being written is there afterwards, or is not."""
        if self._under_way and self._random.random() < 0.5:
            self._backlog.write(self._under_way)
        self._appending.close()
        self.due = None

    def _begin(self) -> None:
        self._under_way = min(len(self._backlog), MOST_AT_ONCE)
        self.due = self._disk.now + self._disk.takes()
