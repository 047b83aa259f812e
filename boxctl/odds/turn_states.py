"""The states of a turn: the tiles still to be moved, and what the turn remembers of its throws.

Every marker of the insurance (R5.6) but those spent at once came with a double that shut a tile, so
there are never more than tiles that this turn has moved: a turn has finitely many states, and no
throw leads from one to a later one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from boxctl.rules.ruleset import Doubles, RuleSet
from boxctl.rules.tiles import TileSet, numbers, tile
from boxctl.rules.turn_memory import FRESH, TurnMemory, doubles_in_force


@dataclass(frozen=True)
class SubBox:
    """All subsets of ``among``, every set after its own subsets.

    The number of a set has one bit for each tile of ``among``: a move's number is subtracted from
    a position's as its tiles are removed from the set.
    """

    among: TileSet

    @property
    def size(self) -> int:
        """The number of positions."""
        return 1 << self.among.bit_count()

    @cached_property
    def positions(self) -> list[TileSet]:
        """The tile sets, by number."""
        found = [0]
        for number in numbers(self.among):
            found += [tiles | tile(number) for tiles in found]
        return found

    def number(self, tiles: TileSet) -> int:
        """Return the number of a subset of ``among``."""
        if not self.among & (self.among + 1):
            return tiles
        bits = (tile(number) for number in numbers(self.among))
        return sum(1 << place for place, bit in enumerate(bits) if tiles & bit)

    def numbers_within(self, sets: tuple[TileSet, ...]) -> tuple[int, ...]:
        """Return the numbers of those sets that are subsets of ``among``."""
        return tuple(self.number(tiles) for tiles in sets if not tiles & ~self.among)


ByDouble = tuple[int, int]
"""A state for a throw that is no double, and one for a double."""


EITHER = (False, True)
"""A throw that is no double, and one that is."""


def memories_of_turn(rules: RuleSet, to_move: TileSet) -> list[TurnMemory]:
    """Return the memories of a turn with these tiles to move: by how many markers it has (R5.6).

    With the extra throw (R5.5) the second says that a double has just been played.
    """
    return turn_states(rules, SubBox(rules.in_play)).memories_with(to_move)


@dataclass(frozen=True)
class TurnStates:
    """The states of a turn within a sub-box, each after all that it can become.

    The number of a state is the number of its position, then ``bits`` binary digits for its
    memory, of which a turn begins with none set. ``in_play`` is how many tiles a turn can begin
    with. Some numbers stand for memories that a player cannot have.
    """

    box: SubBox
    doubles: Doubles
    in_play: int

    @property
    def may_throw_again(self) -> bool:
        """Whether a double that can be played may be thrown again instead (R5.7)."""
        return self.doubles == "may_rethrow"

    @cached_property
    def memories(self) -> tuple[TurnMemory, ...]:
        """All that a turn can remember, each after all that it becomes by blocked throws."""
        return tuple(sorted(self._least_moved, key=self._throws_left))

    @cached_property
    def bits(self) -> int:
        """The number of bits of a state that hold its memory."""
        return (len(self.memories) - 1).bit_length()

    @property
    def size(self) -> int:
        """One more than the greatest number of a state with all tiles to be moved."""
        return self.number(self.box.among, self.memories_with(self.box.among)[-1]) + 1

    def number(self, to_move: TileSet, memory: TurnMemory = FRESH) -> int:
        """Return the number of a state before a throw."""
        return self.box.number(to_move) << self.bits | self._places[memory]

    def tiles(self, state: int) -> TileSet:
        """Return the tiles still to be moved."""
        return self.box.positions[state >> self.bits]

    def memory(self, state: int) -> TurnMemory:
        """Return the memory of the turn; an empty one, if the number stands for none."""
        place = state & (1 << self.bits) - 1
        return self.memories[place] if place < len(self.memories) else FRESH

    def fresh(self, state: int) -> int:
        """Return the state with these tiles in which a turn begins."""
        return state >> self.bits << self.bits

    def memories_with(self, to_move: TileSet) -> list[TurnMemory]:
        """Return the memories of a turn with these tiles to move, the fewest throws first."""
        moved = max(0, self.in_play - to_move.bit_count())
        return [memory for memory in self.memories if self._least_moved[memory] <= moved]

    def before_throws(self) -> Iterator[int]:
        """Yield every state in which there is something to move, the lowest number first."""
        possible = cache(
            lambda moved: [
                place
                for place, memory in enumerate(self.memories)
                if self._least_moved[memory] <= moved
            ]
        )
        for number, to_move in enumerate(self.box.positions[1:], start=1):
            for place in possible(max(0, self.in_play - to_move.bit_count())):
                yield number << self.bits | place

    def levels(self) -> list[list[int]]:
        """Return the states of :meth:`before_throws` in levels, in whose order they can be solved.

        A move leads to fewer open tiles and a blocked throw to fewer of these, so no state leads to
        one of its own level or of a later one.
        """
        by_level: dict[tuple[int, int], list[int]] = {}
        for state in self.before_throws():
            level = self.tiles(state).bit_count(), self._throws_left(self.memory(state))
            by_level.setdefault(level, []).append(state)
        return [together for _level, together in sorted(by_level.items())]

    def played(self, state: int) -> ByDouble:
        """Return the states once its throw is played, single or double, before its move."""
        place = state & self._memory_bits
        single, double = self._played[place]
        fresh = state ^ place
        return fresh | single, fresh | double

    def blocked(self, state: int) -> tuple[int | None, int | None]:
        """Return where a throw that cannot be played leads: None ends the turn."""
        place = state & self._memory_bits
        single, double = self._blocked[place]
        fresh = state ^ place
        return (
            None if single is None else fresh | single,
            None if double is None else fresh | double,
        )

    @cached_property
    def _memory_bits(self) -> int:
        return (1 << self.bits) - 1

    @cached_property
    def _places(self) -> dict[TurnMemory, int]:
        return {memory: place for place, memory in enumerate(self.memories)}

    @cached_property
    def _played(self) -> list[ByDouble]:
        # What is not possible while there is something to move is never asked for.
        return [
            (places[0], places[1])
            for place, memory in enumerate(self.memories)
            for places in [
                [self._places.get(memory.played(self.doubles, double), place) for double in EITHER]
            ]
        ]

    @cached_property
    def _blocked(self) -> list[tuple[int | None, int | None]]:
        return [
            (places[0], places[1])
            for memory in self.memories
            for places in [
                [
                    None if again is None else self._places[again.memory]
                    for double in EITHER
                    for again in [memory.blocked(self.doubles, double)]
                ]
            ]
        ]

    @cached_property
    def _least_moved(self) -> dict[TurnMemory, int]:
        """The least number of tiles that a turn has moved that remembers this."""
        least = {FRESH: 0}
        waiting = [FRESH]
        while waiting:
            memory = waiting.pop()
            moved = least[memory]
            blocked = [memory.blocked(self.doubles, double) for double in EITHER]
            led = [(again.memory, moved) for again in blocked if again is not None]
            if moved < self.in_play:
                led += [(memory.played(self.doubles, double), moved + 1) for double in EITHER]
            for then, needed in led:
                if needed < least.get(then, self.in_play + 1):
                    least[then] = needed
                    waiting.append(then)
        return least

    def _throws_left(self, memory: TurnMemory) -> int:
        """Return how many throws may be blocked before the turn ends or nothing changes."""
        blocked = (memory.blocked(self.doubles, double) for double in EITHER)
        led = {again.memory for again in blocked if again is not None} - {memory}
        return max((1 + self._throws_left(then) for then in led), default=0)


def turn_states(rules: RuleSet, box: SubBox) -> TurnStates:
    """Return the states of a turn by these rules."""
    return TurnStates(box, doubles_in_force(rules), rules.in_play.bit_count())
