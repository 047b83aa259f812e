"""A machine that slept is noticed, one that is only busy is not."""

from __future__ import annotations

import pytest

from firmware_bridge.port.serial_board import LONGEST_NAP_US, SleepWatch

SECOND = 1_000_000


@pytest.fixture
def suspended() -> list[int]:
    return [7 * SECOND]


@pytest.fixture
def watch(suspended: list[int]) -> SleepWatch:
    return SleepWatch(lambda: suspended[0])


def test_a_wait_that_ends_in_time_makes_nothing_old(watch: SleepWatch) -> None:
    watch.waits(0, SECOND)
    watch.woke(SECOND)
    assert watch.age == 0


def test_a_busy_machine_wakes_a_little_late(watch: SleepWatch) -> None:
    watch.waits(0, SECOND)
    watch.woke(SECOND + LONGEST_NAP_US - 1)
    assert watch.age == 0


def test_after_a_wait_far_too_long_what_is_read_may_be_as_old_as_the_wait(
    watch: SleepWatch,
) -> None:
    watch.waits(5 * SECOND, 6 * SECOND)
    watch.woke(65 * SECOND)
    assert watch.age == 60 * SECOND


def test_a_suspended_machine_is_noticed_though_its_clock_stood_still(
    watch: SleepWatch, suspended: list[int]
) -> None:
    watch.waits(0, SECOND)
    suspended[0] += 3600 * SECOND
    watch.woke(SECOND // 2)
    assert watch.age == 3600 * SECOND + SECOND // 2


def test_it_stays_old_until_the_port_is_drained(watch: SleepWatch) -> None:
    watch.waits(0, SECOND)
    watch.woke(60 * SECOND)
    watch.waits(60 * SECOND, 61 * SECOND)
    watch.woke(60 * SECOND + 1)
    assert watch.age == 60 * SECOND
    watch.drained()
    assert watch.age == 0


def test_while_nothing_is_due_a_long_wait_is_no_sleep(watch: SleepWatch) -> None:
    watch.waits(0, None)
    watch.woke(3600 * SECOND)
    assert watch.age == 0
