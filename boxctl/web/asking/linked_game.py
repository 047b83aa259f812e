"""The rules of a link, for a page: in words, with what differs, and as a card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypedDict

from boxctl.odds.aims import AimName, usual_aim
from boxctl.presentation.answers.linked_rules import LinkedRules, rules_of_link
from boxctl.presentation.answers.odds import aim_in_words
from boxctl.presentation.answers.other_players import FIELDS, FIGURES, SWITCHES, fields_for
from boxctl.presentation.card import card_of
from boxctl.presentation.drawing.shapes import svg
from boxctl.presentation.game_names import name_of_game, summary_in_words
from boxctl.presentation.rule_page.page import sections
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import numbers
from boxctl.rules.variants import LookedAtOnce, load
from boxctl.screens.plain.commands import Does
from boxctl.screens.plain.told_sentences import TOLD
from boxctl.web.page_texts import RulesSection
from groundwork.language import current, tr


class LinkedBox(TypedDict):
    """The box of a game: its tiles, those that are in play, and its dice."""

    tiles: int
    in_play: list[int]
    sides: int
    dice: int


class PossibleAim(TypedDict):
    """What can be played for, and its words."""

    id: AimName
    text: str


class OtherField(TypedDict):
    """What can be told of the other players, by the name that questions have for it.

    Its value is a ``text``, a whole ``number``, or a ``switch``: told or not.
    """

    id: str
    text: str
    kind: Literal["text", "number", "switch"]


class ToldWords(TypedDict):
    """The words with which a throw and tiles are told."""

    throw: str
    shut: str
    open: str


class LinkedGame(TypedDict):
    """The rules of a link: the game ``id`` and its ``settings``, in words.

    ``query`` stands behind the address of a page that shows them, and ``differs`` says what is
    other than in the game ``base``. ``wrong`` says with its code why the link's own rules cannot
    be: then this is the game as it is. ``others`` can be told of the other players of a match, to
    win. ``opens`` tells that one player opens tiles, ``markers``
    that a turn may have some.
    """

    id: str
    title: str
    summary: str
    settings: dict[str, str]
    query: str
    base: str
    differs: list[str]
    wrong: str
    box: LinkedBox
    aims: list[PossibleAim]
    others: list[OtherField]
    opens: bool
    markers: bool
    words: ToldWords
    sections: list[RulesSection]


def linked_game(name: str, changes: Iterable[str]) -> LinkedGame:
    """Return the rules of a link, in the language in use."""
    with LookedAtOnce():
        linked, wrong = rules_of_link(name, changes)
        return _game(linked, "" if wrong is None else str(wrong))


def _game(linked: LinkedRules, wrong: str) -> LinkedGame:
    rules = linked.rules
    return LinkedGame(
        id=linked.name,
        title=name_of_game(linked.name, rules),
        summary=summary_in_words(load(linked.name)),
        settings=dict(linked.changes),
        query=linked.query,
        base=load(linked.base).told("title"),
        differs=linked.differences,
        wrong=wrong,
        box=LinkedBox(
            tiles=rules.tiles,
            in_play=list(numbers(rules.in_play)),
            sides=rules.dice.sides,
            dice=rules.dice.count,
        ),
        aims=_aims(rules),
        others=[
            OtherField(id=name, text=tr(FIELDS[name]), kind=_kind(name))
            for name in fields_for(rules)
        ],
        opens=rules.match == "duel",
        markers=rules.doubles in ("insurance", "extra"),
        words=_words(),
        sections=[
            RulesSection(title=section.title, lines=[each.text for each in section.sentences])
            for section in sections(rules)
        ],
    )


def _aims(rules: RuleSet) -> list[PossibleAim]:
    """Return the aims that can be played for, the usual one first."""
    aims: tuple[AimName, ...] = (usual_aim(rules), "shut", "win")
    return [PossibleAim(id=aim, text=aim_in_words(aim)) for aim in dict.fromkeys(aims)]


def _kind(name: str) -> Literal["text", "number", "switch"]:
    if name in SWITCHES:
        return "switch"
    return "number" if name in FIGURES else "text"


def _words() -> ToldWords:
    words = {command.does: command.name for command in TOLD}
    return ToldWords(throw=words[Does.THROW], shut=words[Does.SHUT], open=words[Does.OPEN])


def card_of_link(name: str, changes: Iterable[str]) -> str:
    """Return the card of the rules of a link, as SVG. Raises :class:`RuleFault` as they do."""
    with LookedAtOnce():
        linked, wrong = rules_of_link(name, changes)
        if wrong is not None:
            raise wrong
        return svg(card_of(load(linked.name), linked.rules), current().code)
