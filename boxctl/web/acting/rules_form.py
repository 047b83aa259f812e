"""The rules of a game as a form of a page: every setting in words, and what is wrong with them.

What is said of a setting comes from its declaration, and what contradicts from the referee.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypedDict

from boxctl.presentation.game_names import SETTING_GROUPS, value_in_words
from boxctl.presentation.phrases import capital
from boxctl.rules.faults import RuleFault
from boxctl.rules.match_settings import SENSORS
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.setting_kinds import RuleSetting, Stake
from boxctl.rules.settings import SETTINGS, setting, with_settings, written
from boxctl.rules.variant_titles import variant_title
from boxctl.rules.variants import LookedAtOnce, own_name, variant
from boxctl.screens.laptop.game_card import contradiction, setting_to_set_back
from boxctl.web.acting.table_code import are_settings, is_game_name, is_value, is_whole
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr


class ChangedRules(TypedDict):
    """A game, by its ``id``, and the settings that are changed; null is as it is played here."""

    variant: str
    settings: dict[str, str] | None


class NewGame(TypedDict):
    """A game of the house to be saved: a title, and what is changed of another game."""

    variant: str
    settings: dict[str, str] | None
    title: str


class GameFile(TypedDict):
    """The text of a file of the house, as people have written it."""

    text: str


class SavedGame(TypedDict):
    """A game that was saved."""

    id: str
    title: str


class SettingChoice(TypedDict):
    """A value that is offered, and its words."""

    id: str
    text: str


class SettingField(TypedDict):
    """A setting of a game: its ``value``, whether that is ``changed``, and what the game ``has``.

    ``choices`` are offered; if ``typed``, there are more ``answers``. ``wrong`` says why the value
    is none of them; it is empty for one that is.
    """

    id: str
    title: str
    meaning: str
    value: str
    changed: bool
    has: str
    choices: list[SettingChoice]
    typed: bool
    answers: str
    wrong: str


class SettingGroup(TypedDict):
    """Settings that belong together."""

    title: str
    settings: list[SettingField]


class RulesForm(TypedDict):
    """The settings of a game, some of them changed.

    ``wrong`` says why nobody can play by them; it is empty if people can. ``cure`` is a setting
    that mends it when it is set back, empty for none.
    """

    id: str
    title: str
    settings: dict[str, str]
    groups: list[SettingGroup]
    wrong: str
    cure: str


@frozen_dataclass
class HouseGames:
    """What games of the house can be made of at a table.

    ``settings_here`` returns those with which a game is played here, by its own name; ``lack`` says
    in words why a box cannot be played by some rules, and is empty if it can.
    """

    settings_here: Callable[[str], tuple[tuple[str, str], ...]] = lambda _name: ()
    lack: Callable[[RuleSet], str] = lambda _rules: ""


def read_rules(data: object) -> ChangedRules | None:
    """Read changed rules from JSON; None for anything else. What they are is not checked."""
    if not isinstance(data, Mapping):
        return None
    name, settings = data.get("variant"), data.get("settings")
    if not is_game_name(name) or not (settings is None or are_settings(settings)):
        return None
    return ChangedRules(variant=name, settings=None if settings is None else dict(settings))


def read_new_game(data: object) -> NewGame | None:
    """Read a game that is to be saved; None for anything else. What it is is not checked."""
    rules = read_rules(data)
    if rules is None or not isinstance(data, Mapping):
        return None
    title: Any = data.get("title")
    return NewGame(**rules, title=title) if is_value(title) else None


def read_game_file(data: object) -> GameFile | None:
    """Read the text of a file from JSON; None for anything else. What it says is not checked."""
    text: Any = data.get("text") if isinstance(data, Mapping) else None
    return GameFile(text=text) if isinstance(text, str) and is_whole(text) else None


def rules_form(asked: ChangedRules, games: HouseGames) -> RulesForm:
    """Return the settings of a game with these changes, in the language in use.

    Raises :class:`RuleFault` for a game that is none, or a setting that is none (BX201, BX202).
    """
    with LookedAtOnce():
        name = own_name(asked["variant"])
        told = _told(name, settings_of(asked, games))
        changes = tuple(told.changes.items())
        rules = with_settings(variant(name), changes)
        contradicts, lack = contradiction(name, changes), games.lack(rules)
        return RulesForm(
            id=name,
            title=variant_title(name),
            settings={**told.changes, **{key: told.given[key] for key in told.wrong}},
            groups=[
                SettingGroup(title=tr(group), settings=[_field(key, told) for key in members])
                for group, members in SETTING_GROUPS
                if group != SENSORS
            ],
            wrong=contradicts or (not_here(lack).text if lack else ""),
            cure=(setting_to_set_back(name, changes) or "") if contradicts else "",
        )


def settings_of(asked: ChangedRules, games: HouseGames) -> Mapping[str, str]:
    """Return the changes of a game, as they were given.

    Raises :class:`RuleFault` (BX202) for what is no setting, and for one of the sensors: how the
    wood behaves does not change with the game.
    """
    if (given := asked["settings"]) is None:
        return dict(games.settings_here(own_name(asked["variant"])))
    for fault in of_the_wood(given):
        raise fault
    return given


def of_the_wood(settings: Iterable[str]) -> Iterator[RuleFault]:
    """Yield why a setting is none that a page changes: one of the sensors (BX202).

    Raises :class:`RuleFault` (BX202) for what is no setting.
    """
    for key in settings:
        if setting(key).group == SENSORS:
            yield RuleFault(
                "BX202",
                tr("{name} is how the wood behaves, and no rule of a game", name=key),
                tr("set it in [rules] of box.toml"),
            )


@frozen_dataclass
class _ToldRules:
    """What was ``given`` of a game: the ``changes`` as a file has them, and why others are none.

    ``usual`` are the values of the game itself, ``in_force`` those with the changes.
    """

    given: Mapping[str, str]
    changes: Mapping[str, str]
    wrong: Mapping[str, str]
    usual: Mapping[str, str]
    in_force: Mapping[str, str]


def _told(name: str, given: Mapping[str, str]) -> _ToldRules:
    rules = variant(name)
    usual = written(rules)
    read: dict[str, str] = {}
    wrong: dict[str, str] = {}
    for key, text in given.items():
        kind = SETTINGS[key].kind
        try:
            read[key] = kind.write(SETTINGS[key].read(text))
        except RuleFault as fault:
            wrong[key] = fault.text
            continue
        for other, value in kind.implied(text).items():
            read[other] = SETTINGS[other].write(value)
    changes = {key: text for key, text in read.items() if text != usual[key]}
    # What a game has without being asked, as a target, is not among the changes.
    in_force = {**written(with_settings(rules, changes.items())), **changes}
    return _ToldRules(given, changes, wrong, usual, in_force)


def _field(key: str, told: _ToldRules) -> SettingField:
    known = SETTINGS[key]
    offered = _offered(known, (told.usual[key], told.in_force[key]))
    return SettingField(
        id=key,
        title=tr(known.title),
        meaning=capital(tr(known.meaning)),
        value=told.given[key] if key in told.wrong else told.in_force[key],
        changed=key in told.changes,
        has=value_in_words(key, told.usual[key]),
        choices=[SettingChoice(id=each, text=value_in_words(key, each)) for each in offered],
        typed=known.kind.is_typed,
        answers=known.kind.answers(),
        wrong=told.wrong.get(key, ""),
    )


def _offered(known: RuleSetting, others: tuple[str, ...]) -> list[str]:
    """Return the values to choose from: all of them, or those with words and the usual ones."""
    kind = known.kind
    if not kind.is_typed:
        return list(known.choices)
    # A stake has no usual amount in every currency.
    usual = () if isinstance(kind, Stake) else known.samples.usual
    named = list(kind.words)
    return named + sorted({*usual, *others} - set(named), key=_in_order)


def _in_order(value: str) -> tuple[bool, int, str]:
    is_number = value.isascii() and value.isdigit()
    return not is_number, int(value) if is_number else 0, value


def not_here(lack: str) -> RuleFault:
    """Return why a game that is made here cannot be played here (BX524)."""
    return RuleFault("BX524", tr("this game cannot be played here"), lack)
