"""What a game is called and how it is summed up, and its settings as people read them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from boxctl.journal.entry_kinds import HouseGame
from boxctl.journal.recorded_match import RecordedMatch, recorded_variant
from boxctl.presentation.phrases import amount
from boxctl.presentation.rule_page.page import sections
from boxctl.rules.faults import RuleFault
from boxctl.rules.money import read_money
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, changed_from, deciding, with_settings
from boxctl.rules.variant_file import Variant
from boxctl.rules.variant_titles import variant_title
from boxctl.rules.variants import load
from groundwork.language import clauses, commas, tr

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


MOST_TOLD = 3
"""The most changed settings that are told beside a name."""

_OF_THE_GAME = deciding("turn", "match", "order", "play")
"""What makes another game of it; money and sensors do not."""


def game_name(known: Variant, rules: RuleSet) -> str:
    """Return the title of a variant, and what is changed: ``Pub (changed: …)``."""
    title, changes = known.told("title"), changes_of(known, rules)
    if not changes:
        return title
    told = list(settings_in_words(changes.items()))
    more = tr("and more") if len(told) > MOST_TOLD else ""
    changed = commas([*told[:MOST_TOLD], *([more] if more else [])])
    return tr("{title} (changed: {changes})", title=title, changes=changed)


def changes_of(known: Variant, rules: RuleSet) -> Mapping[str, str]:
    """Return the settings that make another game of a variant, and their values as text."""
    usual = with_settings(RuleSet(), known.settings.items())
    if rules.down_tiles == usual.down_tiles:
        # Earlier records have the numbers where a variant now says odd or even.
        rules = replace(rules, down=usual.down)
    changed = changed_from(usual, rules).items()
    return {name: value for name, value in changed if name in _OF_THE_GAME}


def name_of_game(variant: str, rules: RuleSet) -> str:
    """Return the name of a game by these rules: those of this variant, or changed ones."""
    try:
        return game_name(load(variant), rules)
    except RuleFault:
        return variant


def name_of_match(match: RecordedMatch) -> str:
    """Return the name of the game of a recorded match; its variant's if no more is recorded."""
    try:
        return match.variant if match.played is None else game_name(match.played, match.rules)
    except RuleFault:
        return variant_title(match.variant)


def title_of_match(match: RecordedMatch) -> str:
    """Return the title of a recorded match's variant; its own name if there is none any more."""
    return title_recorded(match.variant, match.header.house)


def title_recorded(variant: str, house: HouseGame | None) -> str:
    """Return the title of a variant that a record names, and what it holds of one of the house."""
    if house is None:
        return variant_title(variant)
    return recorded_variant(variant, house).told("title")


def summary_in_words(known: Variant) -> str:
    """Return the sentence that sums a variant up: its own, or what differs from its base."""
    return known.told("summary") or as_its_base(known)


def as_its_base(known: Variant) -> str:
    """Return how a variant of the house differs from the one that it is based on; else nothing."""
    if not known.is_of_house:
        return ""
    try:
        base = load(known.based_on)
    except RuleFault:
        return ""
    rules = [with_settings(RuleSet(), each.settings.items()) for each in (base, known)]
    changed = clauses(settings_in_words(changed_from(*rules).items()))
    if not changed:
        return tr("As {game}.", game=base.told("title"))
    return tr("As {game}, but {changes}.", game=base.told("title"), changes=changed)
