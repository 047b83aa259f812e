"""Turns played by the million: a Markov chain sampled through alias tables (Walker, Vose).

A step of the chain is one throw and its answer, with the chance that a policy gives it.

Games are played in blocks. The random numbers of a block depend on the seed and the number of the
block alone, and only integers decide, so the same seed gives the same games on any machine, with
any number of workers, with or without numba.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from functools import partial
from typing import Any, Protocol, TypeVar, overload

from boxctl.odds.throws import ThrowTable, opening_throws, throw_tables
from boxctl.odds.turn import TurnOdds
from boxctl.odds.turn_states import SubBox, TurnStates, turn_states
from boxctl.rules.moves import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet
from boxctl.rules.turn_memory import FRESH, TurnMemory
from groundwork.frozen_dataclass import frozen_dataclass

Words = TypeVar("Words")
"""An array of 64-bit words of numpy, which is not imported here, or one of its words."""


class Policy(Protocol):
    """A way to play, with the same chances whenever the state of the turn is the same.

    ``memory`` is what the turn remembers: before the throw, and for a move once it is played. A
    move of no tiles throws a double again instead of playing it (R5.7).
    """

    def dice(
        self, to_move: TileSet, counts: Sequence[int], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """Return the chance of throwing each allowed number of dice; they add up to 1."""
        ...

    def moves(
        self, to_move: TileSet, answers: Sequence[TileSet], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """Return the chance of each allowed move, at least one; they add up to 1."""
        ...


def _only(chosen: int, among: int) -> Sequence[float]:
    return [1.0 if place == chosen else 0.0 for place in range(among)]


class HighestFirst:
    """Throws as few dice as allowed and shuts the highest tile it can, then the next highest."""

    def dice(
        self, to_move: TileSet, counts: Sequence[int], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The fewest."""
        return _only(0, len(counts))

    def moves(
        self, to_move: TileSet, answers: Sequence[TileSet], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The move that is the highest read as bits."""
        return _only(answers.index(max(answers)), len(answers))


class FewestTiles:
    """Throws as few dice as allowed and moves as few tiles as it can, of those the highest."""

    def dice(
        self, to_move: TileSet, counts: Sequence[int], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The fewest."""
        return _only(0, len(counts))

    def moves(
        self, to_move: TileSet, answers: Sequence[TileSet], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The move of the fewest tiles."""
        best = min(answers, key=lambda tiles: (not tiles, tiles.bit_count(), -tiles))
        return _only(answers.index(best), len(answers))


class AtRandom:
    """Takes every choice that is allowed with the same chance."""

    def dice(
        self, to_move: TileSet, counts: Sequence[int], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """Any."""
        return [1 / len(counts)] * len(counts)

    def moves(
        self, to_move: TileSet, answers: Sequence[TileSet], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """Any."""
        return [1 / len(answers)] * len(answers)


@frozen_dataclass
class Best:
    """Plays best for the aim of the odds.

    Of choices that win alike it takes the one with the fewest points; the first of equals.
    """

    odds: TurnOdds

    def dice(
        self, to_move: TileSet, counts: Sequence[int], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The number of dice that is worth most."""
        if len(counts) == 1:
            return [1.0]
        return _only(counts.index(self.odds.best_dice(to_move, counts, memory)), len(counts))

    def moves(
        self, to_move: TileSet, answers: Sequence[TileSet], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The move that leaves the most."""
        best = self.odds.best_answer(to_move, answers, memory)
        return _only(answers.index(best), len(answers))


ORDINARY_ERRORS = 0.1
"""How often somebody who plays well without a coach is taken to choose at random."""


@frozen_dataclass
class Human:
    """Plays like another policy, with errors.

    ``errors`` is the chance, from 0 to 1, of a random choice, which may happen to be the right
    one.
    """

    meant: Policy
    errors: float

    def dice(
        self, to_move: TileSet, counts: Sequence[int], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The chances of ``meant``, mixed with random ones."""
        return self._blurred(self.meant.dice(to_move, counts, memory))

    def moves(
        self, to_move: TileSet, answers: Sequence[TileSet], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The chances of ``meant``, mixed with random ones."""
        return self._blurred(self.meant.moves(to_move, answers, memory))

    def _blurred(self, chances: Sequence[float]) -> Sequence[float]:
        anything = self.errors / len(chances)
        return [chance * (1 - self.errors) + anything for chance in chances]


ChainStep = tuple[int, bool]
"""The number of the state that a step leads to, and whether the turn ends there."""


@frozen_dataclass
class TurnChain:
    """The steps from each state that can be reached; the chances of each add up to 1.

    A throw that is thrown again can lead back to its own state. The turn begins at ``start``, the
    highest number.
    """

    states: TurnStates
    start: int
    steps: dict[int, dict[ChainStep, float]]

    def left(self, state: int) -> TileSet:
        """Return the tiles left by a turn that ends in this state."""
        return self.states.tiles(state)

    def chances_of_ends(self) -> dict[TileSet, float]:
        """Return the chance that the turn leaves each set of tiles; exact but for rounding."""
        reached = dict.fromkeys(self.steps, 0.0) | {self.start: 1.0}
        ends: dict[TileSet, float] = {}
        for number, steps in self.steps.items():
            # What is thrown again comes back to this position, and leaves it in the end.
            again = steps.get((number, False), 0.0)
            leaving = reached[number] / (1 - again)
            for (left, is_end), chance in steps.items():
                if is_end:
                    tiles = self.left(left)
                    ends[tiles] = ends.get(tiles, 0.0) + leaving * chance
                elif left != number:
                    reached[left] += leaving * chance
        return ends


def chain_of_turn(rules: RuleSet, policy: Policy, to_move: TileSet | None = None) -> TurnChain:
    """Return the chain of a turn that begins with ``to_move`` (default: all tiles in play).

    Raises :class:`boxctl.rules.faults.RuleFault`: BX701 for too many positions, BX702 for too many
    throws.
    """
    box = SubBox(rules.in_play if to_move is None else to_move)
    states = turn_states(rules, box)
    making, start = _Making(rules, policy, states), states.number(box.among)
    reached = {start}
    # Highest first: a state comes before those that it can become.
    for state in range(start, 0, -1):
        if state in reached:
            making.steps[state] = steps = making.steps_from(state)
            reached.update(left for left, ends in steps if not ends)
    return TurnChain(states, start, making.steps)


class _Making:
    def __init__(self, rules: RuleSet, policy: Policy, states: TurnStates) -> None:
        self.steps: dict[int, dict[ChainStep, float]] = {}
        self._rules, self._policy, self._states = rules, policy, states
        self._thrown = throw_tables(rules, states)

    def steps_from(self, state: int) -> dict[ChainStep, float]:
        to_move, memory = self._states.tiles(state), self._states.memory(state)
        counts = allowed_counts(self._rules, to_move)
        chances = self._policy.dice(to_move, counts, memory)
        steps: dict[ChainStep, float] = {}
        for count, part in zip(counts, chances, strict=True):
            if part:
                throws = opening_throws(self._rules, self._thrown[count], self._states, state)
                self._add(steps, throws, state, part / throws.weight)
        # All throws are unplayable doubles: the turn never ends, so it counts as it stands.
        return {(state, True): 1.0} if steps.keys() == {(state, False)} else steps

    def _add(
        self, steps: dict[ChainStep, float], throws: ThrowTable, state: int, chance: float
    ) -> None:
        """Add the steps of these throws, each of which has this chance."""
        _count(steps, (state, True), chance * throws.stopping)
        states = self._states
        to_move = states.tiles(state)
        played, blocked = states.played(state), states.blocked(state)
        for weight, allowed, double in throws.fitting(state):
            if not allowed:
                then = blocked[double]
                step = (state, True) if then is None else (then, False)
                _count(steps, step, chance * weight)
                continue
            answers = [*allowed, 0] if double and states.may_throw_again else allowed
            tiles = [states.tiles(move) for move in answers]
            parts = self._policy.moves(to_move, tiles, states.memory(played[double]))
            for move, part in zip(answers, parts, strict=True):
                left = played[double] ^ move
                ends = move != 0 and (self._rules.turn_is_one_throw or not states.tiles(left))
                _count(steps, (left, ends), chance * weight * part)


def _count(steps: dict[ChainStep, float], step: ChainStep, chance: float) -> None:
    if chance:
        steps[step] = steps.get(step, 0.0) + chance


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


@overload
def mixed(word: int) -> int: ...


@overload
def mixed(word: Words) -> Words: ...


def mixed(word: Any) -> Any:
    """Return the 64-bit random number that SplitMix64 makes of a state; of an array, of each.

    It says ``& WORD`` for Python's integers, which have no end. Numba compiles it as it stands.
    """
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
