"""The worth of totals when a tournament or a knockout goes on (R7.2, R7.3).

Solving all the rounds that may follow would take too long, so from here on everybody is taken to
play for the least expected score, whatever the totals. Totals are then sums of independent scores,
and each player's chance to win follows exactly, but for rounding. A tie in those rounds counts as a
share, and a shut box wins at once if the rules say so (R7.7).
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from importlib.util import find_spec
from math import prod
from operator import add, mul
from typing import TYPE_CHECKING

from boxctl.odds.match.turn_sums import (
    OtherPlayers,
    PlayerTotal,
    TurnSums,
    WorthOfTotal,
    lowest,
    running_above,
)
from boxctl.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from boxctl.odds.match.rest_numpy import RestNumpy


TOTALS_KEPT = 64
"""How many players' totals to come are cached."""


@dataclass(frozen=True)
class _Totals:
    """The totals of one player after each round, from the one being played on.

    ``at`` is the chance of each total after a round that the player was still in for, ``above``
    the chance of a higher one, ``out`` the chance to have reached the target by its end and
    ``still_in`` that of a total below the target. If a shut box wins, each is the chance that this
    holds and the player has not shut it.
    """

    at: tuple[array[float], ...]
    above: tuple[array[float], ...]
    out: tuple[float, ...]
    still_in: tuple[float, ...]


class RestOfMatch:
    """The rounds to come of a tournament or a knockout.

    ``scores`` is the chance of every possible score of a turn played for the least expected score.
    Raises :class:`boxctl.rules.faults.RuleFault` (BX708) if the target is too far away. Not
    thread-safe.
    """

    def __init__(self, rules: RuleSet, scores: Mapping[int, float]) -> None:
        self._sums = TurnSums(rules, scores)
        self._knockout = rules.match == "knockout"
        self._totals = lru_cache(TOTALS_KEPT)(self._follow)
        self._numpy: RestNumpy | None = None

    def worths(self, tables: Sequence[OtherPlayers]) -> list[WorthOfTotal]:
        """Return, for each table, one player's chance to win, by the total after this round.

        The total of one of the others who has played may have reached the target in this round.
        Many tables are solved together.
        """
        if find_spec("numpy") is None:
            return [self._beside(*table[:2]).__getitem__ for table in tables]
        if self._numpy is None:
            from boxctl.odds.match.rest_numpy import RestNumpy

            self._numpy = RestNumpy(self._sums, knockout=self._knockout)
        return [row.__getitem__ for row in self._numpy.worths(tables)]

    # The totals of one player.

    def _follow(self, player: PlayerTotal) -> _Totals:
        sums, target = self._sums, self._sums.target
        distance = max(0, target - player.total)
        rounds = sums.rounds(distance) if distance else 0
        at: list[array[float]] = []
        out: list[float] = []
        still_in: list[float] = []
        if player.played:
            now = array("d", bytes(8 * sums.size))
            now[player.total] = 1.0
            at.append(now)
            out.append(0.0 if distance else 1.0)
            still_in.append(1.0 - out[0])
        for turns in range(1, rounds + 1):
            below = array("d", bytes(8 * player.total)) + sums.sums[turns][:distance]
            at.append(below + sums.passed(distance)[turns])
            out.append(sums.gone(distance)[turns])
            still_in.append(sums.below(turns, distance))
        return _Totals(tuple(at), tuple(map(running_above, at)), tuple(out), tuple(still_in))

    # What the others leave.

    def _beside(
        self, before: tuple[PlayerTotal, ...], after: tuple[PlayerTotal, ...]
    ) -> Sequence[float]:
        """Solve for one player among these others, from the last round backwards."""
        shuts, target = self._sums.shuts, self._sums.target
        others = [self._totals(player) for player in (*before, *after)]
        in_round = self._in_knockout if self._knockout else self._in_tournament
        worths = array("d", bytes(8 * self._sums.size))
        # A tournament ends when one reaches the target, a knockout when all others have.
        rounds = (max if self._knockout else min)(len(one.at) for one in others)
        for number in range(rounds - 1, -1, -1):
            going_on = self._before_a_turn(worths)
            # This player may shut the box in the next round before any other has.
            shut = shuts and shuts * self._nobody_shuts(others, len(before), number)
            worths = in_round(others, number)
            for total in range(target):
                worths[total] += going_on[total] + shut
        return worths

    def _before_a_turn(self, worths: Sequence[float]) -> array[float]:
        """Return the worth of each total below the target before a turn, given those after it."""
        chances, wide = self._sums.chances, len(self._sums.chances)
        totals = range(self._sums.target)
        return array("d", (reduce(add, map(mul, chances, worths[at : at + wide])) for at in totals))

    def _in_tournament(self, others: Sequence[_Totals], number: int) -> array[float]:
        """The match ends here with the lowest total, unless all are still in."""
        target = self._sums.target
        at = [self._of_round(one.at, number) for one in others]
        above = [self._of_round(one.above, number) for one in others]
        worths = lowest(above, at)
        still_in = [[one - row[target - 1] for one in row[:target]] for row in above]
        going_on = lowest(still_in, [row[:target] for row in at])
        for total, worth in enumerate(going_on):
            worths[total] -= worth
        return worths

    def _in_knockout(self, others: Sequence[_Totals], number: int) -> array[float]:
        """Only this player is left, or all are out at once and none of them has less."""
        target = self._sums.target
        out_before = [_out(one, number - 1) for one in others]
        over = prod(out_before)
        alone = prod(_out(one, number) for one in others) - over
        above = [
            [out + more for more in self._of_round(one.above, number)[target:]]
            for one, out in zip(others, out_before, strict=True)
        ]
        at = [self._of_round(one.at, number)[target:] for one in others]
        worths = array("d", (alone,)) * target
        worths.extend(worth - over for worth in lowest(above, at))
        return worths

    def _nobody_shuts(self, others: Sequence[_Totals], before: int, number: int) -> float:
        """Return the chance that the match goes on after this round and nobody shuts the box in the
        next one before this player's turn.
        """
        shuts = self._sums.shuts
        still_in = [one.still_in[number] if number < len(one.at) else 0.0 for one in others]
        out = [_out(one, number) if self._knockout else 0.0 for one in others]
        fails = [1 - shuts if place < before else 1.0 for place in range(len(others))]
        going = prod(a * f + b for a, f, b in zip(still_in, fails, out, strict=True))
        return going - (prod(out) if self._knockout else 0.0)

    def _of_round(self, rounds: tuple[array[float], ...], number: int) -> array[float]:
        return rounds[number] if number < len(rounds) else array("d", bytes(8 * self._sums.size))


def _out(totals: _Totals, number: int) -> float:
    return totals.out[min(number, len(totals.out) - 1)] if number >= 0 else 0.0
