"""The estimates that predict each sample from those before it: 6.3.7 to 6.3.10."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from math import exp, log, log1p, log2

from bench.noise.bounds import upper_bound

WINDOWS = (63, 255, 1023, 4095)
LAGS = 128
DEPTH = 16
MOST_STRINGS = 100_000
"""Strings of one length that the MultiMMC prediction remembers."""

MOST_WORDS = 65_536
"""Strings of all lengths that the LZ78Y prediction remembers."""


@dataclass(slots=True)
class Predictions:
    """The counts of predictions and of correct ones, and the longest run of these."""

    made: int = 0
    true: int = 0
    run: int = 0
    longest: int = 0

    def note(self, *, came_true: bool) -> None:
        """Note a prediction, or that there was none."""
        self.made += 1
        if came_true:
            self.true += 1
            self.run += 1
            self.longest = max(self.longest, self.run)
        else:
            self.run = 0

    def estimate(self, values: int) -> float:
        """Return the min-entropy in bits a sample, of samples that can have so many values."""
        if self.true:
            overall = upper_bound(self.true / self.made, self.made)
        else:
            overall = 1 - 0.01 ** (1 / self.made)
        least = max(overall, 1 / values)
        return -log2(max(least, _likely_run(self.longest + 1, self.made, least)))


def _likely_run(run: int, made: int, least: float) -> float:
    """Return the chance a prediction with which a run this long is unlikely: at least ``least``."""
    if least >= 1 or _log_no_run(least, run, made) <= log(0.99):
        return least
    low, high = least, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if middle < 1 and _log_no_run(middle, run, made) > log(0.99):
            low = middle
        else:
            high = middle
    return high


def _log_no_run(p: float, run: int, made: int) -> float:
    """Return the logarithm of the chance that there is no such run (Feller's approximation)."""
    q = 1 - p
    x = 1.0
    for _ in range(65):
        before, x = x, 1 + q * exp(run * log(p) + (run + 1) * log(x))
        if x <= before or p * x >= 1:
            break
    if p * x >= 1 or (run + 1 - run * x) <= 0:
        return -float("inf")
    return log1p(-p * x) - log((run + 1 - run * x) * q) - (made + 1) * log(x)


@dataclass(slots=True)
class _Followers:
    """Counts of the values that came after a string; the likeliest is the largest of several."""

    counts: dict[int, int] = field(default_factory=dict)
    likeliest: int = -1
    most: int = 0

    def came(self, value: int) -> None:
        count = self.counts[value] = self.counts.get(value, 0) + 1
        if count > self.most or (count == self.most and value > self.likeliest):
            self.most, self.likeliest = count, value


class _Window:
    """The most common value of the last so many samples; of several the one that came last."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._counts: dict[int, int] = {}
        self._came: dict[int, int] = {}
        self._samples: deque[int] = deque()
        self.likeliest: int | None = None

    def came(self, at: int, value: int) -> None:
        counts = self._counts
        counts[value] = counts.get(value, 0) + 1
        self._came[value] = at
        self._samples.append(value)
        full = len(self._samples) > self._size
        gone = self._samples.popleft() if full else None
        if gone is not None:
            counts[gone] -= 1
        if gone is not None and gone == self.likeliest and gone != value:
            self.likeliest = max(counts, key=lambda each: (counts[each], self._came[each]))
        elif self.likeliest is None or counts[value] >= counts[self.likeliest]:
            self.likeliest = value

    @property
    def full(self) -> bool:
        return len(self._samples) == self._size


def most_common_in_window(samples: Sequence[int], windows: Sequence[int] = WINDOWS) -> Predictions:
    """Predict by the most common value of a window (6.3.7). Needs more than the first window."""
    seen = [_Window(size) for size in windows]
    scores = [0] * len(windows)
    winner = 0
    predictions = Predictions()
    for at, value in enumerate(samples):
        if at >= windows[0]:
            predictions.note(came_true=seen[winner].full and seen[winner].likeliest == value)
            for number, window in enumerate(seen):
                if window.full and window.likeliest == value:
                    scores[number] += 1
                    if scores[number] >= scores[winner]:
                        winner = number
        for window in seen:
            window.came(at, value)
    return predictions


def lag(samples: Sequence[int], lags: int = LAGS) -> Predictions:
    """Predict the value that came so many samples before (6.3.8)."""
    places: dict[int, deque[int]] = {}
    scores = [0] * (lags + 1)
    winner = 1
    predictions = Predictions()
    for at, value in enumerate(samples):
        came = places.setdefault(value, deque(maxlen=lags))
        if at:
            predictions.note(came_true=at >= winner and samples[at - winner] == value)
            while came and came[0] < at - lags:
                came.popleft()
            for place in reversed(came):
                back = at - place
                scores[back] += 1
                if scores[back] >= scores[winner]:
                    winner = back
        came.append(at)
    return predictions


def markov_models(samples: Sequence[int], depth: int = DEPTH) -> Predictions:
    """Predict what most often followed the last few samples (MultiMMC, 6.3.9)."""
    models: list[dict[Hashable, _Followers]] = [{} for _ in range(depth)]
    strings = [0] * depth
    scores = [0] * depth
    winner = 0
    predictions = Predictions()
    data = bytes(samples)
    for at in range(1, len(data)):
        value = data[at]
        came_true, best = False, winner
        known = at > 1
        for number in range(min(depth, at)):
            before = data[at - number - 1 : at]
            followers = models[number].get(before) if known else None
            known = followers is not None
            if followers is not None and followers.likeliest == value:
                scores[number] += 1
                if scores[number] >= scores[best]:
                    best = number
                came_true = came_true or number == winner
            _learn(models[number], strings, number, before, followers, value)
        if at > 1:
            predictions.note(came_true=came_true)
        winner = best
    return predictions


def _learn(
    model: dict[Hashable, _Followers],
    strings: list[int],
    number: int,
    before: Hashable,
    followers: _Followers | None,
    value: int,
) -> None:
    is_new = followers is None or value not in followers.counts
    if is_new and strings[number] >= MOST_STRINGS:
        return
    strings[number] += is_new
    if followers is None:
        followers = model.setdefault(before, _Followers())
    followers.came(value)


def words(samples: Sequence[int], longest: int = DEPTH) -> Predictions:
    """Predict from a dictionary of strings, the longer ones first (LZ78Y, 6.3.10)."""
    known: dict[Hashable, _Followers] = {}
    predictions = Predictions()
    data = bytes(samples)
    for at in range(longest, len(data)):
        value = data[at]
        prediction, most = None, 0
        for length in range(longest, 0, -1):
            before = data[at - length : at]
            followers = known.get(before)
            if followers is None:
                if len(known) >= MOST_WORDS:
                    continue
                followers = known[before] = _Followers()
            elif followers.most > most:
                most, prediction = followers.most, followers.likeliest
            followers.came(value)
        if at > longest:
            predictions.note(came_true=prediction == value)
    return predictions
