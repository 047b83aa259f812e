"""A round of a tournament or a knockout (R7.2, R7.3): what each score is worth to the next player.

Of two players the next one knows that the other plays to win, too. Beside more players everybody
else is taken to play for the least expected score, as in the rounds to come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, reduce
from operator import add, mul

from boxctl.odds.match.match_table import MatchTable, SeatInRound
from boxctl.odds.match.rest_of_totals import (
    RestKnockedOut,
    RestOfMatch,
    RestOfRounds,
    RestToTarget,
    ends_in_turns,
)
from boxctl.odds.match.round_game import Tie
from boxctl.odds.match.turn_sums import WorthOfTotal
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr


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
        """Return the worth of each score to the second player.

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
        """Return the worth of each score to the first player. The totals are before this round."""
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


class GameInRounds:
    """The rounds of a match, solved as far as they are asked about. Not thread-safe.

    ``chances`` are those of the scores of a turn played for the least expected score; ``tie`` is
    what a tie is worth that decides the match. Raises :class:`RuleFault` (BX708) if too many totals
    may follow.
    """

    def __init__(
        self, rules: RuleSet, turn: ScoredTurn, tie: Tie, chances: Mapping[int, float]
    ) -> None:
        self._rules, self._turn, self._tie, self._chances = rules, turn, tie, chances
        self._rest = _rest_to_come(rules, chances)

    def prizes(self, tables: Sequence[MatchTable]) -> list[Prize]:
        """Return the worth of each score to the next player, for each table.

        Tables are solved together. Raises :class:`RuleFault` (BX705) for a score that cannot be.
        """
        for table in tables:
            check_scores(self._turn, table.made)
        pairs = [table for table in tables if len(table.totals) == 2]
        others = [table for table in tables if len(table.totals) != 2]
        of_pairs, of_others = iter(self._of_two(pairs)), iter(self._beside_low_scores(others))
        return [
            self._prize(next(of_pairs if len(table.totals) == 2 else of_others)) for table in tables
        ]

    def _prize(self, worths: Sequence[float]) -> Prize:
        worth = dict(zip(self._turn.scores, worths, strict=True))
        if self._rules.shut_wins == "match":
            worth[0] = 1.0
        return Prize(worth, worth)

    # Two players.

    def _of_two(self, tables: Sequence[MatchTable]) -> Iterable[Sequence[float]]:
        if _ends_at_a_target(self._rules):
            return self._of_two_to_a_target(tables)
        return map(self._of_two_in_turns, tables)

    def _of_two_to_a_target(self, tables: Sequence[MatchTable]) -> Iterator[Sequence[float]]:
        keys = [_key(table) for table in tables]
        first = [key for key, table in zip(keys, tables, strict=True) if not table.made]
        self._two.solve_for_first(first)
        for key, table in zip(keys, tables, strict=True):
            yield self._two.to_second(key) if table.made else self._two.to_first(key)

    @cached_property
    def _two(self) -> TwoPlayerRounds:
        return TwoPlayerRounds(self._rules, self._turn, self._tie, self._chances)

    def _of_two_in_turns(self, table: MatchTable) -> Sequence[float]:
        if table.made:
            return self._beside_low_scores([table])[0]
        goes_on = [made for made in self._turn.scores if not self._is_out(table.totals[0] + made)]
        replies = self._beside_low_scores([replace(table, made=(made,)) for made in goes_on])
        wins = [list(self._prize(reply).played.values()) for reply in replies]
        reply = dict(zip(goes_on, self._turn.worths_of_turn(wins), strict=True))
        # What one wins the other loses.
        return [1 - reply.get(made, 1.0) for made in self._turn.scores]

    def _is_out(self, total: int) -> bool:
        """Whether a player with this total is out before the other has another turn."""
        target = self._rules.target_in_force
        return ends_in_turns(self._rules) and target is not None and total >= target

    # Any number of players, of whom all others play for a low score.

    def _beside_low_scores(self, tables: Sequence[MatchTable]) -> list[Sequence[float]]:
        worths = self._rest.worths([table.others for table in tables])
        return [self._worths(table, worth) for table, worth in zip(tables, worths, strict=True)]

    def _worths(self, table: MatchTable, worth_of: WorthOfTotal) -> Sequence[float]:
        place = len(table.made)
        worths = [worth_of(table.totals[place] + made) for made in self._turn.scores]
        if place + 1 < len(table.totals) or self._rules.ties == "share":
            return worths
        totals = [total + made for total, made in zip(table.totals, table.made, strict=False)]
        for at, made in enumerate(self._turn.scores):
            decided = (*totals, table.totals[place] + made)
            if self._decides(decided, table) and decided[place] == min(decided):
                worths[at] = self._tied(decided, table.seats)
        return worths

    def _decides(self, totals: Sequence[int], table: MatchTable) -> bool:
        """Whether the match is over if a round ends with these totals."""
        target = self._rules.target_in_force
        if ends_in_turns(self._rules):
            return False
        if target is None:
            return table.rounds_to_come == 0
        reached = [total >= target for total in totals]
        return all(reached) if self._rules.match == "knockout" else any(reached)

    def _tied(self, totals: Sequence[int], seats: Sequence[SeatInRound]) -> float:
        """Return the worth to the last player of the lowest total, perhaps in a tie."""
        lowest = [place for place, total in enumerate(totals) if total == min(totals)]
        return self._tie(tuple(seats[place] for place in lowest))[-1]


def check_scores(turn: ScoredTurn, made: Iterable[int]) -> None:
    """Raise :class:`RuleFault` (BX705) for a score that cannot be."""
    if impossible := set(made) - set(turn.scores):
        raise RuleFault(
            "BX705",
            tr(
                "{score} is no score that this box can give",
                score=min(map(turn.points, impossible)),
            ),
        )


def chances_of_low_scores(turn: ScoredTurn) -> dict[int, float]:
    """Return the chance of each score of a turn played for the least expected score."""
    low = {made: -float(made) for made in turn.scores}
    (scores,) = turn.play([Prize(low, low)])
    return {
        made: scores.played.get(made, 0.0) + scores.stopped.get(made, 0.0) for made in turn.scores
    }


def _rest_to_come(
    rules: RuleSet, scores: Mapping[int, float]
) -> RestOfRounds | RestKnockedOut | RestToTarget | RestOfMatch:
    if rules.target_in_force is None:
        return RestOfRounds(rules, scores)
    if rules.knock_out == "at_once":
        return RestKnockedOut(rules, scores)
    if rules.target_ends == "at_once":
        return RestToTarget(rules, scores)
    return RestOfMatch(rules, scores)


def _ends_at_a_target(rules: RuleSet) -> bool:
    """Whether matches end with a round in which a target is reached."""
    return rules.target_in_force is not None and not ends_in_turns(rules)


def _key(table: MatchTable) -> TableKey:
    """Return a table of two players with the first one's score of this round in the total."""
    first, second = table.totals
    return table.seats, first + sum(table.made), second
