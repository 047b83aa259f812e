"""Sums of independent turns below a target, and by how much the last of them passes it.

What is left to the target, the distance, is all that counts: a player's total after some turns is
the total before them plus such a sum.

:func:`lowest` weighs such totals against each other.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from math import fsum
from operator import add, mul
from typing import NamedTuple

from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr

NEVER = 1e-17
"""Smaller chances count as 0."""

MOST_TOTALS = 40_000
"""The most totals, over all rounds together, that are computed for a player."""


class TurnSums:
    """The sums of so many turns of a rule set with a target.

    ``scores`` is the chance of every possible score of a turn. With ``shut_wins`` a shut box ends
    the match: every chance here is then that it happens and no turn has shut the box; ``shuts`` is
    the chance that a turn does, else 0. Raises :class:`RuleFault` (BX708) if the target is too far
    away. Not thread-safe.
    """

    def __init__(self, rules: RuleSet, scores: Mapping[int, float]) -> None:
        target = rules.target_in_force
        assert target is not None
        self.target = target
        self.shuts = scores.get(0, 0.0) if rules.shut_wins == "match" else 0.0
        self.highest = max(scores)
        self.size = target + self.highest
        """All totals that a player can have are below this."""
        # Before they are listed: there may be a hundred million, by digital scores.
        if self.size > MOST_TOTALS:
            raise target_too_far(rules)
        chances = [scores.get(made, 0.0) for made in range(self.highest + 1)]
        chances[0] -= self.shuts
        self.chances = array("d", chances)
        self.sums = self._sums_of_turns(rules)
        """The chance of each sum below the target, by the number of turns from 0 on."""
        self._below = [_running(sums) for sums in self.sums]
        self.passed = cache(self._passed)
        self.rounds = cache(self._rounds)
        self.gone = cache(self._gone)

    def below(self, turns: int, distance: int) -> float:
        """Return the chance of a sum below the distance."""
        return self._below[turns][distance] if turns < len(self.sums) else 0.0

    def _rounds(self, distance: int) -> int:
        """Return after how many turns everybody with this distance has passed the target."""
        turns = 1
        while turns < len(self.sums) and self.below(turns - 1, distance) > NEVER:
            turns += 1
        return turns - 1

    def _passed(self, distance: int) -> tuple[array[float], ...]:
        """Return, by the number of turns, the chances to pass the target in the last of them.

        Each row has the chance to be so far beyond the target, from 0 on.
        """
        rows = [array("d", bytes(8 * self.highest))]
        for before in self.sums[:-1]:
            row = array("d")
            for beyond in range(self.highest):
                scores = range(beyond + 1, min(self.highest, distance + beyond) + 1)
                parts = (self.chances[made] * before[distance + beyond - made] for made in scores)
                row.append(reduce(add, parts, 0.0))
            rows.append(row)
        return tuple(rows)

    def _gone(self, distance: int) -> tuple[float, ...]:
        """Return the chance to have passed the target, by the number of turns."""
        gone, found = 0.0, []
        for row in self.passed(distance):
            gone += reduce(add, row, 0.0)
            found.append(gone)
        return tuple(found)

    def _sums_of_turns(self, rules: RuleSet) -> list[array[float]]:
        most = MOST_TOTALS // self.size
        sums = [array("d", [1.0, *(0.0,) * (self.target - 1)])]
        while fsum(sums[-1]) > NEVER:
            if len(sums) > most:
                raise target_too_far(rules)
            sums.append(self._after_another(sums[-1]))
        return sums

    def _after_another(self, before: Sequence[float]) -> array[float]:
        after = array("d")
        backwards = self.chances[::-1]
        for total in range(self.target):
            least = max(0, total - self.highest)
            scores = backwards[self.highest - total + least :]
            after.append(fsum(map(mul, before[least : total + 1], scores)))
        return after


def target_too_far(rules: RuleSet) -> RuleFault:
    """Return the fault of a target before which too many totals can follow."""
    return RuleFault(
        "BX708",
        tr(
            "the totals that may follow with target = {target} and scoring = "
            "{scoring} are too many to be weighed",
            target=rules.target_in_force,
            scoring=rules.scoring,
        ),
        tr("set a lower target"),
    )


def _running(chances: Sequence[float]) -> array[float]:
    """Return the sum of the first chances, from none of them up to all."""
    found, added = array("d", (0.0,)), 0.0
    for chance in chances:
        added += chance
        found.append(added)
    return found


class PlayerTotal(NamedTuple):
    """A player's total, and whether it includes the score of this round."""

    total: int
    played: bool


class OtherPlayers(NamedTuple):
    """All others who are still in, in the order of play: those before a player and those after.

    ``rounds`` is how many rounds follow this one, where their number is set (R7.11).
    """

    before: tuple[PlayerTotal, ...]
    after: tuple[PlayerTotal, ...]
    rounds: int = 0


WorthOfTotal = Callable[[int], float]
"""Returns one player's chance to win with this total, the score of this round included."""


def running_above(at: Sequence[float]) -> array[float]:
    """Return the chance of more than each total, given the chance of each."""
    above, more = array("d", bytes(8 * len(at))), 0.0
    for total in range(len(at) - 1, -1, -1):
        above[total] = more
        more += at[total]
    return above


def lowest(above: Sequence[Sequence[float]], at: Sequence[Sequence[float]]) -> array[float]:
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
