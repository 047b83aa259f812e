"""The settings of a rule set as people name them, read and written as text.

What is said of each is declared in :mod:`boxctl.rules.turn_settings` and
:mod:`boxctl.rules.match_settings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from boxctl.rules.faults import RuleFault
from boxctl.rules.match_settings import MATCH_SETTINGS
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.setting_kinds import Decides, RuleSetting
from boxctl.rules.turn_settings import TURN_SETTINGS
from groundwork.language import any_of, tr
from groundwork.reader import for_reader

SETTINGS: Mapping[str, RuleSetting] = {
    setting.name: setting for setting in (*TURN_SETTINGS, *MATCH_SETTINGS)
}


def deciding(*what: Decides) -> frozenset[str]:
    """Return the settings that decide any of this."""
    return frozenset(
        name for name, known in SETTINGS.items() if not set(what).isdisjoint(known.decides)
    )


def without(rules: RuleSet, names: Iterable[str]) -> RuleSet:
    """Return the rules with these settings as ``classic`` has them."""
    usual = RuleSet()
    return replace(
        rules,
        **{field: getattr(usual, field) for name in names for field in SETTINGS[name].fields_held},
    )


def setting(name: str) -> RuleSetting:
    """Return the setting of this name.

    Raises :class:`RuleFault` (BX202), which suggests what was probably meant.
    """
    if name in SETTINGS:
        return SETTINGS[name]
    if is_handicap(name):
        raise RuleFault(
            "BX202",
            tr("a handicap is a player's and no setting of a game"),
            for_reader(
                tr("give it where the players are named, such as --handicap Ann=5"),
                page=tr("give it behind the player's name, such as Ann +5"),
            ),
        )
    raise RuleFault("BX202", tr('there is no setting "{name}"', name=name), _meant(name))


def is_handicap(name: str) -> bool:
    """Return whether people mean a player's handicap (R7.16) by the name of a setting."""
    return name.lower().rstrip("s") == "handicap"


def _meant(name: str) -> str:
    """Return the advice on a name that no setting has.

    It may be nearly the name of one, a value of one, or have a word in common with one.
    """
    from difflib import get_close_matches  # only needed for a name that is wrong

    name = name.lower().replace("-", "_")
    words = set(name.split("_"))
    akin = [known for known in SETTINGS if words & set(known.split("_"))]
    owners = [known for known, each in SETTINGS.items() if name in each.kind.all_words]
    if near := get_close_matches(name, SETTINGS, n=1, cutoff=0.8):
        return tr("did you mean {nearest}?", nearest=near[0])
    if 0 < len(owners) <= _MOST_OWNERS:
        return tr(
            "did you mean {nearest}?", nearest=any_of(f"{owner} = {name}" for owner in owners)
        )
    if akin:
        nearest = min(akin, key=lambda known: len(words ^ set(known.split("_"))))
        return tr("did you mean {nearest}?", nearest=nearest)
    if near := get_close_matches(name, SETTINGS, n=1, cutoff=0.6):
        return tr("did you mean {nearest}?", nearest=near[0])
    return tr("known are {settings}", settings=", ".join(SETTINGS))


_MOST_OWNERS = 2
"""The most settings that are told of a value; what more have, such as none, tells nothing."""


def with_settings(rules: RuleSet, changes: Iterable[tuple[str, str]]) -> RuleSet:
    """Return the rule set with these settings changed, each a name and its value as text.

    The last change of a setting counts. Raises :class:`RuleFault` (BX202, BX203) for an unknown
    name or value. Does not look for contradictions.
    """
    values: dict[str, Any] = {}
    for name, text in changes:
        values |= setting(name).held(text)
    return replace(rules, **values)


def written(rules: RuleSet) -> dict[str, str]:
    """Return every setting in force as text; an unset target is the usual one."""
    return {name: known.write(value_in_force(rules, name)) for name, known in SETTINGS.items()}


def changed_from(usual: RuleSet, rules: RuleSet) -> dict[str, str]:
    """Return the settings in force by which ``rules`` differ from ``usual``, as text."""
    before = written(usual)
    return {name: value for name, value in written(rules).items() if value != before[name]}


def as_data(rules: RuleSet) -> dict[str, Any]:
    """Return every setting in force for JSON: numbers, booleans, null for none, else text.

    The stake is in minor units, without its currency.
    """
    return {name: _datum(rules, name) for name in SETTINGS}


def _datum(rules: RuleSet, name: str) -> Any:
    value = rules.stake if name == "stake" else value_in_force(rules, name)
    plain = value is None or (isinstance(value, bool | int | float) and name != "down")
    return value if plain else SETTINGS[name].write(value)


def value_in_force(rules: RuleSet, name: str) -> Any:
    """Return the value of a setting that is in force."""
    if fields := SETTINGS[name].fields:
        return tuple(getattr(rules, field) for field in fields)
    return rules.target_in_force if name == "target" else getattr(rules, name)
