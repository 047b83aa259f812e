"""Rule sets that do not contradict themselves, drawn at random."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st

from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, with_settings
from boxctl.rules.variants import names, variant
from tests.support.setting_samples import every_sample


def changes(most: int) -> st.SearchStrategy[list[tuple[str, str]]]:
    """Some settings, each with a sample that it declares, as `--set` takes them."""
    one = st.sampled_from(sorted(SETTINGS)).flatmap(
        lambda name: st.tuples(st.just(name), st.sampled_from(every_sample(name)))
    )
    return st.lists(one, max_size=most)


@st.composite
def any_rules(draw: st.DrawFn) -> RuleSet:
    """A variant with up to four settings changed."""
    rules = with_settings(variant(draw(st.sampled_from(names()))), draw(changes(most=4)))
    try:
        check(rules)
    except RuleFault:
        assume(False)
    return rules
