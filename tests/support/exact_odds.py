"""Turns solved a second time, in exact fractions and by the tests' own reading of the rule book.

Nothing here is shared with `boxctl.odds`: positions are sets of numbers, every throw of every die
is looked at, and moves, dice and scores are those of `tests.support.second_reading`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

from boxctl.rules.ruleset import RuleSet
from tests.support.second_reading import (
    Rules,
    Tiles,
    dice_allowed,
    in_play,
    is_double,
    legal,
    score_of,
)
from tests.support.tables.plain_rules import plain

Worth = Callable[[Tiles], Fraction]


def second_rules(rules: RuleSet) -> Rules:
    """The same settings for the second reading."""
    return plain(rules)


def chance_to_shut(left: Tiles) -> Fraction:
    """What a turn that leaves these tiles is worth to one who wants to shut the box."""
    return Fraction(not left)


def lowest(rules: Rules) -> Worth:
    """What a turn is worth to one who wants a low score."""
    return lambda left: Fraction(-score_of(rules, left))


class ExactTurn:
    """The value of every position, worked out when it is asked for."""

    def __init__(self, rules: Rules, end: Worth, stopped: Worth | None = None) -> None:
        self.rules, self.end, self.stopped = rules, end, stopped or end
        self.value = cache(self._value)
        self._throws = cache(self._kinds)
        self._legal = cache(
            lambda to_move, throw: [
                frozenset(tiles)
                for tiles, _rule in legal(rules, to_move, throw, first=to_move == in_play(rules))
            ]
        )

    def _value(self, to_move: Tiles) -> Fraction:
        """With a throw to come; `to_move` are the tiles still to be moved."""
        if not to_move:
            return self.end(to_move)
        return max(self.with_dice(to_move, count) for count in dice_allowed(self.rules, to_move))

    def with_dice(self, to_move: Tiles, count: int) -> Fraction:
        """With so many dice now, and as many again for as long as R5.4 says so."""
        settled, chance = Fraction(0), Fraction(0)
        for throw, part in self._throws(count):
            if (worth := self.answered(to_move, throw)) is not None:
                settled += part * worth
                chance += part
        return settled / chance if chance else self.end(to_move)

    def answered(self, to_move: Tiles, throw: tuple[int, ...]) -> Fraction | None:
        """With this throw to be answered; None if it is thrown again."""
        if sum(throw) == self.rules.stop_number:
            return self.stopped(to_move)
        left = [to_move - move for move in self._legal(to_move, throw)]
        if left:
            first, passed = self.rules.match == "first_to_shut", self.rules.pass_box == "each_throw"
            one_throw = first or passed
            return max((self.end if one_throw else self.value)(tiles) for tiles in left)
        if self.rules.doubles == "rethrow" and is_double(throw):
            return None
        return self.end(to_move)

    def _kinds(self, count: int) -> list[tuple[tuple[int, ...], Fraction]]:
        """Every throw as its dice in order, and its chance."""
        times: dict[tuple[int, ...], int] = {}
        for dice in product(range(1, self.rules.sides + 1), repeat=count):
            throw = tuple(sorted(dice))
            times[throw] = times.get(throw, 0) + 1
        return [(throw, Fraction(n, self.rules.sides**count)) for throw, n in times.items()]
