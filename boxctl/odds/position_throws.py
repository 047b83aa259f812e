"""The throws of one position, with the positions that their moves lead to.

:mod:`boxctl.odds.scored_turn` and its compiled twin both read these.
"""

from __future__ import annotations

from typing import NamedTuple

from boxctl.odds.turn import ThrowTable


class PositionThrows(NamedTuple):
    """All throws of one number of dice in one position, as numbers of throws.

    ``played`` has, for each kind of throw that can be played, how many such throws there are and
    the positions that the moves lead to. ``ending`` and ``stopping`` throws end the turn, the
    latter by a stop number (R5.2); ``again`` ones are thrown again (R5.4). All add up to
    ``weight``.
    """

    weight: int
    played: tuple[tuple[int, tuple[int, ...]], ...]
    ending: int
    stopping: int
    again: int


def position_throws(throws: ThrowTable, number: int) -> PositionThrows:
    """Return the throws of the position of this number in its sub-box."""
    played, ending, again = [], 0, 0
    for weight, moves, rethrown in throws.answers:
        if led := tuple(number ^ move for move in moves if move & number == move):
            played.append((weight, led))
        elif rethrown:
            again += weight
        else:
            ending += weight
    return PositionThrows(throws.weight, tuple(played), ending, throws.stopping, again)
