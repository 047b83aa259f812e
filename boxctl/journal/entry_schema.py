"""The shape of each kind of entry.

The chain proves only that an entry is as it was written, and an entry written by hand can be
chained too. So an entry is used only after its shape was checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from boxctl.journal import entries as kinds
from boxctl.journal.entries import RecordedEntry
from boxctl.journal.evidence import SensorFault, Witness
from boxctl.journal.facts import LeftReason
from boxctl.journal.proof.ledger_loss import LedgerLoss
from boxctl.referee.lines import BadLine, event_from_json
from boxctl.referee.ruling_data import NoRuling, doubt_from_data, from_contract, from_data
from groundwork.frozen_dataclass import frozen_dataclass
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


@frozen_dataclass
class ObjectShape:
    """An object with the keys ``needed``, and ``further`` ones that it may have.

    Keys that are unknown here are passed over: a later boxctl may write more.
    """

    needed: Mapping[str, Shape]
    further: Mapping[str, Shape]

    def __call__(self, value: Any) -> bool:
        """Return whether a value has this shape."""
        known = {**self.needed, **self.further}
        return (
            isinstance(value, dict)
            and value.keys() >= self.needed.keys()
            and all(known[key](value[key]) for key in value.keys() & known.keys())
        )


def _object(needed: Mapping[str, Shape], further: Mapping[str, Shape] | None = None) -> ObjectShape:
    return ObjectShape(needed, further or {})


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
    # That it is finite was checked when the entry was read.
    return type(value) in (int, float)


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


_TILES = _list(_tile)
_PUT_BACK = _object({"open": _TILES, "shut": _TILES})
_SOFTWARE = _object({"boxctl": _text})
_HOW = _object(
    {},
    {
        "series": _count,
        "serial": _count,
        "edges": _count,
        "lasted_ms": _number,
        "repeated": _count,
        "damaged": _count,
        "witness": _one_of(Witness),
        "doubts": _list(_doubt),
    },
)

_RULING = _object({"line": _count})
_WORDED_RULING = _object({}, {"unverified": _list(_text)})
"""A ruling of the second layout and before, which has its sentence."""


def _ruling(value: Any) -> bool:
    if not _RULING(value):
        return False
    worded = "text" in value
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
        "dice": _count,
        "sides": _count,
        "tiles": _count,
        "series": _count,
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
            "line": _count,
            "software": _SOFTWARE,
            "after": _or_none(_object({"match": _count, "entries": _count, "head": _text})),
        },
        {"journal": _text},
    ),
    kinds.EVENT: _object({"line": _count, "event": _event}, {"how": _HOW}),
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
            "match": _count,
            "entries": _count,
            "head": _text,
            "signed": _text,
        }
    ),
    kinds.LEDGER: _object({"now": _time_of_day, "why": _one_of(LedgerLoss)}),
    kinds.UNSIGNED: _object({"now": _time_of_day, "signed": _count, "entries": _count}),
    kinds.OVERRULED: _object(
        {
            "now": _time_of_day,
            "ruling": _count,
            "player": _text,
            "score": _whole,
            "was": _whole,
            "reason": _text,
            "by": _or_none(_text),
        }
    ),
}
