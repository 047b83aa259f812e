"""Find which moves a throw allows (R3), and how many dice may be thrown (R2).

Also whether one throw can shut the whole box, which R5.3 requires.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from boxctl.rules import rule_ids
from boxctl.rules.ruleset import RuleSet, Throw
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, tile, tile_range, tile_set, total
from boxctl.rules.ways import OF_SETS, RuleByWay, Way, values

MOST_REMEMBERED = 48
"""The largest sum whose tile sets are cached for a whole box; four d6 make 24 at most."""


class Move(NamedTuple):
    """A set of tiles that a throw allows, and the id of the rule that allows it."""

    tiles: TileSet
    rule: str


THROW_AGAIN = Move(NO_TILES, rule_ids.MAY_RETHROW)
"""Stands for throwing a double again instead of playing it (R5.7)."""


def moves(
    rules: RuleSet, to_move: TileSet, throw: Sequence[int], *, opening: bool = False
) -> tuple[Move, ...]:
    """Return every move of a valid throw, ordered by tile numbers.

    ``to_move`` are the tiles the player may still move: the open ones, or the shut ones for the
    opener of a duel. Tiles not in play are ignored. With ``opening``, every move contains the
    opening tile (R5.1).
    """
    to_move &= rules.in_play
    found = _found(rules.ways, to_move, throw)
    if opening and rules.opening_tile is not None:
        needed = tile(rules.opening_tile)
        return tuple(move for move in found if move.tiles & needed)
    return found


def moves_with(tiles: TileSet, among: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves that contain all of these tiles."""
    return tuple([move for move in among if not tiles & ~move.tiles])


def sums(total_wanted: int, tiles: TileSet) -> tuple[TileSet, ...]:
    """Return every subset of ``tiles`` with this sum, ordered by numbers; none for a sum of 0."""
    if total_wanted > MOST_REMEMBERED:
        return tuple(_find_sums(total_wanted, tiles))
    of_a_box = _sums_of_a_box(total_wanted, tiles.bit_length())
    return tuple([found for found in of_a_box if not found & ~tiles])


@lru_cache(maxsize=4096)
def _sums_of_a_box(total_wanted: int, last_tile: int) -> tuple[TileSet, ...]:
    return tuple(_find_sums(total_wanted, tile_range(last_tile)))


def _find_sums(total_wanted: int, tiles: TileSet) -> Iterator[TileSet]:
    """Search depth first, only branches that lead to a set, so no subset is tried in vain."""
    choices = numbers(tiles)
    reachable = _reachable_sums(choices)

    def descend(index: int, missing: int, chosen: TileSet) -> Iterator[TileSet]:
        if missing == 0:
            yield chosen
            return
        for at in range(index, len(choices)):
            rest = missing - choices[at]
            if rest >= 0 and reachable[at + 1] >> rest & 1:
                yield from descend(at + 1, rest, chosen | tile(choices[at]))

    if total_wanted > 0 and reachable[0] >> total_wanted & 1:
        yield from descend(0, total_wanted, NO_TILES)


def _reachable_sums(choices: Sequence[int]) -> list[int]:
    """Return for each index the sums that the tiles from there on can make, as a bit set."""
    reachable = [1]
    for number in reversed(choices):
        reachable.append(reachable[-1] | reachable[-1] << number)
    reachable.reverse()
    return reachable


def _found(ways: RuleByWay, to_move: TileSet, throw: Sequence[int]) -> tuple[Move, ...]:
    by_tiles: dict[TileSet, str] = {}
    for way, rule in ways.items():
        for tiles in _by_way(way, to_move, throw):
            by_tiles.setdefault(tiles, rule)
    found = [Move(tiles, rule) for tiles, rule in by_tiles.items()]
    if len(ways) > 1 or "die_tile" in ways:
        found.sort(key=lambda move: numbers(move.tiles))
    return tuple(found)


def _by_way(way: Way, to_move: TileSet, throw: Sequence[int]) -> Iterator[TileSet]:
    """Yield the sets of tiles that a way allows; sums of one value in the order of their tiles."""
    if way == "pair":
        pair = tile_set(throw)
        if len(throw) == 2 and throw[0] != throw[1] and not pair & ~to_move:
            yield pair
        return
    for value in values(way, throw):
        if way in OF_SETS:
            yield from sums(value, to_move)
        elif value > 0 and tile(value) & to_move:
            yield tile(value)


def may_drop_to_one(rules: RuleSet, to_move: TileSet) -> bool:
    """Return whether R2.2 allows or requires one die with ``to_move`` left; never with no tile."""
    if not to_move:
        return False
    match rules.one_die:
        case "never":
            return False
        case "last_tile":
            return to_move == tile(1)
        case "high_tiles_shut":
            return not to_move & ~tile_range(6)
        case "sum_below_6":
            return total(to_move) < 6
        case "sum_at_most_6":
            return total(to_move) <= 6


def allowed_counts(rules: RuleSet, to_move: TileSet) -> tuple[int, ...]:
    """Return how many dice may be thrown now, the fewest first (R2.3)."""
    full = rules.dice.count
    if full == 1 or not may_drop_to_one(rules, to_move):
        return (full,)
    return (1,) if rules.one_die_choice == "must" else (1, full)


def can_shut_all_at_once(rules: RuleSet) -> bool:
    """Return whether a first throw, other than a stop number, allows every tile in one move."""
    return any(
        _shuts_all(rules, throw)
        for count in allowed_counts(rules, rules.in_play)
        for throw in _throws_to_try(rules, count)
        if sum(throw) != rules.stop_number
    )


def _shuts_all(rules: RuleSet, throw: Throw) -> bool:
    """Compare sums where sums count: two dice of 100 sides have millions of moves on 24 tiles."""
    in_play = rules.in_play
    return any(
        total(in_play) in values(way, throw)
        if way in OF_SETS
        else in_play in _by_way(way, in_play, throw)
        for way in rules.ways
    )


def _throws_to_try(rules: RuleSet, count: int) -> Iterator[Throw]:
    """Yield all throws of one or two dice; of more, one for each total and one for each value."""
    sides = rules.dice.sides
    if count <= 2:
        yield from product(range(1, sides + 1), repeat=count)
        return
    for wanted in range(count, count * sides + 1):
        yield _throw_with_total(wanted, count, sides)
    for shown in range(1, sides + 1):
        yield (shown, *(1,) * (count - 1))
        yield (shown, *(sides,) * (count - 1))


def _throw_with_total(wanted: int, count: int, sides: int) -> Throw:
    values = []
    for left in range(count, 0, -1):
        value = min(sides, wanted - (left - 1))
        values.append(value)
        wanted -= value
    return tuple(values)
