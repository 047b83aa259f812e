"""Find the game that ``boxctl play`` is asked for, the match to resume, or the box to simulate."""

from __future__ import annotations

from argparse import Namespace

from boxctl.cli import BadOption
from boxctl.cli.options import (
    chosen_handicaps,
    chosen_players,
    journal_of,
    key_and_value_pairs,
)
from boxctl.presentation.ways_to_play import WAYS_TO_PLAY, robot_names, way_to_play, ways_in_words
from boxctl.referee.players import usual_players
from groundwork.language import language, tr, use

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.rules.ruleset import RuleSet
    from boxctl.screens.laptop.game_choice import GameChoice

SIMULATED, EMULATED, HAND = "simulated", "emulated", "hand"
"""The values of ``--roller`` that are no port."""


def has_chosen(given: Namespace) -> bool:
    """Return whether the options say what is played; if not, the first screen asks."""
    told = (
        given.rules,
        given.changes,
        given.players,
        given.handicap,
        given.against,
        given.stake,
    )
    return any(told) or given.demo or given.guided or given.seed is not None


def chosen_game(given: Namespace) -> GameChoice:
    """Return the new game that the options ask for.

    Raises :class:`BadOption` for a player that cannot be, :class:`RuleFault` for rules that cannot.
    """
    from boxctl.screens.laptop.game_choice import GameChoice

    if given.guided:
        return _first_match(given)
    name = given.rules or "classic"
    stake = [] if given.stake is None else [("stake", given.stake)]
    changes = (*key_and_value_pairs(given.changes), *stake)
    players = _players(given, GameChoice(name, changes, ()).rules)
    chosen = GameChoice(
        name,
        changes,
        tuple(players),
        given.seed,
        emulated=given.roller == EMULATED,
        by_hand=given.roller == HAND,
        parts=given.parts,
        handicaps=chosen_handicaps(given.handicap),
    )
    chosen.check()
    return chosen


def _first_match(given: Namespace) -> GameChoice:
    """Return the game of somebody's first match: against one robot, with arranged dice."""
    from boxctl.screens.laptop.game_choice import first_match

    people = chosen_players(given.players) if given.players else []
    if len(people) > 1:
        raise BadOption(tr("--guided: one person learns at a time: name one of --players."))
    chosen = first_match(*people)
    chosen.check()
    return chosen


def chosen_or_resumed(given: Namespace) -> tuple[GameChoice, int | None]:
    """Return the game to play, and the number of the match if one is resumed.

    Raises what :func:`chosen_game` raises, and :class:`JournalFault` for a match that cannot be
    resumed.
    """
    if not given.resume:
        return chosen_game(given), None
    from dataclasses import replace

    from boxctl.screens.laptop.unfinished_matches import match_to_resume

    found = match_to_resume(journal_of(given), given.resume)
    chosen = replace(
        found.chosen,
        seed=given.seed,
        emulated=given.roller == EMULATED,
        by_hand=given.roller == HAND,
    )
    return chosen, found.number


def _players(given: Namespace, rules: RuleSet) -> list[str]:
    from boxctl.screens.laptop.robots import demo_players

    people = chosen_players(given.players) if given.players else list(given.named)
    ways = [way.strip() for way in given.against.split(",")] if given.against else []
    if unknown := [way for way in ways if way not in WAYS_TO_PLAY]:
        raise BadOption(
            tr(
                "--against {against}: nobody plays {unknown}: known are {ways}.",
                against=given.against,
                unknown=unknown[0],
                ways=ways_in_words(),
            )
        )
    if given.demo:
        if idle := [name for name in people if way_to_play(name) is None]:
            raise BadOption(
                tr(
                    "--demo: {idle} does not play alone: leave --players out, or name only "
                    "players that do: {ways}.",
                    idle=idle[0],
                    ways=ways_in_words(),
                )
            )
        return people + robot_names(ways, people) or demo_players(rules)
    people = people or usual_players(rules)[: 1 if ways else None]
    return people + robot_names(ways, people)


SETTLED = ("rules", "changes", "players", "handicap", "stake", "resume", "watch")
"""The options that box.toml settles."""


def take_box(given: Namespace) -> None:
    """Let box.toml say what the options leave open: the rules, the players, the dice, the parts.

    A roller that is plugged in, or on the Pi, is simulated, unless ``--roller`` names one. Raises
    :class:`BadOption` for an option that box.toml settles, and :class:`BoxFileFault`.
    """
    from boxctl.cli.game.play_options import first_given
    from boxctl.screens.laptop.game_choice import game_of_box
    from boxctl.table.check_rules import check_box_file
    from hardware.config.read import read_box

    if (flag := first_given(given, SETTLED)) is not None:
        raise BadOption(
            tr("--{flag} does not go with --config: box.toml says what is played.", flag=flag)
        )
    box_file = read_box(given.config, check_box_file)
    if given.lang is None and box_file.box.language is not None:
        use(language(box_file.box.language))
    game = game_of_box(box_file)
    given.rules = game.variant
    given.changes = [f"{key}={value}" for key, value in game.changes]
    given.named = list(box_file.rules.players)
    given.handicap = [f"{name}={points}" for name, points in game.handicaps]
    given.parts = game.parts
    if given.roller is None and game.by_hand:
        given.roller = HAND
    elif given.roller is None and game.emulated:
        given.roller = EMULATED
        given.seed = game.seed if given.seed is None else given.seed
