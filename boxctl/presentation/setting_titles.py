"""The settings of the rules as people read them: in groups, each with a title. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boxctl.presentation.amounts import amount
from boxctl.presentation.rule_page.page import sections
from boxctl.rules.money import read_money
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS
from groundwork.language import tr

SETTING_ROOM = 22
"""The most columns of a title, and of a value in words, in any language."""

SETTING_GROUPS = tuple(
    (group, tuple(name for name, setting in SETTINGS.items() if setting.group == group))
    for group in dict.fromkeys(setting.group for setting in SETTINGS.values())
)
"""The title of each group, and the names of its settings."""


def value_in_words(name: str, value: str) -> str:
    """Return a value of a setting for people; a number, dice or tiles as they are written."""
    kind = SETTINGS[name].kind
    return _stake(value) if name == "stake" and value not in kind.words else kind.in_words(value)


def _stake(value: str) -> str:
    """Return a stake as the language writes amounts: ``1,50 €`` for ``€1.50``."""
    try:
        money = read_money(value)
    except ValueError:
        return value
    return amount(money.minor, money.currency)


def settings_in_words(changes: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield each setting and its value for people: ``Target: 60``, ``Stake: 50p``."""
    for name, value in changes:
        words = value_in_words(name, value)
        yield tr("{label}: {text}", label=tr(SETTINGS[name].title), text=words)


def effects(name: str, rules: RuleSet) -> Iterator[str]:
    """Yield the sentences of the rules' page that tell of a setting.

    The rules must not contradict each other.
    """
    for section in sections(rules):
        for sentence in section.sentences:
            if name in sentence.settings:
                yield sentence.text
