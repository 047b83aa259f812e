"""What was ruled, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boxctl.rules.moves import Move
from boxctl.rules.tiles import NO_TILES, TileSet, numbers


@dataclass(frozen=True, slots=True)
class PutBack:
    """The levers that must still move: ``open`` to be stood up, ``shut`` to be laid down."""

    open: TileSet = NO_TILES
    shut: TileSet = NO_TILES

    def __bool__(self) -> bool:
        return bool(self.open | self.shut)


def put_back(levers: TileSet, wanted: TileSet) -> PutBack:
    """What must move so that levers that stand so come to stand as wanted (open ones given)."""
    wrong = levers ^ wanted
    return PutBack(open=wrong & wanted, shut=wrong & ~wanted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """One ruling of the referee.

    ``at`` is in microseconds; ``line`` is the input line that caused it (0 for none); ``open``
    are the tiles open by the referee's book after it. The other fields are there where the table
    of verdicts names them. Money is in minor units; ``scores``, ``totals`` and ``payout`` are by
    player. ``unverified`` says why a ruling is not to be relied on: a table sets it where its
    sensors or its line to the roller were in doubt, the referee never does.
    """

    at: int
    line: int
    verdict: str
    rule: str
    player: str
    open: TileSet
    text: str
    throw: tuple[object, ...] | None = None
    moves: tuple[Move, ...] | None = None
    tiles: TileSet | None = None
    put_back: PutBack | None = None
    score: int | None = None
    scores: dict[str, int] | None = None
    totals: dict[str, int] | None = None
    out: tuple[str, ...] | None = None
    winners: tuple[str, ...] | None = None
    payout: dict[str, int] | None = None
    unverified: tuple[str, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        """The ruling as the JSON object of the contract, with ``at`` in seconds."""
        written: dict[str, Any] = {
            "at": in_seconds(self.at),
            "line": self.line,
            "verdict": self.verdict,
            "rule": self.rule,
            "player": self.player,
            "open": numbers(self.open),
            "text": self.text,
        }
        for name, write in _FURTHER_FIELDS:
            value = getattr(self, name)
            if value is not None:
                written[name] = write(value)
        return written


def in_seconds(at: int) -> float:
    """A time in microseconds as seconds; one beyond all floating point, as a whole number."""
    return at / 1_000_000 if at.bit_length() < 1000 else at // 1_000_000


def moves_as_json(moves: tuple[Move, ...]) -> list[dict[str, Any]]:
    """Moves as the contract writes them, each with its tiles and its rule."""
    return [{"tiles": numbers(move.tiles), "rule": move.rule} for move in moves]


def put_back_as_json(value: PutBack) -> dict[str, tuple[int, ...]]:
    """What must still move, as the contract writes it: both keys always."""
    return {"open": numbers(value.open), "shut": numbers(value.shut)}


def _as_it_is(value: Any) -> Any:
    return value


_FURTHER_FIELDS = (
    ("throw", list),
    ("moves", moves_as_json),
    ("tiles", numbers),
    ("put_back", put_back_as_json),
    ("score", _as_it_is),
    ("scores", _as_it_is),
    ("totals", _as_it_is),
    ("out", list),
    ("winners", list),
    ("payout", _as_it_is),
    ("unverified", list),
)
