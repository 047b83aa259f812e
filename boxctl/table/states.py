"""The states of a table, and every transition between them.

A state has four parts, each of which changes by itself: how far play has come, whether people are
asked about a sensor, whether they choose a game, and whether the journal can be written. No
transition happens that :data:`TRANSITIONS` does not have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum

from groundwork.frozen_dataclass import frozen_dataclass


class PlayPhase(Enum):
    """The phase of play."""

    PLAYING = "playing"
    """A match is played, or is over."""

    RESUMED = "resumed"
    """An interrupted match goes on; until a throw, or its end, ``new`` still leaves it."""

    INTERRUPTED = "interrupted"
    """The program was started again, and levers stand otherwise than they did."""


class SensorQuestion(Enum):
    """The question to people about a sensor."""

    NONE = "no question"
    OPEN = "asking about a sensor"


class MenuState(Enum):
    """The menu of games, which people open between matches."""

    CLOSED = "no menu"
    OPEN = "choosing a game"


class JournalState(Enum):
    """The state of the journal: facts become durable, or not."""

    WRITING = "journal up"
    DOWN = "journal down"


class Trigger(Enum):
    """A trigger of a change of state."""

    INTERRUPTION = "a match is resumed from its record"
    LEVERS_RIGHT = "the levers stand as they did"
    LEVERS_DECLARED = "confirm declares the levers right as they stand"
    THROW_HEARD = "the referee is told of a throw"
    MATCH_OVER = "the referee rules that the match is over"
    MATCH_LEFT = "new leaves the interrupted match, or another game is chosen before a throw"
    SENSOR_ASKED = "a sensor is doubted"
    SENSOR_ANSWERED = "people answer, or the sensor is believed again"
    MENU_OPENED = "a button is held between matches"
    MENU_CLOSED = "a game is chosen, or dice are thrown, or nobody presses a button"
    JOURNAL_FAILED = "the disk fails, or does not answer in time"
    JOURNAL_RECOVERED = "everything is written again"


class Activity(Enum):
    """The way in which a table treats events; the most urgent part of its state decides."""

    JUDGING = "judging"
    WAITING_FOR_LEVERS = "interrupted"
    ASKING = "asking about a sensor"
    JOURNAL_DOWN = "journal down"


StatePart = PlayPhase | SensorQuestion | MenuState | JournalState

TRANSITIONS: Mapping[Trigger, Mapping[StatePart, StatePart]] = {
    Trigger.INTERRUPTION: {PlayPhase.PLAYING: PlayPhase.INTERRUPTED},
    Trigger.LEVERS_RIGHT: {PlayPhase.INTERRUPTED: PlayPhase.RESUMED},
    Trigger.LEVERS_DECLARED: {PlayPhase.INTERRUPTED: PlayPhase.RESUMED},
    Trigger.THROW_HEARD: {
        PlayPhase.RESUMED: PlayPhase.PLAYING,
        PlayPhase.PLAYING: PlayPhase.PLAYING,
    },
    Trigger.MATCH_OVER: {
        PlayPhase.RESUMED: PlayPhase.PLAYING,
        PlayPhase.PLAYING: PlayPhase.PLAYING,
        # Its levers are still awaited: an end that the record lacks is ruled again first of all.
        PlayPhase.INTERRUPTED: PlayPhase.INTERRUPTED,
    },
    Trigger.MATCH_LEFT: {
        PlayPhase.INTERRUPTED: PlayPhase.PLAYING,
        PlayPhase.RESUMED: PlayPhase.PLAYING,
        PlayPhase.PLAYING: PlayPhase.PLAYING,
    },
    Trigger.SENSOR_ASKED: {SensorQuestion.NONE: SensorQuestion.OPEN},
    Trigger.SENSOR_ANSWERED: {SensorQuestion.OPEN: SensorQuestion.NONE},
    Trigger.MENU_OPENED: {MenuState.CLOSED: MenuState.OPEN},
    Trigger.MENU_CLOSED: {MenuState.OPEN: MenuState.CLOSED},
    Trigger.JOURNAL_FAILED: {JournalState.WRITING: JournalState.DOWN},
    Trigger.JOURNAL_RECOVERED: {JournalState.DOWN: JournalState.WRITING},
}
"""For each trigger, the part of the state that it changes: from what, to what."""


class ImpossibleTransition(RuntimeError):
    """A trigger came in a state in which it means nothing: a fault of this program."""


@frozen_dataclass
class TableState:
    """The state of a table."""

    phase: PlayPhase = PlayPhase.PLAYING
    question: SensorQuestion = SensorQuestion.NONE
    journal: JournalState = JournalState.WRITING
    menu: MenuState = MenuState.CLOSED

    @property
    def activity(self) -> Activity:
        """The activity that follows from the parts of the state."""
        if self.journal is JournalState.DOWN:
            return Activity.JOURNAL_DOWN
        if self.question is SensorQuestion.OPEN:
            return Activity.ASKING
        if self.phase is PlayPhase.INTERRUPTED:
            return Activity.WAITING_FOR_LEVERS
        return Activity.JUDGING

    @property
    def paused(self) -> bool:
        """Whether play waits for the journal or for an answer."""
        return self.activity in (Activity.JOURNAL_DOWN, Activity.ASKING)

    @property
    def new_leaves_match(self) -> bool:
        """Whether the button ``new`` leaves the match, although it is not over."""
        return self.phase is not PlayPhase.PLAYING

    def after(self, trigger: Trigger) -> TableState:
        """Return the state that follows. Raises :class:`ImpossibleTransition`."""
        targets = TRANSITIONS[trigger]
        if (phase := targets.get(self.phase)) is not None:
            assert isinstance(phase, PlayPhase)
            return replace(self, phase=phase)
        if (question := targets.get(self.question)) is not None:
            assert isinstance(question, SensorQuestion)
            return replace(self, question=question)
        if (journal := targets.get(self.journal)) is not None:
            assert isinstance(journal, JournalState)
            return replace(self, journal=journal)
        if (menu := targets.get(self.menu)) is not None:
            assert isinstance(menu, MenuState)
            return replace(self, menu=menu)
        raise ImpossibleTransition(f"{trigger.name} while {self}")


class StateMachine:
    """Holds the state of one table; only :meth:`fire` changes it. Not thread-safe."""

    def __init__(self) -> None:
        self.state = TableState()

    def fire(self, trigger: Trigger) -> None:
        """Go to the state that follows. Raises :class:`ImpossibleTransition`."""
        self.state = self.state.after(trigger)
