"""The settings with which no chance to win a match is solved: such questions are refused.

Take a setting out of here when it is solved.
"""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.language import all_of, tr


def match_is_solved(rules: RuleSet) -> bool:
    """Whether the chance to win a match by these rules can be solved."""
    return not any(_of_the_match(rules))


def check_match(rules: RuleSet) -> None:
    """Raise :class:`RuleFault` (BX709) unless matches by these rules can be solved."""
    _refuse(_of_the_match(rules))


def _of_the_match(rules: RuleSet) -> Iterator[str]:
    if rules.shut_bonus is not None:
        yield f"shut_bonus = {rules.shut_bonus}"


def _refuse(found: Iterator[str]) -> None:
    if settings := list(found):
        raise RuleFault(
            "BX709",
            tr("no odds are known for {settings}", settings=all_of(settings)),
            tr("leave that setting out to ask for odds"),
        )
