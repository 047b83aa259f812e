"""The shape of each kind of entry.

The chain proves only that an entry is as it was written, and an entry written by hand can be
chained too. So an entry is used only after its shape was checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import StrEnum
from math import isfinite
from typing import Any

from boxctl.journal import entries as kinds
from boxctl.journal.entries import RecordedEntry
from boxctl.journal.evidence import SensorFault, Witness
from boxctl.journal.facts import LeftReason
from boxctl.journal.proof.ledger_loss import LedgerLoss
from boxctl.referee.lines import BadLine, event_from_json
from boxctl.referee.ruling_data import NoRuling, doubt_from_data, from_contract, from_data
from groundwork.limits import MOST_TILES

Shape = Callable[[Any], bool]


def has_its_shape(kept: RecordedEntry) -> bool:
    """Return whether an entry has the shape of its kind; an unknown kind may have any."""
    try:
        body = kept.body
    except (ValueError, TypeError, RecursionError):
        return False
    shape = _SHAPES.get(kept.kind)
    return isinstance(body, dict) and (shape is None or shape(body))


def _object(needed: Mapping[str, Shape], further: Mapping[str, Shape] | None = None) -> Shape:
    known = {**needed, **(further or {})}

    def shape(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and value.keys() >= needed.keys()
            and all(known[key](value[key]) for key in value.keys() & known.keys())
        )

    return shape


def _list(of: Shape) -> Shape:
    return lambda value: isinstance(value, list) and all(map(of, value))


def _by_name(of: Shape) -> Shape:
    return lambda value: isinstance(value, dict) and all(map(of, value.values()))


def _or_none(shape: Shape) -> Shape:
    return lambda value: value is None or shape(value)


def _one_of(values: type[StrEnum]) -> Shape:
    known = frozenset(values)
    return lambda value: isinstance(value, str) and value in known


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _truth(value: Any) -> bool:
    return isinstance(value, bool)


def _whole(value: Any) -> bool:
    return type(value) is int


def _count(value: Any) -> bool:
    return _whole(value) and value >= 0


def _number(value: Any) -> bool:
    return _whole(value) or (isinstance(value, float) and isfinite(value))


def _tile(value: Any) -> bool:
    return _whole(value) and 1 <= value <= MOST_TILES


def _time_of_day(value: Any) -> bool:
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def _event(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    try:
        event_from_json(value)
    except BadLine:
        return False
    return True


def _doubt(value: Any) -> bool:
    try:
        doubt_from_data(value)
    except NoRuling:
        return False
    return True


def _players(value: Any) -> bool:
    return isinstance(value, list) and value != [] and all(map(_text, value))


def _anything(_value: Any) -> bool:
    return True


_TILES = _list(_tile)
_PUT_BACK = _object({"open": _TILES, "shut": _TILES})
_MOVES = _list(_object({"tiles": _TILES, "rule": _text}))
_SOFTWARE = _object({"boxctl": _text})
_HOW = _object(
    {},
    {
        "series": _whole,
        "serial": _whole,
        "edges": _whole,
        "lasted_ms": _number,
        "repeated": _count,
        "damaged": _count,
        "witness": _one_of(Witness),
        "doubts": _list(_doubt),
    },
)

_WORDED_RULING = _object(
    {
        "at": _number,
        "line": _whole,
        "verdict": _text,
        "rule": _text,
        "player": _text,
        "open": _TILES,
        "text": _text,
    },
    {
        "throw": _list(_anything),
        "moves": _MOVES,
        "tiles": _TILES,
        "put_back": _PUT_BACK,
        "score": _whole,
        "scores": _by_name(_whole),
        "totals": _by_name(_whole),
        "out": _list(_text),
        "winners": _list(_text),
        "payout": _by_name(_whole),
        "unverified": _list(_text),
    },
)
"""A ruling of the second layout and before, which has its sentence."""


def _ruling(value: Any) -> bool:
    worded = isinstance(value, dict) and "text" in value
    if worded and not _WORDED_RULING(value):
        return False
    try:
        (from_contract if worded else from_data)(value)
    except NoRuling:
        return False
    return True


_LEFT = _object({"at": _number, "now": _time_of_day}, {"why": _text, "reason": _one_of(LeftReason)})


def _left(value: Any) -> bool:
    # Journals before the reasons were data have "why", a sentence.
    return _LEFT(value) and ("reason" in value or "why" in value)


_BOARD = _object(
    {
        "name": _text,
        "dice": _whole,
        "sides": _whole,
        "tiles": _whole,
        "series": _whole,
        "lasting": _truth,
    }
)
_DEVICE = _object(
    {"at": _number, "device": _text, "answers": _truth},
    {"says": _text, "fault": _one_of(SensorFault), "left_out": _truth, "board": _BOARD},
)


def _device(value: Any) -> bool:
    # A driver's own words, or what became of a sensor; earlier journals have words for both.
    return _DEVICE(value) and not {"says", "fault", "left_out"}.isdisjoint(value)


_SHAPES: Mapping[str, Shape] = {
    kinds.MATCH: _object(
        {
            "began": _time_of_day,
            "box": _text,
            "variant": _text,
            "rules": _by_name(_text),
            "players": _players,
            "levers": _TILES,
            "at": _number,
            "line": _whole,
            "software": _SOFTWARE,
            "after": _or_none(_object({"match": _whole, "entries": _whole, "head": _text})),
        },
        {"journal": _text},
    ),
    kinds.EVENT: _object({"line": _whole, "event": _event}, {"how": _HOW}),
    kinds.RULING: _ruling,
    kinds.DEVICE: _device,
    kinds.RESUMED: _object(
        {"at": _number, "now": _time_of_day, "put_back": _PUT_BACK, "software": _SOFTWARE}
    ),
    kinds.DECLARED: _object({"at": _number, "levers": _TILES}, {"now": _time_of_day}),
    kinds.GOES_ON: _object({"at": _number, "now": _time_of_day}),
    kinds.LEFT: _left,
    kinds.KEY: _object(
        {
            "now": _time_of_day,
            "key": _text,
            "before": _or_none(_text),
            "signed_by_before": _or_none(_text),
        }
    ),
    kinds.MISSING: _object(
        {
            "now": _time_of_day,
            "match": _whole,
            "entries": _whole,
            "head": _text,
            "signed": _text,
        }
    ),
    kinds.LEDGER: _object({"now": _time_of_day, "why": _one_of(LedgerLoss)}),
    kinds.UNSIGNED: _object({"now": _time_of_day, "signed": _count, "entries": _count}),
    kinds.OVERRULED: _object(
        {
            "now": _time_of_day,
            "ruling": _whole,
            "player": _text,
            "score": _whole,
            "was": _whole,
            "reason": _text,
            "by": _or_none(_text),
        }
    ),
}
