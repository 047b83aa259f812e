"""Turns of "The 300" played by the million.

A Markov chain of 2**24 positions would not fit in memory, so each throw looks up its answer among
the moves of its total, in the order in which the player prefers them. As in
:mod:`boxctl.odds.sampling`, only integers and comparisons of worths decide: the same seed gives
the same games on any machine, with or without numba.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from boxctl.odds.policies import AtRandom, Best, FewestTiles, HighestFirst, Human, Policy
from boxctl.odds.sampling import HALF, HALF_BITS, SampledTurns, sample_blocks
from boxctl.odds.throws import kinds_of_throws
from boxctl.odds.turn import TurnOdds
from boxctl.rules.tiles import NO_TILES, TileSet, tile_range, total
from boxctl.rules.variants import variant
from groundwork.frozen_dataclass import frozen_dataclass

START: TileSet = tile_range(24)
THROWS = 6**4


@frozen_dataclass
class MovePreferences:
    """A way to play The 300: which moves a player prefers.

    ``kinds`` maps each of the 1296 throws to its total minus 4. The moves of a kind are
    ``moves[starts[kind]:starts[kind + 1]]``, the preferred first. With ``odds`` the move that
    leaves the highest worth is made instead, the first of equals. ``errors`` is the chance of a
    random move, in units of 2**-32.
    """

    kinds: array[int]
    starts: array[int]
    moves: array[int]
    odds: TurnOdds | None = None
    errors: int = 0


def preferences_of(policy: Policy) -> MovePreferences:
    """Return how this policy plays. Raises :class:`TypeError` for an unknown policy."""
    match policy:
        case Human(meant, errors):
            return replace(preferences_of(meant), errors=round(errors * HALF))
        case Best(odds):
            return MovePreferences(*_moves(list), odds=odds)
        case AtRandom():
            return MovePreferences(*_moves(list), errors=HALF)
        case HighestFirst() | FewestTiles():
            return MovePreferences(*_moves(lambda moves: _by_liking(policy, moves)))
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
    """Sort the moves by asking again and again for the policy's favourite among the rest."""
    rest, liked = list(moves), []
    while rest:
        liked.append(rest.pop(policy.moves(START, rest).index(1.0)))
    return liked


def play_blocks_of_the_300(
    preferences: MovePreferences, seed: int, first: int, last: int, games: int
) -> SampledTurns:
    """As :func:`boxctl.odds.sampling.play_blocks`; the ends are tile sets."""
    return sample_blocks(partial(_play_turn, preferences), seed, first, last, games)


def _play_turn(preferences: MovePreferences, words: Iterator[int]) -> tuple[TileSet, int]:
    """Play a turn; return the tiles left, and how many throws it took."""
    at, throws = START, 0
    while at:
        throws += 1
        move = _answer(preferences, at, words)
        if not move:
            break
        at ^= move
    return at, throws


def kind_thrown(preferences: MovePreferences, word: int) -> int:
    """Return the kind of throw that the upper half of a 64-bit random number chooses."""
    return preferences.kinds[(word >> HALF_BITS) * THROWS >> HALF_BITS]


def _answer(preferences: MovePreferences, at: TileSet, words: Iterator[int]) -> TileSet:
    """Return the move that answers the next throw, no tiles if it cannot be played."""
    word = next(words)
    kind = kind_thrown(preferences, word)
    moves = preferences.moves[preferences.starts[kind] : preferences.starts[kind + 1]]
    allowed = [move for move in moves if move & at == move]
    if not allowed:
        return NO_TILES
    if word & HALF - 1 < preferences.errors:
        return allowed[(next(words) >> HALF_BITS) * len(allowed) >> HALF_BITS]
    if preferences.odds is None:
        return allowed[0]
    worth_left = preferences.odds.worth_left
    return max(allowed, key=lambda move: worth_left(at ^ move))
