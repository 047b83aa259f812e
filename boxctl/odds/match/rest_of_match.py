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
from functools import cached_property, lru_cache, reduce
from importlib.util import find_spec
from math import fsum, prod
from operator import add, mul
from typing import TYPE_CHECKING, NamedTuple

from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr

if TYPE_CHECKING:
    from boxctl.odds.match.rest_numpy import TotalsRows

NEVER = 1e-17
"""Smaller chances count as 0."""

MOST_TOTALS = 40_000
"""The most totals, over all rounds together, that are computed for a player."""

TOTALS_KEPT, WORTHS_KEPT = 64, 2048
"""Cache sizes: totals to come by player, worths by what the other players have."""


class PlayerTotal(NamedTuple):
    """A player's total, and whether it includes the score of this round."""

    total: int
    played: bool


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

    @cached_property
    def rows(self) -> TotalsRows:
        """The same for numpy."""
        from boxctl.odds.match.rest_numpy import totals_rows

        return totals_rows(self.at, self.above, self.out)


class _Worths(NamedTuple):
    """One player's chance to win, by total: with this round's score included, or to come."""

    played: array[float]
    to_play: array[float]


class RestOfMatch:
    """The rounds to come of a tournament or a knockout.

    ``scores`` is the chance of every possible score of a turn played for the least expected score.
    Raises :class:`RuleFault` (BX708) if the target is too far away. Not thread-safe.
    """

    def __init__(self, rules: RuleSet, scores: Mapping[int, float]) -> None:
        target = rules.target_in_force
        assert target is not None
        self._target, self._knockout = target, rules.match == "knockout"
        self._shuts = scores.get(0, 0.0) if rules.shut_wins == "match" else 0.0
        chances = [scores.get(made, 0.0) for made in range(max(scores) + 1)]
        chances[0] -= self._shuts
        self._chances, self._backwards = array("d", chances), array("d", reversed(chances))
        self._size = target + max(scores)
        self._sums = self._sums_of_turns(rules)
        self._totals = lru_cache(TOTALS_KEPT)(self._follow)
        self._worths = lru_cache(WORTHS_KEPT)(self._beside)

    def chance(self, place: int, players: tuple[PlayerTotal, ...]) -> float:
        """Return the chance to win of the player in this place; ``players`` are in order of play.

        The total of one who has played may have reached the target in this round.
        """
        if len(players) == 2 and place == 0:
            # One wins what the other loses: this halves the tables to compute.
            return 1 - self.chance(1, players)
        worths = self._worths(players[:place], players[place + 1 :])
        total, played = players[place]
        return worths.played[total] if played else worths.to_play[total]

    # The totals of one player.

    def _sums_of_turns(self, rules: RuleSet) -> list[array[float]]:
        """Return the chance of each sum below the target, by the number of turns from 0 on."""
        most = MOST_TOTALS // self._size
        sums = [array("d", [1.0, *(0.0,) * (self._target - 1)])]
        while fsum(sums[-1]) > NEVER:
            if len(sums) > most:
                raise RuleFault(
                    "BX708",
                    tr(
                        "the totals that may follow with target = {target} and scoring = "
                        "{scoring} are too many to be weighed",
                        target=self._target,
                        scoring=rules.scoring,
                    ),
                    tr("set a lower target"),
                )
            sums.append(self._after_another(sums[-1])[: self._target])
        return sums

    def _after_another(self, under: Sequence[float], first: int = 0) -> array[float]:
        """Return the chance of each total from ``first`` on after one more turn."""
        after = array("d", bytes(8 * first))
        for total in range(first, self._size):
            least = max(0, total - len(self._backwards) + 1)
            place = len(self._backwards) - 1 - total
            scores = self._backwards[place + least : place + self._target]
            after.append(fsum(map(mul, under[least:], scores)))
        return after

    def _follow(self, player: PlayerTotal) -> _Totals:
        now = array("d", bytes(8 * self._size))
        now[player.total] = 1.0
        at = [now] if player.played else [self._after_another(now[: self._target], 0)]
        for turns in range(1 if player.played else 2, len(self._sums)):
            if fsum(under := at[-1][: self._target]) <= NEVER:
                break
            still = self._sums[turns][: max(0, self._target - player.total)]
            over = self._after_another(under, self._target)[self._target :]
            at.append(array("d", bytes(8 * (self._target - len(still)))) + still + over)
        out, reached = [], 0.0
        for totals in at:
            reached += fsum(totals[self._target :])
            out.append(reached)
        still_in = tuple(fsum(totals[: self._target]) for totals in at)
        return _Totals(tuple(at), tuple(map(_above, at)), tuple(out), still_in)

    # What the others leave.

    def _beside(self, before: tuple[PlayerTotal, ...], after: tuple[PlayerTotal, ...]) -> _Worths:
        """Solve for one player among these others, from the last round backwards."""
        others = [self._totals(player) for player in (*before, *after)]
        if find_spec("numpy") is not None:
            return self._beside_numpy(before, others)
        in_round = self._in_knockout if self._knockout else self._in_tournament
        worths = array("d", bytes(8 * self._size))
        # A tournament ends when one reaches the target, a knockout when all others have.
        rounds = (max if self._knockout else min)(len(one.at) for one in others)
        for number in range(rounds - 1, -1, -1):
            going_on = self._before_a_turn(worths)
            # This player may shut the box in the next round before any other has.
            shut = self._shuts and self._shuts * self._nobody_shuts(others, len(before), number)
            worths = in_round(others, number)
            for total, worth in enumerate(going_on):
                worths[total] += worth + shut
        to_play = self._before_a_turn(worths)
        fails = prod(1.0 if player.played else 1 - self._shuts for player in before)
        return _Worths(worths, array("d", (worth + self._shuts * fails for worth in to_play)))

    def _beside_numpy(self, before: tuple[PlayerTotal, ...], others: list[_Totals]) -> _Worths:
        """As :meth:`_beside`, to the last bit."""
        import numpy as np

        from boxctl.odds.match.rest_numpy import before_a_turn, in_knockout, in_tournament

        rows = [one.rows for one in others]
        in_round = in_knockout if self._knockout else in_tournament
        worths = np.zeros(self._size)
        rounds = (max if self._knockout else min)(len(one.at) for one in others)
        for number in range(rounds - 1, -1, -1):
            going_on = before_a_turn(self._chances, worths, self._target)
            shut = self._shuts and self._shuts * self._nobody_shuts(others, len(before), number)
            worths = in_round(rows, number, self._target)
            worths[: self._target] += going_on + shut
        fails = prod(1.0 if player.played else 1 - self._shuts for player in before)
        to_play = before_a_turn(self._chances, worths, self._target) + self._shuts * fails
        return _Worths(array("d", worths.tolist()), array("d", to_play.tolist()))

    def _before_a_turn(self, worths: Sequence[float]) -> array[float]:
        """Return the worth of each total below the target before a turn, given those after it."""
        chances, wide = self._chances, len(self._chances)
        totals = range(self._target)
        return array("d", (reduce(add, map(mul, chances, worths[at : at + wide])) for at in totals))

    def _in_tournament(self, others: Sequence[_Totals], number: int) -> array[float]:
        """The match ends here with the lowest total, unless all are still in."""
        at = [_of_round(one.at, number, self._size) for one in others]
        above = [_of_round(one.above, number, self._size) for one in others]
        worths = _lowest(above, at)
        still_in = [[one - row[self._target - 1] for one in row[: self._target]] for row in above]
        going_on = _lowest(still_in, [row[: self._target] for row in at])
        for total, worth in enumerate(going_on):
            worths[total] -= worth
        return worths

    def _in_knockout(self, others: Sequence[_Totals], number: int) -> array[float]:
        """Only this player is left, or all are out at once and none of them has less."""
        out_before = [_out(one, number - 1) for one in others]
        over = prod(out_before)
        alone = prod(_out(one, number) for one in others) - over
        above = [
            [out + more for more in _of_round(one.above, number, self._size)[self._target :]]
            for one, out in zip(others, out_before, strict=True)
        ]
        at = [_of_round(one.at, number, self._size)[self._target :] for one in others]
        worths = array("d", (alone,)) * self._target
        worths.extend(worth - over for worth in _lowest(above, at))
        return worths

    def _nobody_shuts(self, others: Sequence[_Totals], before: int, number: int) -> float:
        """Return the chance that the match goes on after this round and nobody shuts the box in the
        next one before this player's turn.
        """
        still_in = [one.still_in[number] if number < len(one.at) else 0.0 for one in others]
        out = [_out(one, number) if self._knockout else 0.0 for one in others]
        fails = [1 - self._shuts if place < before else 1.0 for place in range(len(others))]
        going = prod(a * f + b for a, f, b in zip(still_in, fails, out, strict=True))
        return going - (prod(out) if self._knockout else 0.0)


def _above(at: Sequence[float]) -> array[float]:
    above, more = array("d", bytes(8 * len(at))), 0.0
    for total in range(len(at) - 1, -1, -1):
        above[total] = more
        more += at[total]
    return above


def _of_round(rounds: tuple[array[float], ...], number: int, size: int) -> array[float]:
    return rounds[number] if number < len(rounds) else array("d", bytes(8 * size))


def _out(totals: _Totals, number: int) -> float:
    return totals.out[min(number, len(totals.out) - 1)] if number >= 0 else 0.0


def _lowest(above: Sequence[Sequence[float]], at: Sequence[Sequence[float]]) -> array[float]:
    """Return the worth of each total against others who are above it, or at it and share.

    With t others at the total the share is 1 / (t + 1), the integral of z ** t from 0 to 1; so the
    worth is the integral of the product of (above + z * at) over the others.
    """
    size = len(above[0])
    powers = [array("d", (1.0,)) * size]
    for more, same in zip(above, at, strict=True):
        higher = [array("d", map(mul, power, same)) for power in powers]
        powers = [array("d", map(mul, power, more)) for power in powers]
        powers.append(array("d", bytes(8 * size)))
        for power, added in zip(powers[1:], higher, strict=True):
            for total, chance in enumerate(added):
                power[total] += chance
    worths = powers[0]
    for place, power in enumerate(powers[1:], start=2):
        for total, chance in enumerate(power):
            worths[total] += chance / place
    return worths
