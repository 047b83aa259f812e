"""Turns for a prize: the same as the solver and the distribution, with numpy and without."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from boxctl.odds.prizes import scored_turn
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.odds.sampling import Best
from boxctl.odds.turn import solve
from boxctl.rules.ruleset import Dice, RuleSet
from boxctl.rules.tiles import tile_range
from boxctl.rules.variants import variant
from tests.support.odds.exact_distribution import chances_of_ends, chances_of_scores
from tests.support.odds.solved_variants import SOLVED

NEVER_ENDS = RuleSet(tiles=3, down=1, dice=Dice(2, 1), doubles="rethrow")


def small(name: str) -> RuleSet:
    rules = variant(name)
    return (
        replace(rules, tiles=6, down=rules.down_tiles & tile_range(6)) if rules.tiles > 9 else rules
    )


SCORED = [small(name) for name in SOLVED if not variant(name).turn_is_one_throw]


def prizes(turn: ScoredTurn, count: int) -> list[Prize]:
    """Any worths, so that no two moves are alike."""
    random = Random(5)
    return [
        Prize(
            {made: random.random() for made in turn.scores},
            {made: random.random() for made in turn.scores},
        )
        for _ in range(count)
    ]


@pytest.mark.parametrize("rules", [*SCORED, NEVER_ENDS])
def test_it_comes_to_what_the_solver_says(rules: RuleSet) -> None:
    turn = ScoredTurn(rules)
    (prize,) = prizes(turn, 1)
    (found,) = turn.play([prize])
    worth = sum(prize.played[made] * part for made, part in found.played.items())
    worth += sum(prize.stopped[made] * part for made, part in found.stopped.items())
    odds = solve(rules, turn.aim(prize))
    assert worth == pytest.approx(odds.before_throw(rules.in_play), rel=1e-12)
    ends = chances_of_scores(chances_of_ends(rules, Best(odds)), rules.scoring)
    both = dict.fromkeys(ends, 0.0)
    for part in found:
        for made, chance in part.items():
            both[turn.points(made)] += chance
    assert both == pytest.approx(ends, abs=1e-14)


def prizes_to_beat(turn: ScoredTurn) -> list[Prize]:
    """Prizes that agree below the score to beat, as those of a round do, the highest first."""
    random = Random("to beat")
    if_lowest = {made: random.random() for made in turn.scores}
    found = []
    for beat in reversed(turn.scores):
        part = {made: worth if made < beat else 0.0 for made, worth in if_lowest.items()}
        found += [Prize(tied, tied) for tied in ({**part, beat: share} for share in (0.5, 0.25))]
    return found


@pytest.mark.parametrize("rules", SCORED)
def test_prizes_that_agree_on_low_scores_share_what_is_solved(
    rules: RuleSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    turn = ScoredTurn(rules)
    some = prizes_to_beat(turn)[:: len(turn.scores) // 4][:12]
    plain = list(turn.play(some))
    monkeypatch.setattr(scored_turn, "WORTH_ARRAYS", 0)
    assert turn.solver is not None
    turn.solver.at_a_time = 3
    assert list(turn.play(some)) == plain


@pytest.mark.parametrize("rules", [*SCORED, NEVER_ENDS])
def test_with_and_without_numpy_it_is_the_same_to_the_last_bit(
    rules: RuleSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    turn = ScoredTurn(rules)
    some = prizes(turn, 3)
    plain = list(turn.play(some))
    monkeypatch.setattr(scored_turn, "WORTH_ARRAYS", 0)
    assert turn.solver is not None
    turn.solver.at_a_time = 2
    fast = list(turn.play(some))
    assert fast == plain
    assert [list(scores.played) for scores in fast] == [list(scores.played) for scores in plain]
