"""The fault of a match that does not end, and how that is known beforehand or from a stuck box."""

from __future__ import annotations

from functools import lru_cache

from boxctl.odds.throws import kinds_of_throws
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet
from groundwork.language import tr

LONGEST_MATCH = 100_000
"""Turns after which a match is taken to be endless."""

SURELY = 20
"""So many endless matches are expected at least: that there is none has a chance below e**-20."""


def endless_match() -> RuleFault:
    """Return the fault of a match that does not end (BX208)."""
    return RuleFault("BX208", tr("a match by these rules does not end"), tr("change one of them"))


def refuse_endless(rules: RuleSet, matches: int) -> None:
    """Raise :class:`RuleFault` (BX208) if some of so many matches surely take too many turns.

    In turns of one throw (R5.3) nothing but the chance of that throw decides when a match ends.
    """
    if rules.match != "first_to_shut":
        return
    try:
        goes_on = 1 - _chance_to_shut_at_once(rules)
    except RuleFault:
        return
    if matches * goes_on**LONGEST_MATCH > SURELY:
        raise endless_match()


def _chance_to_shut_at_once(rules: RuleSet) -> float:
    """Return the greatest chance to shut the box by a throw that counts (R5.4).

    Raises :class:`RuleFault` (BX702) for too many throws to tell.
    """
    chances = [0.0]
    for count in allowed_counts(rules, rules.in_play):
        shuts, counts = 0, 0
        for kind in kinds_of_throws(rules, count):
            shuts += kind.weight if rules.in_play in kind.moves else 0
            counts += kind.weight if kind.moves or not kind.double else 0
        chances.append(shuts / counts if counts else 0.0)
    return max(chances)


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
