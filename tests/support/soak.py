"""How long the random tests search, and from which seed: ``make soak`` sets both."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable
from random import Random

SOAK = int(os.environ.get("SOAK", "1"))
"""How many times longer than in ``make test``."""

LONG = SOAK >= 10
"""Whether tests that take minutes run, too."""

SEED = os.environ.get("SOAK_SEED", "")
"""Empty where the search is the same every time."""


def chance(name: str) -> Random:
    """The chance of the search of this name: new with each ``SOAK_SEED``, otherwise fixed.

    Not for tests that compare a frequency with a probability: one seed in thousands fails those
    although nothing is wrong.
    """
    return Random(f"{name}, soaked with {SEED}" if SEED else name)


def header() -> list[str]:
    """What a report of the tests begins with: nothing but in a soak."""
    return [f"soak: {SOAK} times longer, seed {SEED}"] if SEED else []


def figures(properties: Iterable[tuple[str, object]]) -> list[str]:
    """The figures that a test has recorded; none outside a soak."""
    return [f"figure: {value}" for name, value in properties if SEED and name == "figure"]


def commands_to_find_again(failed: Iterable[str]) -> list[str]:
    """The command for each test that failed in a soak; none outside one."""
    if not SEED:
        return []
    return [f"again: make soak SEED={SEED} LONGER={SOAK} TESTS={shlex.quote(t)}" for t in failed]
