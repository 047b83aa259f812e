"""A throw that shows well what the rules allow. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from boxctl.rules.moves import Move, moves
from boxctl.rules.ruleset import RuleSet

TELLING: dict[str, tuple[tuple[int, int], ...]] = {
    "sum": ((3, 4), (2, 4), (6, 6)),
    "sum_or_difference": ((6, 4), (5, 2)),
    "canoga": ((2, 4), (1, 3)),
    "thai": ((2, 3), (2, 4)),
    "either": ((2, 3), (2, 4)),
}
"""For each way to combine two dice, throws that show all of it, the best first."""

MOST_TRIED = 2000
"""The most throws that are tried, for boxes on which few can be played."""


def example_throw(rules: RuleSet) -> tuple[tuple[int, ...], tuple[Move, ...]] | None:
    """Return a throw and its moves at the start; None if no throw that is tried has any."""
    for throw in _candidates(rules):
        found = moves(rules, rules.in_play, throw, opening=rules.opening_tile is not None)
        if found:
            return throw, found
    return None


def _candidates(rules: RuleSet) -> Iterator[tuple[int, ...]]:
    count, sides = rules.dice.count, rules.dice.sides
    if count == 2:
        yield from (throw for throw in TELLING[rules.combine] if max(throw) <= sides)
    middle = min(sides, 7 if count == 1 else 2)
    yield (middle,) * count
    for tried, throw in enumerate(product(range(1, sides + 1), repeat=count)):
        if tried == MOST_TRIED:
            return
        yield throw
