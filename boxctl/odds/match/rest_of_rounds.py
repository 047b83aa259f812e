"""The worth of totals in a tournament of so many rounds (R7.11).

Everybody is taken to play for the least expected score, as in
:mod:`boxctl.odds.match.rest_of_match`. Only by how much totals differ counts: each player adds the
scores of as many turns, one more where the score of this round is still to come.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import fsum
from operator import mul

from boxctl.odds.match.lowest_total import lowest, running_above
from boxctl.odds.match.other_players import OtherPlayers, PlayerTotal, WorthOfTotal
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr

HIGHEST_SUM = 10_000
"""The highest sum of scores for which rounds are weighed."""

WORTHS_KEPT = 4096


class RestOfRounds:
    """The rounds to come of a tournament of so many.

    ``scores`` is the chance of every possible score of a turn played for the least expected score.
    Raises :class:`RuleFault` (BX708) for too many rounds. Not thread-safe.
    """

    def __init__(self, rules: RuleSet, scores: Mapping[int, float]) -> None:
        assert rules.rounds is not None
        self._highest = max(scores)
        if rules.rounds * self._highest > HIGHEST_SUM:
            raise too_many_rounds(rules)
        self._shuts = scores.get(0, 0.0) if rules.shut_wins == "match" else 0.0
        chances = array("d", (scores.get(made, 0.0) for made in range(self._highest + 1)))
        chances[0] -= self._shuts
        self._backwards = chances[::-1]
        self._sums = [array("d", (1.0,))]
        self._kept = lru_cache(WORTHS_KEPT)(self._beside)

    def worths(self, tables: Sequence[OtherPlayers]) -> list[WorthOfTotal]:
        """Return, for each table, one player's chance to win, by the total after this round."""
        return [self._worths(table) for table in tables]

    def _worths(self, table: OtherPlayers) -> WorthOfTotal:
        wide = (table.rounds + 1) * self._highest
        least = min(player.total for player in (*table.before, *table.after))
        found = self._kept(_lowered(table, least, wide + 1), wide)
        return lambda total: found[min(max(0, total - least + wide), len(found) - 1)]

    def _beside(self, table: OtherPlayers, wide: int) -> Sequence[float]:
        """Return the worths of totals from ``wide`` below the lowest other total on.

        That far below nobody can be caught, and as far above nobody can be passed.
        """
        players = (*table.before, *table.after)
        size = 3 * wide + 2
        at = [self._totals(player, wide, table.rounds, size) for player in players]
        ends = lowest([running_above(row) for row in at], at)
        own, shut = self._sum(table.rounds), self._shut_first(table)
        return array(
            "d",
            (
                fsum(map(mul, own, ends[total : total + len(own)])) + shut
                for total in range(2 * wide + 2)
            ),
        )

    def _totals(self, player: PlayerTotal, wide: int, rounds: int, size: int) -> array[float]:
        sums = self._sum(rounds + (not player.played))
        first = wide + player.total
        rest = size - first - len(sums)
        return array("d", bytes(8 * first)) + sums + array("d", bytes(8 * rest))

    def _sum(self, turns: int) -> array[float]:
        """Return the chance of each sum of so many turns."""
        while len(self._sums) <= turns:
            before, after = self._sums[-1], array("d")
            for total in range(len(before) + self._highest):
                least = max(0, total - self._highest)
                scores = self._backwards[self._highest - total + least :]
                after.append(fsum(map(mul, before[least : total + 1], scores)))
            self._sums.append(after)
        return self._sums[turns]

    def _shut_first(self, table: OtherPlayers) -> float:
        """Return the chance that this player is the first to shut the box from the next turn on."""
        if not self._shuts:
            return 0.0
        fails = 1 - self._shuts
        to_play = sum(not player.played for player in (*table.before, *table.after))
        every = len(table.before) + len(table.after) + 1
        before = to_play + len(table.before)
        return sum(
            fails ** (before + every * number) * self._shuts for number in range(table.rounds)
        )


def too_many_rounds(rules: RuleSet) -> RuleFault:
    """Return the fault of rounds after which too many totals can follow."""
    return RuleFault(
        "BX708",
        tr(
            "the totals that may follow with rounds = {rounds} and scoring = {scoring} "
            "are too many to be weighed",
            rounds=rules.rounds,
            scoring=rules.scoring,
        ),
        tr("set fewer rounds"),
    )


def _lowered(table: OtherPlayers, least: int, most: int) -> OtherPlayers:
    """Return the table with all totals lowered by ``least``, and none above ``most``."""
    before, after = (
        tuple(PlayerTotal(min(one.total - least, most), one.played) for one in players)
        for players in (table.before, table.after)
    )
    return OtherPlayers(before, after, table.rounds)
