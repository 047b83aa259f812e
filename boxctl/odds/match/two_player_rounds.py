"""A tournament or a knockout of two players (R7.2, R7.3): what every score of a turn is worth.

The rounds to come are taken to be played as :mod:`boxctl.odds.match.rest_of_match` says
(:mod:`boxctl.odds.match.two_player_totals` solves them); in this round both play to win, each
knowing the other. What one wins the other loses, so a reply is worth 1 minus what it is worth to
the second player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from boxctl.odds.match.round_game import Tie
from boxctl.odds.match.two_player_totals import RoundsOfTwo
from boxctl.odds.prizes.scored_turn import ScoredTurn
from boxctl.rules.ruleset import RuleSet

TableKey = tuple[tuple[bool, bool], int, int]
"""A table of two: whether the seat of each is early (R7.9), and two totals."""

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
