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
from typing import NamedTuple

from boxctl.odds.match.turn_sums import (
    OtherPlayers,
    PlayerTotal,
    WorthOfTotal,
    lowest,
    running_above,
)
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr

HIGHEST_SUM = 10_000
"""The highest sum of scores for which rounds are weighed."""

NEVER = 1e-18
"""Sums outside those that have at least this chance are not listed."""

WORTHS_KEPT = 4096


class _Sum(NamedTuple):
    """The chance of each sum of so many turns, from ``least`` on."""

    least: int
    chances: array[float]

    @property
    def most(self) -> int:
        """The highest sum that is listed."""
        return self.least + len(self.chances) - 1


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
        self._sums = [_Sum(0, array("d", (1.0,)))]
        self._kept = lru_cache(WORTHS_KEPT)(self._beside)

    def worths(self, tables: Sequence[OtherPlayers]) -> list[WorthOfTotal]:
        """Return, for each table, one player's chance to win, by the total after this round."""
        return [self._worths(table) for table in tables]

    def _worths(self, table: OtherPlayers) -> WorthOfTotal:
        wide = (table.rounds + 1) * self._highest
        least = min(player.total for player in (*table.before, *table.after))
        first, found = self._kept(_lowered(table, least, wide + 1))
        return lambda total: found[min(max(0, total - least - first), len(found) - 1)]

    def _beside(self, table: OtherPlayers) -> tuple[int, Sequence[float]]:
        """Return the lowest total that can be caught, and the worths of totals from it on.

        They end with the first total that cannot pass anybody.
        """
        players = (*table.before, *table.after)
        own = self._sum(table.rounds)
        sums = [self._sum(table.rounds + (not player.played)) for player in players]
        ends = [(one.total, made) for one, made in zip(players, sums, strict=True)]
        lowest_end = min(total + made.least for total, made in ends)
        first = lowest_end - own.most - 1
        last = max(first, min(total + made.most for total, made in ends) - own.least + 1)
        at = [_listed(total, made, first + own.least, last + own.most) for total, made in ends]
        worths = lowest([above for above, _same in at], [same for _above, same in at])
        many, shut = len(own.chances), self._shut_first(table)
        return first, array(
            "d",
            (
                fsum(map(mul, own.chances, worths[place : place + many])) + shut
                for place in range(last - first + 1)
            ),
        )

    def _sum(self, turns: int) -> _Sum:
        while len(self._sums) <= turns:
            self._sums.append(self._after_another(self._sums[-1]))
        return self._sums[turns]

    def _after_another(self, sums: _Sum) -> _Sum:
        """Return the sums of one turn more."""
        before, after = sums.chances, array("d")
        for total in range(len(before) + self._highest):
            least = max(0, total - self._highest)
            scores = self._backwards[self._highest - total + least :]
            after.append(fsum(map(mul, before[least : total + 1], scores)))
        likely = [place for place, chance in enumerate(after) if chance >= NEVER]
        first, last = (likely[0], likely[-1]) if likely else (0, 0)
        return _Sum(sums.least + first, after[first : last + 1])

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


def _listed(total: int, made: _Sum, first: int, last: int) -> tuple[array[float], array[float]]:
    """Return the chance of more than each total from ``first`` to ``last``, and of just that one.

    The player has ``total`` now and adds the sum ``made``.
    """
    before = total + made.least - first
    chances = made.chances[max(0, -before) :]
    listed = array("d", bytes(8 * max(0, before))) + chances
    listed += array("d", bytes(8 * max(0, last - first + 1 - len(listed))))
    size = last - first + 1
    return running_above(listed)[:size], listed[:size]


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
