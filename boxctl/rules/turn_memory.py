"""What a turn remembers of its throws, beside the tiles that it has moved (R5.5, R5.6).

The referee plays by it and the odds solve by it: a rule that depends on the throws before is a
field here, and what a throw makes of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from boxctl.rules import rule_ids
from boxctl.rules.ruleset import Doubles, RuleSet
from groundwork.frozen_dataclass import frozen_dataclass


class ThrownAgain(NamedTuple):
    """A throw that cannot be played is thrown again: what is then remembered, and the rule."""

    memory: TurnMemory
    rule: str


@frozen_dataclass
class TurnMemory:
    """The memory of a turn before a throw.

    ``markers`` counts those banked (R5.6); with ``extra`` the last throw was a double and was
    played (R5.5).
    """

    markers: int = 0
    extra: bool = False

    def played(self, doubles: Doubles, double: bool) -> TurnMemory:
        """Return the memory once a throw is played; ``double`` says that it is one."""
        match doubles:
            case "insurance" if double:
                return replace(self, markers=self.markers + 1)
            case "extra":
                return replace(self, extra=double)
            case _:
                return self

    def blocked(self, doubles: Doubles, double: bool) -> ThrownAgain | None:
        """Return the memory after a throw that cannot be played; None if it ends the turn.

        A marker pays for it (R5.6), one that the throw has banked too, or the extra throw after a
        double (R5.5).
        """
        match doubles:
            case "insurance" if double:
                return ThrownAgain(self, rule_ids.INSURANCE)
            case "insurance" if self.markers:
                return ThrownAgain(replace(self, markers=self.markers - 1), rule_ids.INSURANCE)
            case "rethrow" | "extra" | "may_rethrow" if double:
                return ThrownAgain(replace(self, extra=False), rule_ids.DOUBLES)
            case "extra" if self.extra:
                return ThrownAgain(replace(self, extra=False), rule_ids.EXTRA_THROW)
            case _:
                return None


FRESH = TurnMemory()
"""The memory with which a turn begins."""


def doubles_in_force(rules: RuleSet) -> Doubles:
    """Return the effect of a double: where one throw is a turn, that of R5.4 alone."""
    if rules.doubles == "none" or rules.dice.count == 1:
        return "none"
    if rules.turn_is_one_throw and not rules.may_throw_doubles_again:
        return "rethrow"
    return rules.doubles
