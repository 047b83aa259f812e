"""The worth of totals beside other players' (:mod:`boxctl.odds.match.rest_of_match`), with numpy.

Sums add the same numbers in the same order as in plain Python: results are equal to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class TotalsRows(NamedTuple):
    """The totals of one player, a row for each round: the chance of each total, and of more.

    ``out`` is the chance to have reached the target by the end of each round.
    """

    at: Floats
    above: Floats
    out: tuple[float, ...]

    def out_by(self, number: int) -> float:
        """Return the chance to be out by the end of this round."""
        return self.out[min(number, len(self.out) - 1)] if number >= 0 else 0.0


def totals_rows(
    at: Sequence[Sequence[float]], above: Sequence[Sequence[float]], out: tuple[float, ...]
) -> TotalsRows:
    """Return the totals of one player as arrays."""
    return TotalsRows(np.array(at), np.array(above), out)


def before_a_turn(chances: Sequence[float], worths: Floats, target: int) -> Floats:
    """Return the worth of each total below the target before a turn, given those after it."""
    added: Floats = chances[0] * worths[:target]
    for made in range(1, len(chances)):
        added += chances[made] * worths[made : target + made]
    return added


def in_tournament(others: Sequence[TotalsRows], number: int, target: int) -> Floats:
    """The match ends with this round with the lowest total, unless all are still in."""
    size = others[0].at.shape[1]
    at = [_of_round(one.at, number, size) for one in others]
    above = [_of_round(one.above, number, size) for one in others]
    worths = _lowest(above, at)
    still_in = [row[:target] - row[target - 1] for row in above]
    worths[:target] -= _lowest(still_in, [row[:target] for row in at])
    return worths


def in_knockout(others: Sequence[TotalsRows], number: int, target: int) -> Floats:
    """Only this player is left, or all are out at once and none of them has less."""
    size = others[0].at.shape[1]
    out_before = [one.out_by(number - 1) for one in others]
    over, alone = 1.0, 1.0
    for one, before in zip(others, out_before, strict=True):
        over *= before
        alone *= one.out_by(number)
    above = [
        _of_round(one.above, number, size)[target:] + before
        for one, before in zip(others, out_before, strict=True)
    ]
    at = [_of_round(one.at, number, size)[target:] for one in others]
    return np.concatenate([np.full(target, alone - over), _lowest(above, at) - over])


def _of_round(rounds: Floats, number: int, size: int) -> Floats:
    return rounds[number] if number < len(rounds) else np.zeros(size)


def _lowest(above: Sequence[Floats], at: Sequence[Floats]) -> Floats:
    powers = [np.ones_like(above[0])]
    for more, same in zip(above, at, strict=True):
        higher = [power * same for power in powers]
        powers = [power * more for power in powers]
        powers.append(np.zeros_like(more))
        for power, added in zip(powers[1:], higher, strict=True):
            power += added
    worths = powers[0]
    for place, power in enumerate(powers[1:], start=2):
        worths += power / place
    return worths
