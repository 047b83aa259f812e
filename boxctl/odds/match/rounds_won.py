"""A match of two players in which rounds are won (R7.13): what every score of a turn is worth.

What one wins the other loses, and each round brings somebody nearer to the end, so all states of
the match follow exactly from those with more rounds won, the last ones first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import prod

from boxctl.odds.match.match_table import MatchTable, SeatInRound
from boxctl.odds.match.round_game import RollOffs
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet, score_of_rank
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

    ``first`` are those of the player who begins the next round, whose handicap comes first, too, in
    units of :func:`boxctl.rules.ruleset.turn_rank`. ``late`` says that the other one sits before
    him, and so is the first in a roll-off.
    """

    first: int
    second: int
    late: bool
    handicaps: tuple[int, int]

    def won_by(self, first: int, second: int, *, first_begins: bool) -> Between:
        """Return the match once both have won so many rounds more, and who then begins."""
        first, second = self.first + first, self.second + second
        if first_begins:
            return Between(first, second, self.late, self.handicaps)
        return Between(second, first, not self.late, self.handicaps[::-1])


ByBeginner = tuple[float, float]
"""What it is worth if who began this round begins the next one, too, and if the other does."""


@frozen_dataclass
class RoundEnds:
    """What each end of a round is worth to the player who began it, who is the first.

    ``handicaps`` are those of both, the first one's first.
    """

    rules: RuleSet
    handicaps: tuple[int, int]
    first_wins: ByBeginner
    tied: ByBeginner
    second_wins: ByBeginner

    @property
    def first_shuts(self) -> float:
        """The worth of a shut box of the first player; the other has no turn."""
        return self.first_wins[self.rules.first_player == "rotate"]

    def to_second(self, first_made: int, turn: ScoredTurn) -> list[float]:
        """Return the worth of each score of the turn to the second player."""
        return [1 - self._to_first(first_made, made) for made in turn.scores]

    def _to_first(self, first_made: int, made: int) -> float:
        mine, others = self.handicaps
        counted, against = first_made + mine, made + others
        if made == 0 or against < counted:
            ends = self.second_wins
        else:
            ends = self.tied if against == counted else self.first_wins
        match self.rules.first_player:
            case "rotate":
                return ends[1]
            case "loser":
                # Who scored highest begins, of both the first, whatever the tiles left open say.
                most = score_of_rank(self.rules, counted)
                return ends[score_of_rank(self.rules, against) > most]
            case _:
                return ends[0]


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
        one, other = (seat.handicap for seat in table.seats)
        (ends,) = self._ends([Between(first, second, table.early[1], (one, other))])
        if table.made:
            return ends.to_second(table.made[0] - one, self._turn)
        (worths,) = self._to_first([ends])
        return worths

    def _roll_off(self, table: MatchTable) -> Iterator[float]:
        """Yield the worths in a roll-off, whose players come in the order of seats."""
        place, handicaps = len(table.made), tuple(seat.handicap for seat in table.seats)
        begins = table.begins_next
        now = Between(
            table.wins[begins],
            table.wins[1 - begins],
            late=begins == 1,
            handicaps=(handicaps[begins], handicaps[1 - begins]),
        )
        self._solve([now])
        # What it is worth to the next player to win it, and to lose it.
        worths = [
            self._worth(now.won_by(int(won), int(not won), first_begins=True))
            for won in (place == begins, place != begins)
        ]
        wins, loses = worths if place == begins else (1 - worth for worth in worths)
        for worth in self._roll_offs.game(handicaps).prize(table.standing).played.values():
            yield loses + (wins - loses) * worth

    def _worth(self, between: Between) -> float:
        """Return the chance of the player who begins, once more rounds won are solved."""
        enough = [wins >= self._rules.wins for wins in (between.first, between.second)]
        if any(enough):
            return enough[0] / sum(enough)
        return self._known[between]

    def _solve(self, asked: Iterable[Between]) -> None:
        """Solve these states and all that can follow, those with the most rounds won first."""
        new = [
            Between(first, second, late, handicaps)
            for one in asked
            for low, high, late, handicaps in (
                (one.first, one.second, one.late, one.handicaps),
                (one.second, one.first, not one.late, one.handicaps[::-1]),
            )
            for first in range(low, self._rules.wins)
            for second in range(high, self._rules.wins)
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
        def then(first: int, second: int) -> ByBeginner:
            again, moved = (
                self._worth(now.won_by(first, second, first_begins=begins))
                for begins in (True, False)
            )
            return again, 1 - moved

        first_wins, second_wins = then(1, 0), then(0, 1)
        tied = then(1, 1)
        if self._rules.ties == "roll_off":
            mine, others = now.handicaps
            chance, _ = self._roll_offs.tie(
                (SeatInRound(False, mine), SeatInRound(now.late, others))
            )
            again, moved = (
                chance * won + (1 - chance) * lost
                for won, lost in zip(first_wins, second_wins, strict=True)
            )
            tied = again, moved
        return RoundEnds(self._rules, now.handicaps, first_wins, tied, second_wins)


def too_many_rounds_to_win(rules: RuleSet) -> RuleFault:
    """Return the fault of more rounds than can be weighed or played."""
    return RuleFault(
        "BX708",
        tr("wins = {wins} leads to more rounds than can be weighed", wins=rules.wins),
        tr("set fewer rounds to win"),
    )
