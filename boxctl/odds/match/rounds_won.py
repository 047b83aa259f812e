"""A match of two players in which rounds are won (R7.13): what every score of a turn is worth.

What one wins the other loses, and each round brings somebody nearer to the end, so all states of
the match follow exactly from those with more rounds won, the last ones first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import prod

from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.match.round_game import RollOffs
from boxctl.odds.match.round_standing import SeatInRound
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

MOST_WORK = 5_000_000_000
"""The most moves that are weighed for a match: about a minute."""


def work_of_rounds(rules: RuleSet, turn: ScoredTurn, wins: Sequence[int]) -> int:
    """Return how many moves are weighed to solve a match of two who have won these rounds."""
    states = 2 * prod(rules.wins - won for won in wins)
    return states * len(turn.scores) * turn.moves


@frozen_dataclass
class Between:
    """The match between two rounds: the rounds that two players have won.

    ``first`` are those of the player who begins the next round. ``late`` says that the other one
    sits before him, and so is the first in a roll-off.
    """

    first: int
    second: int
    late: bool


@frozen_dataclass
class RoundEnds:
    """What each end of a round is worth to the player who began it, who is the first.

    ``first_wins_tie``: with the same score, but fewer tiles open (R7.8).
    """

    first_shuts: float
    first_lower: float
    first_wins_tie: float
    tied: float
    second_lower: float
    second_shuts: float

    def to_second(self, first_made: int, turn: ScoredTurn) -> list[float]:
        """Return what each score of the turn is worth to the second player."""
        return [1 - self._to_first(turn, first_made, made) for made in turn.scores]

    def _to_first(self, turn: ScoredTurn, first_made: int, made: int) -> float:
        if made == 0:
            return self.second_shuts
        if made == first_made:
            return self.tied
        if made < first_made:
            return self.second_lower
        same = turn.points(made) == turn.points(first_made)
        return self.first_wins_tie if same else self.first_lower


class RoundsWon:
    """The rounds of such a match, solved as far as they are asked about. Not thread-safe.

    :meth:`prize` raises :class:`RuleFault` (BX708) where too many rounds may follow.
    """

    def __init__(self, rules: RuleSet, turn: ScoredTurn) -> None:
        self._rules, self._turn, self._roll_offs = rules, turn, RollOffs(turn)
        self._known: dict[Between, float] = {}

    def prize(self, table: MatchTable) -> Prize:
        """Return the worth of each score to the next player of a table of two."""
        if work_of_rounds(self._rules, self._turn, table.wins) > MOST_WORK:
            raise too_many_rounds_to_win(self._rules)
        worths = self._roll_off(table) if table.rolling_off else self._round(table)
        worth = dict(zip(self._turn.scores, worths, strict=True))
        return Prize(worth, worth)

    def _round(self, table: MatchTable) -> Sequence[float]:
        first, second = table.wins
        (ends,) = self._ends([Between(first, second, table.early[1])])
        if table.made:
            return ends.to_second(table.made[0], self._turn)
        (worths,) = self._to_first([ends])
        return worths

    def _roll_off(self, table: MatchTable) -> Iterator[float]:
        """Yield the worths in a roll-off, whose players come in the order of seats."""
        one, other = table.wins
        place = len(table.made)
        self._solve([self._begun_by(table.begins_next, table.wins)])
        wins, loses = (
            self._worth_to(place, table.begins_next, won)
            for won in ((one + 1, other), (one, other + 1))[:: -1 if place else 1]
        )
        for worth in self._roll_offs.game((0, 0)).prize(table.standing).played.values():
            yield loses + (wins - loses) * worth

    def _begun_by(self, place: int, wins: tuple[int, ...]) -> Between:
        """Return the match before a round that the player in this place of the seats begins."""
        return Between(wins[place], wins[1 - place], late=place == 1)

    def _worth_to(self, place: int, begins: int, wins: tuple[int, ...]) -> float:
        worth = self._worth(self._begun_by(begins, wins))
        return worth if place == begins else 1 - worth

    def _worth(self, between: Between) -> float:
        """Return the chance of the player who begins, once more rounds won are solved."""
        enough = [wins >= self._rules.wins for wins in (between.first, between.second)]
        if any(enough):
            return enough[0] / sum(enough)
        return self._known[between]

    def _solve(self, asked: Iterable[Between]) -> None:
        """Solve these states and all that can follow, those with the most rounds won first."""
        new = [
            Between(first, second, late)
            for one in asked
            for low, high in ((one.first, one.second), (one.second, one.first))
            for first in range(low, self._rules.wins)
            for second in range(high, self._rules.wins)
            for late in (False, True)
        ]
        waiting: dict[int, list[Between]] = {}
        for between in dict.fromkeys(new):
            if between not in self._known:
                waiting.setdefault(between.first + between.second, []).append(between)
        for won in sorted(waiting, reverse=True):
            states = waiting[won]
            ends = list(map(self._ends_of, states))
            worths = self._turn.worths_of_turn(self._to_first(ends))
            self._known |= zip(states, worths, strict=True)

    def _to_first(self, ends: Sequence[RoundEnds]) -> list[list[float]]:
        """Return for each round what each score is worth to its first player."""
        scores = self._turn.scores
        replies = iter(
            self._turn.worths_of_turn(
                [each.to_second(made, self._turn) for each in ends for made in scores]
            )
        )
        return [
            [
                1 - reply if made else each.first_shuts
                for made, reply in zip(scores, islice(replies, len(scores)), strict=True)
            ]
            for each in ends
        ]

    def _ends(self, states: Sequence[Between]) -> list[RoundEnds]:
        self._solve(states)
        return list(map(self._ends_of, states))

    def _ends_of(self, now: Between) -> RoundEnds:
        loser = self._rules.first_player == "loser"
        first_again = self._rules.first_player not in ("rotate", "loser")
        first_won, second_won = (now.first + 1, now.second), (now.first, now.second + 1)

        def then(won: tuple[int, int], *, first_begins: bool) -> float:
            if first_begins:
                return self._worth(Between(*won, late=now.late))
            return 1 - self._worth(Between(won[1], won[0], late=not now.late))

        # Who scored highest begins, of both the first; whoever shuts before anybody played again.
        if_most = first_again or loser
        if self._rules.ties == "roll_off":
            chances = self._roll_offs.tie((SeatInRound(), SeatInRound(now.late)))
            tied = sum(
                chance * then(won, first_begins=if_most)
                for chance, won in zip(chances, (first_won, second_won), strict=True)
            )
        else:
            tied = then((now.first + 1, now.second + 1), first_begins=if_most)
        return RoundEnds(
            first_shuts=then(first_won, first_begins=if_most),
            first_lower=then(first_won, first_begins=first_again),
            first_wins_tie=then(first_won, first_begins=if_most),
            tied=tied,
            second_lower=then(second_won, first_begins=if_most),
            second_shuts=then(second_won, first_begins=if_most),
        )


def too_many_rounds_to_win(rules: RuleSet) -> RuleFault:
    """Return the fault of more rounds than can be weighed or played."""
    return RuleFault(
        "BX708",
        tr("wins = {wins} leads to more rounds than can be weighed", wins=rules.wins),
        tr("set fewer rounds to win"),
    )
