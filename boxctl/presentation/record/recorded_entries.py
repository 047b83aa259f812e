"""The entries of a journal in English, each in one sentence or clause. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boxctl.journal import entries as kinds
from boxctl.journal.evidence import SensorFault, Witness, sensor_of
from boxctl.journal.facts import LeftReason
from boxctl.journal.recorded_match import RecordedEvent
from boxctl.presentation.notice_sentences import notice_sentence, sensor_fault
from boxctl.presentation.phrases import dice, put_back
from boxctl.referee.events import Event, LeverMoved, Pressed, Thrown
from boxctl.referee.lines import event_of
from boxctl.referee.put_back import PutBack
from boxctl.rules.tiles import tile_set
from groundwork.limits import MOST_TILES
from hardware.devices import DeviceBack, DeviceLost

_SENSORS = frozenset(map(sensor_of, range(1, MOST_TILES + 1)))


def entry_in_words(kind: str, body: dict[str, Any]) -> str:
    """Say what an entry of a sound match records, if it is no ruling."""
    match kind:
        case kinds.EVENT:
            return event_in_words(event_of(body["event"]))
        case kinds.DEVICE:
            return _device(body)
        case kinds.RESUMED:
            return _resumed(body)
        case kinds.GOES_ON:
            return f"the levers are right: the match goes on ({body['now']})"
        case kinds.DECLARED:
            return "the players declare the levers to be right as they stand: the match goes on"
        case kinds.LEFT:
            return f"the match is left: {_why_left(body)}"
        case kinds.OVERRULED:
            return overruling_in_words(body)
        case kinds.KEY:
            return _new_key(body)
        case kinds.MISSING:
            return (
                f"the journal is older than its key, or another: entry {body['entries'] - 1} of "
                f"match {body['match']}, signed at {body['signed']}, is missing"
            )
        case _:
            return f"{kind}: something that this version of boxctl does not know"


def _new_key(body: Mapping[str, Any]) -> str:
    says = f"from here on the key {body['key']} signs"
    if body["before"] is None:
        return says
    vouched = "which has signed that" if body["signed_by_before"] else "which has not signed that"
    return f"{says}, after {body['before']}, {vouched}"


def _device(body: Mapping[str, Any]) -> str:
    name, answers = body["device"], body["answers"]
    if name in _SENSORS:
        return f"the {name} is {'out of' if answers else 'in'} quarantine: {_why_sensor(body)}"
    return notice_sentence((DeviceBack if answers else DeviceLost)(0, name, body.get("says", "")))


def _why_sensor(body: Mapping[str, Any]) -> str:
    if "says" in body:
        # An early journal, which kept the words.
        return str(body["says"])
    if "fault" in body:
        return f"it {sensor_fault(SensorFault(body['fault']))}"
    return "its tile is not played with" if body["left_out"] else "it is believed again"


def _why_left(body: Mapping[str, Any]) -> str:
    if "reason" not in body:
        # An early journal, which kept the words.
        return str(body["why"])
    match LeftReason(body["reason"]):
        case LeftReason.PLAYERS_LEFT:
            return "the players have left"
        case LeftReason.NEW_MATCH:
            return "a new match was asked for after an interruption"


def event_in_words(event: Event) -> str:
    """Say what happened: ``the 7 goes down``, ``3 and 4 are thrown``, ``confirm is pressed``."""
    match event:
        case Thrown(values=values):
            shown = dice(values)
            return f"{shown} {'is' if len(values) == 1 else 'are'} thrown"
        case LeverMoved(tile=number, open=open):
            return f"the {number} goes {'up' if open else 'down'}"
        case Pressed(button=button):
            return f"{button} is pressed"
        case _:
            return "time passes"


def overruled_mark(score: int) -> str:
    """Mark a ruling, behind its sentence, as overruled with the score that stands now."""
    return f" (overruled: {score})"


def overruling_in_words(body: dict[str, Any]) -> str:
    """Say who overruled what, and why."""
    by = f" by {body['by']}" if body["by"] else ""
    return (
        f"overruled{by}: the turn of {body['player']} that ended with entry {body['ruling']} "
        f"scores {body['score']} instead of {body['was']}: {body['reason']}"
    )


def evidence_in_words(heard: RecordedEvent, never_moved: bool) -> tuple[str, ...]:
    """Say how the table came to know of an event, without the doubts about it.

    If ``never_moved``, the lever went back within the bump time (R4.7).
    """
    how, said = heard.how, []
    if never_moved:
        said.append("went back within the bump time, so it never moved (R4.7)")
    if isinstance(heard.event, Thrown):
        said.append(
            f"the roller's throw {how['serial']} of series {how['series']}"
            if "series" in how
            else "without a number of the roller"
        )
    elif "edges" in how:
        said.append(_edges(how["edges"], how["lasted_ms"]))
    else:
        said.append(_without_edges(how))
    return tuple(said)


def _without_edges(how: Mapping[str, Any]) -> str:
    match how.get("witness"):
        case Witness.PEOPLE:
            return "no edge was seen, people said so"
        case Witness.SENSOR:
            return "no edge was seen, the sensor showed it when it was believed again"
    if any(isinstance(doubt, str) for doubt in how.get("doubts", ())):
        # An early journal, which did not keep who told of it; its doubts say so in words.
        return "no edge was seen"
    return "no edge was seen, only a reading tells of it: it can have been later"


def _edges(edges: int, lasted: float) -> str:
    return "one edge" if edges == 1 else f"{edges} edges within {lasted:.3f} ms"


def _resumed(body: dict[str, Any]) -> str:
    text = f"the program was started again ({body['now']})"
    back = PutBack(*(tile_set(body["put_back"][way]) for way in ("open", "shut")))
    return f"{text}: {put_back(back)}" if back else text
