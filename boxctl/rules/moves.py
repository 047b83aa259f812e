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

MOST_REMEMBERED = 48
"""The largest sum whose tile sets are cached for a whole box; four d6 make 24 at most."""


class Move(NamedTuple):
    """A set of tiles that a throw allows, and the id of the rule that allows it."""

    tiles: TileSet
    rule: str


def moves(
    rules: RuleSet, to_move: TileSet, throw: Sequence[int], *, opening: bool = False
) -> tuple[Move, ...]:
    """Return every move of a valid throw, ordered by tile numbers.

    ``to_move`` are the tiles the player may still move: the open ones, or the shut ones for the
    opener of a duel. Tiles not in play are ignored. With ``opening``, every move contains the
    opening tile (R5.1).
    """
    to_move &= rules.in_play
    found = _FINDERS[rules.combine](to_move, throw)
    if rules.quotient or rules.double_shuts_own:
        found = _with_own_tiles(rules, to_move, throw, found)
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


def sum_and_difference(throw: Sequence[int]) -> tuple[int, int]:
    """Return what the tiles of a move may add up to (R3.2); a difference of 0 allows no move."""
    difference = abs(throw[0] - throw[1]) if len(throw) == 2 else 0
    return sum(throw), difference


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


def _by_sum(to_move: TileSet, throw: Sequence[int]) -> tuple[Move, ...]:
    return tuple([Move(tiles, rule_ids.SUM) for tiles in sums(sum(throw), to_move)])


def _by_sum_or_difference(to_move: TileSet, throw: Sequence[int]) -> tuple[Move, ...]:
    _, difference = sum_and_difference(throw)
    by_difference = tuple(Move(tiles, rule_ids.DIFFERENCE) for tiles in sums(difference, to_move))
    return _ordered(_by_sum(to_move, throw) + by_difference)


def _canoga(to_move: TileSet, throw: Sequence[int]) -> tuple[Move, ...]:
    if len(throw) == 1:
        return _single_tiles(to_move, throw, rule_ids.CANOGA)
    one, other = throw
    single = _single_tiles(to_move, (one + other, one * other, abs(one - other)), rule_ids.CANOGA)
    pair = tile_set(throw)
    if one == other or pair & ~to_move:
        return single
    return _ordered((*single, Move(pair, rule_ids.CANOGA)))


def _with_own_tiles(
    rules: RuleSet, to_move: TileSet, throw: Sequence[int], found: tuple[Move, ...]
) -> tuple[Move, ...]:
    """Add what R3.8 and R3.9 allow beside R3.3. A tile that several allow keeps the lowest."""
    if len(throw) != 2:
        return found
    low, high = sorted(throw)
    by_tiles = {move.tiles: move for move in found}
    if rules.quotient and high % low == 0:
        for move in _single_tiles(to_move, (high // low,), rule_ids.QUOTIENT):
            by_tiles.setdefault(move.tiles, move)
    if rules.double_shuts_own and low == high:
        for move in _single_tiles(to_move, (low,), rule_ids.DOUBLE_SHUTS_OWN):
            by_tiles.setdefault(move.tiles, move)
    return _ordered(tuple(by_tiles.values()))


def _either(to_move: TileSet, throw: Sequence[int]) -> tuple[Move, ...]:
    single = _single_tiles(to_move, (*throw, sum(throw)), rule_ids.EITHER)
    pair = tile_set(throw)
    if pair.bit_count() != 2 or pair & ~to_move:
        return single
    return _ordered((*single, Move(pair, rule_ids.EITHER)))


def _thai(to_move: TileSet, throw: Sequence[int]) -> tuple[Move, ...]:
    return _single_tiles(to_move, (*throw, sum(throw)), rule_ids.THAI)


def _single_tiles(to_move: TileSet, values: Sequence[int], rule: str) -> tuple[Move, ...]:
    return tuple(Move(tile(n), rule) for n in sorted(set(values)) if n > 0 and tile(n) & to_move)


def _ordered(found: Sequence[Move]) -> tuple[Move, ...]:
    return tuple(sorted(found, key=lambda move: numbers(move.tiles)))


_FINDERS = {
    "sum": _by_sum,
    "sum_or_difference": _by_sum_or_difference,
    "canoga": _canoga,
    "thai": _thai,
    "either": _either,
}


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
    match rules.combine:
        case "sum":
            return sum(throw) == total(rules.in_play)
        case "sum_or_difference":
            return total(rules.in_play) in sum_and_difference(throw)
        case "canoga" | "thai" | "either":
            return any(move.tiles == rules.in_play for move in moves(rules, rules.in_play, throw))


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
