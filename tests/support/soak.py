"""How long the random tests search, and from which seed: ``make soak`` sets both."""

from __future__ import annotations

import os
import shlex
from collections import Counter
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


TRIED = "tried"
"""The name of the property of a test that says how many of each kind it has tried."""

_tried: Counter[str] = Counter()


def tried(what: str, number: int = 1) -> None:
    """Count what a test has tried, for the figures of a soak. ``what`` is a plural."""
    _tried[what] += number


def take_tried() -> list[tuple[str, object]]:
    """Return, as properties of a test, what was counted since the last call."""
    properties: list[tuple[str, object]] = [(TRIED, dict(_tried))] if _tried else []
    _tried.clear()
    return properties


def in_all(properties: Iterable[tuple[str, object]]) -> list[str]:
    """How many of each kind all tests have tried together; nothing outside a soak."""
    total: Counter[str] = Counter()
    for name, value in properties:
        if name == TRIED and isinstance(value, dict):
            total.update(value)
    return [f"figure: {total[what]:,} {what}" for what in sorted(total) if SEED]


def commands_to_find_again(failed: Iterable[str]) -> list[str]:
    """The command for each test that failed in a soak; none outside one."""
    if not SEED:
        return []
    return [f"again: make soak SEED={SEED} LONGER={SOAK} TESTS={shlex.quote(t)}" for t in failed]
