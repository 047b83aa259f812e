"""Who pays whom when a match is won (R8). Whole minor units of money, to the penny."""

from __future__ import annotations

from collections.abc import Sequence


def payout(stake: int, seats: int, winners: Sequence[int], *, doubled: bool) -> list[int]:
    """What each seat has won (or lost, below 0) against before the match; the sum is 0.

    Every seat has put ``stake`` into the pool and the winners split it, the odd pennies going
    one each to the earliest seats among them (R8.1). ``doubled``: the only winner has shut the
    box and each of the others pays the stake once more (R8.2).
    """
    share, odd = divmod(stake * seats, len(winners))
    result = [-stake] * seats
    for place, seat in enumerate(sorted(winners)):
        result[seat] += share + (place < odd)
    if doubled:
        (winner,) = winners
        for seat in range(seats):
            result[seat] += stake * (seats - 1) if seat == winner else -stake
    return result
