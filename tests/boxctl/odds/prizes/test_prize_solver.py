"""A turn solved for many prizes at once: bit by bit what plain Python comes to."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.rules.ruleset import Dice, RuleSet
from boxctl.rules.variants import variant
from tests.support.odds.solved_variants import SOLVED

np = pytest.importorskip("numpy")

PLAYABLE = [name for name in SOLVED if name not in ("the-300", "full-house", "twenty-twelve")]


def few_tiles(name: str) -> RuleSet:
    return replace(variant(name), tiles=min(variant(name).tiles, 9))


@pytest.mark.parametrize("name", PLAYABLE)
def test_worths_and_dice_are_those_of_plain_python(name: str) -> None:
    rules, random = few_tiles(name), Random(name)
    turn = ScoredTurn(rules)
    assert turn.solver is not None
    prizes = [
        Prize(*({made: random.random() for made in turn.scores} for _part in range(2)))
        for _ in range(3)
    ]
    played, stopped = (
        np.array([[prize[part][made] for made in turn.scores] for prize in prizes])
        for part in range(2)
    )
    solved = turn.solver.solve(played, stopped)
    for column, prize in enumerate(prizes):
        assert solved.worths[:, column].tolist() == turn.best_play(prize).worths
        assert solved.more_dice[:, column].tolist() == turn.best_play(prize).more_dice


def test_a_turn_is_worth_the_same_however_many_are_asked_about() -> None:
    turn = ScoredTurn(RuleSet(tiles=5))
    random = Random(5)
    prizes = [[random.random() for _made in turn.scores] for _ in range(100)]
    solver = turn.solver
    assert solver is not None
    solver.at_a_time = 7
    together = turn.worths_of_turn(prizes)
    assert together == [turn.worths_of_turn([prize])[0] for prize in prizes]
    assert turn.worths_of_turn([]) == []


def test_dice_that_are_thrown_for_ever_leave_the_turn_as_it_stands() -> None:
    rules = RuleSet(tiles=3, dice=Dice(2, 1), doubles="rethrow", one_die="never")
    turn, prize = ScoredTurn(rules), {0: 1.0, 1: 0.5, 2: 0.25, 3: 0.2, 4: 0.1, 5: 0.1, 6: 0.0}
    row = np.array([[prize[made] for made in turn.scores]])
    assert turn.solver is not None
    assert turn.solver.solve(row, row).worths[:, 0].tolist() == (
        turn.best_play(Prize(prize, prize)).worths
    )
