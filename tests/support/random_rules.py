"""Rule sets drawn from all settings, whatever they are: those that no two settings contradict."""

from __future__ import annotations

from random import Random

from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, with_settings
from boxctl.rules.variants import names, variant

FEW_TILES = ("3", "4", "5", "6", "7")


def answers(name: str) -> tuple[str, ...]:
    """The samples of a setting with which matches are short."""
    return SETTINGS[name].samples.small


def table_with(random: Random, *fixed: tuple[str, str]) -> tuple[RuleSet, int]:
    """Some rules with these settings, and a number of players for whom none contradict."""
    for _try in range(5000):
        players = random.randint(1, 3)
        rules = drawn_rules(random, players, *fixed)
        if rules is not None:
            return rules, players
    named = " and ".join(f"{name} = {value}" for name, value in fixed)
    raise AssertionError(
        f"{named} contradicts all rules that were drawn: say in SETTINGS (boxctl/rules/settings.py)"
        " what it goes only with, or mend its samples"
    )


def drawn_rules(random: Random, players: int, *fixed: tuple[str, str]) -> RuleSet | None:
    """Some rules with these settings among them; None where they contradict each other."""
    changed = random.sample(sorted(SETTINGS), random.randint(0, 5))
    small = [("tiles", random.choice(FEW_TILES)), ("bump_ms", "0")]
    changes = [(name, random.choice(answers(name))) for name in changed]
    rules = variant(random.choice(names()))
    if rules.match in ("tournament", "knockout"):
        small.append(("target", random.choice(("6", "15", "25"))))
    try:
        needed = [
            pair for name, value in fixed for pair in SETTINGS[name].tried_with(value).items()
        ]
        rules = with_settings(rules, [*small, *changes, *needed, *fixed])
        check(rules, players)
    except RuleFault:
        return None
    return rules
