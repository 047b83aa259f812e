"""Python is set up for play once the box can be played on."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from weakref import ref

import pytest

from boxctl.cli.box.run import AFTER_US, SWITCH_S, AfterStart

START = 7_000_000
AT_THE_START = 100_000
"""The threshold that the command sets before it imports anything."""


class Forgotten:
    """Something that keeps itself, as the first form of a class with slots does."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def python_as_before() -> Iterator[None]:
    before, switch = gc.get_threshold(), sys.getswitchinterval()
    gc.set_threshold(AT_THE_START)
    yield
    # Unfrozen, all modules and tests would be looked through in whatever is tested later.
    gc.freeze()
    gc.set_threshold(*before)
    sys.setswitchinterval(switch)


@pytest.mark.usefixtures("python_as_before")
def test_garbage_is_collected_when_the_start_is_over_and_then_as_it_is_made() -> None:
    after_start = AfterStart(START)
    forgotten = ref(Forgotten())
    after_start.advance(START)
    assert forgotten() is not None
    after_start.advance(START + AFTER_US)
    assert forgotten() is None
    assert gc.get_threshold()[0] <= AT_THE_START / 100


@pytest.mark.usefixtures("python_as_before")
def test_garbage_is_collected_once_and_what_is_in_use_is_never_looked_at_again() -> None:
    after_start = AfterStart(START)
    assert after_start.due == START + AFTER_US
    after_start.advance(START + AFTER_US)
    assert len(gc.get_objects(generation=2)) < gc.get_freeze_count() / 10
    gc.set_threshold(AT_THE_START)
    due: int | None = after_start.due
    assert due is None
    after_start.advance(START + 2 * AFTER_US)
    assert gc.get_threshold()[0] == AT_THE_START


@pytest.mark.usefixtures("python_as_before")
def test_threads_take_short_turns_when_the_start_is_over() -> None:
    after_start = AfterStart(START)
    before = sys.getswitchinterval()
    after_start.advance(START)
    assert sys.getswitchinterval() == before
    after_start.advance(START + AFTER_US)
    assert sys.getswitchinterval() == pytest.approx(SWITCH_S)
