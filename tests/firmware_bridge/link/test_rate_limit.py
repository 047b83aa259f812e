"""How much may pass in a time."""

from __future__ import annotations

from firmware_bridge.link.rate_limit import Rate, RateLimit, bytes_at


def passed(limit: RateLimit, times: range) -> int:
    return sum(limit.take(now) for now in times)


def test_a_burst_passes_at_once_and_then_one_after_each_pause() -> None:
    limit = RateLimit(Rate(3, 100))
    assert [limit.take(0) for _ in range(5)] == [True, True, True, False, False]
    assert limit.due(0) == 100
    assert not limit.take(99)
    assert limit.take(100)
    assert not limit.take(199)


def test_after_a_rest_no_more_than_a_burst_passes() -> None:
    limit = RateLimit(Rate(3, 100))
    limit.take(0)
    assert [limit.take(10**9) for _ in range(4)] == [True, True, True, False]


def test_many_bytes_may_pass_at_once_and_then_none_until_they_are_worked_off() -> None:
    limit = RateLimit(Rate(10, 100))
    assert limit.take(0, 30)
    assert limit.due(0) == 2100
    assert not limit.take(2099)
    assert limit.take(2100)


def test_without_a_limit_all_pass() -> None:
    limit = RateLimit(Rate(1, 0))
    assert passed(limit, range(5)) + sum(limit.take(5) for _ in range(100)) == 105


def test_a_line_that_delivers_what_its_baud_rate_says_is_never_held_up() -> None:
    limit = RateLimit(bytes_at(115200))
    # 4096 bytes take 0.36 seconds at this rate.
    assert all(limit.take(now, 4096) for now in range(0, 600_000_000, 355_556))
    assert not all(limit.take(now, 4096) for now in range(600_000_000, 700_000_000, 100_000))
