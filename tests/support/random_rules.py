"""Rule sets drawn from all settings, whatever they are: those that no two settings contradict."""

from __future__ import annotations

from random import Random

from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, with_settings
from boxctl.rules.variants import names, variant

SMALL = {
    "tiles": ("3", "4", "5", "6", "7"),
    "down": ("-", "1", "2", "1,3", "odd", "even"),
    "dice": ("2d6", "2d4", "1d6", "3d4", "1d8", "2d3"),
    "opening_tile": ("none", "1", "2", "3"),
    "stop_number": ("none", "2", "5", "7"),
    "target": ("none", "5", "12", "30"),
    "stake": ("0", "7"),
    "rounds": ("none", "1", "2", "3"),
    "shut_bonus": ("none", "double", "4"),
    "bump_ms": ("0",),
    "act_ms": ("0",),
    "settle_ms": ("0",),
}
"""Answers for settings that are not words; small, so that matches are short."""


def answers(name: str) -> tuple[str, ...]:
    """All answers to try for a setting."""
    return SETTINGS[name].choices or SMALL.get(name) or ("true", "false")


def table_with(random: Random, *fixed: tuple[str, str]) -> tuple[RuleSet, int]:
    """Some rules with these settings, and a number of players for whom none contradict."""
    for _try in range(5000):
        players = random.randint(1, 3)
        rules = drawn_rules(random, players, *fixed)
        if rules is not None:
            return rules, players
    raise AssertionError(f"no rules with {fixed}")


def drawn_rules(random: Random, players: int, *fixed: tuple[str, str]) -> RuleSet | None:
    """Some rules with these settings among them; None where they contradict each other."""
    changed = random.sample(sorted(SETTINGS), random.randint(0, 5))
    small = [("tiles", random.choice(SMALL["tiles"])), ("bump_ms", "0")]
    changes = [(name, random.choice(answers(name))) for name in changed]
    rules = variant(random.choice(names()))
    if rules.match in ("tournament", "knockout"):
        small.append(("target", random.choice(("6", "15", "25"))))
    try:
        rules = with_settings(rules, [*small, *changes, *fixed])
        check(rules, players)
    except RuleFault:
        return None
    return rules
