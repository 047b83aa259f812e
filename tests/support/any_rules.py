"""Rule sets that do not contradict themselves, drawn at random."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st

from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, with_settings
from boxctl.rules.variants import names, variant

NUMBERS = {
    "tiles": ["1", "9", "10", "12", "13", "24"],
    "down": ["-", "odd", "even", "1-3", "1-8", "2,7"],
    "dice": ["1d6", "2d6", "3d6", "4d6", "1d20", "2d20"],
    "opening_tile": ["none", "2", "7"],
    "stop_number": ["none", "7"],
    "target": ["none", "1", "60"],
    "rounds": ["none", "1", "5"],
    "shut_bonus": ["none", "1", "10", "double"],
    "stake": ["0", "100", "1000 CHF"],
    "bump_ms": ["80", "12.5"],
    "act_ms": ["150", "0", "1000"],
    "settle_ms": ["0", "2500"],
}
"""Answers to the settings that are no choice between words."""


@st.composite
def any_rules(draw: st.DrawFn) -> RuleSet:
    """A variant with up to four settings changed."""
    changes = draw(
        st.lists(
            st.sampled_from(sorted(SETTINGS)).flatmap(
                lambda name: st.tuples(
                    st.just(name), st.sampled_from(NUMBERS.get(name) or SETTINGS[name].choices)
                )
            ),
            max_size=4,
        )
    )
    rules = with_settings(variant(draw(st.sampled_from(names()))), changes)
    try:
        check(rules)
    except RuleFault:
        assume(False)
    return rules
