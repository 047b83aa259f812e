"""What somebody may have written where boxctl reads JSON, and damage to files that were sound."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

NESTED = "[" * 2_000 + "]" * 2_000

RAW = [
    "1e999", "-1e999", "1e308", "-0.0", "NaN", "-Infinity", "9" * 400, "1" + "0" * 12, "-1", "0",
    "9223372036854775807", "9223372036854775808", "7.5", "true", "null", '"x"', '""', "[]", "{}",
    "[[]]", "[null]", "[7, 7]", "[1000000000000]", "[-1]", '["1"]', '{"open": 1}', NESTED,
    '{"Ann": "many"}', '{"Ann": 1e999}', '"\\u001b[2J"', '"\\u202e"', '"\\ud800"', '"\\u0000"',
]  # fmt: skip
"""Values as JSON, or nearly so."""

values = st.sampled_from(RAW)


@st.composite
def changed_lines(draw: st.DrawFn, lines: Sequence[str], most: int = 3) -> list[str]:
    """Lines of JSON objects with a few values exchanged, keys added or lost, and lines of junk."""
    changed = list(lines)
    for _ in range(draw(st.integers(1, most))):
        if not changed:
            break
        place = draw(st.integers(0, len(changed) - 1))
        match draw(st.sampled_from(["value", "key", "lose key", "lose", "double", "junk"])):
            case "value":
                changed[place] = draw(_with_other_value(changed[place]))
            case "key":
                key = draw(st.sampled_from(["at", "throw", "tiles", "verdict", "payout", "text"]))
                changed[place] = _put_in(changed[place], key, draw(values))
            case "lose key":
                changed[place] = draw(_without_a_key(changed[place]))
            case "lose":
                del changed[place]
            case "double":
                changed.insert(place, changed[draw(st.integers(0, len(changed) - 1))])
            case _:
                changed.insert(place, draw(values | st.text(max_size=20)))
    return changed


def _object(line: str) -> dict[str, Any]:
    try:
        read = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def _written(read: dict[str, Any], raw: dict[str, str]) -> str:
    """An object of which some values are written as they are."""
    parts = {key: json.dumps(value) for key, value in read.items()} | raw
    return "{" + ", ".join(f"{json.dumps(key)}: {value}" for key, value in parts.items()) + "}"


def _put_in(line: str, key: str, raw: str) -> str:
    return _written(_object(line), {key: raw})


@st.composite
def _with_other_value(draw: st.DrawFn, line: str) -> str:
    read = _object(line)
    if not read:
        return line
    key = draw(st.sampled_from(sorted(read)))
    inner = read[key]
    if isinstance(inner, dict) and inner and draw(st.booleans()):
        raw = _written(inner, {draw(st.sampled_from(sorted(inner))): draw(values)})
        return _written(read, {key: raw})
    return _written(read, {key: draw(values)})


@st.composite
def _without_a_key(draw: st.DrawFn, line: str) -> str:
    read = _object(line)
    if read:
        del read[draw(st.sampled_from(sorted(read)))]
    return _written(read, {})


@st.composite
def damaged(draw: st.DrawFn, sound: bytes, most: int = 6) -> bytes:
    """The same bytes with a few changed, lost, doubled, exchanged for others or cut off."""
    bad = bytearray(sound)
    for _ in range(draw(st.integers(1, most))):
        if not bad:
            break
        at = draw(st.integers(0, len(bad) - 1))
        length = draw(st.integers(1, 64))
        match draw(st.sampled_from(["bit", "bytes", "lose", "double", "move", "cut"])):
            case "bit":
                bad[at] ^= 1 << draw(st.integers(0, 7))
            case "bytes":
                put = draw(st.binary(min_size=1, max_size=8) | st.just(b"\xff" * 8))
                bad[at : at + len(put)] = put
            case "lose":
                del bad[at : at + length]
            case "double":
                bad[at:at] = bad[at : at + length]
            case "move":
                other = draw(st.integers(0, len(bad) - 1))
                bad[at : at + length] = bad[other : other + length]
            case _:
                del bad[at:]
    return bytes(bad)
