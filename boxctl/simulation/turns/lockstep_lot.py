"""Matches whose turns are played in lockstep; needs numpy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boxctl.odds.prizes.scored_turn import Prize
from boxctl.odds.prizes.solved_prizes import SolvedPrizes
from boxctl.odds.prizes.turn_levels import Floats
from boxctl.odds.sampling import GOLDEN, WORD, first_state, mixed
from boxctl.simulation.turns.lockstep_turns import Flags, LockstepPolicy, LockstepTurns, Numbers
from boxctl.simulation.turns.plain_turns import MatchBatch, PlayedTurn
from boxctl.simulation.turns.seated_policies import SeatedPolicies
from boxctl.simulation.turns.turn_policies import TurnPolicy


class LockstepBatch(MatchBatch):
    """Plays a turn of many matches at once."""

    def __init__(self, policies: SeatedPolicies, seed: int, first: int, matches: int) -> None:
        self._policies = policies
        self._turns = LockstepTurns(policies.table)
        self._states = np.array(
            [first_state(seed, first + at) for at in range(matches)], dtype=np.uint64
        )
        self._prepared: dict[int, LockstepPolicy] = {}

    def word(self, match: int) -> int:
        """Return the next random word of a match."""
        state = int(self._states[match]) + GOLDEN & WORD
        self._states[match] = state
        return mixed(state)

    def play(
        self, policy: TurnPolicy, matches: Sequence[int], starts: Sequence[int]
    ) -> list[PlayedTurn]:
        """Play one turn of each match by this policy."""
        if id(policy) not in self._prepared:
            self._prepared[id(policy)] = self._turns.policy(policy)
        columns = np.zeros(len(matches), dtype=np.int64)
        return self._play(self._prepared[id(policy)], matches, np.array(starts), columns)

    def play_for(
        self, prizes: Sequence[Prize], errors: int, matches: Sequence[int], played: Sequence[int]
    ) -> list[PlayedTurn]:
        """Play one turn of each match, each for its prize."""
        turn, start = self._policies.turn, self._policies.table.start
        assert turn.solver is not None
        worths, stopped = (
            np.array([list(prize[part].values()) for prize in prizes]) for part in range(2)
        )
        by_prize = np.argsort(np.array(played), kind="stable")
        chosen = np.array(played)[by_prize]
        ends: list[PlayedTurn] = []
        for some in turn.solver.slices(len(prizes)):
            policy = _policy(turn.solver.solve(worths[some], stopped[some]), errors)
            low, high = np.searchsorted(chosen, [some.start, some.stop])
            ends += self._play(
                policy,
                [matches[place] for place in by_prize[low:high]],
                np.full(high - low, start),
                chosen[low:high] - some.start,
            )
        return [ends[place] for place in np.argsort(by_prize)]

    def _play(
        self, policy: LockstepPolicy, matches: Sequence[int], starts: Numbers, columns: Numbers
    ) -> list[PlayedTurn]:
        at = np.array(matches)
        states = self._states[at]
        ends = self._turns.play(policy, starts, columns, states)
        self._states[at] = states
        return list(map(PlayedTurn, *(column.tolist() for column in ends)))


def _policy(solved: SolvedPrizes, errors: int) -> LockstepPolicy:
    """Return best play for each of the prizes, in the column of that index."""

    def worth_of(left: Numbers, columns: Numbers) -> Floats:
        return solved.worths[left, columns]

    def more_dice(at: Numbers, columns: Numbers) -> Flags:
        return solved.more_dice[at, columns]

    return LockstepPolicy(worth_of, more_dice, errors)
