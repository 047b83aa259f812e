"""Sums of independent turns below a target, and by how much the last of them passes it.

What is left to the target, the distance, is all that counts: a player's total after some turns is
the total before them plus such a sum.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from math import fsum
from operator import add, mul

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
