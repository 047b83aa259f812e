"""A ruling: its time, its rule, its data, and the tiles open after it."""

from __future__ import annotations

from boxctl.referee.doubt import Doubt
from boxctl.referee.payloads import (
    FirstThrow,
    Payload,
    ThrowAccepted,
    ThrowAgain,
    TurnOver,
    VoidThrow,
)
from boxctl.referee.verdict import Verdict
from boxctl.rules.tiles import TileSet
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import MatchTime


@frozen_dataclass
class Ruling:
    """One ruling of the referee, as data: its sentence is made where it is shown.

    ``at`` is match time in microseconds; ``line`` is the input line that caused it (0 for none);
    ``open`` are the tiles open by the referee's book after it. ``unverified`` are the doubts about
    it: a table sets them if its sensors or the roller were in doubt, the referee never does.
    """

    at: MatchTime
    line: int
    rule: str
    player: str
    open: TileSet
    payload: Payload
    unverified: tuple[Doubt, ...] | None = None

    @property
    def verdict(self) -> Verdict:
        """The kind of the ruling."""
        return self.payload.verdict

    @property
    def throw(self) -> tuple[object, ...] | None:
        """The throw that is ruled on, whether it counts or not; None for other rulings."""
        match self.payload:
            case (
                FirstThrow(throw=throw)
                | ThrowAccepted(throw=throw)
                | ThrowAgain(throw=throw)
                | VoidThrow(throw=throw)
                | TurnOver(throw=throw)
            ):
                return throw
            case _:
                return None
