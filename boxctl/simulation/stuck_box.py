"""A box of two players (R7.4, R7.5) that no throw can change any more: the match never ends."""

from __future__ import annotations

from functools import lru_cache

from boxctl.odds.throws import kinds_of_throws
from boxctl.rules.faults import RuleFault
from boxctl.rules.one_die import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet


@lru_cache(maxsize=4096)
def is_stuck(rules: RuleSet, left: TileSet) -> bool:
    """Return whether nobody can ever move again, with these tiles left to one of the players.

    False where the dice have too many throws to tell.
    """
    others = rules.in_play & ~left if rules.match == "duel" else left
    try:
        return not (_can_move(rules, left) or _can_move(rules, others))
    except RuleFault:
        return False


def _can_move(rules: RuleSet, to_move: TileSet) -> bool:
    return to_move != 0 and any(
        move & to_move == move
        for count in allowed_counts(rules, to_move)
        for move in _all_moves(rules, count)
    )


@lru_cache(maxsize=2)
def _all_moves(rules: RuleSet, count: int) -> frozenset[TileSet]:
    return frozenset(move for kind in kinds_of_throws(rules, count) for move in kind.moves)
