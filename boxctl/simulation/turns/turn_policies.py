"""Ways to play a turn as numbers: the move that leaves the state of the highest worth.

Every policy that people can name is of this form: the highest tile first, the fewest tiles, the
least score, the best chance, all of them with errors or without.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxctl.odds.policies import AtRandom, Best, FewestTiles, HighestFirst, Human, Policy
from boxctl.odds.sampling import HALF
from boxctl.odds.the_300.layout import WorthsInTable, place_in_table
from boxctl.odds.turn import TurnOdds
from boxctl.simulation.turns.turn_table import TurnTable
from groundwork.frozen_dataclass import frozen_dataclass

WorthOf = Callable[[Any], Any]
"""Returns the worth of the state that a move leads to, or of each of an array of states."""


@frozen_dataclass
class TurnPolicy:
    """A way to play a turn: make the move that leaves the highest worth, the first of equals.

    ``more_dice`` is whether the larger of two allowed numbers of dice is thrown in a state.
    ``errors`` is the chance, in units of 2**-32, of a random choice instead.
    """

    worth_of: WorthOf
    more_dice: Callable[[int], bool]
    errors: int


def turn_policy(table: TurnTable, policy: Policy) -> TurnPolicy:
    """Return a policy in numbers, for the rules of the table.

    Raises :class:`TypeError` for an unknown policy.
    """
    match policy:
        case Human(meant, errors):
            played = turn_policy(table, meant)
            return TurnPolicy(played.worth_of, played.more_dice, round(errors * HALF))
        case AtRandom():
            return TurnPolicy(_highest_first, _fewest_dice, HALF)
        case HighestFirst():
            return TurnPolicy(_highest_first, _fewest_dice, 0)
        case FewestTiles():
            return TurnPolicy(_fewest_tiles(table.start + 1 << table.states.bits), _fewest_dice, 0)
        case Best(odds):
            return TurnPolicy(_worths(table, odds.for_choice), _best_dice(table, policy), 0)
        case _:
            raise TypeError(f"how {policy} plays is not known")


def _fewest_dice(_number: int) -> bool:
    return False


def _highest_first(left: Any) -> Any:
    # The move with the highest tiles, read as bits, leaves the lowest number.
    return -left


def _fewest_tiles(size: int) -> WorthOf:
    def worth_of(left: Any) -> Any:
        return tiles_open(left) * size - left

    return worth_of


def tiles_open(number: Any) -> Any:
    """Return how many bits are set in a number, or in each of an array of them.

    In a position they are the open tiles. States have the bits of the memory besides, but
    these are the same in all states that one throw leads to.
    """
    if isinstance(number, int):
        return number.bit_count()
    import numpy as np

    return np.bitwise_count(number).astype(np.int64)


def _worths(table: TurnTable, odds: TurnOdds) -> WorthOf:
    if isinstance(odds.worths, WorthsInTable):
        return _worths_in_table(odds.worths)
    states = table.states
    worths = [
        odds.worth_left(states.tiles(state), states.memory(state)) for state in range(states.size)
    ]
    return worths.__getitem__


def _worths_in_table(worths: WorthsInTable) -> WorthOf:
    name = worths.aim.name

    def worth_of(left: Any) -> Any:
        if isinstance(left, int):
            return worths[left]
        import numpy as np

        return np.asarray(worths.table)[place_in_table(left, name)]

    return worth_of


def _best_dice(table: TurnTable, best: Best) -> Callable[[int], bool]:
    states = table.states

    def more_dice(state: int) -> bool:
        number = state >> states.bits
        tiles = table.tiles(number)
        counts = tuple(table.counts[place] for place in table.choices(number))
        return best.dice(tiles, counts, states.memory(state))[-1] == 1.0

    return more_dice
