"""The worth of two totals at the end of a round, if both then play for the least score.

All totals are solved together, from the highest down, so no table has to be weighed by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add, mul

from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class RoundsOfTwo:
    """The rounds to come of two players.

    ``chances`` are those of the scores of a turn, from 0 on. With ``knockout`` the match is over
    once a total has reached the target and the other has not, or both have; else once one has. With
    ``shut_wins`` a score of 0 wins at once. A tie counts as a share.
    """

    target: int
    chances: Sequence[float]
    knockout: bool
    shut_wins: bool

    @property
    def highest(self) -> int:
        """The highest total that a player can have."""
        return self.target + len(self.chances) - 1

    def solve(self) -> list[list[float]]:
        """Return the first player's chance, by the first player's total and the second's."""
        ends = [self._decided(first) for first in range(self.highest + 1)]
        shuts = self.chances[0] if self.shut_wins else 0.0
        stays, scores = self.chances[0] - shuts, self.chances[1:]
        wide = len(scores)

        def replied(row: Sequence[float], second: int) -> float:
            return _expected(scores, row[second + 1 : second + 1 + wide])

        # The first player's chance before the second's turn, by the second's total and the first's.
        between = [
            [0.0] * self.target
            + [replied(row, second) + stays * row[second] for row in ends[self.target :]]
            for second in range(self.target)
        ]
        for first in range(self.target - 1, -1, -1):
            row = ends[first]
            for second in range(self.target - 1, -1, -1):
                column = between[second]
                begun = shuts + _expected(scores, column[first + 1 : first + 1 + wide])
                reply = replied(row, second)
                # If both players score 0, the same totals come again.
                row[second] = worth = (begun + stays * reply) / (1 - stays * stays)
                column[first] = reply + stays * worth
        return ends

    def _decided(self, first: int) -> list[float]:
        """Return the chances with this total where the match is decided, else 0."""
        if first < self.target:
            return [0.0] * self.target + [1.0] * (self.highest + 1 - self.target)
        lowest = self.target if self.knockout else 0
        return [
            0.0 if second < lowest or second < first else 0.5 if second == first else 1.0
            for second in range(self.highest + 1)
        ]


def _expected(scores: Sequence[float], worths: Sequence[float]) -> float:
    """Return the sum of the worths, each with the chance of its score."""
    # Not the built-in sum: from Python 3.12 on it rounds otherwise.
    expected: float = reduce(add, map(mul, scores, worths))
    return expected
