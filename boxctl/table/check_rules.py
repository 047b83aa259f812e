"""The [rules] of box.toml: read and check them."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.referee.players import check_names, usual_players
from boxctl.rules.contradictions import check
from boxctl.rules.dice import Dice, dice_in_words
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import own_name, variant
from groundwork.language import message, tr, tr_n
from hardware.config.box_file import RulesTable
from hardware.config.read import DeclaredParts, RulesProblem
from hardware.devices import RollerDice
from hardware.die_faces import SIDES

CHANGE_ONE = message("change one of the two")
"""The cure where two settings contradict each other."""


def check_box_file(table: RulesTable, parts: DeclaredParts) -> Iterator[RulesProblem]:
    """Yield what is wrong with the [rules] of a box.toml, and with the box for those rules.

    :func:`hardware.config.read.read_box` calls this.
    """
    try:
        name = own_name(table.variant)
    except RuleFault as fault:
        yield _problem("rules.variant", fault)
        return
    rules = variant(name)
    for setting, text in table.settings:
        try:
            rules = with_settings(rules, [(setting, text)])
        except RuleFault as fault:
            yield _problem(f"rules.set.{setting}", fault)
    players = players_of(table, rules)
    try:
        check_names(players)
    except RuleFault as fault:
        yield _problem("rules.players", fault)
    try:
        check(rules, len(players))
    except RuleFault as fault:
        yield RulesProblem("rules", fault.sentence, tr(CHANGE_ONE))
    wired = parts.wired
    if wired is not None and wired < rules.tiles:
        yield RulesProblem(
            "rules.variant",
            tr(
                "{name} is played with {tiles} tiles, but {wired} are wired",
                name=name,
                tiles=rules.tiles,
                wired=wired,
            ),
            tr(
                "wire {missing} more, or choose a variant with {wired} tiles or less",
                missing=rules.tiles - wired,
                wired=wired,
            ),
        )
    if parts.dice_of_leds:
        yield from _check_die_leds(name, rules.dice, parts.dice_of_leds)
    if parts.roller is not None:
        yield from _check_roller(name, rules.dice, parts.roller)


def _check_roller(variant: str, wanted: Dice, has: RollerDice) -> Iterator[RulesProblem]:
    """Yield what is wrong with the roller: it can be told to throw fewer dice, never others."""
    played_with = dice_in_words(wanted.count, wanted.sides)
    if has.sides != wanted.sides:
        yield RulesProblem(
            "roller.sides",
            tr(
                "{variant} is played with {dice}, but the roller's have {sides} sides",
                variant=variant,
                dice=played_with,
                sides=has.sides,
            ),
            tr("write sides = {sides}, or choose another variant", sides=wanted.sides),
        )
    if has.count < wanted.count:
        yield RulesProblem(
            "roller.dice",
            tr_n(
                "{variant} is played with {dice}, but the roller has 1",
                "{variant} is played with {dice}, but the roller has {count}",
                has.count,
                variant=variant,
                dice=played_with,
                count=has.count,
            ),
            tr("write dice = {count}, or choose another variant", count=wanted.count),
        )


def _problem(where: str, fault: RuleFault) -> RulesProblem:
    return RulesProblem(where, fault.sentence, fault.cure)


def _check_die_leds(variant: str, dice: Dice, wired: int) -> Iterator[RulesProblem]:
    """Yield what is wrong with LEDs: seven show a die of six sides, and each die needs its own."""
    if dice.sides != SIDES:
        yield RulesProblem(
            "roller.leds",
            tr(
                "LEDs show a die with {sides} sides, but {variant} is played with one of {other}",
                sides=SIDES,
                variant=variant,
                other=dice.sides,
            ),
            tr(
                "leave roller.leds out, or choose a variant with dice of {sides} sides", sides=SIDES
            ),
        )
    elif wired < dice.count:
        yield RulesProblem(
            "roller.leds",
            tr(
                "{variant} is played with {count} dice, but {wired} have LEDs",
                variant=variant,
                count=dice.count,
                wired=wired,
            ),
            tr(
                "wire {missing} more, leave roller.leds out, or choose another variant",
                missing=dice.count - wired,
            ),
        )


def rules_of(table: RulesTable) -> RuleSet:
    """Return the rule set that a checked box.toml asks for."""
    return with_settings(variant(table.variant), table.settings)


def players_of(table: RulesTable, rules: RuleSet) -> list[str]:
    """Return the players that box.toml names, or as many without a name as the match needs."""
    return list(table.players) or usual_players(rules)
