"""Each field of each kind of entry takes what boxctl writes there, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest

from boxctl.journal.entries import KEY, MATCH, OVERRULED, RULING, RecordedEntry
from boxctl.journal.entry_schema import _SHAPES, ObjectShape, has_its_shape
from boxctl.referee.ruling_data import _ALL, _BY_VERDICT
from groundwork.limits import MOST_TILES
from tests.support.records.sample_entries import NOW, RULED, SAMPLES

Path = tuple[str | int, ...]

FIELDS: dict[str, Any] = {
    "throw": [3, 4], "thrown": [3, 4], "dice_counts": [1, 2], "sides": 6, "highest": 5,
    "markers": 1, "moves": [{"tiles": [7], "rule": "R3.1"}],
    "allowed": [{"tiles": [7], "rule": "R3.1"}], "tiles": [2, 3], "moved": [2],
    "back": [2, 7], "opening_tile": 7, "put_back": {"open": [9], "shut": [2]},
    "needed": {"open": [9], "shut": [2]}, "refusal": {}, "score": 3, "scores": {"Ann": 3},
    "totals": {"Ann": 3}, "payout": {"Ann": -50}, "stake": 50, "currency": "EUR", "out": ["Bob"],
    "winners": ["Ann"], "named": ["Ann"], "following": "Bob", "tied": ["Ann", "Bob"],
    "added_up": True, "takes_box": True, "is_out": True, "throw_commits": True, "settles": True,
}  # fmt: skip
"""A value of each field of a ruling, but of those that are one of a few words."""

MAY_BE_NOTHING = {(MATCH, "after"), (KEY, "before"), (KEY, "signed_by_before"), (OVERRULED, "by")}
"""The fields whose value may be null. Those that a ruling can lack may, too."""

TILES = {"open", "shut", "tiles", "levers", "moved", "tile", "opening_tile", "source"}
COUNTS = {
    "line", "match", "entries", "series", "serial", "edges", "repeated", "damaged", "signed",
    "ruling", "dice", "sides",
}  # fmt: skip
"""Whole numbers from 0 on. In a ruling only its ``line`` is counted."""

TIMES = {"began", "now"}
WORDS = {"why", "witness", "fault", "reason", "verdict"}
"""Texts of which only some are known. In some kinds of entries they are free."""

FREE = {("left", "why"), ("overruled", "reason"), ("ruling", "why")}


def rulings() -> Iterator[dict[str, Any]]:
    """A ruling of each verdict with all fields that it can have."""
    for verdict, payload in _BY_VERDICT.items():
        fields = {field.key: a_value(field) for field in _ALL[payload]}
        if "refusal" in fields:
            fields["refusal"] = {field.key: a_value(field) for field in _ALL[_refusal()]}
        yield RULED | {"verdict": verdict} | fields


def _refusal() -> Any:
    return next(kind for kind in _ALL if kind not in _BY_VERDICT.values())


def a_value(field: Any) -> Any:
    """A value of this field: a sample, or the first word that it can be."""
    if field.name in FIELDS:
        return deepcopy(FIELDS[field.name])
    assert field.codec.write is str, f"FIELDS has no sample of {field.name}"
    return next(iter(field.codec.read.__closure__[0].cell_contents))


EVERY = [(kind, body) for kind in SAMPLES for body in SAMPLES[kind]]
EVERY += [(RULING, body) for body in rulings()]
NAMED = [f"{kind}-{body.get('verdict', place)}" for place, (kind, body) in enumerate(EVERY)]


def fits(kind: str, text: str) -> bool:
    return has_its_shape(RecordedEntry(1, 1, kind, text, b""))


def places(value: Any, above: Path = ()) -> Iterator[Path]:
    """Each place within an entry."""
    steps: Any = value if isinstance(value, dict) else ()
    if isinstance(value, list):
        steps = range(len(value))
    for step in steps:
        yield (*above, step)
        yield from places(value[step], (*above, step))


def at(body: Any, place: Path) -> Any:
    for step in place:
        body = body[step]
    return body


def with_value(body: Any, place: Path, value: Any) -> Any:
    changed = deepcopy(body)
    at(changed, place[:-1])[place[-1]] = value
    return changed


def key_of(place: Path) -> str:
    """The last key on the way: elements of a list, and amounts by player, are of its kind."""
    named = [step for step in place if isinstance(step, str) and step not in ("Ann", "Bob")]
    return named[-1]


def wrong_values(kind: str, place: Path, value: Any) -> Iterator[Any]:
    """Values of every other type, and those of this type that are out of bounds."""
    key, top = key_of(place), place[0]
    others = [True, 1, 1.5, "1", [], {}, float("inf"), float("-inf"), float("nan"), 2**63, -(2**64)]
    others.append(10**400)
    if isinstance(value, bool):
        alike: tuple[type, ...] = (bool,)
    elif isinstance(value, int | float) and (key in ("at", "lasted_ms", "seconds")):
        alike = (int, float)
    else:
        alike = (type(value),)
    bounds = (2**63, -(2**64), 10**400)
    if key == "tile" and top == key:
        # Before R4.11 one tile was taken back at a time.
        alike = (list, int)
    if key in ("unverified", "doubts") and isinstance(place[-1], int):
        # A doubt is data, or words.
        alike = (dict, str)
    yield from (
        other
        for other in others
        if type(other) not in alike
        or (type(other) is int and other in bounds)
        or (type(other) is float and other not in (1.5,))
    )
    if type(value) is int:
        if key in TILES and kind not in ("device", "event"):
            yield from (0, -1, MOST_TILES + 1)
        elif key in COUNTS and (kind != RULING or place == ("line",)):
            yield -1
    if isinstance(value, str):
        if key in TIMES:
            yield from ("", "x", "2026-11-21", "2026-11-21T20:15:00", "2026-13-45T00:00:00Z")
        elif key in WORDS and (kind, key) not in FREE:
            yield from ("", "x")
    if isinstance(value, list):
        yield from ([[]], [None], [{}]) if key not in ("throw",) else ()
    if (kind, top) not in MAY_BE_NOTHING or len(place) > 1:
        yield None


def is_anything(kind: str, body: Mapping[str, Any], place: Path) -> bool:
    """Whether a place may hold anything that JSON can: dice that do not count."""
    void = (kind, body.get("verdict"), place[:-1]) == (RULING, "void", ("throw",))
    return void or (kind, place[:-1]) == ("event", ("event", "throw"))


def may_be_left_out(kind: str, body: Mapping[str, Any], place: Path) -> bool:
    """Whether the entry is one without what is at this place."""
    changed = deepcopy(body)
    del at(changed, place[:-1])[place[-1]]
    return fits(kind, json.dumps(changed))


@pytest.mark.parametrize(("kind", "body"), EVERY, ids=NAMED)
def test_what_boxctl_writes_has_its_shape(kind: str, body: dict[str, Any]) -> None:
    assert fits(kind, json.dumps(body))
    assert fits(kind, json.dumps(body | {"of a later boxctl": [1, "x"]}))


@pytest.mark.parametrize(("kind", "body"), EVERY, ids=NAMED)
def test_a_value_of_another_kind_is_refused_at_each_place(kind: str, body: dict[str, Any]) -> None:
    tried = 0
    for place in places(body):
        if is_anything(kind, body, place):
            continue
        for wrong in wrong_values(kind, place, at(body, place)):
            if kind == RULING and wrong is None and may_be_left_out(kind, body, place):
                continue
            tried += 1
            assert not fits(kind, json.dumps(with_value(body, place, wrong))), (place, wrong)
    assert tried > 20


@pytest.mark.parametrize("value", ["1e999", "-1e999", "NaN", "Infinity", "9" * 20, '"\\ud800"'])
@pytest.mark.parametrize("kind", [*SAMPLES, "of a later boxctl"])
def test_no_entry_has_a_number_or_a_text_that_nobody_can_write(kind: str, value: str) -> None:
    body = json.dumps(SAMPLES.get(kind, [{"at": 1.5}])[0])
    assert fits(kind, f'{body[:-1]}, "x": [{{"y": 1}}]}}')
    assert not fits(kind, f'{body[:-1]}, "x": [{{"y": {value}}}]}}')


@pytest.mark.parametrize("kind", [*SAMPLES, "of a later boxctl"])
@pytest.mark.parametrize("text", ["", "x", "null", "[]", "1", '"x"', "{", "[" * 100_000])
def test_what_is_no_object_is_no_entry(kind: str, text: str) -> None:
    assert not fits(kind, text)


NEEDED = {
    "match": "after at began box levers line players rules software variant",
    "event": "event line",
    "ruling": "at line open player rule verdict",
    "device": "answers at device",
    "resumed": "at now put_back software",
    "declared": "at levers",
    "goes_on": "at now",
    "left": "at now",
    "key": "before key now signed_by_before",
    "missing": "entries head match now signed",
    "ledger": "now why",
    "unsigned": "entries now signed",
    "overruled": "by now player reason ruling score was",
}
"""What no entry of its kind was ever without."""

NEEDED_WITHIN = {
    ("match", "after"): "entries head match",
    ("match", "software"): "boxctl",
    ("device", "board"): "dice lasting name series sides tiles",
    ("resumed", "put_back"): "open shut",
    ("resumed", "software"): "boxctl",
    ("event", "how"): "",
}


TOLD = {"says", "fault", "left_out"}
"""What is told of a device: one of these at least."""


@pytest.mark.parametrize(("kind", "body"), EVERY, ids=NAMED)
def test_an_entry_that_lacks_a_key_is_refused(kind: str, body: dict[str, Any]) -> None:
    for key in body:
        lacking = {name: value for name, value in body.items() if name != key}
        if key in NEEDED[kind].split():
            assert not fits(kind, json.dumps(lacking)), key
        elif kind != RULING and not (kind == "device" and {key} == TOLD & body.keys()):
            assert fits(kind, json.dumps(lacking)), key
    for (of, outer), needed in NEEDED_WITHIN.items():
        for key in body.get(outer) or () if of == kind else ():
            within = {name: value for name, value in body[outer].items() if name != key}
            lacks = key in needed.split()
            assert fits(kind, json.dumps(body | {outer: within})) != lacks, (outer, key)


def test_a_ruling_lacks_no_field_that_its_verdict_needs() -> None:
    for body in rulings():
        for field in _ALL[_BY_VERDICT[body["verdict"]]]:
            lacking = {name: value for name, value in body.items() if name != field.key}
            assert fits(RULING, json.dumps(lacking)) != field.needed, (body["verdict"], field.name)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("left", {"at": 1.5, "now": NOW}),
        ("device", {"at": 1.5, "device": "roller", "answers": True}),
        ("match", SAMPLES["match"][0] | {"players": []}),
        ("ruling", RULED | {"verdict": "ready", "text": "x", "line": -1}),
        (
            "ruling",
            RULED | {"verdict": "ready", "text": "x", "unverified": [{"reason": "declared"}]},
        ),
    ],
)
def test_an_entry_that_tells_nothing_is_refused(kind: str, body: dict[str, Any]) -> None:
    assert not fits(kind, json.dumps(body))


def test_an_entry_tells_one_thing_in_one_of_several_ways() -> None:
    for why in ({"why": "they left"}, {"reason": "new_match"}):
        assert fits("left", json.dumps({"at": 1.5, "now": NOW} | why))
    for told in ({"says": "is silent"}, {"fault": "stuck"}, {"left_out": False}):
        body = {"at": 1.5, "device": "tile 7", "answers": False} | told
        assert fits("device", json.dumps(body))


def declared(shape: Any, above: Path = ()) -> Iterator[Path]:
    """Each key that a shape knows, on its way."""
    if isinstance(shape, ObjectShape):
        for key, within in {**shape.needed, **shape.further}.items():
            yield (*above, key)
            yield from declared(within, (*above, key))


def test_the_samples_have_every_kind_and_every_field() -> None:
    assert set(SAMPLES) == set(_SHAPES) == set(NEEDED)
    for kind, shape in _SHAPES.items():
        there = {place for body in SAMPLES[kind] for place in places(body)}
        assert set(declared(shape)) <= there, kind
