"""Turns played one at a time, in plain Python, where numpy is not installed.

The same random numbers give the same turns as :mod:`boxctl.simulation.turns.lockstep_turns`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boxctl.odds.policies import Policy
from boxctl.odds.prizes.scored_turn import Prize
from boxctl.odds.sampling import HALF, HALF_BITS, SampledTurns, first_state, sample_blocks, words_of
from boxctl.simulation.play_match import endless_match
from boxctl.simulation.turns.turn_policies import (
    SeatedPolicies,
    TurnPolicy,
    TurnTable,
    table_of_the_300,
    turn_policy,
)

LONGEST_TURN = 20_000
"""Throws after which a turn is taken to be endless."""


class PlayedTurn(NamedTuple):
    """The end of a turn: the position left, and how many throws it took.

    It was ``shut`` if nothing is left, ``stopped`` if a stop number was thrown (R5.2).
    """

    left: int
    throws: int
    shut: bool
    stopped: bool


def play_turn(table: TurnTable, policy: TurnPolicy, start: int, words: Iterator[int]) -> PlayedTurn:
    """Play a turn from this position.

    Each throw takes a random number from ``words``. A player with errors takes another one before a
    throw with a choice of dice, and one for each error with a move. Raises
    :class:`boxctl.rules.faults.RuleFault` (BX208) for a turn that does not end.
    """
    states = table.states
    state = start << states.bits
    for throws in range(1, LONGEST_TURN):
        at = state >> states.bits
        word = _chosen_dice(table, policy, state, words)
        kinds = table.throws[word.dice]
        kind = table.kinds[kinds[(word.throw >> HALF_BITS) * len(kinds) >> HALF_BITS]]
        if kind.stops:
            return PlayedTurn(at, throws, shut=False, stopped=True)
        then = states.blocked(state)[kind.double]
        if allowed := table.allowed(kind, at):
            played = states.played(state)[kind.double]
            led = [played ^ move << states.bits for move in allowed]
            state = _answered(policy, led, word.throw, words)
            left = state >> states.bits
            if not left or table.one_throw:
                return PlayedTurn(left, throws, shut=not left, stopped=False)
        elif then is None:
            return PlayedTurn(at, throws, shut=False, stopped=False)
        else:
            state = then
    raise endless_match()


def play_blocks_of_the_300(
    policy: Policy, seed: int, first: int, last: int, games: int
) -> SampledTurns:
    """As :func:`boxctl.odds.sampling.play_blocks`; the ends are tile sets.

    Raises :class:`TypeError` for an unknown policy.
    """
    table = table_of_the_300()
    turn = turn_policy(table, policy)

    def play(words: Iterator[int]) -> tuple[int, int]:
        end = play_turn(table, turn, table.start, words)
        return end.left, end.throws

    return sample_blocks(play, seed, first, last, games)


class _DrawnThrow(NamedTuple):
    """The index of the number of dice that is thrown, and the random number of the throw."""

    dice: int
    throw: int


def _chosen_dice(
    table: TurnTable, policy: TurnPolicy, state: int, words: Iterator[int]
) -> _DrawnThrow:
    choices = table.choices(state >> table.states.bits)
    if len(choices) == 1:
        return _DrawnThrow(choices[0], next(words))
    chosen = int(policy.more_dice(state))
    if policy.errors:
        word = next(words)
        if word & HALF - 1 < policy.errors:
            chosen = (word >> HALF_BITS) * len(choices) >> HALF_BITS
    return _DrawnThrow(choices[chosen], next(words))


def _answered(policy: TurnPolicy, led: list[int], word: int, words: Iterator[int]) -> int:
    """Return the state that the player's move leaves, of those that the moves lead to."""
    if word & HALF - 1 < policy.errors:
        return led[(next(words) >> HALF_BITS) * len(led) >> HALF_BITS]
    return max(led, key=policy.worth_of)


class MatchBatch:
    """Matches whose turns are played together, numbered from 0: here one after the other.

    Each match has random numbers of its own, from the seed and its number among all matches. So it
    is the same match in any batch, in any process, with numpy or without.
    """

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
