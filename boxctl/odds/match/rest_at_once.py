"""The worth of totals where a turn that reaches the target decides at once (R7.2, R7.3).

Everybody is taken to play for the least expected score, as in
:mod:`boxctl.odds.match.rest_of_match`, and all rounds to come in the order of this one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache, reduce
from math import prod
from operator import add, mul

from boxctl.odds.match.turn_sums import (
    OtherPlayers,
    PlayerTotal,
    TurnSums,
    WorthOfTotal,
    lowest,
    running_above,
)
from boxctl.rules.ruleset import RuleSet

WORTHS_KEPT = 2048


def ends_in_turns(rules: RuleSet) -> bool:
    """Return whether a target is reached as a turn ends, and decides at once."""
    return "at_once" in (rules.knock_out, rules.target_ends)


class _RestInTurns(ABC):
    """The turns to come of such a match.

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

    @abstractmethod
    def _beside(self, others: OtherPlayers) -> Sequence[float]:
        """Return the chance to win beside these others, by the total."""


class RestToTarget(_RestInTurns):
    """A tournament that ends as soon as a player reaches the target (R7.2).

    Whoever reaches it has the highest total and loses; the lowest of the others wins, a tie counts
    as a share.
    """

    def _beside(self, others: OtherPlayers) -> Sequence[float]:
        """Solve from the last turn of this player backwards.

        Between two turns of this player each of the others has one.
        """
        sums, target = self._sums, self._sums.target
        in_order = (*others.after, *others.before)
        chances, wide = sums.chances, len(sums.chances)
        worths = array("d", bytes(8 * sums.size))
        for turn in range(len(sums.sums) - 1, 0, -1):
            after, worths = worths, self._until_next_turn(in_order, turn)
            goes_on = prod(sums.below(turn, target - one.total) for one in in_order)
            for total in range(target):
                played = reduce(add, map(mul, chances, after[total : total + wide]))
                worths[total] += played + sums.shuts * goes_on
        return worths

    def _until_next_turn(self, others: Sequence[PlayerTotal], turn: int) -> array[float]:
        """Return the chance to win by the turn of this number of one of the others."""
        worths = array("d", bytes(8 * self._sums.size))
        for place, player in enumerate(others):
            reaches = reduce(add, self._passed(player, turn), 0.0)
            beside = [self._at(one, turn) for one in others[:place]]
            beside += [self._at(one, turn - 1) for one in others[place + 1 :]]
            shares = (
                lowest([running_above(at) for at in beside], beside)
                if beside
                else array("d", (1.0,)) * self._sums.target
            )
            for total, share in enumerate(shares):
                worths[total] += reaches * share
        return worths

    def _passed(self, player: PlayerTotal, turn: int) -> Sequence[float]:
        passed = self._sums.passed(self._sums.target - player.total)
        return passed[turn] if turn < len(passed) else ()

    def _at(self, player: PlayerTotal, turns: int) -> array[float]:
        """Return the chance of each total below the target after so many turns."""
        found = array("d", bytes(8 * self._sums.target))
        for made, chance in enumerate(self._sums.sums[turns][: self._sums.target - player.total]):
            found[player.total + made] = chance
        return found


class RestAtOnce(_RestInTurns):
    """A knockout whose players are out as their turns end (R7.3).

    There are no ties, as one is always out before another. A player wins who is still in when the
    last of the others goes, or who shuts the box before, if that wins.
    """

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
