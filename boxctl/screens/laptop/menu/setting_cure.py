"""Find what is wrong with changed settings, and which one to set back."""

from __future__ import annotations

from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from boxctl.screens.laptop.menu.menu_choice import Changes


def contradiction(name: str, changes: Changes) -> str:
    """Return how the changed settings of a variant contradict each other; empty if they do not."""
    try:
        check(with_settings(variant(name), changes))
    except RuleFault as fault:
        return fault.text
    return ""


def setting_to_set_back(name: str, changes: Changes) -> str | None:
    """Return the one change without which nothing contradicts, the latest; None if none is."""
    for cured, _value in reversed(changes):
        if not contradiction(name, tuple(each for each in changes if each[0] != cured)):
            return cured
    return None
