"""Lots of matches that play turns at once: with numpy in lockstep, else one after the other.

Each match has random numbers of its own, from the seed and its number. So it is the same match in
any lot, in any process, with numpy or without.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from boxctl.odds.prizes.scored_turn import Prize
from boxctl.odds.sampling import first_state, words_of
from boxctl.simulation.turns.plain_turns import PlayedTurn, play_turn
from boxctl.simulation.turns.seated_policies import SeatedPolicies
from boxctl.simulation.turns.turn_policies import TurnPolicy

if TYPE_CHECKING:
    from boxctl.simulation.turns.lockstep_lot import LockstepLot


class PlainLot:
    """The matches of a lot, numbered from 0; plays one turn after the other."""

    def __init__(self, policies: SeatedPolicies, seed: int, first: int, matches: int) -> None:
        self._policies = policies
        self._words = [words_of(first_state(seed, first + at)) for at in range(matches)]

    def word(self, match: int) -> int:
        """Return the next 64-bit random number of this match."""
        return next(self._words[match])

    def play(
        self, policy: TurnPolicy, matches: Sequence[int], starts: Sequence[int]
    ) -> list[PlayedTurn]:
        """Play a turn in each of these matches, from these positions, by the same policy.

        Raises :class:`boxctl.rules.faults.RuleFault` (BX208) for a turn that does not end.
        """
        table = self._policies.table
        return [
            play_turn(table, policy, start, self._words[match])
            for match, start in zip(matches, starts, strict=True)
        ]

    def play_for(
        self, prizes: Sequence[Prize], errors: int, matches: Sequence[int], played: Sequence[int]
    ) -> list[PlayedTurn]:
        """Play a whole turn in each of these matches, best for its prize.

        ``played`` has, for each match, the index of its prize. ``errors`` is the chance of a random
        choice, in units of 2**-32. Raises as :meth:`play` does.
        """
        table, turn = self._policies.table, self._policies.turn
        best = [turn.best_play(prize) for prize in prizes]
        ways = [
            TurnPolicy(one.worths.__getitem__, one.more_dice.__getitem__, errors) for one in best
        ]
        return [
            play_turn(table, ways[prize], table.start, self._words[match])
            for match, prize in zip(matches, played, strict=True)
        ]


def new_lot(
    policies: SeatedPolicies, seed: int, first: int, matches: int
) -> PlainLot | LockstepLot:
    """Return the matches numbered from ``first`` on, in the quickest way that is installed."""
    if find_spec("numpy") is None:
        return PlainLot(policies, seed, first, matches)
    from boxctl.simulation.turns.lockstep_lot import LockstepLot

    return LockstepLot(policies, seed, first, matches)
