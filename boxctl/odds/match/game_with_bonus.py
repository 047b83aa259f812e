"""A round of two players in which a shut box costs the other something (R7.12).

Scores of a round depend on each other then, so all pairs of totals are solved together, or all
leads where the number of rounds is set. With more players there are too many totals: such a match
is refused.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from operator import mul

from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.match.rest_of_totals import ask_with_two_totals, too_many_rounds
from boxctl.odds.match.round_game import Tie, lower_wins
from boxctl.odds.match.turn_sums import target_too_far
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.referee.scoresheet import raised_score
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import Doubling, RuleSet
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

MOST_PAIRS = 250_000
"""The most pairs of two totals, or of two scores, that are weighed."""

MOST_SUMMANDS = 10_000_000
"""The most leads times what a round adds to them, over all rounds to come."""


class GameWithBonus:
    """The rounds of two players; each round to come is played for the least expected score.

    ``bonus`` is that of the rules. ``chances`` are those of the scores of a turn played so; ``tie``
    is what a tie is worth that decides the match. Raises :class:`RuleFault`: BX709 for more players
    or fewer, BX708 if too many totals may follow. Not thread-safe.
    """

    def __init__(
        self,
        rules: RuleSet,
        bonus: int | Doubling,
        turn: ScoredTurn,
        tie: Tie,
        chances: Mapping[int, float],
    ) -> None:
        self._rules, self._turn, self._tie = rules, turn, tie
        self._scores = ScoresWithBonus(dict(chances), bonus)
        self._rest = _rest(rules, self._scores)

    def prizes(self, tables: Sequence[MatchTable]) -> list[Prize]:
        """Return the worth of each score to the next player, for each table."""
        return [self._prize(table) for table in tables]

    def _prize(self, table: MatchTable) -> Prize:
        if len(table.totals) != 2:
            raise unsolved_with_bonus(self._rules)
        scores = self._turn.scores
        if table.made:
            worths = self._to_second(table, table.made[0])
        else:
            # What one wins the other loses.
            replies = self._turn.worths_of_turn([self._to_second(table, made) for made in scores])
            worths = [1 - reply for reply in replies]
        worth = dict(zip(scores, worths, strict=True))
        return Prize(worth, worth)

    def _to_second(self, table: MatchTable, first_made: int) -> list[float]:
        """Return the worth of each score to the second player."""
        first, second = table.totals
        tie = self._tie(table.seats)[0]
        worths = []
        for made in self._turn.scores:
            one, other = self._scores.settled(first_made, made)
            totals = first + one, second + other
            worths.append(1 - self._rest.worth(*totals, table.rounds_to_come, tie))
        return worths


def _rest(rules: RuleSet, scores: ScoresWithBonus) -> TargetWithBonus | SetRoundsWithBonus:
    match rules.target_in_force, rules.rounds:
        case int(target), _:
            if (target + scores.highest) ** 2 > MOST_PAIRS:
                raise target_too_far(rules)
            return TargetWithBonus(scores, target, knockout=rules.match == "knockout")
        case None, int(rounds):
            if len(scores.chances) ** 2 > MOST_PAIRS:
                raise too_many_rounds(rules)
            leads = scores.leads()
            # A lead is a difference of scores, and of bonuses where they are numbers.
            by_size = 2 * rounds * max(leads)
            by_parts = (2 * rounds + 1) * 4 * rounds * scores.highest
            if rounds * min(by_size, by_parts) * len(leads) > MOST_SUMMANDS:
                raise too_many_rounds(rules)
            return SetRoundsWithBonus(leads)
        case _:
            raise ValueError(f"match = {rules.match} is not played in rounds")


@frozen_dataclass
class ScoresWithBonus:
    """The scores of a round of two: the chances of a turn's scores, and what a shut box does."""

    chances: Mapping[int, float]
    bonus: int | Doubling

    def settled(self, one: int, other: int) -> tuple[int, int]:
        """Return the scores of a round with what the shut boxes do to them."""
        return (
            raised_score(one, self.bonus, int(other == 0)),
            raised_score(other, self.bonus, int(one == 0)),
        )

    @property
    def highest(self) -> int:
        """The highest score of a turn."""
        return max(self.chances)

    def leads(self) -> dict[int, float]:
        """Return the chance of each lead that a round brings the first player."""
        found: dict[int, float] = {}
        for one, part in self.chances.items():
            for other, chance in self.chances.items():
                low, high = self.settled(one, other)
                found[high - low] = found.get(high - low, 0.0) + part * chance
        return dict(sorted(found.items()))


class SetRoundsWithBonus:
    """So many rounds (R7.11): only the lead counts. Not thread-safe.

    ``leads`` is the chance of each lead that a round brings the first player.
    """

    def __init__(self, leads: Mapping[int, float]) -> None:
        self._leads = leads
        self._highest = max(leads)
        self._lead = cache(self._worth_of_lead)

    def worth(self, first: int, second: int, rounds: int, tie: float) -> float:
        """Return the first player's chance after a round that leads to these totals.

        ``rounds`` follow; ``tie`` is what a tie is worth that decides the match.
        """
        return self._lead(second - first, rounds) if rounds else lower_wins(first, second, tie)

    def _worth_of_lead(self, lead: int, rounds: int) -> float:
        """Return the chance of the player who is so many points lower."""
        if not rounds:
            return lower_wins(0, lead, 0.5)
        if abs(lead) > rounds * self._highest:
            return float(lead > 0)
        return sum(
            chance * self._lead(lead + more, rounds - 1) for more, chance in self._leads.items()
        )


class TargetWithBonus:
    """Rounds up to a target (R7.2, R7.3): all pairs of totals below it. Not thread-safe."""

    def __init__(self, scores: ScoresWithBonus, target: int, *, knockout: bool) -> None:
        self._scores, self._target, self._knockout = scores, target, knockout

    def worth(self, first: int, second: int, rounds: int, tie: float) -> float:
        """As :meth:`SetRoundsWithBonus.worth`; the number of rounds is not set."""
        if max(first, second) >= self._target:
            return self._decided(first, second, tie)
        return self._undecided[first][second]

    def _decided(self, first: int, second: int, tie: float) -> float:
        """Return the first player's chance if a total has reached the target."""
        if self._knockout and min(first, second) < self._target:
            return float(first < self._target)
        return lower_wins(first, second, tie)

    @cached_property
    def _undecided(self) -> list[list[float]]:
        """The first player's chance after a round, by two totals below the target.

        A pair of totals comes after all that can follow it. If both shut the box and pay nothing
        for it, the same totals come again.
        """
        target, chances, highest = self._target, self._scores.chances, self._scores.highest
        shut = chances.get(0, 0.0)
        scores = array("d", (chances.get(made, 0.0) for made in range(1, highest + 1)))
        paid, _other = self._scores.settled(0, 0)
        same_again = 1.0 - (0.0 if paid else shut * shut)
        beside_shut = self._beside_a_shut_box()
        # By one total, then the other; from the target on the other player has won.
        rows = [[0.0] * target + [1.0] * (target + 2 * highest) for _first in range(target)]
        columns = [[0.0] * (2 * (target + highest)) for _second in range(target)]
        replied = [
            [self._replied_beyond(first, second, scores) for first in range(target + highest)]
            for second in range(target)
        ]
        for first in range(target - 1, -1, -1):
            row = rows[first]
            for second in range(target - 1, -1, -1):
                column = columns[second]
                reply = sum(map(mul, scores, row[second + 1 :]))
                worth = sum(map(mul, scores, replied[second][first + 1 :]))
                worth += shut * sum(map(mul, scores, row[second:][beside_shut]))
                worth += shut * sum(map(mul, scores, column[first:][beside_shut]))
                if paid:
                    totals = first + paid, second + paid
                    over = max(totals) >= target
                    both = self._decided(*totals, 0.5) if over else rows[totals[0]][totals[1]]
                    worth += shut * shut * both
                row[second] = column[first] = worth / same_again
                replied[second][first] = reply
        return [row[:target] for row in rows]

    def _beside_a_shut_box(self) -> slice:
        """Return where the totals after each score above 0 are if the other has shut the box."""
        highest = self._scores.highest
        if not isinstance(self._scores.bonus, int):
            return slice(2, 2 * highest + 1, 2)
        # Whatever is beyond the target is as good as the target.
        first = 1 + min(self._scores.settled(0, 0)[0], self._target)
        return slice(first, first + highest)

    def _replied_beyond(self, first: int, second: int, scores: Sequence[float]) -> float:
        """Return the chance of a first player beyond the target, before a reply above 0."""
        if first < self._target:
            return 0.0
        ends = (
            self._decided(first, total, 0.5)
            for total in range(second + 1, second + 1 + len(scores))
        )
        return float(sum(map(mul, scores, ends)))


def unsolved_with_bonus(rules: RuleSet) -> RuleFault:
    """Return the fault of asking for a chance to win that is not solved with this bonus."""
    return RuleFault(
        "BX709",
        tr(
            "with {settings} the chance to win is known for two players only, by both totals",
            settings=f"shut_bonus = {rules.shut_bonus}",
        ),
        ask_with_two_totals(),
    )
