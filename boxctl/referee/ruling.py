"""A ruling: its time, its rule, its data, the tiles open after it, and the doubts about it.

A doubt is a reason why a ruling may rest on something false. A table has them, never the referee.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from math import isfinite
from typing import Annotated, Any, get_args

from boxctl.referee.fields import (
    PutBack,
    WrongValue,
    fields_of,
    in_microseconds,
    in_seconds,
    is_tile,
    kind_of,
    list_of,
    members,
    number,
    read_fields,
    text,
    tiles,
    whole,
    write_fields,
)
from boxctl.referee.fields import text as read_text
from boxctl.referee.payloads import (
    FirstThrow,
    Payload,
    ThrowAccepted,
    ThrowAgain,
    TurnOver,
    Verdict,
    VoidThrow,
)
from boxctl.rules.moves import Move
from boxctl.rules.tiles import TileSet, numbers
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import MatchTime


class DoubtReason(StrEnum):
    """The reason of a doubt; its value is recorded in the journal.

    ``source`` below is :attr:`Doubt.source`.
    """

    DEVICE_LOST = "device_lost"
    """A device does not answer. ``source``: its name."""

    SENSOR_QUARANTINED = "sensor_quarantined"
    """The lever of a tile stands as people say. ``source``: the tile."""

    NOT_SHOWN = "not_shown"
    """A lever has moved, and its sensor did not show it. ``source``: the tile."""

    CHATTERED = "chattered"
    """A contact was restless for longer than a bounce. ``source``: the tile or button."""

    TIME_UNKNOWN = "time_unknown"
    """No edge told when a contact changed. ``source``: the tile or button."""

    UNOBSERVED = "unobserved"
    """The box was not read while a lever may have moved and returned. ``source``: the tile."""

    THROWN_UNHEARD = "thrown_unheard"
    """The dice were thrown while the roller could not be heard. No ``source``."""

    HOST_SLEPT = "host_slept"
    """The dice were thrown long before they could be judged. No ``source``."""

    OTHER_ROLLER = "other_roller"
    """The dice are of another roller than the match began with. No ``source``."""

    DECLARED = "declared"
    """After an interruption the players declared the levers to be right. No ``source``."""

    IN_WORDS = "in_words"
    """An early journal kept the words alone, which are the ``source``."""


@frozen_dataclass
class Doubt:
    """One doubt. ``lasted``: for how many microseconds a contact chattered or the host slept."""

    reason: DoubtReason
    source: int | str = ""
    lasted: int = 0


def doubt_as_data(doubt: Doubt) -> dict[str, Any] | str:
    """Write a doubt: its reason, its source, and for how many ``seconds`` a contact chattered."""
    if doubt.reason is DoubtReason.IN_WORDS:
        return str(doubt.source)
    written: dict[str, Any] = {"reason": doubt.reason.value}
    if doubt.source != "":
        written["source"] = doubt.source
    if doubt.lasted:
        written["seconds"] = in_seconds(doubt.lasted)
    return written


def doubt_from_data(data: Any) -> Doubt:
    """Read what :func:`doubt_as_data` has written. Raises :class:`WrongValue`."""
    if isinstance(data, str):
        return Doubt(DoubtReason.IN_WORDS, data)
    try:
        reason, source = DoubtReason(text(members(data)["reason"])), data.get("source", "")
        lasted = in_microseconds(number(data.get("seconds", 0)))
    except (KeyError, ValueError, OverflowError) as problem:
        raise WrongValue(str(problem)) from problem
    if reason is DoubtReason.IN_WORDS or not _SOURCE[reason](source):
        raise WrongValue(f"{source!r} cannot be the source of {reason}")
    return Doubt(reason, source, lasted)


def _is_name(source: object) -> bool:
    return isinstance(source, str) and source != ""


def _is_contact(source: object) -> bool:
    return is_tile(source) or _is_name(source)


def _is_nothing(source: object) -> bool:
    return source == ""


_SOURCE: Mapping[DoubtReason, Callable[[object], bool]] = {
    DoubtReason.DEVICE_LOST: _is_name,
    DoubtReason.SENSOR_QUARANTINED: is_tile,
    DoubtReason.NOT_SHOWN: is_tile,
    DoubtReason.CHATTERED: _is_contact,
    DoubtReason.TIME_UNKNOWN: _is_contact,
    DoubtReason.UNOBSERVED: is_tile,
    DoubtReason.THROWN_UNHEARD: _is_nothing,
    DoubtReason.HOST_SLEPT: _is_nothing,
    DoubtReason.OTHER_ROLLER: _is_nothing,
    DoubtReason.DECLARED: _is_nothing,
}
"""The check of a doubt's source, by its reason."""

Doubts = Annotated[
    tuple[Doubt, ...],
    list_of("doubts", doubt_from_data, lambda doubts: list(map(doubt_as_data, doubts)) or None),
]


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
    wins: dict[str, int] | None = None
    winners: tuple[str, ...] | None = None
    payout: dict[str, int] | None = None
    handicap: dict[str, int] | None = None

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


class NoRuling(ValueError):
    """Data that are not those of a ruling."""


def as_contract(
    ruling: Ruling | ContractRuling, text: str, doubts: Sequence[str]
) -> dict[str, Any]:
    """Write a ruling as the JSON object of the contract, with ``at`` in seconds.

    ``text`` is its sentence and ``doubts`` are its doubts in words: neither is made here.
    """
    data = ruling if isinstance(ruling, ContractRuling) else ruling.payload
    written = _head(ruling, data.verdict)
    written["text"] = text
    write_fields(data, _CONTRACT[data.verdict], behind=written)
    if ruling.unverified is not None:
        written["unverified"] = list(doubts)
    return written


def from_contract(data: Mapping[str, Any]) -> ContractRuling:
    """Read a ruling that :func:`as_contract` could have written. Raises :class:`NoRuling`.

    The line, the text and the doubts may be missing; the doubts may be data, as a journal has them.
    """
    try:
        if not isfinite(number(data["at"])):
            raise NoRuling("at is not finite")
        kind = PAYLOADS[read_text(data["verdict"])]
        return ContractRuling(
            at=in_microseconds(data["at"]),
            line=whole(data.get("line", 0)),
            verdict=kind.verdict,
            rule=read_text(data["rule"]),
            player=read_text(data["player"]),
            open=tiles(data["open"]),
            unverified=_DOUBTS.read(data["unverified"]) if "unverified" in data else None,
            text=read_text(data.get("text", "")),
            **read_fields(data, _CONTRACT[kind.verdict], null_is_missing=True),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as problem:
        raise NoRuling(str(problem)) from problem


def as_data(ruling: Ruling) -> dict[str, Any]:
    """Write a whole ruling without any words: the fields of the contract, then all others."""
    written = _head(ruling, ruling.payload.verdict)
    write_fields(ruling.payload, fields_of(type(ruling.payload)), behind=written)
    if ruling.unverified is not None:
        written["unverified"] = list(map(doubt_as_data, ruling.unverified))
    return written


def from_data(data: Mapping[str, Any]) -> Ruling:
    """Read the ruling that :func:`as_data` has written. Raises :class:`NoRuling`.

    Ignores unknown keys.
    """
    try:
        kind = PAYLOADS[read_text(data["verdict"])]
        unverified = data.get("unverified")
        return Ruling(
            at=in_microseconds(number(data["at"])),
            line=whole(data["line"]),
            rule=read_text(data["rule"]),
            player=read_text(data["player"]),
            open=tiles(data["open"]),
            payload=kind(**read_fields(data, fields_of(kind), null_is_missing=True)),
            unverified=None if unverified is None else _DOUBTS.read(unverified),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as problem:
        raise NoRuling(str(problem)) from problem


def _head(ruling: Ruling | ContractRuling, verdict: Verdict) -> dict[str, Any]:
    return {
        "at": in_seconds(ruling.at),
        "line": ruling.line,
        "verdict": str(verdict),
        "rule": ruling.rule,
        "player": ruling.player,
        "open": numbers(ruling.open),
    }


PAYLOADS: Mapping[str, type[Any]] = {kind.verdict: kind for kind in get_args(Payload)}
"""The payload of each verdict."""

_DOUBTS = kind_of(Doubts)
_CONTRACT = {name: fields_of(kind)[: len(kind.contract)] for name, kind in PAYLOADS.items()}
