"""The dice of a simulated throw."""

from __future__ import annotations

from collections.abc import Callable
from random import Random, SystemRandom

Chance = Callable[[int], Random]
"""Called with the number of events so far; returns the source of the next throw."""


def chance_of(seed: int | None) -> Chance:
    """Return the dice: with a seed the same in every run, even a resumed one; None is chance."""
    if seed is None:
        system = SystemRandom()
        return lambda events: system
    return lambda events: Random(f"{seed} {events}")
