"""A tournament or a knockout of two players (R7.2, R7.3): what every score of a turn is worth.

The rounds to come are taken to be played as :mod:`boxctl.odds.match.rest_of_match` says; all their
totals are solved together, from the highest down (:class:`RoundsOfTwo`). In this round both play to
win, each knowing the other. What one wins the other loses, so a reply is worth 1 minus what it is
worth to the second player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from operator import add, mul

from boxctl.odds.match.round_game import Tie
from boxctl.odds.match.round_standing import SeatInRound
from boxctl.odds.prizes.scored_turn import ScoredTurn
from boxctl.rules.ruleset import RuleSet
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


TableKey = tuple[tuple[SeatInRound, ...], int, int]
"""A table of two: the seat of each, and two totals."""

_UNKNOWN = -1.0


class TwoPlayerRounds:
    """The worth of scores to two players, the first of the round and the second.

    ``chances`` are those of the scores of a turn played for the least expected score, ``tie`` is
    what a tie is worth that decides the match. Caches what it has solved. Not thread-safe.
    """

    def __init__(
        self, rules: RuleSet, turn: ScoredTurn, tie: Tie, chances: Mapping[int, float]
    ) -> None:
        target = rules.target_in_force
        assert target is not None
        self._target = target
        self._shut_wins = rules.shut_wins == "match"
        self._turn = turn
        self._size = target + max(chances)
        listed = [chances.get(made, 0.0) for made in range(max(chances) + 1)]
        self._ends = RoundsOfTwo(target, listed, rules.match == "knockout", self._shut_wins).solve()
        self._tie = cache(tie)
        self._replied: dict[tuple[tuple[SeatInRound, ...], int], list[float]] = {}

    def to_second(self, key: TableKey) -> list[float]:
        """Return what each score is worth to the second player.

        The totals of the key are the first player's after this round and the second's before it.
        """
        early, first, second = key
        ends = self._ends[first]
        worths = [1 - ends[second + made] for made in self._turn.scores]
        # A tie of totals decides the match only at the target or above.
        if first >= self._target and first - second in self._turn.scores:
            worths[self._turn.scores.index(first - second)] = self._tie(early)[1]
        if self._shut_wins:
            worths[0] = 1.0
        return worths

    def to_first(self, key: TableKey) -> list[float]:
        """Return what each score is worth to the first player. The totals are before this round."""
        self.solve_for_first([key])
        early, first, second = key
        replied = self._replied[early, second]
        worths = [replied[first + made] for made in self._turn.scores]
        if self._shut_wins:
            worths[0] = 1.0
        return worths

    def solve_for_first(self, keys: Iterable[TableKey]) -> None:
        """Solve together what :meth:`to_first` needs for these keys."""
        self._solve_replies(
            (early, first + made, second)
            for early, first, second in dict.fromkeys(keys)
            for made in self._turn.scores
        )

    def _solve_replies(self, keys: Iterable[TableKey]) -> None:
        """Solve best play of the second player at these tables, those that are new."""
        new = []
        for key in dict.fromkeys(keys):
            early, first, second = key
            if (early, second) not in self._replied:
                self._replied[early, second] = [_UNKNOWN] * (self._size + 1)
            if self._replied[early, second][first] == _UNKNOWN:
                new.append(key)
        worths = self._turn.worths_of_turn([self.to_second(key) for key in new])
        for (early, first, second), worth in zip(new, worths, strict=True):
            self._replied[early, second][first] = 1 - worth
