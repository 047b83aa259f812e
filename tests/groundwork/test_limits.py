"""How much may pass in a time."""

from __future__ import annotations

from groundwork.limits import Rate, RateLimit


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


def test_as_many_are_left_as_may_pass() -> None:
    limit = RateLimit(Rate(3, 100))
    for now in (0, 0, 0, 0, 99, 100, 150, 350, 360, 370, 380, 10_000):
        left = limit.left(now)
        assert (left > 0) == (limit.due(now) == now)
        assert limit.take(now) == (left > 0)
        assert limit.left(now) == max(0, left - 1)
