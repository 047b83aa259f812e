"""The rounds of two players of whom one at least has a handicap (R7.16).

Both play to win in this round, each knowing the other; in the rounds to come both play for the
least expected score, and a tie counts as a share. All pairs of totals below the target are solved
together, or all leads where the number of rounds is set. With a handicap each round raises the
totals, so no pair comes again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import mul

from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.match.rest_of_rounds import too_many_rounds
from boxctl.odds.match.round_game import Tie
from boxctl.odds.match.turn_sums import target_too_far
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.referee.scoresheet import raised_score
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr

MOST_WEIGHED = 50_000_000
"""The most totals times scores, or leads times what a round adds to them, that are weighed."""

Handicaps = tuple[int, ...]
Worth = Callable[[int, int, float], float]
"""Returns the first player's chance after a round with these totals, given what a tie is worth."""


class GameWithHandicap:
    """The rounds of two players, the first of the order of play and the second.

    ``chances`` are those of the scores of a turn played for the least expected score; ``tie`` is
    what a tie is worth that decides the match. Not thread-safe.
    """

    def __init__(
        self, rules: RuleSet, turn: ScoredTurn, tie: Tie, chances: Mapping[int, float]
    ) -> None:
        self._rules, self._turn, self._tie = rules, turn, tie
        self._scores = {made: chances.get(made, 0.0) for made in turn.scores}
        self._rest = cache(self._rest_to_come)

    def prize(self, table: MatchTable) -> Prize:
        """Return the worth of each score to the next player.

        Raises :class:`RuleFault`: BX709 for more players or fewer, BX708 if too many totals may
        follow.
        """
        moves_on = self._rules.first_player in ("rotate", "loser")
        if len(table.totals) != 2 or moves_on or self._rules.target_ends == "at_once":
            raise unsolved_with_handicap()
        scores = self._turn.scores
        if table.made:
            worths = self._to_second(table, table.made[0] - table.handicaps[0])
        else:
            goes_on = [made for made in scores if not self._ends_it(table, made)]
            wins = [self._to_second(table, made) for made in goes_on]
            replies = dict(zip(goes_on, self._turn.worths_of_turn(wins), strict=True))
            # What one wins the other loses; who is out at once has lost.
            worths = [1 - replies.get(made, 1.0) for made in scores]
        worth = dict(zip(scores, worths, strict=True))
        if self._rules.shut_wins == "match":
            worth[0] = 1.0
        return Prize(worth, worth)

    def _ends_it(self, table: MatchTable, made: int) -> bool:
        """Return whether the first player is out before the other plays (R7.3, ``at_once``)."""
        target = self._rules.target_in_force
        at_once = self._rules.knock_out == "at_once" and target is not None
        return at_once and table.totals[0] + made + table.handicaps[0] >= (target or 0)

    def _to_second(self, table: MatchTable, first_made: int) -> list[float]:
        """Return what each score is worth to the second player."""
        worth = self._rest(table.handicaps, table.rounds_to_come)
        tie = self._tie(table.seats)[0]
        worths = []
        for made in self._turn.scores:
            one, other = self._settled(first_made, made, table.handicaps)
            worths.append(1 - worth(table.totals[0] + one, table.totals[1] + other, tie))
        if self._rules.shut_wins == "match":
            worths[0] = 1.0
        return worths

    def _settled(self, one: int, other: int, handicaps: Handicaps) -> tuple[int, int]:
        """Return what a round adds to the totals: R7.12, then the handicaps."""
        bonus = self._rules.shut_bonus or 0
        return (
            raised_score(one, bonus, int(other == 0)) + handicaps[0],
            raised_score(other, bonus, int(one == 0)) + handicaps[1],
        )

    def _rest_to_come(self, handicaps: Handicaps, rounds: int) -> Worth:
        target = self._rules.target_in_force
        if target is None:
            return self._set_rounds(handicaps, rounds)
        return self._to_a_target(handicaps, target)

    # So many rounds (R7.11): only the lead counts.

    def _set_rounds(self, handicaps: Handicaps, rounds: int) -> Worth:
        shut_wins = self._rules.shut_wins == "match"
        leads: dict[int, float] = {}
        at_once = won = 0.0
        for one, part in self._scores.items():
            for other, chance in self._scores.items():
                if shut_wins and 0 in (one, other):
                    at_once += part * chance
                    won += part * chance * (one == 0)
                    continue
                low, high = self._settled(one, other, handicaps)
                leads[high - low] = leads.get(high - low, 0.0) + part * chance
        widest = max(map(abs, leads), default=0)
        if rounds * rounds * (2 * widest + 1) * len(leads) > MOST_WEIGHED:
            raise too_many_rounds(self._rules)

        @cache
        def of_lead(lead: int, left: int) -> float:
            if not left:
                return _lower(0, lead, 0.5)
            if not at_once and abs(lead) > left * widest:
                return float(lead > 0)
            return won + sum(
                chance * of_lead(lead + more, left - 1) for more, chance in leads.items()
            )

        def worth(first: int, second: int, tie: float) -> float:
            if not rounds:
                return _lower(first, second, tie)
            return of_lead(second - first, rounds)

        return worth

    # Up to a target (R7.2, R7.3).

    def _to_a_target(self, handicaps: Handicaps, target: int) -> Worth:
        rounds = _RoundsToATarget(self._rules, target, self._scores, handicaps, self._settled)
        rounds.solve()
        return rounds.worth


class _RoundsToATarget:
    """The first player's chance at all pairs of totals below the target."""

    def __init__(
        self,
        rules: RuleSet,
        target: int,
        scores: Mapping[int, float],
        handicaps: Handicaps,
        settled: Callable[[int, int, Handicaps], tuple[int, int]],
    ) -> None:
        highest = max(scores)
        if target * (target + highest) * highest > MOST_WEIGHED:
            raise target_too_far(rules)
        self._rules, self._target, self._handicaps = rules, target, handicaps
        self._settled = settled
        self._shut_wins = rules.shut_wins == "match"
        self._at_once = rules.knock_out == "at_once"
        self._scores = {made: chance for made, chance in scores.items() if made and chance}
        self._shuts = scores.get(0, 0.0)
        self._above = [scores.get(made, 0.0) for made in range(1, highest + 1)]
        self._size = target + highest + handicaps[1]
        self._row = cache(self._ends)
        self._reply = cache(self._replied)

    def solve(self) -> None:
        """Solve all pairs, those with the highest sum first: each round adds to it."""
        last = self._target - 1
        for totals in range(2 * last, -1, -1):
            for first in range(max(0, totals - last), min(totals, last) + 1):
                second = totals - first
                self._row(first)[second] = self._before_round(first, second)

    def worth(self, first: int, second: int, tie: float) -> float:
        """Return the chance after a round with these totals."""
        if max(first, second) >= self._target:
            return self._decided(first, second, tie)
        return self._row(first)[second]

    def _decided(self, first: int, second: int, tie: float) -> float:
        """Return the chance if a total has reached the target."""
        if self._at_once or (self._rules.match == "knockout" and min(first, second) < self._target):
            return float(first < self._target)
        return _lower(first, second, tie)

    def _ends(self, first: int) -> list[float]:
        """Return the chance with this total, by the second player's; 0 where it is not decided."""
        open_until = self._target if first < self._target else 0
        decided = (self._decided(first, second, 0.5) for second in range(open_until, self._size))
        return [*(0.0,) * open_until, *decided]

    def _before_round(self, first: int, second: int) -> float:
        mine = self._handicaps[0]
        found = 0.0
        for made, part in self._scores.items():
            after = first + made + mine
            if self._at_once and after >= self._target:
                continue
            found += part * self._reply(after, second)
            if self._shuts and not self._shut_wins:
                found += part * self._shuts * self._after(first, second, made, 0)
        if self._shut_wins:
            return found + self._shuts
        if self._shuts and not (self._at_once and first + mine >= self._target):
            chances = {0: self._shuts} | self._scores
            found += self._shuts * sum(
                chance * self._after(first, second, 0, made) for made, chance in chances.items()
            )
        return found

    def _replied(self, first: int, second: int) -> float:
        """Return the chance that comes of the second player's scores above 0."""
        begin = second + self._handicaps[1] + 1
        return float(sum(map(mul, self._above, self._row(first)[begin:])))

    def _after(self, first: int, second: int, one: int, other: int) -> float:
        """Return the chance after a round with these scores."""
        more, as_well = self._settled(one, other, self._handicaps)
        return self.worth(first + more, second + as_well, 0.5)


def _lower(first: int, second: int, tie: float) -> float:
    return tie if first == second else float(first < second)


def unsolved_with_handicap() -> RuleFault:
    """Return the fault of asking for a chance to win that is not solved with a handicap."""
    return RuleFault(
        "BX709",
        tr(
            "with a handicap the chance to win in rounds is known for two players only, who begin "
            "in the same order, to the end of a round"
        ),
        tr("ask with two --totals, or for another --aim"),
    )
