"""Rulings as JSON data: the fields of the contract, and all that a journal keeps.

:func:`as_data` and :func:`from_data` are each other's inverse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, get_args

from boxctl.referee.doubt import Doubts, doubt_as_data
from boxctl.referee.fields import (
    fields_of,
    in_microseconds,
    in_seconds,
    kind_of,
    number,
    read_fields,
    tiles,
    whole,
    write_fields,
)
from boxctl.referee.fields import (
    text as read_text,
)
from boxctl.referee.payloads import Payload
from boxctl.referee.ruling import Ruling
from boxctl.rules.tiles import numbers

_HEAD = ("at", "line", "verdict", "rule", "player", "open", "text", "unverified")
"""The keys of every ruling of the contract."""


class NoRuling(ValueError):
    """Data that are not those of a ruling."""


def as_contract(ruling: Ruling, text: str, doubts: Sequence[str]) -> dict[str, Any]:
    """Write a ruling as the JSON object of the contract, with ``at`` in seconds.

    ``text`` is its sentence and ``doubts`` are its doubts in words: neither is made here.
    """
    written = _head(ruling)
    written["text"] = text
    write_fields(ruling.payload, _CONTRACT[type(ruling.payload)], behind=written)
    if ruling.unverified is not None:
        written["unverified"] = list(doubts)
    return written


def from_contract(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what :func:`as_contract` could have written of these data. Raises :class:`NoRuling`.

    The line, the text and the doubts may be missing; the doubts may be data, as a journal has them.
    Leaves out all other keys.
    """
    try:
        if not isfinite(number(data["at"])):
            raise NoRuling("at is not finite")
        read_text(data["rule"])
        read_text(data["player"])
        read_text(data.get("text", ""))
        tiles(data["open"])
        _DOUBTS.read(data.get("unverified", ()))
        fields = _CONTRACT[PAYLOADS[read_text(data["verdict"])]]
        read_fields(data, fields, null_is_missing=True)
    except (KeyError, TypeError, ValueError, OverflowError) as problem:
        raise NoRuling(str(problem)) from problem
    keys = (*_HEAD, *(each.key for each in fields if data.get(each.key) is not None))
    return {key: data[key] for key in keys if key in data}


def as_data(ruling: Ruling) -> dict[str, Any]:
    """Write a whole ruling without any words: the fields of the contract, then all others."""
    written = _head(ruling)
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


def _head(ruling: Ruling) -> dict[str, Any]:
    return {
        "at": in_seconds(ruling.at),
        "line": ruling.line,
        "verdict": str(ruling.payload.verdict),
        "rule": ruling.rule,
        "player": ruling.player,
        "open": numbers(ruling.open),
    }


PAYLOADS: Mapping[str, type[Any]] = {kind.verdict: kind for kind in get_args(Payload)}
"""The payload of each verdict."""

_DOUBTS = kind_of(Doubts)
_CONTRACT = {kind: fields_of(kind)[: len(kind.contract)] for kind in PAYLOADS.values()}
