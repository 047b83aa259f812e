"""How often a turn shuts the box, at best play and with mistakes, against a second reading."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import pytest

from boxctl.odds.shut_chances import shut_chances
from boxctl.rules.moves import allowed_counts, moves
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet
from boxctl.rules.variants import variant


def best_chance(rules: RuleSet) -> float:
    """The chance to shut the box when each choice is the best: the dice thrown one by one."""

    @lru_cache(None)
    def of(to_move: TileSet) -> float:
        if not to_move:
            return 1.0
        return max(after(to_move, count) for count in allowed_counts(rules, to_move))

    def after(to_move: TileSet, count: int) -> float:
        throws = list(product(range(1, rules.dice.sides + 1), repeat=count))
        answers = (
            moves(rules, to_move, throw, opening=to_move == rules.in_play) for throw in throws
        )
        return sum(
            max((of(to_move & ~move.tiles) for move in each), default=0.0) for each in answers
        ) / len(throws)

    return of(rules.in_play)


@pytest.mark.parametrize(
    "rules", [RuleSet(tiles=7), RuleSet(tiles=6, one_die="never"), variant("pub")]
)
def test_best_play_shuts_it_as_often_as_can_be(rules: RuleSet) -> None:
    found = shut_chances(rules)
    assert found.best == pytest.approx(best_chance(rules))
    assert 0 < found.human < found.best


def test_the_classic_box_is_shut_in_7_62_percent_of_the_turns() -> None:
    found = shut_chances(variant("classic"))
    assert (round(found.best, 4), round(found.human, 4)) == (0.0762, 0.0663)
