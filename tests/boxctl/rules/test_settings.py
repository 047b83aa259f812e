"""Every setting declares all that the rest of the program and the tests make of it."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest

from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.setting_kinds import Decides
from boxctl.rules.settings import SETTINGS, deciding, with_settings, without, written
from tests.support.random_rules import answers
from tests.support.setting_samples import changed, every_sample

SMALL = RuleSet(tiles=3)
"""A box that one throw can shut."""

DECLARED_IN = "SETTINGS in boxctl/rules/settings.py"


def test_every_field_of_the_rules_is_held_by_one_setting() -> None:
    held = [field for setting in SETTINGS.values() for field in setting.fields_held]
    # A handicap is no setting of the rules but of a player (R7.16).
    assert sorted([*held, "handicaps"]) == sorted(get_type_hints(RuleSet)), DECLARED_IN


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_says_what_it_decides(name: str) -> None:
    decides = SETTINGS[name].decides
    assert decides, f"{DECLARED_IN} does not say what {name} decides"
    assert set(decides) <= set(get_args(Decides))
    assert name in deciding(*decides)


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_of_words_takes_those_of_its_type(name: str) -> None:
    words = [word for word in get_args(get_type_hints(RuleSet)[name]) if isinstance(word, str)]
    if words and SETTINGS[name].choices:
        assert list(SETTINGS[name].choices) == words, f"{DECLARED_IN}: {name}"


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_has_samples_that_can_be_set(name: str) -> None:
    setting, samples = SETTINGS[name], SETTINGS[name].samples
    for kind in ("small", "usual"):
        values = getattr(samples, kind)
        assert len(values) > 1, f"{DECLARED_IN} has no {kind} samples of {name} to change it to"
        assert values[0] == setting.usual, f"{DECLARED_IN}: {name} is {setting.usual} in classic"
    for value in every_sample(name):
        setting.write(setting.read(value))
    for value in answers(name):
        assert changed(SMALL, name, value, has_effect=True), (
            f"{name} = {value} goes with no rules that it says it goes with: see its only_with and"
            f" beside, {DECLARED_IN}"
        )


@pytest.mark.parametrize(
    "name", [name for name, setting in SETTINGS.items() if hasattr(setting.kind, "most")]
)
def test_a_setting_with_a_greatest_value_takes_it_and_no_greater(name: str) -> None:
    setting: Any = SETTINGS[name]
    assert setting.read(str(setting.kind.most)) == setting.kind.most
    for text in (str(setting.kind.most + 1), "-1", "1e3", "\u0663", "nothing", "9" * 30):
        with pytest.raises(RuleFault, match="BX203"):
            setting.read(text)


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_that_is_taken_back_is_as_in_classic(name: str) -> None:
    for value in every_sample(name):
        rules = with_settings(RuleSet(), [(name, value)])
        assert written(without(rules, [name])) == written(RuleSet())
