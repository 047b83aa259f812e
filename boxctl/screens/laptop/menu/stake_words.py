"""Word what a stake means for the players."""

from __future__ import annotations

from boxctl.presentation.money.amounts import amount
from boxctl.presentation.phrases import eye_in_use
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr


def stake_words(rules: RuleSet, players: int) -> str:
    """Return what the stake of the rules means for so many players."""
    if not rules.stake:
        return tr("nobody plays for money")
    style = eye_in_use()
    each = amount(rules.stake, rules.currency, style)
    pool = amount(rules.stake * players, rules.currency, style)
    if players == 1:
        return tr("whoever plays alone wins it back")
    return tr("each puts in {each}: the pool is {pool}", each=each, pool=pool)
