"""The states of a turn: the tiles still to be moved, and the spare throws.

A spare throw is one that need not be played for the turn to go on: the extra throw after a double
(R5.5), the markers of the insurance (R5.6). Every marker but those spent at once came with a double
that shut a tile, so there are never more than tiles that this turn has moved: a turn has finitely
many states, and no throw leads from one to a later one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from boxctl.odds.subboxes import SubBox
from boxctl.rules.ruleset import Doubles, RuleSet
from boxctl.rules.tiles import TileSet

ByDouble = tuple[int, int]
"""A state for a throw that is no double, and one for a double."""


@dataclass(frozen=True)
class TurnStates:
    """The states of a turn within a sub-box, each after all that it can become.

    The number of a state is the number of its position, then ``bits`` binary digits for its spare
    throws: without spare throws it is the number of the position. ``in_play`` is how many tiles a
    turn can begin with. Some numbers stand for more spare throws than a player can have.
    """

    box: SubBox
    doubles: Doubles
    in_play: int

    @cached_property
    def bits(self) -> int:
        """The number of bits of a state that hold the spare throws."""
        return self._most_with(0).bit_length()

    @property
    def size(self) -> int:
        """One more than the greatest number of a state: the start, with no spare throw."""
        return self.number(self.box.among, self.most_spares(self.box.among)) + 1

    def number(self, to_move: TileSet, spares: int = 0) -> int:
        """Return the number of a state before a throw."""
        return self.box.number(to_move) << self.bits | spares

    def tiles(self, state: int) -> TileSet:
        """Return the tiles still to be moved."""
        return self.box.positions[state >> self.bits]

    def spares(self, state: int) -> int:
        """Return the spare throws."""
        return state & (1 << self.bits) - 1

    def most_spares(self, to_move: TileSet) -> int:
        """Return the most spare throws that a player can have with these tiles to move."""
        return self._most_with(to_move.bit_count())

    def before_throws(self) -> Iterator[int]:
        """Yield every state in which there is something to move, the lowest number first."""
        for number, to_move in enumerate(self.box.positions[1:], start=1):
            for spares in range(self.most_spares(to_move) + 1):
                yield number << self.bits | spares

    def levels(self) -> list[list[int]]:
        """Return the states of :meth:`before_throws` in levels, in whose order they can be solved.

        A move leads to fewer open tiles and a spare throw to fewer of these, so no state leads to
        one of its own level or of a later one.
        """
        by_level: dict[tuple[int, int], list[int]] = {}
        for state in self.before_throws():
            level = self.tiles(state).bit_count(), self.spares(state)
            by_level.setdefault(level, []).append(state)
        return [together for _level, together in sorted(by_level.items())]

    def played(self, state: int) -> ByDouble:
        """Return what a state counts as once its throw is played; the move is yet to be removed."""
        match self.doubles:
            case "extra":
                return state & ~1, state | 1
            case "insurance":
                return state, state + 1
            case _:
                return state, state

    def blocked(self, state: int) -> tuple[int | None, int | None]:
        """Return where a throw that cannot be played leads: None ends the turn."""
        spares = self.spares(state)
        match self.doubles:
            case "rethrow":
                return None, state
            case "extra":
                return (state - 1, state - 1) if spares else (None, state)
            case "insurance":
                return (state - 1 if spares else None), state
            case _:
                return None, None

    def _most_with(self, tiles: int) -> int:
        moved = max(0, self.in_play - tiles)
        match self.doubles:
            case "extra":
                return min(1, moved)
            case "insurance":
                return moved
            case _:
                return 0


def turn_states(rules: RuleSet, box: SubBox) -> TurnStates:
    """Return the states of a turn by these rules."""
    return TurnStates(box, doubles_in_force(rules), rules.in_play.bit_count())


def doubles_in_force(rules: RuleSet) -> Doubles:
    """Return what a double does: where one throw is a turn, all there is to it is R5.4."""
    if rules.doubles == "none" or rules.dice.count == 1:
        return "none"
    return "rethrow" if rules.turn_is_one_throw else rules.doubles
