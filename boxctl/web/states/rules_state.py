"""The rules of a state: the variant in words, and the settings that differ from it."""

from __future__ import annotations

from functools import lru_cache

from boxctl.presentation.phrases import capital
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import changed_from
from boxctl.rules.variants import load, variant
from boxctl.web.state import RulesState
from groundwork.language import current, tr

MOST_KEPT = 8


def rules_state(name: str, rules: RuleSet) -> RulesState:
    """Return what the state has of these rules, the variant ``name`` with single settings changed.

    In the language in use. Safe from any thread. Raises :class:`RuleFault` (BX201) for a name that
    no variant has.
    """
    return _rules_state(current().code, name, rules)


@lru_cache(maxsize=MOST_KEPT)
def _rules_state(_language: str, name: str, rules: RuleSet) -> RulesState:
    known, changes = load(name), changed_from(variant(name), rules)
    title = capital(tr(known.source_name))
    return RulesState(name, title, tr(known.summary), tuple(changes.items()))
