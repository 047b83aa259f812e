"""The standing of a round between two turns, and what it comes to under best play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add, mul
from typing import NamedTuple

from groundwork.frozen_dataclass import frozen_dataclass

Chances = tuple[float, ...]
"""The chance to win of each of some players, in the order of play."""


class SeatInRound(NamedTuple):
    """A player of a round: whether the seat is ``early``, that is before the first player's (R7.9).

    Only roll-offs, which go by seats, need that. ``handicap`` is what the turn counts more (R7.16),
    in units of :func:`boxctl.rules.ruleset.turn_rank`.
    """

    early: bool = False
    handicap: int = 0


class RoundOutcome(NamedTuple):
    """The outcome of a standing under best play.

    ``chances`` to win are those of the holders, then of those to come. ``all_tie`` is the chance
    that the round ends with ``all_are`` holders, see
    :class:`boxctl.odds.match.round_game.RoundGame`.
    """

    chances: Chances
    all_tie: float


@frozen_dataclass
class RoundStanding:
    """The standing of a round between two turns.

    ``best`` is the lowest score so far, with its handicap, or None; ``holders`` are the players who
    have made it and ``to_come`` those still to play, in the order of play.
    """

    best: int | None
    holders: tuple[SeatInRound, ...]
    to_come: tuple[SeatInRound, ...]

    @property
    def to_tie(self) -> int | None:
        """The score with which the next player ties; None if nobody has one."""
        return None if self.best is None else self.best - self.to_come[0].handicap

    def is_beaten(self, made: int) -> bool:
        """Return whether this score of the next player is higher than the lowest."""
        return self.to_tie is not None and made > self.to_tie

    def after(self, made: int) -> RoundStanding:
        """Return how the round stands when the next player has made this score."""
        player, others = self.to_come[0], self.to_come[1:]
        counted = made + player.handicap
        if self.best is None or counted < self.best:
            return RoundStanding(counted, (player,), others)
        holders = (*self.holders, player) if counted == self.best else self.holders
        return RoundStanding(self.best, holders, others)

    def without_next(self) -> RoundStanding:
        """Return how the round stands when the next player is out of it."""
        return RoundStanding(self.best, self.holders, self.to_come[1:])

    def if_next_loses(self, without: RoundOutcome) -> RoundOutcome:
        """Return the outcome if the next player cannot win, given that of :meth:`without_next`."""
        holders = len(self.holders)
        chances, all_tie = without
        return RoundOutcome((*chances[:holders], 0.0, *chances[holders:]), all_tie)


def expected_outcome(ends: Sequence[tuple[float, RoundOutcome]], players: int) -> RoundOutcome:
    """Return the outcome that these come to, each with its chance."""
    if not ends:
        return RoundOutcome((0.0,) * players, 0.0)
    parts = [part for part, _outcome in ends]
    by_player = zip(*(outcome.chances for _part, outcome in ends), strict=True)
    chances = tuple(reduce(add, map(mul, parts, worths)) for worths in by_player)
    return RoundOutcome(chances, sum(part * outcome.all_tie for part, outcome in ends))
