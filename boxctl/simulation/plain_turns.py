"""Turns played one at a time, in plain Python: what :mod:`lockstep_turns` does, where numpy is
not installed. The same random numbers give the same turns in both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from boxctl.odds.sampling import HALF, HALF_BITS
from boxctl.rules.faults import RuleFault
from boxctl.simulation.turn_policies import TurnPolicy
from boxctl.simulation.turn_table import TurnTable

LONGEST_TURN = 20_000
"""Throws after which a turn is taken to be endless."""


class TurnEnd(NamedTuple):
    """How a turn ended: the position left, how many throws it took, and whether the box was shut
    or a stop number thrown (R5.2).
    """

    left: int
    throws: int
    shut: bool
    stopped: bool


def play_turn(table: TurnTable, policy: TurnPolicy, start: int, words: Iterator[int]) -> TurnEnd:
    """Play a turn from this position. Raises :class:`RuleFault` (BX208) if it does not end.

    Each throw takes a random number. One who errs takes another before a throw with a choice of
    dice, and another for each error with a move.
    """
    at, markers, extra = start, 0, False
    for throws in range(1, LONGEST_TURN):
        word = _chosen_dice(table, policy, at, words)
        kinds = table.throws[word.dice]
        kind = table.kinds[kinds[(word.throw >> HALF_BITS) * len(kinds) >> HALF_BITS]]
        if kind.stops:
            return TurnEnd(at, throws, shut=False, stopped=True)
        markers += kind.double and table.doubles == "insurance"
        had_extra, extra = extra, False
        allowed = table.allowed(kind, at)
        if allowed:
            at = _answered(policy, at, allowed, word.throw, words)
            if not at or table.one_throw:
                return TurnEnd(at, throws, shut=not at, stopped=False)
            extra = kind.double and table.doubles == "extra"
        elif markers:
            markers -= 1
        elif not (had_extra or (kind.double and table.doubles in ("rethrow", "extra"))):
            return TurnEnd(at, throws, shut=False, stopped=False)
    raise endless()


class _Thrown(NamedTuple):
    """Which of the numbers of dice is thrown, and the random number of the throw."""

    dice: int
    throw: int


def _chosen_dice(table: TurnTable, policy: TurnPolicy, at: int, words: Iterator[int]) -> _Thrown:
    choices = table.choices(at)
    if len(choices) == 1:
        return _Thrown(choices[0], next(words))
    chosen = int(policy.more_dice(at))
    if policy.errors:
        word = next(words)
        if word & HALF - 1 < policy.errors:
            chosen = (word >> HALF_BITS) * len(choices) >> HALF_BITS
    return _Thrown(choices[chosen], next(words))


def _answered(
    policy: TurnPolicy, at: int, allowed: list[int], word: int, words: Iterator[int]
) -> int:
    """Return the position that the player's move leaves."""
    if word & HALF - 1 < policy.errors:
        return at ^ allowed[(next(words) >> HALF_BITS) * len(allowed) >> HALF_BITS]
    worth_of = policy.worth_of
    return max((at ^ move for move in allowed), key=worth_of)


def endless() -> RuleFault:
    """Return the fault of a match that does not end."""
    return RuleFault("BX208", "a match by these rules does not end", "change one of them")
