"""Turns played by the million: a chain walked with random numbers that depend on nothing else.

Games are played in blocks. The numbers of a block come from the seed and the number of the block
alone, and only whole numbers decide, so the same seed gives the same games on any machine, with
any number of workers, and with or without numba.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from boxctl.odds.turn_chain import TurnChain

BLOCK = 1 << 14
"""Games in a block; the last one may have fewer."""

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
MIX_ONE = 0xBF58476D1CE4E5B9
MIX_TWO = 0x94D049BB133111EB
HALF_BITS = 32
HALF = 1 << HALF_BITS

ENDS = 1 << 30
"""Added to a position where the turn ends."""


@dataclass(frozen=True, slots=True)
class AliasTables:
    """A chain as alias tables, by the number of the position.

    From a position, a random number chooses one of ``sizes`` places from ``starts`` on; with a
    chance of ``shares / 2**32`` it leads to ``firsts``, else to ``seconds``.
    """

    start: int
    starts: array[int]
    sizes: array[int]
    shares: array[int]
    firsts: array[int]
    seconds: array[int]


@dataclass(frozen=True, slots=True)
class SampledTurns:
    """What came of the games: how often each position was the end, and how many throws it took."""

    ends: Counter[int] = field(default_factory=Counter)
    throws: int = 0

    def __add__(self, other: SampledTurns) -> SampledTurns:
        return SampledTurns(self.ends + other.ends, self.throws + other.throws)


def alias_tables(chain: TurnChain) -> AliasTables:
    """The alias tables of a chain; chances are rounded to a part in 2**32 of a place."""
    size = chain.box.size
    walk = AliasTables(
        size - 1,
        array("q", bytes(8 * size)),
        array("q", bytes(8 * size)),
        array("q"),
        array("q"),
        array("q"),
    )
    for number, steps in chain.steps.items():
        walk.starts[number], walk.sizes[number] = len(walk.shares), len(steps)
        targets = {left | (ENDS if ends else 0): part for (left, ends), part in steps.items()}
        for share, first, second in _alias(targets):
            walk.shares.append(share)
            walk.firsts.append(first)
            walk.seconds.append(second)
    return walk


def _alias(chances: dict[int, float]) -> list[tuple[int, int, int]]:
    """Equal places, each shared by at most two targets (Walker's method), in exact fractions."""
    scale = sum(map(Fraction, chances.values()), Fraction(0)) / len(chances)
    parts = {target: Fraction(chance) / scale for target, chance in chances.items()}
    small = [target for target, part in parts.items() if part < 1]
    large = [target for target, part in parts.items() if part >= 1]
    places = []
    while small:
        less, more = small.pop(), large[-1]
        places.append((round(parts[less] * HALF), less, more))
        parts[more] -= 1 - parts[less]
        if parts[more] < 1:
            small.append(large.pop())
    return places + [(HALF, target, target) for target in large]


def first_state(seed: int, block: int) -> int:
    """Where the random numbers of a block begin; SplitMix64 makes them."""
    return mixed(mixed(seed & WORD) ^ (block * GOLDEN & WORD))


def mixed(word: int) -> int:
    """The random number of 64 bits that SplitMix64 makes of a state."""
    word = (word ^ word >> 30) * MIX_ONE & WORD
    word = (word ^ word >> 27) * MIX_TWO & WORD
    return word ^ word >> 31


def words_of(state: int) -> Iterator[int]:
    """The random numbers of a block, of 64 bits each, from where they begin."""
    while True:
        state = (state + GOLDEN) & WORD
        yield mixed(state)


def play_turn(walk: AliasTables, words: Iterator[int]) -> tuple[int, int]:
    """The position that is the end of a turn, and how many throws it took."""
    at, throws = walk.start, 0
    while at < ENDS:
        throws += 1
        word = next(words)
        place = walk.starts[at] + ((word >> HALF_BITS) * walk.sizes[at] >> HALF_BITS)
        taken = word & (HALF - 1) < walk.shares[place]
        at = walk.firsts[place] if taken else walk.seconds[place]
    return at - ENDS, throws


def play_blocks(walk: AliasTables, seed: int, first: int, last: int, games: int) -> SampledTurns:
    """Play the blocks from ``first`` to before ``last``, in plain Python.

    ``games`` is how many there are from block 0 on; they end within the last block.
    """
    ends: Counter[int] = Counter()
    thrown = 0
    for block in range(first, last):
        words = words_of(first_state(seed, block))
        for _ in range(min(BLOCK, games - block * BLOCK)):
            end, throws = play_turn(walk, words)
            ends[end] += 1
            thrown += throws
    return SampledTurns(ends, thrown)
