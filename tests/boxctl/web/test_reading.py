"""A page that was cut off has the same state as one that was not."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from boxctl.referee.payloads import Verdict
from boxctl.web.reading import EventBuffer, as_data
from boxctl.web.state import (
    MOST_RULINGS,
    Announced,
    DiceState,
    RulesState,
    RulingLine,
    TableSnapshot,
)
from tests.support.web.feed_client import applied

EMPTY = TableSnapshot(
    format=1,
    language="en",
    rules=RulesState("classic", "Shut the Box"),
    phase="throw",
    match=1,
    begun=False,
    over=False,
    turn="Ann",
    opens=False,
    tiles=(),
    dice=DiceState(),
    moves=(),
    announcement=Announced(),
    remark="",
    players=(),
    rounds=(),
    totals=False,
    winners=(),
    pool="",
    evening=(),
    question=None,
    troubles=(),
    doubtful=False,
    next_players=("Ann",),
    actions=(),
)


def after(snapshot: TableSnapshot, number: int, step: str) -> TableSnapshot:
    """The snapshot after something has happened."""
    if step == "ruling":
        line = RulingLine(number, 1.0, Verdict.THROW, "R3.1", "Ann", f"ruling {number}")
        return replace(snapshot, rulings=(*snapshot.rulings, line)[-MOST_RULINGS:])
    if step == "match":
        return replace(snapshot, match=snapshot.match + 1, rulings=())
    if step == "phase":
        return replace(snapshot, phase="play" if snapshot.phase == "throw" else "throw")
    return replace(snapshot, turn="Bob" if snapshot.turn == "Ann" else "Ann", begun=True)


STEPS = st.lists(st.sampled_from(("ruling", "match", "phase", "turn", "nothing")), max_size=40)


def fold(state: dict[str, Any], events: list[dict[str, Any]]) -> dict[str, Any]:
    for event in events:
        state = applied(state, event)
    return state


@given(STEPS, st.lists(st.integers(0, 40), max_size=6), st.integers(1, 12))
def test_whatever_was_missed_the_state_is_the_same(
    steps: list[str], looks: list[int], most_kept: int
) -> None:
    buffer = EventBuffer("run", most_kept)
    snapshot, seen = EMPTY, None
    state: dict[str, Any] = {}
    for number, step in enumerate([*steps, "phase"]):
        snapshot = snapshot if step == "nothing" else after(snapshot, number, step)
        buffer.publish(snapshot)
        if number in looks:
            events = buffer.after(seen)
            state = fold(state, [json.loads(event.text) for event in events])
            seen = events[-1].id if events else seen
            assert state == as_data(snapshot)
    events = buffer.after(seen)
    assert fold(state, [json.loads(event.text) for event in events]) == as_data(snapshot)


def test_a_change_says_only_what_differs() -> None:
    buffer = EventBuffer("run")
    buffer.publish(EMPTY)
    buffer.publish(after(EMPTY, 1, "ruling"))
    (event,) = buffer.after("run-1")
    told = json.loads(event.text)
    assert told["set"] == {}
    assert [ruling["number"] for ruling in told["rulings"]] == [1]


def test_who_has_missed_too_much_gets_the_whole_state() -> None:
    buffer = EventBuffer("run", most_kept=2)
    snapshot = EMPTY
    for number in range(5):
        snapshot = after(snapshot, number, "phase")
        buffer.publish(snapshot)
    assert [event.name for event in buffer.after("run-3")] == ["change", "change"]
    assert [event.name for event in buffer.after("run-2")] == ["state"]


def test_an_id_that_nobody_gave_gets_the_whole_state() -> None:
    buffer = EventBuffer("run")
    buffer.publish(EMPTY)
    for id in ("run-2", "run--1", "run-x", "run", "", "other-1", "run-" + "9" * 400):
        assert [event.name for event in buffer.after(id)] == ["state"]
    assert buffer.after("run-1") == []
