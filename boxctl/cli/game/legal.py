"""``boxctl legal``: the moves that a throw allows, each with its rule."""

from __future__ import annotations

import json
from typing import Any

from boxctl.cli.options import Options, chosen_rules, chosen_throw, chosen_tiles
from boxctl.presentation.phrases import added_up, dice, eye, how_many_dice, simplest_first
from boxctl.referee.ruling_data import moves_as_json
from boxctl.rules import rule_ids
from boxctl.rules.contradictions import check
from boxctl.rules.dice import Throw
from boxctl.rules.moves import Move, moves
from boxctl.rules.one_die import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, numbers, write_tiles
from groundwork.language import current, tr
from groundwork.printing import print_lines


def run(arguments: list[str]) -> int:
    """Print the moves. Exit status 1 if there is none or the throw is void."""
    given = options().parse_args(arguments)

    rules = chosen_rules(given.rules, given.changes)
    check(rules)
    to_move = chosen_tiles(rules, given.open)
    throw = chosen_throw(rules, given.throw)
    void = len(throw) not in allowed_counts(rules, to_move)
    opening = to_move == rules.in_play
    allowed = () if void else moves(rules, to_move, throw, opening=opening)
    if given.json:
        print_lines(json.dumps(_document(given.rules, to_move, throw, allowed, void)))
    else:
        print_lines(*_for_people(rules, to_move, throw, allowed, void))
    return 0 if allowed else 1


def options() -> Options:
    """Return the options of the command."""
    options = Options("legal", tr("The moves that a throw allows, each with its rule."))
    options.add_rules()
    options.add_argument(
        "--open",
        metavar="TILES",
        help=tr("the tiles still to be moved, such as 1-9 (default: all)"),
    )
    options.add_argument("--throw", metavar="DICE", required=True, help=tr("such as 2,4"))
    options.add_json()
    return options


def _document(
    name: str, to_move: TileSet, throw: Throw, allowed: tuple[Move, ...], void: bool
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "rules": name,
        "open": numbers(to_move),
        "throw": throw,
        "moves": moves_as_json(allowed),
    }
    return document | {"void": rule_ids.DICE_COUNT} if void else document


def _for_people(
    rules: RuleSet, to_move: TileSet, throw: Throw, allowed: tuple[Move, ...], void: bool
) -> list[str]:
    style = eye(current())
    if void:
        needed = how_many_dice(allowed_counts(rules, to_move), style)
        return [tr("void: {needed} must be thrown here (R2.3)", needed=needed)]
    if not allowed:
        thrown, left = dice(throw, style), write_tiles(to_move)
        if not to_move:
            return [tr("no move: {dice} cannot be played with no tile left to move", dice=thrown)]
        return [tr("no move: {dice} cannot be played on {tiles}", dice=thrown, tiles=left)]
    listed = [f"{added_up(move.tiles, style):<16}{move.rule}" for move in simplest_first(allowed)]
    if sum(throw) == rules.stop_number:
        ended = tr("In this game a throw of {total} ends the turn.", total=sum(throw))
        listed.append(f"{ended} ({rule_ids.STOP_NUMBER})")
    return listed
