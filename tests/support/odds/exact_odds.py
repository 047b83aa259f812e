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

    def _value(self, to_move: Tiles, markers: int = 0, extra: bool = False) -> Fraction:
        """With a throw to come; `to_move` are the tiles still to be moved.

        `markers` have been banked (R5.6); with `extra` a double has just been played (R5.5).
        """
        if not to_move:
            return self.end(to_move)
        counts = dice_allowed(self.rules, to_move)
        return max(self.with_dice(to_move, count, markers, extra) for count in counts)

    def with_dice(
        self, to_move: Tiles, count: int, markers: int = 0, extra: bool = False
    ) -> Fraction:
        """With so many dice now, and as many again for as long as nothing has changed."""
        sums = [(Fraction(0), Fraction(0))]  # what is settled, and the chance of that
        for throw, part in self._throws(count):
            if (worth := self.played(to_move, throw, markers, extra)) is not None:
                settled = [(sum_ + part * worth, chance + part) for sum_, chance in sums]
                # R5.7: every choice of the doubles that are played is tried.
                sums = [*sums, *settled] if self.may_throw_again(to_move, throw) else settled
        return max(sum_ / chance if chance else self.end(to_move) for sum_, chance in sums)

    def may_throw_again(self, to_move: Tiles, throw: tuple[int, ...]) -> bool:
        """R5.7: whether a double that can be played may be thrown again."""
        may = self.rules.doubles == "may_rethrow" and sum(throw) != self.rules.stop_number
        return may and is_double(throw) and bool(self._legal(to_move, throw))

    def answered(
        self, to_move: Tiles, throw: tuple[int, ...], markers: int = 0, extra: bool = False
    ) -> Fraction | None:
        """With this throw to be answered; None if it is thrown again and nothing has changed."""
        worth = self.played(to_move, throw, markers, extra)
        if worth is not None and self.may_throw_again(to_move, throw):
            return max(worth, self.value(to_move, markers, extra))
        return worth

    def played(
        self, to_move: Tiles, throw: tuple[int, ...], markers: int = 0, extra: bool = False
    ) -> Fraction | None:
        """The same if it is played wherever it can be."""
        if sum(throw) == self.rules.stop_number:
            return self.stopped(to_move)
        doubles, double = self.rules.doubles, is_double(throw)
        banked = markers + (doubles == "insurance" and double)
        if left := [to_move - move for move in self._legal(to_move, throw)]:
            if self.rules.match == "first_to_shut" or self.rules.pass_box == "each_throw":
                return max(self.end(tiles) for tiles in left)
            return max(self.value(tiles, banked, doubles == "extra" and double) for tiles in left)
        if banked:
            again = banked - 1, False
        elif extra or (double and doubles in ("rethrow", "extra", "may_rethrow")):
            again = 0, False
        else:
            return self.end(to_move)
        return None if again == (markers, extra) else self.value(to_move, *again)

    def _kinds(self, count: int) -> list[tuple[tuple[int, ...], Fraction]]:
        """Every throw as its dice in order, and its chance."""
        times: dict[tuple[int, ...], int] = {}
        for dice in product(range(1, self.rules.sides + 1), repeat=count):
            throw = tuple(sorted(dice))
            times[throw] = times.get(throw, 0) + 1
        return [(throw, Fraction(n, self.rules.sides**count)) for throw, n in times.items()]
