"""The garbage of a start is collected once the box can be played on, and looked for later on."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from boxctl.cli.box.garbage import AFTER_US, CollectionAfterStart

START = 7_000_000
AT_THE_START = 100_000
"""The threshold that the command sets before it imports anything."""


class Forgotten:
    """Something that keeps itself, as the first form of a class with slots does."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def thresholds_as_before() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(AT_THE_START)
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("thresholds_as_before")
def test_it_is_collected_when_the_start_is_over_and_then_as_it_is_made() -> None:
    collection = CollectionAfterStart(START)
    forgotten = ref(Forgotten())
    collection.advance(START)
    assert forgotten() is not None
    collection.advance(START + AFTER_US)
    assert forgotten() is None
    assert gc.get_threshold()[0] <= AT_THE_START / 100


@pytest.mark.usefixtures("thresholds_as_before")
def test_it_is_done_once_and_what_is_in_use_is_never_looked_at_again() -> None:
    collection = CollectionAfterStart(START)
    assert collection.due == START + AFTER_US
    collection.advance(START + AFTER_US)
    assert len(gc.get_objects(generation=2)) < gc.get_freeze_count() / 10
    gc.set_threshold(AT_THE_START)
    due: int | None = collection.due
    assert due is None
    collection.advance(START + 2 * AFTER_US)
    assert gc.get_threshold()[0] == AT_THE_START
