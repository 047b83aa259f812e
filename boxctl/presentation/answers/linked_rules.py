"""The rules that a link gives, a game and what is changed in it: ``?rules=pub&set=tiles=10``.

A link names a game of the project, so that it means the same on every box: what a house has
changed is written out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import quote, urlencode

from boxctl.presentation.game_names import value_in_words
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.house.folders import is_path
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, changed_from, with_settings, written
from boxctl.rules.variants import base_in_project, load, own_name, variant
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

USUAL_GAME = "classic"
"""What a link without a game means."""


@frozen_dataclass
class LinkedRules:
    """A game by its own ``name``, and its rules with the ``changes`` of a link."""

    name: str
    rules: RuleSet
    changes: tuple[tuple[str, str], ...] = ()

    @property
    def base(self) -> str:
        """The game of the project on which this one is based in the end."""
        return base_in_project(load(self.name)).name

    @property
    def differing(self) -> dict[str, str]:
        """The settings by which the rules differ from those of :attr:`base`, as text."""
        return changed_from(variant(self.base), self.rules)

    @property
    def query(self) -> str:
        """What a link to these rules has behind its address: ``?rules=pub&set=tiles%3D10``."""
        # An amount is read with and without its blank, which a link would spell as a plus sign.
        changes = (f"{key}={value.replace(' ', '')}" for key, value in self.differing.items())
        pairs = [("rules", self.base), *(("set", change) for change in changes)]
        return f"?{urlencode(pairs, quote_via=quote)}"

    @property
    def differences(self) -> list[str]:
        """What is other than in the game that the link names, a sentence for each setting."""
        usual = written(variant(self.base))
        return [
            tr(
                "{setting} = {value} instead of {usual}",
                setting=tr(SETTINGS[key].title),
                value=value_in_words(key, value),
                usual=value_in_words(key, usual[key]),
            )
            for key, value in self.differing.items()
        ]


def linked_rules(name: str, settings: Sequence[tuple[str, str]]) -> LinkedRules:
    """Return the rules that somebody gives.

    Raises :class:`RuleFault`: BX201 for a game that is none, or a file, BX202 and BX203 for a
    setting that is none, BX204 for settings that contradict each other or are given twice.
    """
    name = known_game(name or USUAL_GAME)
    _check_once(settings)
    rules = with_settings(variant(name), settings)
    check(rules)
    return LinkedRules(name, rules, tuple(settings))


def rules_of_link(name: str, changes: Iterable[str]) -> tuple[LinkedRules, RuleFault | None]:
    """Return the rules of a link whose ``set`` are these.

    If they cannot be, return the game as it is, and why not; the usual game for one that is none.
    """
    try:
        return linked_rules(name, [_key_and_value(change) for change in changes]), None
    except RuleFault as fault:
        why = fault
    try:
        return linked_rules(name, ()), why
    except RuleFault:
        return linked_rules(USUAL_GAME, ()), why


def known_game(name: str) -> str:
    """Return the own name of a game. Raises :class:`RuleFault` (BX201) for none, and for a file."""
    if is_path(name):
        # Whoever writes a link must not have the box read a file.
        raise RuleFault("BX201", tr("a link names a game by its name, and no file"))
    return own_name(name)


def _check_once(settings: Iterable[tuple[str, str]]) -> None:
    given: dict[str, str] = {}
    for key, value in settings:
        if given.setdefault(key, value) != value:
            raise RuleFault(
                "BX204",
                tr("{setting} is set to {one} and to {other}", setting=key, one=given[key],
                   other=value),
                tr("set it once"),
            )  # fmt: skip


def _key_and_value(change: str) -> tuple[str, str]:
    key, equals, value = change.partition("=")
    if not equals:
        raise RuleFault(
            "BX202",
            tr('"{change}" sets nothing', change=change),
            tr("write it like {example}", example="set=tiles=10"),
        )
    return key.strip(), value.strip()
