"""Every way, and every pair of ways (R3.10), with and without doubles that may be thrown again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, combinations_with_replacement

import pytest

from boxctl.odds.aims import AimName, aim
from boxctl.odds.turn import TurnOdds, solve
from boxctl.rules.moves import allowed_counts
from boxctl.rules.ruleset import Dice, Doubles, OneDie, OneDieChoice, RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import numbers, tile_set
from boxctl.rules.ways import WAYS, Way
from tests.support.odds.brute_force import Box, BruteForce, SmallGame
from tests.support.soak import LONG, tried

LISTS = [*((way,) for way in WAYS), *combinations(WAYS, 2)]

ONE_DIE: dict[OneDie, Callable[[Box], bool]] = {
    "never": lambda _open: False,
    "last_tile": lambda left: left == {1},
    "sum_at_most_6": lambda left: sum(left) <= 6,
}

ENDS: dict[str, Callable[[Box], float]] = {
    "shut": lambda left: float(not left),
    "golf": lambda left: -float(sum(left)),
}

CHOICES: list[tuple[AimName, OneDie, OneDieChoice]] = [
    ("golf", "last_tile", "may"),
    ("shut", "sum_at_most_6", "must"),
    ("golf", "sum_at_most_6", "may"),
    ("shut", "never", "may"),
]

EXACTLY = 1e-9
TILES, SIDES = (6, 6) if LONG else (4, 4)


def told(value: float) -> object:
    return pytest.approx(value, rel=EXACTLY, abs=EXACTLY)


def small_game(rules: RuleSet, to: str) -> SmallGame:
    """The same game for the plain program."""
    return SmallGame(
        rules.tiles,
        rules.dice.sides,
        frozenset(rules.ways),
        rules.doubles == "may_rethrow",
        ENDS[to],
        ONE_DIE[rules.one_die],
        rules.one_die_choice == "must",
    )


def compare(rules: RuleSet, to: AimName) -> None:
    """Every position, every throw of it, and every answer to that."""
    brute, odds = BruteForce(small_game(rules, to)), solve(rules, aim(to))
    for left in range(1, rules.in_play + 1):
        box = frozenset(numbers(left))
        worth = brute.before_throw(box)
        assert odds.worth(left) == told(worth), (rules, to, box)
        assert list(allowed_counts(rules, left)) == brute.counts(box)
        for count in brute.counts(box):
            for dice in combinations_with_replacement(range(1, rules.dice.sides + 1), count):
                compare_answers(brute, odds, box, dice)
    tried("positions by brute force", rules.in_play)


def compare_answers(brute: BruteForce, odds: TurnOdds, box: Box, dice: tuple[int, ...]) -> None:
    answer, value = odds.after_throw(tile_set(box), dice), odds.aim.from_shown
    moves = {frozenset(numbers(one.move.tiles)): value(one.value) for one in answer.moves}
    assert moves == {move: told(brute.before_throw(box - move)) for move in brute.moves(box, dice)}
    played, again = brute.played(box, dice)
    before = brute.before_throw(box)
    assert value(answer.value) == told(max(played, before) if again else played)
    assert (answer.again is not None) == (again and bool(moves))
    if answer.again is not None:
        assert value(answer.again.value) == told(before)


@pytest.mark.parametrize("doubles", ["none", "may_rethrow"])
@pytest.mark.parametrize("ways", LISTS, ids="+".join)
def test_any_ways_against_brute_force(ways: tuple[Way, ...], doubles: Doubles) -> None:
    """A soak takes more tiles, as many sides as real dice have, and every choice of the dice."""
    small = RuleSet(tiles=TILES, dice=Dice(2, SIDES), doubles=doubles)
    rules = with_settings(small, [("combine", "+".join(ways))])
    one = LISTS.index(ways) % len(CHOICES)
    for to, one_die, choice in CHOICES if LONG else CHOICES[one : one + 1]:
        compare(replace(rules, one_die=one_die, one_die_choice=choice), to)
