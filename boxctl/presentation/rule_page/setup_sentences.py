"""Sentences about the tiles at the start and the dice (R1, R2). Pure.

Each sentence that tells the rules has the settings that it tells of.
"""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.phrases import WRITTEN, how_many_dice, the_tiles
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, written
from boxctl.rules.tiles import numbers, tile
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, tr, tr_n


@frozen_dataclass
class RuleSentence:
    """One sentence or two for players, and the names of the settings that they tell of.

    ``aside`` is whether the sentence is left out where space is short, on a card.
    """

    text: str
    settings: tuple[str, ...] = ()
    aside: bool = False


@frozen_dataclass
class RuleSection:
    """A section: a title, and its sentences in order."""

    title: str
    sentences: tuple[RuleSentence, ...]


def declared(rules: RuleSet, group: str) -> Iterator[RuleSentence]:
    """Yield the sentences of a group's settings whose values differ from classic."""
    usual, now = written(RuleSet()), written(rules)
    for name, setting in SETTINGS.items():
        if setting.group == group and setting.sentence and now[name] != usual[name]:
            text = tr(setting.sentence, value=setting.kind.in_words(now[name]))
            yield RuleSentence(text, (name,))


MOST_NAMED = 4
"""The most tiles in play that are named one by one."""


def goal(rules: RuleSet) -> Iterator[RuleSentence]:
    """Yield the aim of the game."""
    settings: tuple[str, ...] = ("match",)
    match rules.match:
        case "duel":
            text = tr(
                "One of you shuts the tiles, the other opens them again: be the first to have them "
                "all your way."
            )
        case "relay":
            text = tr("You both shut the tiles of one box: be the one who shuts the last.")
        case "first_to_shut":
            text = tr("Be the first to shut every tile.")
        case "solo":
            text = tr("Shut as many tiles as you can, and beat your own best score.")
        case _:
            text = tr("Shut as many tiles as you can: what stays open counts against you.")
            settings = ()
    yield RuleSentence(text, settings)


def box(rules: RuleSet) -> Iterator[RuleSentence]:
    """Yield which tiles the box has, and which are in play (R1)."""
    text = tr("The box has the tiles 1 to {last}.", last=rules.tiles)
    yield RuleSentence(text, ("tiles",), aside=True)
    if not rules.down_tiles:
        text = tr("All of them are open at the start.")
        yield RuleSentence(text, ("down",), aside=True)
    else:
        yield RuleSentence(_in_play(rules), ("down",))


def _in_play(rules: RuleSet) -> str:
    in_play, down = numbers(rules.in_play), numbers(rules.down_tiles)
    if all(number % 2 for number in in_play) and not any(number % 2 for number in down):
        return tr("Only the odd tiles are in play; the even ones stay shut.")
    if all(number % 2 for number in down) and not any(number % 2 for number in in_play):
        return tr("Only the even tiles are in play; the odd ones stay shut.")
    if len(in_play) < len(down) and len(in_play) <= MOST_NAMED:
        return tr_n(
            "Only {tiles} is in play; the other tiles stay shut.",
            "Only {tiles} are in play; the other tiles stay shut.",
            len(in_play),
            tiles=the_tiles(rules.in_play, WRITTEN),
        )
    return tr_n(
        "{tiles} is shut from the start and not in play.",
        "{tiles} are shut from the start and not in play.",
        len(down),
        tiles=all_of(map(str, down)),
    )


def throwing(rules: RuleSet) -> Iterator[RuleSentence]:
    """Yield which dice are thrown, and when it may or must be only one (R2)."""
    dice = how_many_dice((rules.dice.count,), WRITTEN)
    if rules.dice.sides != 6:
        dice = tr_n(
            "{dice} with {sides} sides",
            "{dice} with {sides} sides",
            rules.dice.count,
            dice=dice,
            sides=rules.dice.sides,
        )
    if rules.dice.count > 1 and not _may_come_to_one(rules):
        text = tr("Always throw {dice}, to the very end.", dice=dice)
        yield RuleSentence(text, ("dice", "one_die"))
        return
    yield RuleSentence(tr("Throw {dice}.", dice=dice), ("dice",))
    if rules.dice.count > 1:
        yield RuleSentence(_when_one(rules), ("one_die", "one_die_choice"))


def when_one_die(rules: RuleSet) -> str:
    """Say when one of several dice may or must be thrown alone (R2.2), or that it never is."""
    if _may_come_to_one(rules):
        return _when_one(rules)
    dice = how_many_dice((rules.dice.count,), WRITTEN)
    return tr("Always throw {dice}, to the very end.", dice=dice)


def _when_one(rules: RuleSet) -> str:
    return _may_be_one(rules) if rules.one_die_choice == "may" else _must_be_one(rules)


def _may_come_to_one(rules: RuleSet) -> bool:
    match rules.one_die:
        case "never":
            return False
        case "last_tile":
            return bool(rules.in_play & tile(1))
        case "sum_below_6":
            return any(number < 6 for number in numbers(rules.in_play))
        case "high_tiles_shut" | "sum_at_most_6":
            return any(number <= 6 for number in numbers(rules.in_play))


def _may_be_one(rules: RuleSet) -> str:
    match rules.one_die:
        case "high_tiles_shut":
            return tr("Once no tile above 6 is left, you may throw one die instead.")
        case "sum_below_6":
            return tr("Once the tiles left add up to less than 6, you may throw one die instead.")
        case "sum_at_most_6":
            return tr("Once the tiles left add up to 6 or less, you may throw one die instead.")
        case _:
            return tr("Once only the 1 is left, you may throw one die instead.")


def _must_be_one(rules: RuleSet) -> str:
    match rules.one_die:
        case "high_tiles_shut":
            return tr("Once no tile above 6 is left, throw one die.")
        case "sum_below_6":
            return tr("Once the tiles left add up to less than 6, throw one die.")
        case "sum_at_most_6":
            return tr("Once the tiles left add up to 6 or less, throw one die.")
        case _:
            return tr("Once only the 1 is left, throw one die.")
