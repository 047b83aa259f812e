"""Find why tiles that somebody wants to move are no move for a throw: the rule that forbids it.

The referee refuses levers as they move; this answers the question before anything has moved.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from boxctl.rules import rule_ids
from boxctl.rules.moves import Move, allowed_counts, moves, moves_with, sums
from boxctl.rules.ruleset import RuleSet, Throw
from boxctl.rules.tiles import NO_TILES, TileSet, tile, tile_set, total
from groundwork.frozen_dataclass import frozen_dataclass

MOST_NEAR = 6
"""The most tempting sets of tiles that are looked at."""


class Forbids(Enum):
    """What forbids a move. ``tiles`` and ``moves`` below are those of the :class:`Objection`."""

    DICE_COUNT = auto()
    """So many dice may not be thrown here."""

    STOP_NUMBER = auto()
    """The total ends the turn."""

    NOT_ON_THE_BOX = auto()
    """The box has no such ``tiles``."""

    NOT_IN_PLAY = auto()
    """These ``tiles`` begin down."""

    MOVED_ALREADY = auto()
    """These ``tiles`` are not among those still to be moved."""

    OPENING_TILE = auto()
    """The dice would allow it, but the opening tile, which is ``tiles``, has to be shut first.

    ``moves`` are those that it is only a part of."""

    PART_OF_A_MOVE = auto()
    """It is only a part of ``moves``."""

    TOO_FEW_DICE = auto()
    """So few dice cannot show that much, and more might."""

    DICE = auto()
    """The dice do not allow it; what they allow are ``moves``."""


@frozen_dataclass
class Objection:
    """A reason why tiles are no move, the rules that say so, and what it is about."""

    reason: Forbids
    rules: tuple[str, ...]
    tiles: TileSet = NO_TILES
    moves: tuple[Move, ...] = ()


def objection(rules: RuleSet, to_move: TileSet, throw: Throw, wanted: TileSet) -> Objection | Move:
    """Return the first rule that forbids these tiles for a throw; the move if none does.

    ``to_move`` are the tiles still to be moved. It is the first move of a turn if they are those
    of the start. The dice must be able to show the throw.
    """
    if (of_throw := objection_to_throw(rules, to_move, throw)) is not None:
        return of_throw
    if missing := wanted & ~rules.on_the_box:
        return Objection(Forbids.NOT_ON_THE_BOX, (rule_ids.TILES,), missing)
    if missing := wanted & ~rules.in_play:
        return Objection(Forbids.NOT_IN_PLAY, (rule_ids.DOWN,), missing)
    if missing := wanted & ~to_move:
        return Objection(Forbids.MOVED_ALREADY, rules_of_throws(rules), missing)
    by_dice = moves(rules, to_move, throw)
    opening = opening_tile(rules, to_move)
    allowed = moves_with(opening, by_dice)
    for move in by_dice:
        if move.tiles == wanted:
            return move if move in allowed else _opening_missed(opening)
    if larger := moves_with(wanted, allowed):
        return Objection(Forbids.PART_OF_A_MOVE, (rule_ids.ALL_OR_NOTHING,), moves=larger)
    if larger := moves_with(wanted, by_dice):
        return _opening_missed(opening, larger)
    most = rules.dice.sides * len(throw)
    if len(throw) < rules.dice.count and total(wanted) > most:
        return Objection(Forbids.TOO_FEW_DICE, (rule_ids.ONE_DIE,))
    return Objection(Forbids.DICE, rules_of_throws(rules), moves=allowed)


def objection_to_throw(rules: RuleSet, to_move: TileSet, throw: Throw) -> Objection | None:
    """Return why a throw is not played at all; None if it is."""
    if len(throw) not in allowed_counts(rules, to_move):
        return Objection(Forbids.DICE_COUNT, (rule_ids.DICE_COUNT,))
    if sum(throw) == rules.stop_number:
        return Objection(Forbids.STOP_NUMBER, (rule_ids.STOP_NUMBER,))
    return None


def opening_tile(rules: RuleSet, to_move: TileSet) -> TileSet:
    """Return the tile that has to be shut first (R5.1), none once another tile is shut."""
    if rules.opening_tile is None or to_move != rules.in_play:
        return NO_TILES
    return tile(rules.opening_tile)


def tempting(rules: RuleSet, to_move: TileSet, throw: Throw) -> Iterator[TileSet]:
    """Yield tiles that look like a move by some rules, and are none by these: the simplest first.

    By some rules the tiles of the dice count, by others their total, difference, product or
    quotient. At most :data:`MOST_NEAR` are found.
    """
    allowed = moves(rules, to_move, throw)
    by_dice, opening = {move.tiles for move in allowed}, opening_tile(rules, to_move)
    looks = set(_looks_like_a_move(to_move & rules.in_play, throw))
    near = [tiles for tiles in by_dice if opening & ~tiles]
    near += [tiles for tiles in looks - by_dice if not moves_with(tiles, allowed)]
    near.sort(key=lambda tiles: (tiles not in by_dice, tiles.bit_count(), -tiles))
    yield from near[:MOST_NEAR]


def rules_of_throws(rules: RuleSet) -> tuple[str, ...]:
    """Return the rules that tell what a throw allows (R3)."""
    return tuple(dict.fromkeys(rules.ways.values()))


def _opening_missed(opening: TileSet, larger: tuple[Move, ...] = ()) -> Objection:
    return Objection(Forbids.OPENING_TILE, (rule_ids.OPENING_TILE,), opening, larger)


def _looks_like_a_move(to_move: TileSet, throw: Throw) -> Iterator[TileSet]:
    numbers = {*throw, sum(throw)}
    if len(throw) == 2:
        low, high = sorted(throw)
        numbers |= {high - low, high * low}
        if high % low == 0:
            numbers.add(high // low)
        if not tile_set(throw) & ~to_move:
            yield tile_set(throw)
        yield from sums(high - low, to_move)
    last = to_move.bit_length()
    yield from (tile(n) for n in sorted(numbers) if 0 < n <= last and tile(n) & to_move)
    yield from sums(sum(throw), to_move)
