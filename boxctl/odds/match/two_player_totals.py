"""The worth of two totals at the end of a round, if both then play for the least score.

All totals are solved together, from the highest down, so no table has to be weighed by itself.
With numpy, totals with the same sum are solved at once; sums add the same numbers in the same order
as in plain Python, so both come to the same chances to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from importlib.util import find_spec
from operator import add, mul
from typing import Any

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
        return self._solved_plain(ends) if find_spec("numpy") is None else self._solved(ends)

    def _decided(self, first: int) -> list[float]:
        """Return the chances with this total where the match is decided, else 0."""
        if first < self.target:
            return [0.0] * self.target + [1.0] * (self.highest + 1 - self.target)
        lowest = self.target if self.knockout else 0
        return [
            0.0 if second < lowest or second < first else 0.5 if second == first else 1.0
            for second in range(self.highest + 1)
        ]

    @property
    def _shuts(self) -> float:
        return self.chances[0] if self.shut_wins else 0.0

    @property
    def _stays(self) -> float:
        return self.chances[0] - self._shuts

    def _solved_plain(self, ends: list[list[float]]) -> list[list[float]]:
        shuts, stays, scores = self._shuts, self._stays, self.chances[1:]
        wide = len(scores)
        # The first player's chance before the second's turn, by both totals.
        between = [
            [self._reply(row, second) for second in range(self.target)]
            if first >= self.target
            else [0.0] * self.target
            for first, row in enumerate(ends)
        ]
        for first in range(self.target - 1, -1, -1):
            row = ends[first]
            for second in range(self.target - 1, -1, -1):
                higher = [between[first + made][second] for made in range(1, wide + 1)]
                begun = shuts + reduce(add, map(mul, scores, higher))
                reply = reduce(add, map(mul, scores, row[second + 1 :]))
                # If both players score 0, the same totals come again.
                row[second] = worth = (begun + stays * reply) / (1 - stays * stays)
                between[first][second] = reply + stays * worth
        return ends

    def _reply(self, row: Sequence[float], second: int) -> float:
        higher: float = reduce(add, map(mul, self.chances[1:], row[second + 1 :]))
        return higher + self._stays * row[second]

    def _solved(self, known: list[list[float]]) -> list[list[float]]:
        import numpy as np

        shuts, stays, target = self._shuts, self._stays, self.target
        ends = np.array(known)
        size = len(known)
        between = np.zeros((size, target))
        decided = ends[target:]
        higher = sum(
            self.chances[made] * decided[:, made : target + made]
            for made in range(1, len(self.chances))
        )
        between[target:] = higher + stays * decided[:, :target]
        flat, flat_between = ends.ravel(), between.ravel()
        # Totals with the same sum: one more for the first player, one less for the second.
        for together in range(2 * target - 2, -1, -1):
            first = max(0, together - target + 1)
            many = min(target - 1, together) - first + 1
            here = _Diagonal(first * size + together - first, size - 1, many)
            here_between = _Diagonal(first * target + together - first, target - 1, many)
            reply = self._weighed(flat, here, 1)
            begun = self._weighed(flat_between, here_between, target)
            worth = (shuts + begun + stays * reply) / (1 - stays * stays)
            flat[here.moved(0)] = worth
            flat_between[here_between.moved(0)] = reply + stays * worth
        found: list[list[float]] = ends.tolist()
        return found

    def _weighed(self, flat: Any, here: _Diagonal, apart: int) -> Any:
        """Return the expected worth after a score above 0; scores lead ``apart`` places apart."""
        scores = range(1, len(self.chances))
        return sum(self.chances[made] * flat[here.moved(made * apart)] for made in scores)


@frozen_dataclass
class _Diagonal:
    """Cells of a flat table: ``many`` of them, from ``first`` on, ``step`` apart."""

    first: int
    step: int
    many: int

    def moved(self, by: int) -> slice:
        """Return the cells that are ``by`` places after these."""
        start = self.first + by
        return slice(start, start + self.step * (self.many - 1) + 1, self.step or 1)
