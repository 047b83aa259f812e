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
from groundwork.language import tr

LONGEST_TURN = 20_000
"""Throws after which a turn is taken to be endless."""


class PlayedTurn(NamedTuple):
    """How a turn ended: the position left, how many throws it took, and whether the box was shut
    or a stop number thrown (R5.2).
    """

    left: int
    throws: int
    shut: bool
    stopped: bool


def play_turn(table: TurnTable, policy: TurnPolicy, start: int, words: Iterator[int]) -> PlayedTurn:
    """Play a turn from this position. Raises :class:`RuleFault` (BX208) if it does not end.

    Each throw takes a random number. One who errs takes another before a throw with a choice of
    dice, and another for each error with a move.
    """
    at, kept, size = start, 0, table.box.size
    for throws in range(1, LONGEST_TURN):
        word = _chosen_dice(table, policy, at, kept, words)
        kinds = table.throws[word.dice]
        kind = table.kinds[kinds[(word.throw >> HALF_BITS) * len(kinds) >> HALF_BITS]]
        if kind.stops:
            return PlayedTurn(at, throws, shut=False, stopped=True)
        allowed = table.allowed(kind, at)
        if not allowed and not kept and not (kind.double and table.doubles != "none"):
            return PlayedTurn(at, throws, shut=False, stopped=False)
        kept = _kept(table, kept, double=kind.double, playable=bool(allowed))
        if allowed:
            lefts = [(at ^ move) + size * kept for move in allowed]
            at = _answered(policy, lefts, word.throw, words) % size
            if not at or table.one_throw:
                return PlayedTurn(at, throws, shut=not at, stopped=False)
    raise endless()


class _Thrown(NamedTuple):
    """Which of the numbers of dice is thrown, and the random number of the throw."""

    dice: int
    throw: int


def _kept(table: TurnTable, kept: int, *, double: bool, playable: bool) -> int:
    """Return what is kept after a throw that does not end the turn (R5.5, R5.6)."""
    match table.doubles:
        case "extra":
            return int(playable and double)
        case "insurance":
            return kept + double - (not playable)
        case _:
            return 0


def _chosen_dice(
    table: TurnTable, policy: TurnPolicy, at: int, kept: int, words: Iterator[int]
) -> _Thrown:
    choices = table.choices(at)
    if len(choices) == 1:
        return _Thrown(choices[0], next(words))
    chosen = int(policy.more_dice(at + table.box.size * kept))
    if policy.errors:
        word = next(words)
        if word & HALF - 1 < policy.errors:
            chosen = (word >> HALF_BITS) * len(choices) >> HALF_BITS
    return _Thrown(choices[chosen], next(words))


def _answered(policy: TurnPolicy, lefts: list[int], word: int, words: Iterator[int]) -> int:
    """Return what the player's move leaves, of all that the moves may leave."""
    if word & HALF - 1 < policy.errors:
        return lefts[(next(words) >> HALF_BITS) * len(lefts) >> HALF_BITS]
    return max(lefts, key=policy.worth_of)


def endless() -> RuleFault:
    """Return the fault of a match that does not end."""
    return RuleFault("BX208", tr("a match by these rules does not end"), tr("change one of them"))
