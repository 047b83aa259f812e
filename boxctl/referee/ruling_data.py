"""Rulings as JSON data: the fields of the contract, and all that a journal keeps.

:func:`as_data` and :func:`from_data` are each other's inverse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from math import isfinite
from typing import Any, NamedTuple, TypeVar, get_args

from boxctl.referee.doubt import Doubt, DoubtReason
from boxctl.referee.payloads import Payload, Refusal, VoidThrow
from boxctl.referee.put_back import PutBack
from boxctl.referee.ruling import Ruling
from boxctl.referee.verdict import (
    Action,
    DisturbanceReason,
    NextStep,
    StartOutcome,
    TurnEnd,
    VoidReason,
)
from boxctl.rules.moves import Move
from boxctl.rules.ruleset import Combine, OpeningLost, Stops
from boxctl.rules.tiles import TileSet, numbers, tile_set
from groundwork.limits import MOST_TILES
from groundwork.times import MatchTime

Choice = TypeVar("Choice", bound=str)


_HEAD = ("at", "line", "verdict", "rule", "player", "open", "text", "unverified")
"""The keys of every ruling of the contract."""


class NoRuling(ValueError):
    """Data that are not those of a ruling."""


class _Codec(NamedTuple):
    """Writes the value of a field, and reads it back; ``read`` raises :class:`NoRuling`."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class _Field(NamedTuple):
    """A field of a payload, and the key under which it is written.

    One that is not ``needed`` may be None and is then left out.
    """

    name: str
    key: str
    codec: _Codec
    needed: bool


def as_contract(ruling: Ruling, text: str, doubts: Sequence[str]) -> dict[str, Any]:
    """Write a ruling as the JSON object of the contract, with ``at`` in seconds.

    ``text`` is its sentence and ``doubts`` are its doubts in words: neither is made here.
    """
    written = _head(ruling)
    written["text"] = text
    _write_fields(written, ruling.payload, _CONTRACT[type(ruling.payload)])
    if ruling.unverified is not None:
        written["unverified"] = list(doubts)
    return written


def from_contract(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what :func:`as_contract` could have written of these data. Raises :class:`NoRuling`.

    The line, the text and the doubts may be missing; the doubts may be data, as a journal has them.
    Leaves out all other keys.
    """
    try:
        if not isfinite(_number(data["at"])):
            raise NoRuling("at is not finite")
        _text(data["rule"])
        _text(data["player"])
        _text(data.get("text", ""))
        _tiles(data["open"])
        _doubts(data.get("unverified", ()))
        fields = _CONTRACT[_BY_VERDICT[_text(data["verdict"])]]
        found = _read_fields(data, fields)
    except (KeyError, TypeError, ValueError, OverflowError) as problem:
        raise NoRuling(str(problem)) from problem
    return {key: data[key] for key in (*_HEAD, *map(_key, found)) if key in data}


def as_data(ruling: Ruling) -> dict[str, Any]:
    """Write a whole ruling without any words: the fields of the contract, then all others."""
    written = _head(ruling)
    _write_fields(written, ruling.payload, _ALL[type(ruling.payload)])
    if ruling.unverified is not None:
        written["unverified"] = list(map(doubt_as_data, ruling.unverified))
    return written


def from_data(data: Mapping[str, Any]) -> Ruling:
    """Read the ruling that :func:`as_data` has written. Raises :class:`NoRuling`.

    Ignores unknown keys.
    """
    try:
        payload = _read_payload(_BY_VERDICT[_text(data["verdict"])], data)
        unverified = data.get("unverified")
        return Ruling(
            at=in_microseconds(_number(data["at"])),
            line=_whole(data["line"]),
            rule=_text(data["rule"]),
            player=_text(data["player"]),
            open=_tiles(data["open"]),
            payload=payload,
            unverified=None if unverified is None else _doubts(unverified),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as problem:
        raise NoRuling(str(problem)) from problem


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
    """Read what :func:`doubt_as_data` has written. Raises :class:`NoRuling`."""
    if isinstance(data, str):
        return Doubt(DoubtReason.IN_WORDS, data)
    try:
        reason, source = DoubtReason(_text(_object(data)["reason"])), data.get("source", "")
        lasted = in_microseconds(_number(data.get("seconds", 0)))
    except (KeyError, ValueError, OverflowError) as problem:
        raise NoRuling(str(problem)) from problem
    if reason is DoubtReason.IN_WORDS or not _SOURCE[reason](source):
        raise NoRuling(f"{source!r} cannot be the source of {reason}")
    return Doubt(reason, source, lasted)


def in_seconds(at: int) -> float:
    """Convert microseconds to seconds; a time too large for floating point to whole seconds."""
    return at / 1_000_000 if at.bit_length() < 1000 else at // 1_000_000


def in_microseconds(seconds: float) -> MatchTime:
    """Convert a finite time in seconds to whole microseconds, however large."""
    if isinstance(seconds, int) or abs(seconds) >= 2**53:
        return MatchTime(int(seconds) * 1_000_000)
    return MatchTime(round(seconds * 1_000_000))


def moves_as_json(moves: Iterable[Move]) -> list[dict[str, Any]]:
    """Write moves as the contract has them, each with its tiles and its rule."""
    return [{"tiles": numbers(move.tiles), "rule": move.rule} for move in moves]


def put_back_as_json(value: PutBack) -> dict[str, tuple[int, ...]]:
    """Write what must still move as the contract has it: always both keys."""
    return {"open": numbers(value.open), "shut": numbers(value.shut)}


def _head(ruling: Ruling) -> dict[str, Any]:
    return {
        "at": in_seconds(ruling.at),
        "line": ruling.line,
        "verdict": ruling.payload.verdict.value,
        "rule": ruling.rule,
        "player": ruling.player,
        "open": numbers(ruling.open),
    }


def _write_fields(written: dict[str, Any], payload: Any, fields: Iterable[_Field]) -> None:
    for name, key, codec, _needed in fields:
        value = getattr(payload, name)
        if value is not None:
            written[key] = codec.write(value)


def _read_payload(kind: type[Any], data: Mapping[str, Any]) -> Any:
    return kind(**_read_fields(data, _ALL[kind]))


def _read_fields(data: Mapping[str, Any], fields: Iterable[_Field]) -> dict[str, Any]:
    found = {}
    for name, key, codec, needed in fields:
        if data.get(key) is not None:
            found[name] = codec.read(data[key])
        elif needed:
            raise NoRuling(f"there is no {key}")
    return found


# Reading refuses whatever was not written here.


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise NoRuling(f"{value!r} is not a whole number")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NoRuling(f"{value!r} is not a number")
    return value


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise NoRuling(f"{value!r} is neither true nor false")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise NoRuling(f"{value!r} is not a text")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise NoRuling(f"{value!r} is not a list")
    return list(value)


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(map(_text, _list(value)))


def _wholes(value: Any) -> tuple[int, ...]:
    return tuple(map(_whole, _list(value)))


def _tile(value: Any) -> int:
    if not 1 <= _whole(value) <= MOST_TILES:
        raise NoRuling(f"{value!r} is no tile")
    return _whole(value)


def _tiles(value: Any) -> TileSet:
    return tile_set(map(_tile, _list(value)))


def _tile_or_tiles(value: Any) -> TileSet:
    return _tiles(value) if isinstance(value, list | tuple) else _tiles([value])


def _as_tile_or_tiles(tiles: TileSet) -> int | tuple[int, ...]:
    return tiles.bit_length() if tiles.bit_count() == 1 else numbers(tiles)


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise NoRuling(f"{value!r} is not an object")
    return value


def _by_player(value: Any) -> dict[str, int]:
    return {_text(name): _whole(amount) for name, amount in _object(value).items()}


def _moves(value: Any) -> tuple[Move, ...]:
    return tuple(Move(_tiles(move["tiles"]), _text(move["rule"])) for move in _list(value))


def _put_back(value: Any) -> PutBack:
    return PutBack(_tiles(value["open"]), _tiles(value["shut"]))


def _refusal(value: Any) -> Refusal:
    refusal: Refusal = _read_payload(Refusal, _object(value))
    return refusal


def _write_refusal(refusal: Refusal) -> dict[str, Any]:
    written: dict[str, Any] = {}
    _write_fields(written, refusal, _ALL[Refusal])
    return written


def _doubts(value: Any) -> tuple[Doubt, ...]:
    return tuple(map(doubt_from_data, _list(value)))


def _same(value: Any) -> Any:
    return value


def _one_of(*choices: Choice) -> _Codec:
    by_value = {str(choice): choice for choice in choices}
    return _Codec(str, lambda value: by_value[_text(value)])


def _is_tile(source: object) -> bool:
    return type(source) is int and 1 <= source <= MOST_TILES


def _is_name(source: object) -> bool:
    return isinstance(source, str) and source != ""


def _is_contact(source: object) -> bool:
    return _is_tile(source) or _is_name(source)


_SOURCE: Mapping[DoubtReason, Callable[[object], bool]] = {
    DoubtReason.DEVICE_LOST: _is_name,
    DoubtReason.SENSOR_QUARANTINED: _is_tile,
    DoubtReason.NOT_SHOWN: _is_tile,
    DoubtReason.CHATTERED: _is_contact,
    DoubtReason.TIME_UNKNOWN: _is_contact,
    DoubtReason.UNOBSERVED: _is_tile,
    DoubtReason.THROWN_UNHEARD: lambda source: source == "",
    DoubtReason.HOST_SLEPT: lambda source: source == "",
    DoubtReason.OTHER_ROLLER: lambda source: source == "",
    DoubtReason.DECLARED: lambda source: source == "",
}
"""The check of a doubt's source, by its reason."""

_WHOLE = _Codec(_same, _whole)
_WHOLES = _Codec(list, _wholes)
_TRUTH = _Codec(_same, _truth)
_TEXTS = _Codec(list, _texts)
_TILES = _Codec(numbers, _tiles)
_MOVES = _Codec(moves_as_json, _moves)
_PUT_BACK = _Codec(put_back_as_json, _put_back)
_BY_PLAYER = _Codec(_same, _by_player)

_CODECS: Mapping[str, _Codec] = {
    "throw": _WHOLES,
    "thrown": _WHOLES,
    "dice_counts": _WHOLES,
    "sides": _WHOLE,
    "highest": _WHOLE,
    "markers": _WHOLE,
    "moves": _MOVES,
    "allowed": _MOVES,
    "tiles": _TILES,
    "moved": _TILES,
    "back": _Codec(_as_tile_or_tiles, _tile_or_tiles),
    "opening_tile": _Codec(_same, _tile),
    "put_back": _PUT_BACK,
    "needed": _PUT_BACK,
    "refusal": _Codec(_write_refusal, _refusal),
    "score": _WHOLE,
    "scores": _BY_PLAYER,
    "totals": _BY_PLAYER,
    "payout": _BY_PLAYER,
    "stake": _WHOLE,
    "currency": _Codec(_same, _text),
    "out": _TEXTS,
    "winners": _TEXTS,
    "named": _TEXTS,
    "following": _Codec(_same, _text),
    "tied": _TEXTS,
    "added_up": _TRUTH,
    "takes_box": _TRUTH,
    "is_out": _TRUTH,
    "throw_commits": _TRUTH,
    "settles": _TRUTH,
    "action": _one_of(*Action),
    "outcome": _one_of(*StartOutcome),
    "void_reason": _one_of(*VoidReason),
    "disturbance_reason": _one_of(*DisturbanceReason),
    "next_step": _one_of(*NextStep),
    "turn_end": _one_of(*TurnEnd),
    "combine": _one_of(*get_args(Combine)),
    "stops": _one_of(*get_args(Stops)),
    "opening_lost": _one_of(*get_args(OpeningLost)),
}

_KEYS = {"back": "tile"}
"""The keys of fields whose names are others: before R4.11 one tile was taken back at a time."""

_AS_REPORTED = _Codec(list, lambda value: tuple(_list(value)))
"""The codec of dice that do not count, which may be anything."""


def _fields(kind: type[Any]) -> tuple[_Field, ...]:
    """Return all fields of a payload, those of the contract first."""
    order = (*kind.contract, *(f.name for f in fields(kind) if f.name not in kind.contract))
    needed = {field.name for field in fields(kind) if field.default is MISSING}
    void = kind is VoidThrow
    return tuple(
        _Field(
            name,
            _key(name),
            _AS_REPORTED if void and name == "throw" else _CODECS[name],
            name in needed,
        )
        for name in order
    )


def _key(name: str) -> str:
    return _KEYS.get(name, name)


_BY_VERDICT: Mapping[str, type[Any]] = {kind.verdict: kind for kind in get_args(Payload)}
_ALL = {kind: _fields(kind) for kind in (*_BY_VERDICT.values(), Refusal)}
_CONTRACT = {kind: _ALL[kind][: len(kind.contract)] for kind in _BY_VERDICT.values()}
