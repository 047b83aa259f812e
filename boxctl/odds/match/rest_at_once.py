"""The worth of totals in a knockout whose players are out as their turns end (R7.3).

Everybody is taken to play for the least expected score, as in
:mod:`boxctl.odds.match.rest_of_match`. Of two players one is always out before the other, so there
are no ties. A player wins who is still in when the last of the others goes, or who shuts the box
before, if that wins.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import prod

from boxctl.odds.match.other_players import OtherPlayers, PlayerTotal, WorthOfTotal
from boxctl.odds.match.turn_sums import TurnSums
from boxctl.rules.ruleset import RuleSet

WORTHS_KEPT = 2048


class RestAtOnce:
    """The turns to come of such a knockout.

    ``scores`` is the chance of every possible score of a turn played for the least expected score.
    Raises :class:`boxctl.rules.faults.RuleFault` (BX708) if the target is too far away. Not
    thread-safe.
    """

    def __init__(self, rules: RuleSet, scores: Mapping[int, float]) -> None:
        self._sums = TurnSums(rules, scores)
        self._kept = lru_cache(WORTHS_KEPT)(self._beside)

    def worths(self, tables: Sequence[OtherPlayers]) -> list[WorthOfTotal]:
        """Return, for each table, one player's chance to win, by the total after this turn."""
        return [self._kept(table).__getitem__ for table in tables]

    def _beside(self, others: OtherPlayers) -> Sequence[float]:
        sums = self._sums
        turns_ahead = [int(not one.played) for one in others.before]
        # Who plays later has played one turn less at this player's turn of the same round.
        turns_ahead += [int(not one.played) - 1 for one in others.after]
        players = [*others.before, *others.after]
        parts: list[tuple[float, float]] = []
        gone_before = 0.0
        for number in range(1, len(sums.sums)):
            turns = [number + ahead for ahead in turns_ahead]
            gone = [self._gone(one, made) for one, made in zip(players, turns, strict=True)]
            there = [
                sums.below(made, sums.target - one.total) + out
                for one, made, out in zip(players, turns, gone, strict=True)
            ]
            all_gone = prod(gone)
            # Until the turn of this number the match is over, or this player shuts the box in it.
            parts.append((all_gone - gone_before, sums.shuts * (prod(there) - all_gone)))
            gone_before = all_gone
        return array("d", (self._worth(total, parts) for total in range(sums.size)))

    def _gone(self, player: PlayerTotal, turns: int) -> float:
        gone = self._sums.gone(self._sums.target - player.total)
        return gone[min(turns, len(gone) - 1)]

    def _worth(self, total: int, parts: Sequence[tuple[float, float]]) -> float:
        """Return the chance of a player with this total, who is out from the target on."""
        distance = self._sums.target - total
        if distance <= 0:
            return 0.0
        return sum(
            self._sums.below(turns, distance) * (outlasts + shuts)
            for turns, (outlasts, shuts) in enumerate(parts)
        )
