"""Turns played by the million: the same with and without numba, and as likely as they should be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt

import pytest

from boxctl.odds.sampling import (
    BLOCK,
    AliasTables,
    AtRandom,
    FewestTiles,
    HighestFirst,
    Policy,
    SampledTurns,
    alias_tables,
    chain_of_turn,
    play_blocks,
)
from boxctl.rules.ruleset import Dice, RuleSet, score
from boxctl.rules.tiles import tile_set
from boxctl.rules.variants import variant
from tests.support.every_variant import UNLIKE_EACH_OTHER, parameter
from tests.support.odds.exact_distribution import chances_of_ends
from tests.support.odds.solved_variants import SOLVED
from tests.support.soak import SOAK

PLAYABLE = [
    parameter(name, quick=name in UNLIKE_EACH_OTHER) for name in SOLVED if name != "the-300"
]
GAMES = 2 * BLOCK + 100


def walk(name: str, policy: Policy) -> AliasTables:
    return alias_tables(chain_of_turn(variant(name), policy))


def chances_in(walk: AliasTables, at: int) -> dict[int, float]:
    """The chance of each target that the alias tables give."""
    chances: dict[int, float] = {}
    size = walk.sizes[at]
    for place in range(walk.starts[at], walk.starts[at] + size):
        share = walk.shares[place] / 2**32
        for target, part in ((walk.firsts[place], share), (walk.seconds[place], 1 - share)):
            chances[target] = chances.get(target, 0.0) + part / size
    return chances


@pytest.mark.parametrize("name", ["classic", "canoga", "doubles", "unlucky-seven"])
def test_the_tables_are_the_chain(name: str) -> None:
    chain = chain_of_turn(variant(name), AtRandom())
    walk = alias_tables(chain)
    for number, steps in chain.steps.items():
        told = chances_in(walk, number)
        assert sum(told.values()) == pytest.approx(1)
        for (left, ends), chance in steps.items():
            assert told[left + (ends << 30)] == pytest.approx(chance, abs=1e-8)


@pytest.mark.parametrize("policy", [HighestFirst(), AtRandom()])
def test_with_and_without_numba_the_games_are_the_same(policy: Policy) -> None:
    pytest.importorskip("numba")
    from boxctl.simulation.turns.compiled_turns import play_blocks_numba

    table = walk("pub", policy)
    plain = play_blocks(table, 7, 0, 3, GAMES)
    assert sum(plain.ends.values()) == GAMES
    for workers in (1, 2, 64):
        assert play_blocks_numba(table, 7, 0, 3, GAMES, workers) == plain
        parts = [play_blocks_numba(table, 7, at, at + 1, GAMES, workers) for at in range(3)]
        assert sum(parts, SampledTurns()) == plain


def test_another_seed_gives_other_games() -> None:
    table = walk("pub", HighestFirst())
    assert play_blocks(table, 1, 0, 1, 500) != play_blocks(table, 2, 0, 1, 500)


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_million_games_come_to_the_chances(name: str) -> None:
    """Within four standard errors, for the score and for the box being shut."""
    pytest.importorskip("numba")
    from boxctl.simulation.turns.compiled_turns import play_blocks_numba

    rules, games = variant(name), 1_000_000 * SOAK
    chain = chain_of_turn(rules, FewestTiles())
    blocks = -(-games // BLOCK)
    played = play_blocks_numba(alias_tables(chain), 11, 0, blocks, games, 2).ends
    ends = chances_of_ends(rules, FewestTiles())
    worths: list[Callable[[int], float]] = [
        lambda left: float(score("golf", left)),
        lambda left: float(not left),
    ]
    for worth in worths:
        mean = sum(worth(left) * chance for left, chance in ends.items())
        variance = sum((worth(left) - mean) ** 2 * chance for left, chance in ends.items())
        found = sum(worth(chain.left(at)) * n for at, n in played.items()) / games
        assert abs(found - mean) <= 4 * sqrt(variance / games) + 1e-12


def test_dice_that_never_end_a_turn_end_it() -> None:
    rules = RuleSet(tiles=3, dice=Dice(2, 1), doubles="rethrow")
    table = alias_tables(chain_of_turn(rules, HighestFirst(), tile_set((1, 3))))
    assert play_blocks(table, 1, 0, 1, 5) == SampledTurns(Counter({3: 5}), 5)
