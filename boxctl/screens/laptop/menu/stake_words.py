"""Word what a stake means for the players."""

from __future__ import annotations

from boxctl.presentation.money.amounts import amount
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr


def stake_words(rules: RuleSet, players: int) -> tuple[str, str]:
    """Return what the stake of the rules means for so many players, at length and in few words."""
    if not rules.stake:
        return tr("nobody plays for money"), tr("without money")
    each = amount(rules.stake, rules.currency)
    pool = amount(rules.stake * players, rules.currency)
    if players == 1:
        return tr("whoever plays alone wins it back"), tr("you win it back")
    at_length = tr("each puts in {each}: the pool is {pool}", each=each, pool=pool)
    return at_length, tr("the pool is {pool}", pool=pool)
