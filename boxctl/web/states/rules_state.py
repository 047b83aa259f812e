"""The rules of a state: the variant in words, and the settings that differ from it."""

from __future__ import annotations

from boxctl.presentation.phrases import capital
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import written
from boxctl.rules.variants import load, variant
from boxctl.web.state import RulesState
from groundwork.language import current, tr

MOST_KEPT = 8

_rules_states: dict[tuple[str, str, RuleSet], RulesState] = {}


def rules_state(name: str, rules: RuleSet) -> RulesState:
    """Return what the state has of these rules, the variant ``name`` with single settings changed.

    Raises :class:`RuleFault` (BX201) for a name that no variant has.
    """
    key = current().code, name, rules
    if key not in _rules_states:
        usual, known = written(variant(name)), load(name)
        changes = ((key, value) for key, value in written(rules).items() if value != usual[key])
        if len(_rules_states) > MOST_KEPT:
            _rules_states.clear()
        _rules_states[key] = RulesState(
            name, capital(tr(known.source_name)), tr(known.summary), tuple(changes)
        )
    return _rules_states[key]
