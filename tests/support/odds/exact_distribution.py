"""How a turn ends under a policy: the exact chance of every end, and of every score."""

from __future__ import annotations

from collections.abc import Mapping

from boxctl.odds.sampling import Policy, chain_of_turn
from boxctl.rules.ruleset import RuleSet, Scoring, score
from boxctl.rules.tiles import NO_TILES, TileSet


def chances_of_ends(
    rules: RuleSet, policy: Policy, to_move: TileSet | None = None
) -> dict[TileSet, float]:
    """The chance that the turn leaves each set of tiles, beginning with ``to_move`` (default: all).

    Raises as :func:`boxctl.odds.sampling.chain_of_turn` does.
    """
    if to_move == NO_TILES:
        return {NO_TILES: 1.0}
    return chain_of_turn(rules, policy, to_move).chances_of_ends()


def chances_of_scores(ends: Mapping[TileSet, float], scoring: Scoring) -> dict[int, float]:
    """The chance of each score, the lowest first."""
    chances: dict[int, float] = {}
    for left, chance in ends.items():
        made = score(scoring, left)
        chances[made] = chances.get(made, 0.0) + chance
    return dict(sorted(chances.items()))
