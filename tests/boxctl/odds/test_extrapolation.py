"""Sequences of vectors whose limit is known."""

from __future__ import annotations

import pytest

from boxctl.odds.duel import limit_of


def sequence(limit: list[float], shares: list[float], count: int) -> list[list[float]]:
    """Each part keeps its share of the distance to its limit from one vector to the next."""
    return [
        [end + share**step for end, share in zip(limit, shares, strict=True)]
        for step in range(count)
    ]


def test_slow_parts_are_as_exact_as_quick_ones() -> None:
    limit = [0.25, 0.5, 0.75]
    found = limit_of(sequence(limit, [0.99, -0.9, 0.1], count=5))
    assert found == pytest.approx(limit, abs=1e-9)


def test_two_vectors_say_nothing_of_what_follows() -> None:
    assert limit_of([[0.0, 1.0], [0.5, 0.5]]) == [0.5, 0.5]


def test_what_stands_still_stays() -> None:
    assert limit_of([[0.25, 0.5]] * 4) == [0.25, 0.5]


def test_more_vectors_than_are_needed_do_no_harm() -> None:
    found = limit_of(sequence([0.25, 0.5], [0.9, 0.9], count=9))
    assert found == pytest.approx([0.25, 0.5], abs=1e-12)
