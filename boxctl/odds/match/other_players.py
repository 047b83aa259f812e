"""The totals of the other players, and the worth of a player's own beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


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
