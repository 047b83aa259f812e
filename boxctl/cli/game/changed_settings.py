"""Say which settings differ from what a variant's description tells."""

from __future__ import annotations

from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import written
from boxctl.rules.variants import variant
from groundwork.language import tr


def changed_settings(name: str, rules: RuleSet) -> str:
    """Return a line such as ``Changed: target = 60 instead of 100.``; empty if nothing differs."""
    usual = written(variant(name))
    changed = [
        tr("{setting} = {value} instead of {usual}", setting=key, value=value, usual=usual[key])
        for key, value in written(rules).items()
        if value != usual[key]
    ]
    return tr("Changed: {settings}.", settings=", ".join(changed)) if changed else ""
