"""The dice of a simulated throw."""

from __future__ import annotations

from collections.abc import Callable
from random import Random, SystemRandom

Chance = Callable[[int], Random]
"""Gives the dice for the throw after so many events."""


def chance_of(seed: int | None) -> Chance:
    """With a seed the same dice every time, also in a match that goes on; None is real chance."""
    if seed is None:
        system = SystemRandom()
        return lambda events: system
    return lambda events: Random(f"{seed} {events}")
