"""A round of a tournament or a knockout (R7.2, R7.3): what each score is worth to the next player.

Of two players the next one knows that the other plays to win, too. Beside more players everybody
else is taken to play for the least expected score, as in the rounds to come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.match.rest_at_once import RestAtOnce, RestToTarget, ends_in_turns
from boxctl.odds.match.rest_of_match import RestOfMatch
from boxctl.odds.match.rest_of_rounds import RestOfRounds
from boxctl.odds.match.round_game import Tie
from boxctl.odds.match.round_standing import SeatInRound
from boxctl.odds.match.turn_sums import WorthOfTotal
from boxctl.odds.match.two_player_rounds import TableKey, TwoPlayerRounds
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr


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
        """Return what it is worth to the last player to have the lowest total, perhaps a tie."""
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
) -> RestOfRounds | RestAtOnce | RestToTarget | RestOfMatch:
    if rules.target_in_force is None:
        return RestOfRounds(rules, scores)
    if rules.knock_out == "at_once":
        return RestAtOnce(rules, scores)
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
