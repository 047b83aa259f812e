"""Timing two things beside each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Beside:
    """Seconds that a thing took, and those of the yardstick run in turn with it."""

    thing: float
    yardstick: float

    @property
    def ratio(self) -> float:
        """How many times the yardstick the thing takes."""
        return self.thing / self.yardstick


def beside(
    thing: Callable[[], object], yardstick: Callable[[], object], rounds: int = ROUNDS
) -> Beside:
    """Run both in turn, so that whatever else the machine does falls on both; the medians."""
    things, yardsticks = [], []
    for _ in range(rounds):
        things.append(_seconds(thing))
        yardsticks.append(_seconds(yardstick))
    return Beside(median(things), median(yardsticks))


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start
