"""Find how many dice a player may throw: when one drops to a single die (R2.2, R2.3)."""

from __future__ import annotations

from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, tile, tile_range, total


def may_drop_to_one(rules: RuleSet, to_move: TileSet) -> bool:
    """Return whether R2.2 allows or requires one die with ``to_move`` left; never with no tile."""
    if not to_move:
        return False
    match rules.one_die:
        case "never":
            return False
        case "last_tile":
            return to_move == tile(1)
        case "high_tiles_shut":
            return not to_move & ~tile_range(6)
        case "sum_below_6":
            return total(to_move) < 6
        case "sum_at_most_6":
            return total(to_move) <= 6


def allowed_counts(rules: RuleSet, to_move: TileSet) -> tuple[int, ...]:
    """Return how many dice may be thrown now, the fewest first (R2.3)."""
    full = rules.dice.count
    if full == 1 or not may_drop_to_one(rules, to_move):
        return (full,)
    return (1,) if rules.one_die_choice == "must" else (1, full)
