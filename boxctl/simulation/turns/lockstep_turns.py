"""Many turns played at once, throw by throw, with numpy: a hundred times as many as one by one.

The same random numbers give the same turns as :mod:`boxctl.simulation.turns.turn_policies`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxctl.odds.prizes.prize_solver import Floats, SolvedPrizes
from boxctl.odds.prizes.scored_turn import Prize
from boxctl.odds.sampling import GOLDEN, HALF, HALF_BITS, WORD, first_state, mixed
from boxctl.odds.turn_states import TurnStates
from boxctl.simulation.players import endless_match
from boxctl.simulation.turns.turn_policies import (
    LONGEST_TURN,
    MatchBatch,
    PlayedTurn,
    SeatedPolicies,
    TurnPolicy,
    TurnTable,
)
from groundwork.frozen_dataclass import frozen_dataclass

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

_ENDS = -1
"""Stands for a turn that has ended."""

_NO_MOVE = 1 << 40
"""Stands for a move that no position allows."""


@frozen_dataclass
class LockstepPolicy:
    """Ways to play many turns; the column of a turn tells which of them it is played in.

    As :class:`boxctl.simulation.turns.turn_policies.TurnPolicy`, but for arrays of states and of
    columns.
    """

    worth_of: Callable[[Numbers, Numbers], NDArray[np.float64]]
    more_dice: Callable[[Numbers, Numbers], Flags]
    errors: int


class TurnEnds(NamedTuple):
    """The ends of turns, as :class:`~boxctl.simulation.turns.turn_policies.PlayedTurn` for one."""

    left: Numbers
    throws: Numbers
    shut: Flags
    stopped: Flags


class LockstepTurns:
    """Plays turns by a table, in lockstep. Not thread-safe.

    ``stops`` and ``double`` are of each kind of throw. ``played`` and ``blocked`` have the place
    of the memory by that before and by whether the throw is a double, see :func:`_memories_after`.
    """

    def __init__(self, table: TurnTable) -> None:
        self.table = table
        most = max(len(kind.moves) for kind in table.kinds)
        self._moves = np.full((len(table.kinds), max(1, most)), _NO_MOVE, dtype=np.int64)
        for number, kind in enumerate(table.kinds):
            self._moves[number, : len(kind.moves)] = kind.moves
        self.stops = np.array([kind.stops for kind in table.kinds])
        self.double = np.array([kind.double for kind in table.kinds])
        self._throws = np.concatenate([np.array(kinds) for kinds in table.throws])
        sizes = [len(kinds) for kinds in table.throws]
        self._sizes = np.array(sizes, dtype=np.uint64)
        self._firsts = np.cumsum([0, *sizes[:-1]])
        self.played, self.blocked = _memories_after(table.states)
        self._dice = np.array(
            [self._both_dice(number) for number in range(table.start + 1)] if table.small else []
        )

    def policy(self, policy: TurnPolicy) -> LockstepPolicy:
        """Return a single way to play, whatever the column."""
        table = self.table
        if not table.small:
            return LockstepPolicy(
                lambda left, _columns: policy.worth_of(left),
                lambda at, _columns: _each(policy.more_dice, at),
                policy.errors,
            )
        states = table.states
        worths = np.array([policy.worth_of(left) for left in range(states.size)], dtype=float)
        more = np.zeros(states.size, dtype=np.bool_)
        choice = self._dice[:, 0] != self._dice[:, 1]
        if choice.any():
            for state in states.before_throws():
                if choice[state >> states.bits]:
                    more[state] = policy.more_dice(state)
        return LockstepPolicy(
            lambda left, _columns: worths[left], lambda at, _columns: more[at], policy.errors
        )

    def play(
        self, policy: LockstepPolicy, starts: Numbers, columns: Numbers, states: Words
    ) -> TurnEnds:
        """Play a turn from each of the positions, and leave ``states`` where its next one begins.

        Raises :class:`boxctl.rules.faults.RuleFault` (BX208) for a turn that does not end.
        """
        turns = _Turns(self, policy, starts, columns, states)
        for _throw in range(LONGEST_TURN):
            if not turns.throw():
                return TurnEnds(turns.left, turns.throws, turns.shut, turns.stopped)
        raise endless_match()

    # For the turns being played.

    def choices(self, at: Numbers) -> Numbers:
        """Return the least and the greatest number of dice allowed, as two columns of indexes."""
        if self.table.small:
            return self._dice[at]
        if len(self.table.counts) == 1:
            return np.zeros((len(at), 2), dtype=np.int64)
        return np.array([self._both_dice(number) for number in at.tolist()]).reshape(-1, 2)

    def kinds(self, dice: Numbers, upper: Words) -> Numbers:
        """Return the kinds of the throws that the upper halves of random numbers choose."""
        places = (upper * self._sizes[dice] >> np.uint64(HALF_BITS)).astype(np.int64)
        return self._throws[self._firsts[dice] + places]

    def moves(self, kinds: Numbers, at: Numbers) -> tuple[Numbers, Flags]:
        """Return all moves of each kind of throw, and which of them the position allows."""
        moves = self._moves[kinds]
        allowed = moves & ~at[:, None] == 0
        if self.table.opening:
            first = at == self.table.start
            allowed &= ~first[:, None] | (moves & self.table.opening != 0)
        return moves, allowed

    def _both_dice(self, number: int) -> tuple[int, int]:
        choices = self.table.choices(number)
        return choices[0], choices[-1]


class _Turns:
    """Turns that are being played."""

    def __init__(
        self,
        by: LockstepTurns,
        policy: LockstepPolicy,
        starts: Numbers,
        columns: Numbers,
        states: Words,
    ) -> None:
        self._by, self._policy, self._columns, self._states = by, policy, columns, states
        self._one_throw, self._bits = by.table.one_throw, by.table.states.bits
        self._at = starts << self._bits
        self.throws = np.zeros(len(starts), dtype=np.int64)
        self.shut = np.zeros(len(starts), dtype=np.bool_)
        self.stopped = self.shut.copy()
        self._going = np.arange(len(starts))

    @property
    def left(self) -> Numbers:
        """The position of each turn."""
        return self._at >> self._bits

    def throw(self) -> bool:
        """Throw once in each turn that goes on; return whether there was one."""
        if not len(going := self._going):
            return False
        state = self._at[going]
        dice = self._chosen_dice(going, state)
        words = self._next_words(going)
        kinds = self._by.kinds(dice, words >> np.uint64(HALF_BITS))
        self.throws[going] += 1
        stops, double = self._by.stops[kinds], self._by.double[kinds].astype(np.intp)
        moves, allowed = self._by.moves(kinds, state >> self._bits)
        playable = allowed.any(axis=1)
        memory = state & (1 << self._bits) - 1
        blocked = self._by.blocked[memory, double]
        again = ~stops & ~playable & (blocked != _ENDS)
        self._at[going[again]] = (state - memory + blocked)[again]
        if playable.any():
            played = self._by.played[memory, double]
            self._at[going[playable]] = (state - memory + played)[playable]
            self._answer(going[playable], words[playable], moves[playable], allowed[playable])
        shut = playable & (self._at[going] >> self._bits == 0)
        self.shut[going], self.stopped[going] = shut, stops
        self._going = going[again | (playable & ~shut & (not self._one_throw))]
        return True

    def _next_words(self, going: Numbers) -> Words:
        states = self._states[going] + np.uint64(GOLDEN)
        self._states[going] = states
        return mixed(states)

    def _chosen_dice(self, going: Numbers, state: Numbers) -> Numbers:
        both = self._by.choices(state >> self._bits)
        dice = both[:, 0].copy()
        choice = (both[:, 0] != both[:, 1]).nonzero()[0]
        if not len(choice):
            return dice
        chosen = self._policy.more_dice(state[choice], self._columns[going[choice]]).astype(
            np.int64
        )
        if self._policy.errors:
            words = self._next_words(going[choice])
            random = (words >> np.uint64(HALF_BITS) + np.uint64(HALF_BITS - 1)).astype(np.int64)
            chosen = np.where(self._errs(words), random, chosen)
        dice[choice] = both[choice, chosen]
        return dice

    def _errs(self, words: Words) -> Flags:
        return words & np.uint64(HALF - 1) < np.uint64(self._policy.errors)

    def _answer(self, going: Numbers, words: Words, moves: Numbers, allowed: Flags) -> None:
        at = self._at[going]
        left = np.where(allowed, at[:, None] ^ moves << self._bits, 0)
        worths = self._policy.worth_of(left, self._columns[going][:, None])
        chosen = np.where(allowed, worths, -np.inf).argmax(axis=1)
        if self._policy.errors:
            wrong = self._errs(words).nonzero()[0]
            drawn = self._next_words(going[wrong]) >> np.uint64(HALF_BITS)
            many = allowed[wrong].sum(axis=1).astype(np.uint64)
            place = (drawn * many >> np.uint64(HALF_BITS)).astype(np.int64)
            chosen[wrong] = (allowed[wrong].cumsum(axis=1) > place[:, None]).argmax(axis=1)
        self._at[going] = left[np.arange(len(going)), chosen]


def _memories_after(states: TurnStates) -> tuple[Numbers, Numbers]:
    """Return the place of the memory after a throw that is played, and after one that cannot be.

    Each by the place of that before it and by whether it is a double. ``_ENDS`` ends the turn.
    """
    every = range(len(states.memories))
    # The tiles make no difference to the memory: with none the number is that of its place.
    blocked = [[_ENDS if then is None else then for then in states.blocked(one)] for one in every]
    return np.array([states.played(one) for one in every]), np.array(blocked)


def _each(function: Callable[[int], bool], numbers: Numbers) -> Flags:
    return np.array([function(number) for number in numbers.tolist()], dtype=np.bool_)


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
