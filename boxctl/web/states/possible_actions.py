"""List what somebody with the table's code can do now, and what the table asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from boxctl.presentation.stage import Stage
from boxctl.simulation.ways_to_play import robots_among
from boxctl.table.states import Activity
from boxctl.web.reading import TableReading
from boxctl.web.state import ActionName, Phase, QuestionState

PHASE_OF: Mapping[Stage, Phase] = {
    Stage.DECIDING: "deciding",
    Stage.THROW: "throw",
    Stage.PLAY: "play",
    Stage.WILL_DO: "will_do",
    Stage.TURN_OVER: "turn_over",
    Stage.MATCH_OVER: "match_over",
}


def phase_of(reading: TableReading) -> Phase:
    """Return what the table waits for."""
    match reading.activity:
        case None:
            return "dark"
        case Activity.JOURNAL_DOWN:
            return "stopped"
        case Activity.ASKING:
            return "asking"
        case Activity.WAITING_FOR_LEVERS:
            return "interrupted"
        case _:
            return PHASE_OF[reading.view.stage]


def question_of(reading: TableReading) -> QuestionState | None:
    """Return what people are asked about a sensor; None for nothing."""
    if reading.question is None:
        return None
    asked = reading.view.question
    return QuestionState(reading.question, asked is None or asked.where)


def possible_actions(reading: TableReading, *, begun: bool) -> Iterator[ActionName]:
    """Yield what people can do now; ``begun``: a throw has been made in the match."""
    view, hands = reading.view, reading.hands
    by_itself = reading.player in robots_among(view.players) and not reading.over
    if reading.activity is None or (by_itself and reading.activity is Activity.JUDGING):
        return
    if hands is not None:
        yield "move"
        yield from _acts_of_hands(reading)
    elif reading.throw_awaited and reading.real_dice:
        yield "type_throw"
    asked = reading.activity in (Activity.ASKING, Activity.WAITING_FOR_LEVERS)
    waits = reading.activity is Activity.ASKING or (view.interrupted and view.may_declare)
    if waits or view.stage is Stage.WILL_DO or view.entered:
        yield "confirm"
    if asked or reading.over or reading.resumed:
        yield "new"
    question = question_of(reading)
    if not asked or (question is not None and not question.where):
        yield "report"
    if hands is None:
        yield "names"
    elif reading.over or not begun:
        yield "match"


def _acts_of_hands(reading: TableReading) -> Iterator[ActionName]:
    hands, view = reading.hands, reading.view
    assert hands is not None
    if view.back:
        yield "put_back"
    elif reading.throw_awaited and hands.real_dice:
        yield "type_throw"
    elif reading.throw_awaited and hands.throws and not hands.rolling:
        yield "throw"
        if len(reading.counts) > 1:
            yield "throw_one"
    if hands.to_take_back is not None:
        yield "take_back"
