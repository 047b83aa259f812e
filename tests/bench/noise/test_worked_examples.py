"""Each estimate gives what the standard works out for its own example (SP 800-90B, 6.3)."""

from __future__ import annotations

import pytest

from bench.noise.bits import collision, markov
from bench.noise.counts import most_common_value, tuples
from bench.noise.predictors import lag, markov_models, most_common_in_window, words

BITS = (1, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 0,
        1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0)  # fmt: skip


def test_the_most_common_value() -> None:
    samples = (0, 1, 1, 2, 0, 1, 2, 2, 0, 1, 0, 1, 1, 0, 2, 2, 1, 0, 2, 1)
    assert most_common_value(samples) == pytest.approx(0.5363, abs=1e-4)


def test_collisions() -> None:
    assert collision(BITS) == pytest.approx(0.4483, abs=1e-4)


def test_a_markov_chain() -> None:
    assert markov(BITS) == pytest.approx(0.761, abs=1e-3)


def test_strings_that_are_frequent() -> None:
    samples = (2, 2, 0, 1, 0, 2, 0, 1, 2, 1, 2, 0, 1, 2, 1, 0, 0, 1, 0, 0, 0)
    frequent, rare = tuples(samples, cutoff=3)
    assert frequent == pytest.approx(0.273, abs=1e-3)
    assert rare is not None


def test_the_most_common_value_of_a_window() -> None:
    predictions = most_common_in_window((1, 2, 1, 0, 2, 1, 1, 2, 2, 0, 0, 0), (3, 5, 7, 9))
    assert (predictions.made, predictions.true, predictions.longest) == (9, 3, 1)
    assert predictions.estimate(3) == pytest.approx(0.3909, abs=1e-4)


def test_what_came_before() -> None:
    predictions = lag((2, 1, 3, 2, 1, 3, 1, 3, 1, 2), lags=3)
    assert (predictions.made, predictions.true) == (9, 2)
    assert predictions.estimate(3) == pytest.approx(0.735, abs=1e-3)


def test_markov_models_of_several_depths() -> None:
    predictions = markov_models((2, 1, 3, 2, 1, 3, 1, 3, 1), depth=3)
    assert (predictions.made, predictions.true, predictions.longest) == (7, 3, 2)
    assert predictions.estimate(3) == pytest.approx(0.0755, abs=1e-4)


def test_a_dictionary_of_strings() -> None:
    predictions = words((2, 1, 3, 2, 1, 3, 1, 3, 1, 2, 1, 3, 2), longest=4)
    assert (predictions.made, predictions.true, predictions.longest) == (8, 4, 2)
    assert predictions.estimate(3) == pytest.approx(0.0191, abs=1e-4)
