"""Who pays whom when a match is won (R8), in whole minor units of money."""

from __future__ import annotations

from collections.abc import Sequence


def payout(stake: int, seats: int, winners: Sequence[int], *, doubled: bool) -> list[int]:
    """Return what each seat has won (below 0: lost) in the match; the sum is 0.

    Each seat puts ``stake`` into the pool, and the winners split it; the odd units go one each to
    the first seats among them (R8.1). If ``doubled``, the only winner has shut the box and each
    of the others pays the stake once more (R8.2).
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
