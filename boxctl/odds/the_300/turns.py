"""Turns of "The 300" played by the million.

There are too many positions to keep the steps out of each of them, as :mod:`boxctl.odds.chain`
does: a throw looks its answer up among the moves of its total, which lie in the order in which the
player likes them. As in :mod:`boxctl.odds.sampling`, only whole numbers decide, besides the
comparing of worths, so the same seed gives the same games anywhere, with or without numba.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from boxctl.odds.policies import AtRandom, Best, FewestTiles, HighestFirst, Human, Policy
from boxctl.odds.sampling import BLOCK, HALF, HALF_BITS, Played, first_state, words_of
from boxctl.odds.throws import kinds_of_throws
from boxctl.odds.turn import TurnOdds
from boxctl.rules.tiles import NO_TILES, TileSet, tile_range, total
from boxctl.rules.variants import variant

START: TileSet = tile_range(24)
THROWS = 6**4


@dataclass(frozen=True, slots=True)
class Habits:
    """A way to play The 300.

    ``kinds`` has the kind of each of the 1296 throws, which is its total, counted from the lowest.
    The moves of a kind are those from ``starts[kind]`` to before ``starts[kind + 1]``, the
    favourite first. With ``odds`` the move that leaves the most is taken instead, among equals
    the first. ``errors``, in parts of 2**32, is the chance to take any move.
    """

    kinds: array[int]
    starts: array[int]
    moves: array[int]
    odds: TurnOdds | None = None
    errors: int = 0


def habits_of(policy: Policy) -> Habits:
    """How a player with this policy plays. Raises :class:`TypeError` for one that is not known."""
    match policy:
        case Human(meant, errors):
            return replace(habits_of(meant), errors=round(errors * HALF))
        case Best(odds):
            return Habits(*_moves(list), odds=odds)
        case AtRandom():
            return Habits(*_moves(list), errors=HALF)
        case HighestFirst() | FewestTiles():
            return Habits(*_moves(lambda moves: _by_liking(policy, moves)))
        case _:
            raise TypeError(f"how {policy} plays The 300 is not known")


def _moves(
    sort: Callable[[tuple[TileSet, ...]], list[TileSet]],
) -> tuple[array[int], array[int], array[int]]:
    kinds, starts, moves = array("q"), array("q", [0]), array("q")
    found = kinds_of_throws(variant("the-300"), 4)
    for number, kind in enumerate(sorted(found, key=lambda kind: total(kind.moves[0]))):
        kinds.extend([number] * kind.weight)
        moves.extend(sort(kind.moves))
        starts.append(len(moves))
    return kinds, starts, moves


def _by_liking(policy: Policy, moves: tuple[TileSet, ...]) -> list[TileSet]:
    """The moves in the order in which a player takes them, who likes one best at any time."""
    rest, liked = list(moves), []
    while rest:
        liked.append(rest.pop(policy.moves(START, rest).index(1.0)))
    return liked


def play_blocks_of_the_300(habits: Habits, seed: int, first: int, last: int, games: int) -> Played:
    """Play the blocks from ``first`` to before ``last``, in plain Python.

    As :func:`boxctl.odds.sampling.play_blocks` does; the ends are tile sets.
    """
    ends: Counter[int] = Counter()
    throws = 0
    for block in range(first, last):
        words = words_of(first_state(seed, block))
        for _ in range(min(BLOCK, games - block * BLOCK)):
            at = START
            while at:
                throws += 1
                move = _answer(habits, at, words)
                if not move:
                    break
                at ^= move
            ends[at] += 1
    return Played(ends, throws)


def kind_thrown(habits: Habits, word: int) -> int:
    """The kind of throw that the upper half of a random number chooses."""
    return habits.kinds[(word >> HALF_BITS) * THROWS >> HALF_BITS]


def _answer(habits: Habits, at: TileSet, words: Iterator[int]) -> TileSet:
    """The move that answers the next throw; no tiles where it cannot be played."""
    word = next(words)
    kind = kind_thrown(habits, word)
    moves = habits.moves[habits.starts[kind] : habits.starts[kind + 1]]
    allowed = [move for move in moves if move & at == move]
    if not allowed:
        return NO_TILES
    if word & HALF - 1 < habits.errors:
        return allowed[(next(words) >> HALF_BITS) * len(allowed) >> HALF_BITS]
    if habits.odds is None:
        return allowed[0]
    worth_left = habits.odds.worth_left
    return max(allowed, key=lambda move: worth_left(at ^ move))
