"""Turns played by the million: a Markov chain sampled through alias tables (Walker, Vose).

Games are played in blocks. The random numbers of a block depend on the seed and the number of the
block alone, and only integers decide, so the same seed gives the same games on any machine, with
any number of workers, with or without numba.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import field
from functools import partial

from boxctl.odds.turn_chain import TurnChain
from groundwork.frozen_dataclass import frozen_dataclass

BLOCK = 1 << 14
"""Games in a block; the last block may have fewer."""

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
MIX_ONE = 0xBF58476D1CE4E5B9
MIX_TWO = 0x94D049BB133111EB
HALF_BITS = 32
HALF = 1 << HALF_BITS

ENDS = 1 << 30
"""Flag added to the number of a state in which the turn ends."""


@frozen_dataclass
class AliasTables:
    """A chain as alias tables; ``starts`` and ``sizes`` are indexed by state.

    From a state, a random number chooses one of ``sizes`` entries from ``starts`` on; the step
    leads to ``firsts`` with a chance of ``shares / 2**32``, else to ``seconds``.
    """

    start: int
    starts: array[int]
    sizes: array[int]
    shares: array[int]
    firsts: array[int]
    seconds: array[int]


@frozen_dataclass
class SampledTurns:
    """Counts of sampled turns: how often each state ended one, and how many throws all took."""

    ends: Counter[int] = field(default_factory=Counter)
    throws: int = 0

    def __add__(self, other: SampledTurns) -> SampledTurns:
        return SampledTurns(self.ends + other.ends, self.throws + other.throws)


def alias_tables(chain: TurnChain) -> AliasTables:
    """Return the alias tables of a chain; shares are rounded to a multiple of 2**-32."""
    size = chain.start + 1
    tables = AliasTables(
        chain.start,
        array("q", bytes(8 * size)),
        array("q", bytes(8 * size)),
        array("q"),
        array("q"),
        array("q"),
    )
    for number, steps in chain.steps.items():
        tables.starts[number], tables.sizes[number] = len(tables.shares), len(steps)
        targets = {left | (ENDS if ends else 0): part for (left, ends), part in steps.items()}
        for share, first, second in _alias(targets):
            tables.shares.append(share)
            tables.firsts.append(first)
            tables.seconds.append(second)
    return tables


def _alias(chances: dict[int, float]) -> list[tuple[int, int, int]]:
    """Split equal entries between at most two targets each; rounds only the shares it returns.

    Computes in whole numbers: the part of a target is its number divided by ``one``.
    """
    exact = {target: chance.as_integer_ratio() for target, chance in chances.items()}
    # A float's denominator is a power of two, so the largest is a multiple of every other.
    most = max(below for _above, below in exact.values())
    chips = {target: above * (most // below) for target, (above, below) in exact.items()}
    one = sum(chips.values())
    parts = {target: number * len(chips) for target, number in chips.items()}
    small = [target for target, part in parts.items() if part < one]
    large = [target for target, part in parts.items() if part >= one]
    places = []
    while small:
        less, more = small.pop(), large[-1]
        places.append((_rounded(parts[less] * HALF, one), less, more))
        parts[more] -= one - parts[less]
        if parts[more] < one:
            small.append(large.pop())
    return places + [(HALF, target, target) for target in large]


def _rounded(above: int, below: int) -> int:
    """Divide and round to the nearest whole number, a half to the even one."""
    whole, rest = divmod(above, below)
    return whole + (2 * rest > below or (2 * rest == below and whole % 2 == 1))


def first_state(seed: int, block: int) -> int:
    """Return the SplitMix64 state from which a block's random numbers start."""
    return mixed(mixed(seed & WORD) ^ (block * GOLDEN & WORD))


def mixed(word: int) -> int:
    """Return the 64-bit random number that SplitMix64 makes of a state."""
    word = (word ^ word >> 30) * MIX_ONE & WORD
    word = (word ^ word >> 27) * MIX_TWO & WORD
    return word ^ word >> 31


def words_of(state: int) -> Iterator[int]:
    """Yield the 64-bit random numbers of a block, given its first state."""
    while True:
        state = (state + GOLDEN) & WORD
        yield mixed(state)


def play_turn(tables: AliasTables, words: Iterator[int]) -> tuple[int, int]:
    """Play a turn; return the state in which it ends, and how many throws it took."""
    at, throws = tables.start, 0
    while at < ENDS:
        throws += 1
        word = next(words)
        place = tables.starts[at] + ((word >> HALF_BITS) * tables.sizes[at] >> HALF_BITS)
        taken = word & (HALF - 1) < tables.shares[place]
        at = tables.firsts[place] if taken else tables.seconds[place]
    return at - ENDS, throws


def play_blocks(tables: AliasTables, seed: int, first: int, last: int, games: int) -> SampledTurns:
    """Play the blocks ``first <= block < last``, in plain Python.

    ``games`` counts all games from block 0 on; the last block has what is left of them.
    """
    return sample_blocks(partial(play_turn, tables), seed, first, last, games)


def sample_blocks(
    play: Callable[[Iterator[int]], tuple[int, int]], seed: int, first: int, last: int, games: int
) -> SampledTurns:
    """Count what ``play`` makes of each game of these blocks: its end and its throws.

    ``play`` takes its random numbers from the block's; the rest is as for :func:`play_blocks`.
    """
    ends: Counter[int] = Counter()
    thrown = 0
    for block in range(first, last):
        words = words_of(first_state(seed, block))
        for _ in range(min(BLOCK, games - block * BLOCK)):
            end, throws = play(words)
            ends[end] += 1
            thrown += throws
    return SampledTurns(ends, thrown)
