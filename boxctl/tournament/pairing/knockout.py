"""The bracket of a knockout tournament: the usual one, in which 1 and 2 meet only in the end."""

from __future__ import annotations


def bracket(count: int) -> list[int | None]:
    """Return the first round from top to bottom: neighbours meet, None gives a bye.

    The first players have the byes, as many as are missing to a power of two.
    """
    order = [0]
    while len(order) < count:
        size = 2 * len(order)
        order = [each for player in order for each in (player, size - 1 - player)]
    return [player if player < count else None for player in order]
