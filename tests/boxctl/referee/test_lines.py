"""`boxctl referee` as lines of JSON, kind and hostile."""

from __future__ import annotations

import json
from io import BytesIO
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.presentation.ruling_lines import referee_lines
from boxctl.referee.acts import MOST_WAITING
from boxctl.referee.lines import (
    MOST_BYTES,
    Event,
    LeverMoved,
    Pressed,
    Thrown,
    TimePassed,
    bounded_lines,
    read_event,
    write_event,
)
from boxctl.referee.referee import Referee
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from groundwork.times import MatchTime
from tests.support.soak import SOAK


def rulings(*lines: bytes | str) -> list[dict[str, Any]]:
    """The rulings of a classic table on these lines, without the first `ready`."""
    given_lines = [line.encode() if isinstance(line, str) else line for line in lines]
    table = Referee(variant("classic"), ["Ann"])
    return [json.loads(ruling) for ruling in referee_lines(table, given_lines)][1:]


def test_the_first_ruling_comes_before_any_line() -> None:
    (ready,) = [json.loads(r) for r in referee_lines(Referee(variant("classic"), ["Ann"]), [])]
    assert (ready["verdict"], ready["line"], ready["at"]) == ("ready", 0, 0)
    assert ready["open"] == list(range(1, 10))


def test_a_ruling_bears_the_time_and_line_of_what_it_rules_on() -> None:
    thrown, committed = rulings('{"at": 1, "throw": [2, 3]}', "nonsense", '{"at": 2.5, "shut": 5}')[
        ::2
    ]
    assert (thrown["at"], thrown["line"]) == (1, 1)
    assert (committed["at"], committed["line"], committed["verdict"]) == (2.5, 3, "committed")


NO_EVENTS: list[bytes | str] = [
    "",
    "   ",
    "nonsense",
    "[]",
    "3",
    "null",
    '"at"',
    "{}",
    '{"throw": [1, 2]}',
    '{"at": "1"}',
    '{"at": true}',
    '{"at": null}',
    '{"at": NaN}',
    '{"at": Infinity}',
    '{"at": 1e999}',
    '{"at": 1' + "0" * 400 + "}",
    '{"at": 1' + "0" * 5000 + "}",
    '{"at": -1}',
    '{"at": 1, "shut": 0}',
    '{"at": 1, "shut": 10}',
    '{"at": 1, "shut": -1}',
    '{"at": 1, "shut": 1.0}',
    '{"at": 1, "shut": true}',
    '{"at": 1, "shut": "1"}',
    '{"at": 1, "shut": [1]}',
    '{"at": 1, "open": null}',
    '{"at": 1, "throw": 5}',
    '{"at": 1, "throw": null}',
    '{"at": 1, "throw": {"0": 1}}',
    '{"at": 1, "throw": [NaN, 1]}',
    '{"at": 1, "press": "roll"}',
    '{"at": 1, "press": 1}',
    '{"at": 1, "press": ["confirm"]}',
    '{"at": 1, "flip": 3}',
    '{"at": 1, "\\ud800": 3}',
    '{"at": 1, "shut": 1, "open": 2}',
    '{"at": 1, "shut": 1, "shut": 2}',
    '{"at": 1, "shut": 1, "line": 3}',
    "[" * 100_000,
    '{"at": ' + "[" * 100_000,
    '{"at": 1, "throw": ' + "[" * 900 + "]" * 900 + "}}",
    b'{"at": 1, "shut": 1\xff}',
    b"\x00\x01\x02",
    b'{"at": 0, "throw": ["\xed\xa0\x80", 1]}',
    '{"at": 0, "throw": [1, 1]}'.encode("utf-16"),
    b'{"at": 0, "throw": [' + b"1, " * 400_000 + b"1]}",
    b"\xef\xbb\xbf{}",
]
"""Lines that are no events, each alone."""


@pytest.mark.parametrize("line", NO_EVENTS)
def test_a_line_that_is_no_event_is_an_error_and_changes_nothing(line: bytes | str) -> None:
    error, thrown = rulings(line, '{"at": 0, "throw": [2, 3]}')
    assert (error["verdict"], error["line"]) == ("error", 1)
    assert error["text"].startswith("BX207: line 1: ")
    assert len(error["text"]) < 200
    assert (thrown["verdict"], thrown["at"]) == ("throw", 0)


@pytest.mark.parametrize(
    "line", ['\ufeff{"at": 0, "throw": [2, 3]}', b'\xef\xbb\xbf{"at": 0, "throw": [2, 3]}']
)
def test_the_byte_order_mark_of_a_program_on_windows_is_passed_over(line: bytes | str) -> None:
    (thrown,) = rulings(line)
    assert (thrown["verdict"], thrown["line"]) == ("throw", 1)


def test_of_a_line_that_is_too_long_no_more_is_kept_than_shows_that() -> None:
    stream = BytesIO(b"x" * 5_000_000 + b"\n{}\n" + b"y" * 3_000_000)
    lengths = [len(line) for line in bounded_lines(stream)]
    assert [length > MOST_BYTES for length in lengths] == [True, False, True]
    assert max(lengths) < MOST_BYTES + 10


def test_a_time_that_goes_back_is_an_error() -> None:
    assert [r["verdict"] for r in rulings('{"at": 5}', '{"at": 4.999999}', '{"at": 5}')] == [
        "error"
    ]


@pytest.mark.parametrize(
    ("throw", "rule", "echoed"),
    [
        ("[]", "R2.3", []),
        ("[3]", "R2.3", [3]),
        ("[0, 3]", "R2.4", [0, 3]),
        ("[7, 3]", "R2.4", [7, 3]),
        ("[null, 3]", "R2.4", [None, 3]),
        ("[true, 3]", "R2.4", [True, 3]),
        ("[3.0, 3]", "R2.4", [3.0, 3]),
        ('["3", 3]', "R2.4", ["3", 3]),
        ("[1e999, 3]", "R2.4", [None, 3]),
        ("[-1e999, 3]", "R2.4", [None, 3]),
        ("[[[]], {}]", "R2.4", [None, None]),
        (f"[{10**300}, 1]", "R2.4", [10**300, 1]),
    ],
)
def test_dice_that_cannot_be_are_a_void_throw(throw: str, rule: str, echoed: list[Any]) -> None:
    (void,) = rulings(f'{{"at": 1, "throw": {throw}}}')
    assert (void["verdict"], void["rule"], void["throw"]) == ("void", rule, echoed)


def test_a_time_beyond_all_clocks_is_a_time() -> None:
    assert [r["verdict"] for r in rulings('{"at": 1e300, "throw": [1, 1]}')] == ["throw"]


def test_a_settling_time_beyond_all_clocks_is_still_a_number() -> None:
    table = Referee(with_settings(variant("canoga"), [("settle_ms", "3600000")]), ["Ann"])
    latest = 2**1024 - 2**970 - 1
    lines = [b'{"at": 0, "throw": [2, 4]}', b'{"at": %d, "shut": 2}' % latest]
    found = [json.loads(ruling) for ruling in referee_lines(table, lines)]
    assert [ruling["verdict"] for ruling in found[1:]] == ["throw", "provisional", "committed"]


def garbage(random: Random) -> bytes:
    """A line that is no event: bytes, broken JSON, wrong types, huge numbers, deep nesting."""
    kind = random.randrange(6)
    if kind == 0:
        return bytes(random.randrange(256) for _ in range(random.randrange(60))).replace(b"\n", b"")
    if kind == 1:
        good = random.choice(['{"at": 1, "throw": [3, 4]}', '{"at": 1, "shut": 3}'])
        cut = random.randrange(len(good))
        return good[:cut].encode()
    if kind == 2:
        return b"[" * random.randrange(1, 5000) + b"]" * random.randrange(5000) + b","
    at = random.choice(["null", "NaN", "-Infinity", "1e999", '"now"', "[1]", "{}", "-0.5", "true"])
    if kind == 3:
        return f'{{"at": {at}, "shut": {random.randrange(1, 10)}}}'.encode()
    if kind == 4:
        value = random.choice(["1e99", "-3", '"7"', "[7]", "{}", "null", "99", "false", "7.5"])
        return f'{{"at": 0, "{random.choice(["shut", "open", "press"])}": {value}}}'.encode()
    key = random.choice(["Shut", "sh\\u0075t ", "roll", "", "line", "\\ud800"])
    return f'{{"at": 0, "{key}": {random.randrange(10**18)}}}'.encode()


def test_ten_thousand_hostile_lines_are_an_error_each_and_change_nothing() -> None:
    random = Random(2012)
    table = Referee(variant("classic"), ["Ann"])
    hostile = [garbage(random) for _ in range(10_000 * SOAK)]
    found = [json.loads(r) for r in referee_lines(table, hostile)][1:]
    assert [ruling["line"] for ruling in found] == list(range(1, len(hostile) + 1))
    assert {ruling["verdict"] for ruling in found} == {"error"}
    assert table.clock == 0
    after = [ruling.verdict for ruling in table.hear(Thrown(MatchTime(0), (2, 3)))]
    assert after == ["throw"]


def test_what_waits_for_an_undecided_lever_is_bounded() -> None:
    shut, throw = b'{"at": 0, "shut": 7}', b'{"at": 0, "throw": [1, 1, 1, 1, 1, 1, 1, 1, 1]}'
    fitting = MOST_WAITING // 10
    lines = [shut, *[throw] * (fitting + 5), b'{"at": 0, "open": 7}', b'{"at": 1, "throw": [2, 4]}']
    found = [
        json.loads(ruling) for ruling in referee_lines(Referee(variant("classic"), ["Ann"]), lines)
    ]
    errors, after = found[1:6], found[6:]
    assert {(ruling["verdict"], ruling["text"][:5]) for ruling in errors} == {("error", "BX207")}
    assert [ruling["line"] for ruling in errors] == list(range(fitting + 2, fitting + 7))
    # The lever returned in time: it never moved, and every throw that waited is void.
    assert [ruling["verdict"] for ruling in after] == ["void"] * fitting + ["throw"]


def test_a_later_throw_is_heard_however_many_have_waited() -> None:
    shut, throw = b'{"at": 0, "shut": 7}', b'{"at": 0, "throw": %a}' % ([1] * MOST_WAITING)
    table = Referee(variant("classic"), ["Ann"])
    lines = [shut, throw, b'{"at": 1, "throw": [2, 4]}']
    found = [json.loads(ruling)["verdict"] for ruling in referee_lines(table, lines)]
    assert found == ["ready", "disturbed", "void", "void"]


times = st.integers(0, 10**12)
events = st.one_of(
    st.builds(Thrown, times, st.lists(st.none() | st.integers(-9, 99), max_size=5).map(tuple)),
    st.builds(LeverMoved, times, st.integers(1, 24), st.booleans()),
    st.builds(Pressed, times, st.sampled_from(["confirm", "new"])),
    st.builds(TimePassed, times),
)


@given(events)
def test_an_event_written_is_the_event_read(event: Event) -> None:
    assert read_event(write_event(event)) == event


@given(st.binary(max_size=80))
def test_no_bytes_whatever_end_in_a_traceback(line: bytes) -> None:
    for part in line.split(b"\n"):
        assert len(rulings(part, "{}")) >= 1
