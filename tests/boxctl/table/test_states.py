"""The states of a table: every transition there is, and that no other happens."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from pytest_mock import MockerFixture

from boxctl.table.runtime import Runtime
from boxctl.table.states import (
    TRANSITIONS,
    Activity,
    ImpossibleTransition,
    JournalState,
    MenuState,
    PlayPhase,
    SensorQuestion,
    StateMachine,
    StatePart,
    TableState,
    Trigger,
)
from hardware.devices import DeviceEvent
from tests.support.evenings.evening import evening
from tests.support.evenings.play import play
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.soak import SOAK
from tests.support.tables.honest_players import HonestPlayers

EVERY_STATE = [
    TableState(*parts) for parts in product(PlayPhase, SensorQuestion, JournalState, MenuState)
]
EVENINGS = range(14 * SOAK) if SOAK > 1 else (0, 9, 13)
"""In the last two the program is ended in the middle of a match."""

Step = tuple[StatePart, Trigger, StatePart]

EVERY_STEP: set[Step] = {
    (PlayPhase.PLAYING, Trigger.INTERRUPTION, PlayPhase.INTERRUPTED),
    (PlayPhase.INTERRUPTED, Trigger.LEVERS_RIGHT, PlayPhase.RESUMED),
    (PlayPhase.INTERRUPTED, Trigger.LEVERS_DECLARED, PlayPhase.RESUMED),
    (PlayPhase.INTERRUPTED, Trigger.MATCH_LEFT, PlayPhase.PLAYING),
    (PlayPhase.RESUMED, Trigger.MATCH_LEFT, PlayPhase.PLAYING),
    (PlayPhase.RESUMED, Trigger.THROW_HEARD, PlayPhase.PLAYING),
    (PlayPhase.PLAYING, Trigger.THROW_HEARD, PlayPhase.PLAYING),
    (PlayPhase.RESUMED, Trigger.MATCH_OVER, PlayPhase.PLAYING),
    (PlayPhase.PLAYING, Trigger.MATCH_OVER, PlayPhase.PLAYING),
    (PlayPhase.INTERRUPTED, Trigger.MATCH_OVER, PlayPhase.INTERRUPTED),
    (SensorQuestion.NONE, Trigger.SENSOR_ASKED, SensorQuestion.OPEN),
    (SensorQuestion.OPEN, Trigger.SENSOR_ANSWERED, SensorQuestion.NONE),
    (PlayPhase.PLAYING, Trigger.MATCH_LEFT, PlayPhase.PLAYING),
    (MenuState.CLOSED, Trigger.MENU_OPENED, MenuState.OPEN),
    (MenuState.OPEN, Trigger.MENU_CLOSED, MenuState.CLOSED),
    (JournalState.WRITING, Trigger.JOURNAL_FAILED, JournalState.DOWN),
    (JournalState.DOWN, Trigger.JOURNAL_RECOVERED, JournalState.WRITING),
}


def parts(state: TableState) -> tuple[StatePart, StatePart, StatePart, StatePart]:
    return state.phase, state.question, state.journal, state.menu


def test_the_table_of_transitions_has_each_once() -> None:
    steps = [(old, trigger, new) for trigger, to in TRANSITIONS.items() for old, new in to.items()]
    assert len(steps) == len(EVERY_STEP)
    assert set(steps) == EVERY_STEP
    assert set(TRANSITIONS) == set(Trigger)


@pytest.mark.parametrize("trigger", Trigger)
def test_a_trigger_changes_one_part_as_the_table_says_or_is_impossible(trigger: Trigger) -> None:
    for state in EVERY_STATE:
        allowed = {(old, new) for old, by, new in EVERY_STEP if by is trigger}
        expected = [(old, new) for old, new in allowed if old in parts(state)]
        if not expected:
            with pytest.raises(ImpossibleTransition):
                state.after(trigger)
            continue
        ((old, new),) = expected
        after = state.after(trigger)
        assert [new if part is old else part for part in parts(state)] == list(parts(after))


def test_what_a_table_does_is_decided_by_what_holds_it_up() -> None:
    assert TableState().activity is Activity.JUDGING
    assert TableState(PlayPhase.RESUMED).activity is Activity.JUDGING
    assert TableState(PlayPhase.INTERRUPTED).activity is Activity.WAITING_FOR_LEVERS
    asking = TableState(PlayPhase.INTERRUPTED, SensorQuestion.OPEN)
    assert asking.activity is Activity.ASKING
    assert TableState(question=SensorQuestion.OPEN).paused
    down = TableState(PlayPhase.INTERRUPTED, SensorQuestion.OPEN, JournalState.DOWN)
    assert down.activity is Activity.JOURNAL_DOWN
    assert [state for state in EVERY_STATE if state.paused] == [
        state
        for state in EVERY_STATE
        if SensorQuestion.OPEN in parts(state) or JournalState.DOWN in parts(state)
    ]


def test_no_other_transition_happens_in_evenings_full_of_trouble(mocker: MockerFixture) -> None:
    seen: set[Step] = set()
    fire, step = StateMachine.fire, Runtime.step

    def noted(machine: StateMachine, trigger: Trigger) -> None:
        before = machine.state
        fire(machine, trigger)
        changed = zip(parts(before), parts(machine.state), strict=True)
        differing = [(old, trigger, new) for old, new in changed if old is not new]
        assert len(differing) <= 1
        seen.update(differing)

    def checked(runtime: Runtime, now: int, events: Sequence[DeviceEvent]) -> None:
        step(runtime, now, events)
        assert (runtime.question is not None) == (runtime.state.question is SensorQuestion.OPEN)

    mocker.patch.object(StateMachine, "fire", noted)
    mocker.patch.object(Runtime, "step", checked)
    for seed in EVENINGS:
        play(evening(seed))
    for seed in range(3):
        HonestPlayers("classic", Random(seed), PERFECT_WOOD).play_on()
    assert seen <= EVERY_STEP
    assert {trigger for _old, trigger, _new in seen} >= {
        Trigger.INTERRUPTION,
        Trigger.LEVERS_RIGHT,
        Trigger.THROW_HEARD,
        Trigger.SENSOR_ASKED,
        Trigger.SENSOR_ANSWERED,
    }
