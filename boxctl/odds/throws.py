"""Every throw of a number of dice, throws with the same answers counted as one kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import NamedTuple

from boxctl.rules.dice import Throw, is_double
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import moves
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, numbers
from groundwork.language import tr

MOST_THROWS = 200_000
"""The most different throws, their dice sorted, that are looked at one by one."""

MOST_MOVES = 200_000
"""The most moves with every tile open that are kept."""


class ThrowKind(NamedTuple):
    """Throws that are answered alike, whatever is open.

    ``weight`` is how many of the ``sides ** count`` equally likely throws they are; ``moves`` are
    all answers with every tile in play open. With ``stops`` they end the turn (R5.2). ``double``
    says that they are doubles where these do something (R5.4 to R5.6).
    """

    weight: int
    moves: tuple[TileSet, ...]
    stops: bool
    double: bool


class NamedThrow(NamedTuple):
    """A throw that stands for all throws of the same name, and the chance of any of them."""

    throw: Throw
    name: str
    chance: float


def likely_throws(rules: RuleSet, count: int) -> tuple[NamedThrow, ...]:
    """Return every throw of so many dice: by total if only that matters, else by its dice."""
    weight: int = rules.dice.sides**count
    if rules.combine == "sum" and rules.doubles == "none":
        totals: Counter[int] = Counter()
        for throw, times in _by_total(count, rules.dice.sides).items():
            totals[sum(throw)] += times
        return tuple(
            NamedThrow((total,), str(total), times / weight)
            for total, times in sorted(totals.items())
        )
    return tuple(
        NamedThrow(throw, " ".join(map(str, throw)), times / weight)
        for throw, times in _one_by_one(rules, count).items()
    )


def kinds_of_throws(rules: RuleSet, count: int) -> tuple[ThrowKind, ...]:
    """Return every throw of so many dice, by kind. Raises :class:`RuleFault` (BX702)."""
    if rules.combine == "sum":
        throws = _by_total(count, rules.dice.sides)
        _check_moves(rules, {sum(throw) for throw in throws})
    else:
        throws = _one_by_one(rules, count)
    weights: Counter[tuple[tuple[TileSet, ...], bool, bool]] = Counter()
    for throw, weight in throws.items():
        stops = sum(throw) == rules.stop_number
        answers = () if stops else tuple(m.tiles for m in moves(rules, rules.in_play, throw))
        double = rules.doubles != "none" and not stops and is_double(throw)
        weights[answers, stops, double] += weight
    return tuple(ThrowKind(weight, *kind) for kind, weight in weights.items())


def _by_total(count: int, sides: int) -> dict[Throw, int]:
    """Map one throw for each total, and each double, to how many throws it stands for."""
    ways = {0: 1}
    for _ in range(count):
        more: Counter[int] = Counter()
        for total, times in ways.items():
            for value in range(1, sides + 1):
                more[total + value] += times
        ways = more
    found: dict[Throw, int] = {}
    for value in range(1, sides + 1) if count > 1 else ():
        found[(value,) * count] = 1
        ways[value * count] -= 1
    return found | {(total,): times for total, times in ways.items() if times}


def _check_moves(rules: RuleSet, totals: set[int]) -> None:
    """Count the sets of tiles with these sums before making them: there may be millions."""
    ways = [1] + [0] * max(totals)
    for number in numbers(rules.in_play):
        for total in range(max(totals), number - 1, -1):
            ways[total] += ways[total - number]
    if sum(ways[total] for total in totals) > MOST_MOVES:
        raise _too_many(rules)


def _one_by_one(rules: RuleSet, count: int) -> dict[Throw, int]:
    sides = rules.dice.sides
    if comb(sides + count - 1, count) > MOST_THROWS:
        raise _too_many(rules)
    return {throw: _orders(throw) for throw in _in_order(sides, count)}


def _in_order(sides: int, count: int) -> Iterator[Throw]:
    return combinations_with_replacement(range(1, sides + 1), count)


def _orders(throw: Throw) -> int:
    alike = prod(factorial(times) for times in Counter(throw).values())
    return factorial(len(throw)) // alike


def _too_many(rules: RuleSet) -> RuleFault:
    return RuleFault(
        "BX702",
        tr(
            "dice = {dice} with tiles = {tiles} and combine = {combine} have too many answers"
            " to be solved",
            dice=rules.dice,
            tiles=rules.tiles,
            combine=rules.combine,
        ),
        tr("take fewer dice or tiles"),
    )
