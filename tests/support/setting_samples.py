"""Rules with a setting changed to a sample that it declares (`boxctl/rules/settings.py`)."""

from __future__ import annotations

from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, with_settings


def every_sample(name: str) -> tuple[str, ...]:
    """All samples of a setting, without repetition."""
    samples = SETTINGS[name].samples
    return tuple(dict.fromkeys((*samples.small, *samples.usual, *samples.extreme)))


def changed(
    rules: RuleSet, name: str, value: str, players: int | None = None, *, has_effect: bool = False
) -> RuleSet | None:
    """The rules with this value, if need be with the settings that it needs.

    If it is to have an effect, these are set in any case. None if it contradicts others.
    """
    needed = SETTINGS[name].tried_with(value)
    for others in (needed, {}) if has_effect else ({}, needed):
        try:
            tried = with_settings(rules, [*others.items(), (name, value)])
            check(tried, players)
        except RuleFault:
            continue
        return tried
    return None
