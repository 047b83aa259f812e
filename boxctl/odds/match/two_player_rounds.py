"""A tournament or a knockout of two players (R7.2, R7.3): what every score of a turn is worth.

Two players have few enough totals that the rounds to come are solved for all of them at once, from
the highest totals down. They are taken to be played as :mod:`boxctl.odds.match.rest_of_match`
says; the players of this round play to win, each knowing the other. What one wins the other
loses, so the worth of a reply is 1 minus what it is worth to the second player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import fsum
from operator import mul

from boxctl.odds.match.round_game import Tie
from boxctl.odds.scored_turn import ScoredTurn
from boxctl.rules.ruleset import RuleSet

TableKey = tuple[tuple[bool, bool], int, int]
"""A table of two: whether the seat of each is early (R7.9), and two totals."""

_UNKNOWN = -1.0


class TwoPlayerRounds:
    """What scores are worth to two players, the first of the round and the second.

    ``chances`` are those of the scores of a turn played for the least expected score, ``tie`` is
    what a tie is worth that decides the match. Caches what it has solved. Not thread-safe.
    """

    def __init__(
        self, rules: RuleSet, turn: ScoredTurn, tie: Tie, chances: Mapping[int, float]
    ) -> None:
        target = rules.target_in_force
        assert target is not None
        self._target, self._knockout = target, rules.match == "knockout"
        self._shut_wins = rules.shut_wins == "match"
        self._turn, self._tie = turn, tie
        self._size = target + max(chances)
        self._ends = self._solve([chances.get(made, 0.0) for made in range(max(chances) + 1)])
        self._replied: dict[tuple[tuple[bool, bool], int], list[float]] = {}

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

    # The rounds to come.

    def _solve(self, chances: list[float]) -> list[list[float]]:
        """Return the first player's chance at the end of a round, by both totals.

        A tie counts as a share here, as in all rounds to come.
        """
        shuts = chances[0] if self._shut_wins else 0.0
        stays = chances[0] - shuts
        scores, downwards = chances[1:], chances[:0:-1]
        ends = [self._decided(first) for first in range(self._size + 1)]
        # By the second player's total: the chance before that turn, from the highest first total
        # down.
        replies = scores if self._shut_wins else chances
        skipped = int(self._shut_wins)
        between = [
            [
                fsum(map(mul, replies, ends[first][second + skipped :]))
                for first in range(self._size, self._target - 1, -1)
            ]
            for second in range(self._target)
        ]
        wide = len(scores)
        for first in range(self._target - 1, -1, -1):
            row = ends[first]
            for second in range(self._target - 1, -1, -1):
                column = between[second]
                begun = shuts + fsum(map(mul, downwards, column[-wide:]))
                reply = fsum(map(mul, scores, row[second + 1 :]))
                # Who stays at a total and finds the other there too is back where this began.
                row[second] = worth = (begun + stays * reply) / (1 - stays * stays)
                column.append(reply + stays * worth)
        return ends

    def _decided(self, first: int) -> list[float]:
        """Return the first player's chance with this total where the match is decided, else 0."""
        if first < self._target:
            return [0.0] * self._target + [1.0] * (self._size + 1 - self._target)
        lowest = self._target if self._knockout else 0
        return [
            0.0 if second < lowest or second < first else 0.5 if second == first else 1.0
            for second in range(self._size + 1)
        ]
