"""Time two things beside each other, so that the speed of the machine cancels out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Beside:
    """The seconds that a thing took, and those of the yardstick run in turn with it."""

    thing: float
    yardstick: float

    @property
    def ratio(self) -> float:
        """How many times as long as the yardstick the thing takes."""
        return self.thing / self.yardstick


def beside(
    thing: Callable[[], object], yardstick: Callable[[], object], rounds: int = ROUNDS
) -> Beside:
    """Return the medians of both, run in turn so that other load slows both alike."""
    things, yardsticks = [], []
    for _ in range(rounds):
        things.append(_seconds(thing))
        yardsticks.append(_seconds(yardstick))
    return Beside(median(things), median(yardsticks))


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start
