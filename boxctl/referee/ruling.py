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
from boxctl.referee.put_back import PutBack
from boxctl.referee.verdict import Verdict
from boxctl.rules.moves import Move
from boxctl.rules.tiles import TileSet
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import MatchTime


@frozen_dataclass(kw_only=True)
class ContractRuling:
    """A ruling with the fields of the contract alone, of any verdict.

    They are as in :class:`Ruling` and its payload, and None where the verdict has no such field.
    ``text`` is its sentence, empty if it is not known.
    """

    at: MatchTime
    line: int
    verdict: Verdict
    rule: str
    player: str
    open: TileSet
    unverified: tuple[Doubt, ...] | None = None
    text: str = ""
    throw: tuple[object, ...] | None = None
    markers: int | None = None
    moves: tuple[Move, ...] | None = None
    tiles: TileSet | None = None
    put_back: PutBack | None = None
    score: int | None = None
    scores: dict[str, int] | None = None
    totals: dict[str, int] | None = None
    out: tuple[str, ...] | None = None
    winners: tuple[str, ...] | None = None
    payout: dict[str, int] | None = None

    @property
    def contract(self) -> ContractRuling:
        """This ruling, as of :class:`Ruling`."""
        return self


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
    def contract(self) -> ContractRuling:
        """The ruling with the fields of the contract alone, without its sentence."""
        return ContractRuling(
            at=self.at,
            line=self.line,
            verdict=self.verdict,
            rule=self.rule,
            player=self.player,
            open=self.open,
            unverified=self.unverified,
            **{name: getattr(self.payload, name) for name in self.payload.contract},
        )

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
