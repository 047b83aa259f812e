"""A rule set as the second reading of the rule book takes it."""

from __future__ import annotations

from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import numbers
from tests.support import second_reading


def plain(rules: RuleSet) -> second_reading.Rules:
    """The same rules for the second reading."""
    return second_reading.Rules(
        **{
            name: getattr(rules, name)
            for name in second_reading.Rules.__dataclass_fields__
            if name not in ("down", "dice", "sides")
        },
        down=frozenset(numbers(rules.down)),
        dice=rules.dice.count,
        sides=rules.dice.sides,
    )
