"""An entry of each kind, with every field that docs/journal.md gives it: made from that page.

The page says a second time what ``entry_kinds`` and ``payloads`` of the product declare. What JSON
values a field of each description takes is stated here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from groundwork.limits import MOST_TILES

PAGE = Path(__file__).parents[3] / "docs" / "journal.md"

NOW = "2026-11-21T20:15:00.000Z"
HASH = "0123456789abcdef" * 4
OTHERS: tuple[Any, ...] = (
    True, 1, 1.5, "1", "", [], [[]], [None], [{}], [1.5], {}, {"x": 1.5}, {"x": "1"}, None,
)  # fmt: skip
"""Values of every type: each is wrong where it is not named as right."""

NO_NUMBERS: tuple[Any, ...] = (
    float("inf"), float("-inf"), float("nan"), 2**63, -(2**64), 10**400,
)  # fmt: skip
"""No entry has such a number anywhere."""


class DocumentedField(NamedTuple):
    """A field as the page has it: what it is, and whether it may be missing."""

    what: str
    may_be_missing: bool


class Values(NamedTuple):
    """The values of a field: good ones, further ones of :data:`OTHERS` that are right, and wrong
    ones of the right type.
    """

    good: tuple[Any, ...]
    right: tuple[Any, ...] = ()
    wrong: tuple[Any, ...] = ()


_FIELD = re.compile(r"(\(?)`(\w+)`: ([^,()]+)\)?(?:, |$)")


def documented(rows: str) -> dict[str, dict[str, DocumentedField]]:
    """The fields in the table of the page whose second column begins with ``rows``."""
    text = PAGE.read_text(encoding="utf-8")
    _before, _head, table = text.partition(f"| {rows}")
    lines = table.partition("\n\n")[0].splitlines()[2:]
    cells = [line.strip("|").split("|") for line in lines]
    return {name.strip().strip("`"): fields_in(said.strip()) for name, said in cells}


def fields_in(said: str) -> dict[str, DocumentedField]:
    """The fields that a cell of the page names."""
    return {
        key: DocumentedField(what.strip(), bool(bracket))
        for bracket, key, what in _FIELD.findall(said.removeprefix("an object with "))
    }


ENTRIES = documented("kind | fields |")
VERDICTS = documented("verdict | fields")
PARTS = documented("what a field is | in JSON |")
RULED = {key: field for key, field in ENTRIES["ruling"].items() if key != "verdict"}

TELLS_ONE_OF = {"device": {"says", "fault", "left_out"}, "left": {"reason", "why"}}

_TILES = ([0], [MOST_TILES + 1], [-1], [True], ["1"], [1, 1.5])
_VALUES: Mapping[str, Values] = {
    "text": Values(("x",), ("1", "")),
    "seconds": Values((1.5, 2), (1,)),
    "milliseconds": Values((2.5, 2), (1, 1.5)),
    "true or false": Values((True, False)),
    "whole number": Values((3, 0, -3), (1,)),
    "count": Values((3, 0), (1,), (-1,)),
    "time of day": Values(
        (NOW,), (), ("x", "2026-11-21", "2026-11-21T20:15:00", "2026-13-45T00:00:00Z")
    ),
    "tile": Values((7, MOST_TILES), (1,), (0, -1, MOST_TILES + 1)),
    "tiles": Values(([1, 2, 9],), ([],), _TILES),
    "tile or tiles": Values(([2, 7], 7), (1, []), (*_TILES, 0, MOST_TILES + 1)),
    "ways": Values(("canoga", "pair+die_tile"), (), ("x", "sum+pair", "die_tile+pair", "sum_set")),
    "texts": Values((["Ann", "Bob"],), ([],), (["Ann", 1],)),
    "players": Values((["Ann", "Bob"],), (), (["Ann", 1],)),
    "whole numbers": Values(([1, 2],), ([],), ([1, "1"], [True])),
    "dice": Values(([3, 4],), ([],), ([3, "4"], [True])),
    "dice as reported": Values(([3, "x", None],), ([], [[]], [None], [{}], [1.5])),
    "moves": Values(
        ([{"tiles": [7], "rule": "R3.1"}],),
        ([],),
        ([{"tiles": [7]}], [{"rule": "R3.1"}], [{"tiles": [0], "rule": "R3.1"}],
         [{"tiles": [7], "rule": 3}], [{"tiles": 7, "rule": "R3.1"}]),
    ),
    "levers to move": Values(
        ({"open": [9], "shut": [2]},),
        (),
        ({"open": [9]}, {"shut": [2]}, {"open": [0], "shut": [2]}, {"open": [9], "shut": [True]},
         {"open": 9, "shut": [2]}, {"open": [9], "shut": None}),
    ),
    "text by setting": Values(({"tiles": "9"},), ({}, {"x": "1"}), ({"tiles": 9}, {"x": None})),
    "text by language": Values(({"fr": "x"},), ({}, {"x": "1"}), ({"fr": 9}, {"x": None})),
    "whole number by player": Values(({"Ann": 3, "Bob": -3},), ({},), ({"Ann": "3"}, {"x": True})),
    "input line": Values(
        ({"at": 1.5, "throw": [3, 4]}, {"at": 1.5, "shut": 7}, {"at": 1.5, "press": "confirm"},
         {"at": 1.5}),
        (),
        ({"throw": [3, 4]}, {"at": "1.5", "throw": [3]}, {"at": 1.5, "throw": 3},
         {"at": 1.5, "shut": "7"}, {"at": 1.5, "open": True}, {"at": 1.5, "press": "x"},
         {"at": 1.5, "throw": [3], "shut": 7}, {"at": None, "shut": 7}),
    ),
    "versions": Values(({"boxctl": "1.0", "python": "3"},), (), ({"python": "3"}, {"boxctl": 1})),
    "doubts": Values(
        ([{"reason": "not_shown", "source": 7, "seconds": 1.5}, "in words"],),
        ([],),
        ([1], [{"reason": "x"}], [{"source": 7}], [{"reason": "not_shown"}],
         [{"reason": "not_shown", "source": 7, "seconds": "1"}],
         [{"reason": "not_shown", "source": True}], [{"reason": "declared", "source": 7}],
         [{"reason": "not_shown", "source": 7, "seconds": True}]),
    ),
}  # fmt: skip


def values_of(what: str) -> Values:
    """The values of a field that the page describes like this."""
    if what.endswith(" or null"):
        values = values_of(what.removesuffix(" or null"))
        return values._replace(right=(*values.right, None))
    if what.startswith("one of "):
        return Values(tuple(re.findall(r"`(\w+)`", what)), (), ("x",))
    if what in PARTS and (part := PARTS[what]) and what not in _VALUES:
        return Values(
            (full(part),),
            ({},) if all_may_be_missing(part) else (),
            tuple(spoilt(part, nothing_is_missing=what == "refusal")),
        )
    return _VALUES[what]


def all_may_be_missing(fields: Mapping[str, DocumentedField]) -> bool:
    return all(field.may_be_missing for field in fields.values())


def full(fields: Mapping[str, DocumentedField]) -> dict[str, Any]:
    """An object with all of these fields."""
    return {key: values_of(field.what).good[0] for key, field in fields.items()}


def wrong_values(what: str, *, nothing_is_missing: bool = False) -> Iterator[Any]:
    """Every value that a field which the page describes like this may not have.

    With ``nothing_is_missing`` null stands for a field that is missing.
    """
    good, right, wrong = values_of(what)
    alike = [(type(value), value) for value in (*good, *right)]
    for other in (*OTHERS, *NO_NUMBERS):
        if (type(other), other) in alike or (other is None and nothing_is_missing):
            continue
        if what in ("text", "text or null") and isinstance(other, str):
            continue
        if what in ("seconds", "milliseconds") and other == 1.5:
            continue
        if isinstance(other, dict) and other and takes_unknown_keys(what):
            continue
        yield other
    yield from wrong


def takes_unknown_keys(what: str) -> bool:
    return what in PARTS and all_may_be_missing(PARTS[what])


def spoilt(
    fields: Mapping[str, DocumentedField], *, nothing_is_missing: bool
) -> Iterator[dict[str, Any]]:
    """The object with all of these fields, of which one lacks what it needs, or has it wrong."""
    whole = full(fields)
    for key, field in fields.items():
        if not field.may_be_missing:
            yield {name: value for name, value in whole.items() if name != key}
        missing = nothing_is_missing and field.may_be_missing
        for wrong in wrong_values(field.what, nothing_is_missing=missing):
            yield {**whole, key: wrong}


def a_ruling(verdict: str) -> dict[str, Any]:
    """A ruling of this verdict with all fields that it can have."""
    return {**ruled(verdict), **full(VERDICTS[verdict]), "unverified": DOUBTS}


def ruled(verdict: str) -> dict[str, Any]:
    """What every ruling has."""
    head = {key: field for key, field in ENTRIES["ruling"].items() if key != "unverified"}
    return {
        key: verdict if key == "verdict" else values_of(field.what).good[0]
        for key, field in head.items()
    }


DOUBTS = _VALUES["doubts"].good[0]
WORDED: list[dict[str, Any]] = [
    ruled(str(said["verdict"])) | said
    for said in (
        {"verdict": "match_over", "scores": {"Ann": 3, "Bob": 4}, "winners": ["Ann"],
         "payout": {"Ann": 50, "Bob": -50}, "text": "Ann wins.", "unverified": ["in words"]},
        {"verdict": "throw", "throw": [3, 4], "moves": [{"tiles": [7], "rule": "R3.1"}],
         "text": "Shut 7."},
        {"verdict": "refused", "tiles": [9], "put_back": {"open": [9], "shut": [2]},
         "text": "Put back 9."},
    )
]  # fmt: skip
"""Rulings of the second layout and before, which have their sentence."""


def samples(kind: str) -> list[dict[str, Any]]:
    """Entries of this kind, together with every good value of every field."""
    if kind == "ruling":
        return [*map(a_ruling, VERDICTS), *WORDED]
    fields = ENTRIES[kind]
    whole = full(fields)
    others = [
        {**whole, key: good}
        for key, field in fields.items()
        for good in values_of(field.what).good[1:]
    ]
    return [whole, *others]


SAMPLES: dict[str, list[dict[str, Any]]] = {kind: samples(kind) for kind in ENTRIES}
