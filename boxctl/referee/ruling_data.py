"""Rulings as JSON data: the fields of the contract, and all that a journal keeps.

:func:`as_data` and :func:`from_data` are each other's inverse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, get_args

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
from boxctl.referee.ruling import ContractRuling, Doubts, Ruling, doubt_as_data
from boxctl.referee.verdict import Verdict
from boxctl.rules.tiles import numbers


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
