"""The totals of the other players, and the worth of a player's own beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol


class PlayerTotal(NamedTuple):
    """A player's total, and whether it includes the score of this round."""

    total: int
    played: bool


class OtherPlayers(NamedTuple):
    """All others who are still in, in the order of play: those before a player and those after.

    ``rounds`` is how many rounds follow this one, where their number is set (R7.11).
    """

    before: tuple[PlayerTotal, ...]
    after: tuple[PlayerTotal, ...]
    rounds: int = 0


WorthOfTotal = Callable[[int], float]
"""Returns one player's chance to win with this total, the score of this round included."""


class RestToCome(Protocol):
    """The rest of a match, if all play it for the least expected score."""

    def worths(self, tables: Sequence[OtherPlayers]) -> list[WorthOfTotal]:
        """Return, for each table, what a player's total is worth beside these others.

        Those before the player have played in this round and those after have not. The total of one
        who has played may have reached the target, unless he is out at once. Many tables are solved
        together.
        """
        ...
