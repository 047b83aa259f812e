"""What waits for the disk, while another thread adds to it at any moment."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import cast

import pytest

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.writer import WriteQueue
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import MatchBegan, MatchLeft, RulingMade

HEADER, RULED, ENDED = (
    Entry(MatchBegan.kind, {}),
    Entry(RulingMade.kind, {"verdict": "ready"}),
    Entry(MatchLeft.kind, {}),
)


class AnotherThreadAdds(deque[Entry]):
    """What waits, where another thread adds an entry each time that somebody looks at it."""

    def __iter__(self) -> Iterator[Entry]:
        for entry in super().__iter__():
            self.append(RULED)
            yield entry


class Written:
    """A journal that keeps what it was given."""

    def __init__(self) -> None:
        self.batches: list[list[Entry]] = []

    def append(self, entries: Sequence[Entry]) -> None:
        self.batches.append(list(entries))


@pytest.fixture
def disk() -> Written:
    return Written()


@pytest.fixture
def queue(disk: Written) -> WriteQueue:
    return WriteQueue(cast(Appender, disk))


def test_an_entry_that_comes_while_others_are_written_waits_for_the_next_time(
    queue: WriteQueue, disk: Written
) -> None:
    queue._waiting = AnotherThreadAdds([HEADER, RULED])
    queue.write()
    assert disk.batches == [[HEADER, RULED]]
    assert (queue.durable, len(queue)) == (2, 0)


def test_the_end_of_a_match_is_written_before_the_next_begins(
    queue: WriteQueue, disk: Written
) -> None:
    for entry in (HEADER, RULED, ENDED, HEADER, RULED):
        queue.add(entry)
    queue.write()
    queue.write()
    assert disk.batches == [[HEADER, RULED, ENDED], [HEADER, RULED]]


def test_no_more_are_written_at_once_than_one_transaction_takes(
    queue: WriteQueue, disk: Written
) -> None:
    for entry in (HEADER, RULED, RULED):
        queue.add(entry)
    queue.write(most=2)
    assert disk.batches == [[HEADER, RULED]] and len(queue) == 1
