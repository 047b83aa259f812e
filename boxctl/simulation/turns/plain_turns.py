"""Turns played one at a time, in plain Python, where numpy is not installed.

The same random numbers give the same turns as :mod:`boxctl.simulation.turns.lockstep_turns`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from boxctl.odds.sampling import HALF, HALF_BITS
from boxctl.simulation.endless import endless_match
from boxctl.simulation.turns.turn_policies import TurnPolicy
from boxctl.simulation.turns.turn_table import TurnTable

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
