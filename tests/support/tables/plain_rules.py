"""A rule set as the second reading of the rule book takes it."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import numbers
from tests.support import second_reading


def plain(rules: RuleSet) -> second_reading.Rules:
    """The same rules for the second reading."""
    same: dict[str, Any] = {
        field.name: getattr(rules, field.name)
        for field in fields(second_reading.Rules)
        if field.name not in ("down", "dice", "sides")
    }
    same |= {
        "down": frozenset(numbers(rules.down_tiles)),
        "dice": rules.dice.count,
        "sides": rules.dice.sides,
    }
    return second_reading.Rules(**same)
