"""Turns of The 300 by the million: played as the players play, with and without numba."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from boxctl.odds.sampling import (
    BLOCK,
    AtRandom,
    Best,
    FewestTiles,
    HighestFirst,
    Human,
    Policy,
    SampledTurns,
    first_state,
    words_of,
)
from boxctl.odds.the_300.layout import odds_in_table
from boxctl.referee.referee import Referee
from boxctl.rules.tiles import tile_set, total
from boxctl.rules.variants import variant
from boxctl.simulation.players import PolicyPlayer, play_match
from boxctl.simulation.turns.turn_policies import play_blocks_of_the_300, table_of_the_300
from tests.support.every_variant import parameter
from tests.support.odds.exact_distribution import chances_of_ends
from tests.support.rulings import of
from tests.support.soak import SOAK

THE_300 = variant("the-300")
QUICK_NAMES = {"random", "best", "human"}
"""The others choose as ``best`` does, by other numbers: ``test-full`` has them."""

NAMES = ["highest-first", "fewest-tiles", "random", "best", "human"]


@pytest.fixture(scope="module")
def policies() -> dict[str, Policy]:
    pytest.importorskip("numba")
    from boxctl.odds.the_300.solver import solve_the_300

    best = Best(odds_in_table(THE_300, "golf", solve_the_300()))
    policies: list[Policy] = [HighestFirst(), FewestTiles(), AtRandom(), best, Human(best, 0.25)]
    return dict(zip(NAMES, policies, strict=True))


class Loaded(Random):
    """Dice that come to the totals that a block's random numbers give."""

    def __init__(self, words: Iterator[int]) -> None:
        super().__init__()
        self._words = words

    def choices(self, population: Sequence[int], *_: object, k: int = 1, **__: object) -> list[int]:  # type: ignore[override]
        table = table_of_the_300()
        kind = table.throws[0][(next(self._words) >> 32) * 6**4 >> 32]
        more = total(table.kinds[kind].moves[0]) - k
        dice = []
        for _die in range(k):
            dice.append(1 + min(more, population[-1] - 1))
            more -= dice[-1] - 1
        return dice


@pytest.mark.parametrize("name", ["highest-first", "fewest-tiles", "best"])
def test_the_referee_rules_the_same_turns(policies: dict[str, Policy], name: str) -> None:
    """Given the same throws, and a player who asks the policy about every one of them."""
    games = 20
    dice = Loaded(words_of(first_state(5, 0)))
    quiet = replace(THE_300, bump_ms=0)
    scores: Counter[int] = Counter()
    throws = 0
    for _ in range(games):
        chooser = PolicyPlayer(Random(1), policies[name])
        for _event, rulings in play_match(Referee(quiet, ["Ann"]), chooser, dice):
            throws += sum(ruling.verdict == "throw" for ruling in rulings)
            scores.update(of(ruling).score for ruling in rulings if of(ruling).score is not None)
    played = play_blocks_of_the_300(policies[name], 5, 0, 1, games)
    assert scores == Counter(total(left) for left in played.ends.elements())
    # The throw that cannot be played is ruled as the end of the turn.
    assert played.throws == throws + games


@pytest.mark.parametrize("name", [parameter(name, quick=name in QUICK_NAMES) for name in NAMES])
def test_with_and_without_numba_the_games_are_the_same(
    policies: dict[str, Policy], name: str
) -> None:
    from boxctl.simulation.turns.compiled_turns import play_blocks_of_the_300_numba

    policy = policies[name]
    plain = play_blocks_of_the_300(policy, 7, 0, 1, 100)
    for workers in (1, 2):
        assert play_blocks_of_the_300_numba(policy, 7, 0, 1, 100, workers) == plain
    games = 2 * BLOCK + 100
    parts = [play_blocks_of_the_300_numba(policy, 7, at, at + 1, games, 1) for at in range(3)]
    assert play_blocks_of_the_300_numba(policy, 7, 0, 3, games, 2) == sum(parts, SampledTurns())


@pytest.mark.parametrize("name", NAMES)
def test_the_chances_of_the_ends_of_a_part_of_the_box(
    policies: dict[str, Policy], name: str
) -> None:
    """Against the chain of a turn that begins with these tiles."""
    from tests.support.odds.the_300_distribution import chances_of_ends_of_the_300

    to_move = tile_set((1, 2, 3, 5, 6, 8, 11, 13, 14, 15))
    chances = chances_of_ends_of_the_300(policies[name], to_move)
    chain = chances_of_ends(THE_300, policies[name], to_move)
    assert chances.sum() == pytest.approx(1, rel=1e-12)
    for left, chance in chain.items():
        assert chances[left] == pytest.approx(chance, rel=1e-9)


def test_a_million_games_of_the_best_come_to_what_was_solved(policies: dict[str, Policy]) -> None:
    """Within four standard errors."""
    from boxctl.simulation.turns.compiled_turns import play_blocks_of_the_300_numba

    best, games = policies["best"], 100_000 * SOAK
    assert isinstance(best, Best)
    played = play_blocks_of_the_300_numba(best, 3, 0, -(-games // BLOCK), games, 2)
    scores = [(total(left), times) for left, times in played.ends.items()]
    mean = sum(score * times for score, times in scores) / games
    variance = sum((score - mean) ** 2 * times for score, times in scores) / games
    assert abs(mean - best.odds.before_throw(THE_300.in_play)) < 4 * sqrt(variance / games)


@pytest.mark.full
def test_the_scores_of_the_best_have_the_mean_that_was_solved(policies: dict[str, Policy]) -> None:
    from tests.support.odds.the_300_distribution import (
        chances_of_ends_of_the_300,
        chances_of_scores_of_the_300,
    )

    best = policies["best"]
    assert isinstance(best, Best)
    ends = chances_of_ends_of_the_300(best)
    scores = chances_of_scores_of_the_300(ends, "golf")
    mean = sum(score * chance for score, chance in scores.items())
    assert mean == pytest.approx(best.odds.before_throw(THE_300.in_play), rel=1e-12)
    assert sum(chances_of_scores_of_the_300(ends, "missionary").values()) == pytest.approx(1)


def test_a_player_whose_habits_nobody_knows() -> None:
    with pytest.raises(TypeError):
        play_blocks_of_the_300(object(), 1, 0, 1, 1)  # type: ignore[arg-type]
