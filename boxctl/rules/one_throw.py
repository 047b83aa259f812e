"""Find whether one throw can shut the whole box, which R5.3 requires."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from boxctl.rules.dice import Throw
from boxctl.rules.moves import moves, sum_and_difference
from boxctl.rules.one_die import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import total


def can_shut_all_at_once(rules: RuleSet) -> bool:
    """Return whether a first throw, other than a stop number, allows every tile in one move."""
    return any(
        _shuts_all(rules, throw)
        for count in allowed_counts(rules, rules.in_play)
        for throw in _throws_to_try(rules, count)
        if sum(throw) != rules.stop_number
    )


def _shuts_all(rules: RuleSet, throw: Throw) -> bool:
    """Compare sums where sums count: two dice of 100 sides have millions of moves on 24 tiles."""
    match rules.combine:
        case "sum":
            return sum(throw) == total(rules.in_play)
        case "sum_or_difference":
            return total(rules.in_play) in sum_and_difference(throw)
        case "canoga" | "thai" | "either":
            return any(move.tiles == rules.in_play for move in moves(rules, rules.in_play, throw))


def _throws_to_try(rules: RuleSet, count: int) -> Iterator[Throw]:
    """Yield all throws of one or two dice; of more, one for each total and one for each value."""
    sides = rules.dice.sides
    if count <= 2:
        yield from product(range(1, sides + 1), repeat=count)
        return
    for wanted in range(count, count * sides + 1):
        yield _throw_with_total(wanted, count, sides)
    for shown in range(1, sides + 1):
        yield (shown, *(1,) * (count - 1))
        yield (shown, *(sides,) * (count - 1))


def _throw_with_total(wanted: int, count: int, sides: int) -> Throw:
    values = []
    for left in range(count, 0, -1):
        value = min(sides, wanted - (left - 1))
        values.append(value)
        wanted -= value
    return tuple(values)
