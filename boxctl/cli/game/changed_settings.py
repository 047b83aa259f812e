"""Name the settings that differ from those of a variant."""

from __future__ import annotations

from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import changed_from, written
from boxctl.rules.variants import variant
from groundwork.language import tr


def changed_settings(name: str, rules: RuleSet) -> str:
    """Return a line such as ``Changed: target = 60 instead of 100.``; empty if nothing differs."""
    usual = variant(name)
    before = written(usual)
    changed = [
        tr("{setting} = {value} instead of {usual}", setting=key, value=value, usual=before[key])
        for key, value in changed_from(usual, rules).items()
    ]
    return tr("Changed: {settings}.", settings=", ".join(changed)) if changed else ""
