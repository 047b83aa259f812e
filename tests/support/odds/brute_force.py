"""What a turn is worth, by brute force: the tests' plainest program, for small boxes.

It knows one box of two dice with any ways (R3.10), the choice of one die (R2.2) and doubles that
may be thrown again (R5.7). It shares nothing with the product, nor with the second reading: every
order of the dice is looked at, every set of tiles is tried as a move, and a double is thrown again
as often as it takes for the value to stand still.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product

Box = frozenset[int]
Dice = tuple[int, ...]


@dataclass(frozen=True)
class SmallGame:
    """Tiles 1 up to ``tiles`` and two dice; ``doubles_again`` is R5.7.

    ``one_die`` is asked whether one die may be thrown at these open tiles; with ``must`` it has to.
    ``end`` is the worth of a turn that leaves these tiles: more is better.
    """

    tiles: int
    sides: int
    ways: frozenset[str]
    doubles_again: bool
    end: Callable[[Box], float]
    one_die: Callable[[Box], bool] = field(default=lambda _open: False)
    must: bool = False


def shown(way: str, dice: Dice) -> set[int]:
    """The numbers that this way makes of a throw, each to be shown by the tiles of a move."""
    if len(dice) == 1:
        return set(dice) if way in ("sum_set", "sum_tile", "die_tile") else set()
    one, other = sorted(dice)
    match way:
        case "sum_set" | "sum_tile":
            return {one + other}
        case "die_tile":
            return {one, other}
        case "difference_set" | "difference_tile":
            return {other - one} - {0}
        case "product_tile":
            return {one * other}
        case "quotient_tile":
            return {other // one} if other % one == 0 else set()
        case "double_tile":
            return {one} if one == other else set()
        case _:
            raise ValueError(way)


def allows(way: str, move: Box, dice: Dice) -> bool:
    """Whether this way allows these tiles for a throw."""
    if way == "pair":
        return len(move) == 2 and move == set(dice)
    if way.endswith("_tile") and len(move) != 1:
        return False
    return sum(move) in shown(way, dice)


class BruteForce:
    """The worth of every position of a small game under best play."""

    def __init__(self, game: SmallGame) -> None:
        self.game = game
        self.before_throw = cache(self._before_throw)
        self.moves = cache(self._moves)

    def _before_throw(self, left: Box) -> float:
        """With a throw to come."""
        if not left:
            return self.game.end(left)
        answered = [
            [self.played(left, dice) for dice in product(self._sides, repeat=count)]
            for count in self.counts(left)
        ]
        # Who throws doubles again for ever gets nothing by it: the turn counts as it stands.
        worth, before = self.game.end(left), None
        while worth != before:
            before = worth
            worth = max(
                sum(max(played, before) if again else played for played, again in throws)
                / len(throws)
                for throws in answered
            )
        return worth

    def played(self, left: Box, dice: Dice) -> tuple[float, bool]:
        """What this throw is worth if it is played, and whether it may be thrown again.

        Without a move the turn ends; not after a double, which is then thrown again.
        """
        worths = [self.before_throw(left - move) for move in self.moves(left, dice)]
        again = self.game.doubles_again and len(dice) == 2 and dice[0] == dice[1]
        return max(worths, default=self.game.end(left)), again

    def counts(self, left: Box) -> list[int]:
        """How many dice may be thrown."""
        if not self.game.one_die(left):
            return [2]
        return [1] if self.game.must else [1, 2]

    def _moves(self, left: Box, dice: Dice) -> list[Box]:
        """Every set of the tiles left that the throw allows."""
        return [
            move
            for size in range(1, len(left) + 1)
            for move in map(frozenset, combinations(sorted(left), size))
            if any(allows(way, move, dice) for way in self.game.ways)
        ]

    @property
    def _sides(self) -> range:
        return range(1, self.game.sides + 1)
