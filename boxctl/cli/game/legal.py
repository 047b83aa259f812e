"""``boxctl legal``: the moves that a throw allows, each with its rule."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from boxctl.cli.options import Options, chosen_rules, chosen_throw, chosen_tiles
from boxctl.presentation.phrases import (
    WRITTEN,
    added_up,
    dice,
    how_many_dice,
    simplest_first,
)
from boxctl.presentation.sentences.rule_phrases import rule_in_words
from boxctl.presentation.sentences.throws import must_shut, opening_lost_sentence
from boxctl.referee.fields import moves_as_json
from boxctl.rules import rule_ids
from boxctl.rules.contradictions import check
from boxctl.rules.moves import Move, allowed_counts, moves
from boxctl.rules.ruleset import RuleSet, Throw, is_double
from boxctl.rules.tiles import TileSet, numbers, write_tiles
from groundwork.language import tr
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
    options = Options("legal")
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
    if void:
        needed = how_many_dice(allowed_counts(rules, to_move), WRITTEN)
        return [tr("void: {needed} must be thrown here (R2.3)", needed=needed)]
    if not allowed:
        return list(_why_none(rules, to_move, throw))
    listed = [
        f"{added_up(move.tiles, WRITTEN):<16}{rule_in_words(move.rule)}"
        for move in simplest_first(allowed)
    ]
    return [*listed, *_stopped(rules, throw)]


def _why_none(rules: RuleSet, to_move: TileSet, throw: Throw) -> Iterator[str]:
    """Yield that a throw cannot be played, and the rules that nobody can see on the box."""
    thrown, left = dice(throw, WRITTEN), write_tiles(to_move)
    if not to_move:
        yield tr("no move: {dice} cannot be played with no tile left to move", dice=thrown)
        return
    yield tr("no move: {dice} cannot be played on {tiles}", dice=thrown, tiles=left)
    opening = rules.opening_tile if to_move == rules.in_play else None
    if opening is not None and moves(rules, to_move, throw):
        yield f"{_opening_missed(rules, opening, throw)} ({rule_ids.OPENING_TILE})"
    else:
        for rule in _of_throws(rules):
            yield tr("A throw allows: {rule}", rule=rule_in_words(rule))
    yield from _stopped(rules, throw)


def _opening_missed(rules: RuleSet, opening: int, throw: Throw) -> str:
    """Say of a throw which does not shut the opening tile what the referee says."""
    if rules.doubles != "none" and is_double(throw):
        # It is thrown again, and the tile is still to be shut (R5.4).
        return f"{must_shut(opening, WRITTEN)}."
    return opening_lost_sentence(throw, opening, rules.opening_lost, WRITTEN)


def _stopped(rules: RuleSet, throw: Throw) -> Iterator[str]:
    if sum(throw) == rules.stop_number:
        ended = tr("In this game a throw of {total} ends the turn.", total=sum(throw))
        yield f"{ended} ({rule_ids.STOP_NUMBER})"


def _of_throws(rules: RuleSet) -> Iterator[str]:
    """Yield the rules that tell what a throw allows (R3)."""
    yield _OF_COMBINE[rules.combine]
    if rules.combine == "sum_or_difference":
        yield rule_ids.DIFFERENCE
    if rules.quotient:
        yield rule_ids.QUOTIENT
    if rules.double_shuts_own:
        yield rule_ids.DOUBLE_SHUTS_OWN


_OF_COMBINE = {
    "sum": rule_ids.SUM,
    "sum_or_difference": rule_ids.SUM,
    "canoga": rule_ids.CANOGA,
    "thai": rule_ids.THAI,
    "either": rule_ids.EITHER,
}
