"""The entries of a journal, each in one sentence or clause. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boxctl.journal.entry_kinds import (
    DeviceChanged,
    EntriesUnsigned,
    EventHeard,
    HeadMissing,
    KeyIntroduced,
    LedgerGone,
    LeftReason,
    LeversDeclared,
    LeversRestored,
    MatchLeft,
    MatchResumed,
    TurnOverruled,
)
from boxctl.journal.evidence import SensorFault, Witness, sensor_of
from boxctl.journal.proof.ledger_loss import LedgerLoss
from boxctl.journal.recorded_match import RecordedEvent
from boxctl.presentation.names import button_name, sensor_fault
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.phrases import WRITTEN, dice, put_back, the_tile
from boxctl.presentation.player_names import shown_player
from boxctl.presentation.record.proof_sentences import fingerprint, ledger_loss
from boxctl.referee.events import Event, LeverMoved, Pressed, Thrown
from boxctl.referee.lines import event_from_json
from boxctl.referee.put_back import PutBack
from boxctl.rules.tiles import tile_set
from groundwork.language import decimal, tr, tr_n
from groundwork.limits import MOST_TILES
from groundwork.local_time import told_time
from hardware.devices import DeviceBack, DeviceLost

_TILE_OF_SENSOR = {sensor_of(number): number for number in range(1, MOST_TILES + 1)}


def entry_in_words(kind: str, body: dict[str, Any]) -> str:
    """Say what an entry of a sound match records, if it is no ruling."""
    match kind:
        case EventHeard.kind:
            return event_in_words(event_from_json(body["event"]))
        case DeviceChanged.kind:
            return _device(body)
        case MatchResumed.kind:
            return _resumed(body)
        case LeversRestored.kind:
            return tr(
                "the levers are right: the match goes on ({time})", time=told_time(body["now"])
            )
        case LeversDeclared.kind:
            return tr("the players declare the levers to be right as they stand: the match goes on")
        case MatchLeft.kind:
            return tr("the match is left: {why}", why=_why_left(body))
        case TurnOverruled.kind:
            return overruling_in_words(body)
        case KeyIntroduced.kind:
            return _new_key(body)
        case HeadMissing.kind:
            return tr(
                "the journal is older than its key, or another: entry {entry} of match {match}, "
                "signed at {time}, is missing",
                entry=body["entries"] - 1,
                match=body["match"],
                time=told_time(body["signed"]),
            )
        case LedgerGone.kind:
            return tr(
                "the ledger of the box's key could not be used ({why}): the journal can have been "
                "older than its key",
                why=ledger_loss(LedgerLoss(body["why"])),
            )
        case EntriesUnsigned.kind:
            return _signed_late(body["signed"])
        case _:
            return tr("{kind}: something that this version of boxctl does not know", kind=kind)


def _signed_late(signed: int) -> str:
    if not signed:
        return tr(
            "no key of this box had signed any of this match when it was taken up again: somebody "
            "can have written it"
        )
    return tr(
        "no key of this box had signed this match beyond entry {last} when it was taken up again: "
        "somebody can have written the rest",
        last=signed - 1,
    )


def _new_key(body: Mapping[str, Any]) -> str:
    key = fingerprint(body["key"])
    if body["before"] is None:
        return tr("from here on the key {key} signs", key=key)
    before = fingerprint(body["before"])
    if body["signed_by_before"]:
        return tr(
            "from here on the key {key} signs, after {before}, which has signed that",
            key=key,
            before=before,
        )
    return tr(
        "from here on the key {key} signs, after {before}, which has not signed that",
        key=key,
        before=before,
    )


def _device(body: Mapping[str, Any]) -> str:
    name, answers = body["device"], body["answers"]
    if name in _TILE_OF_SENSOR:
        number = str(_TILE_OF_SENSOR[name])
        sensor, why = (
            tr("the sensor of tile {number}", number=number),
            _why_sensor(body),
        )
        if answers:
            return tr("{sensor} is out of quarantine: {why}", sensor=sensor, why=why)
        return tr("{sensor} is in quarantine: {why}", sensor=sensor, why=why)
    notice = (DeviceBack if answers else DeviceLost)(0, name, body.get("says", ""))
    return notice_sentence(notice, WRITTEN)


def _why_sensor(body: Mapping[str, Any]) -> str:
    if "says" in body:
        # An early journal, which kept the words.
        return str(body["says"])
    if "fault" in body:
        return tr("it {fault}", fault=sensor_fault(SensorFault(body["fault"]), WRITTEN))
    if body["left_out"]:
        return tr("its tile is not played with")
    return tr("it is believed again")


def _why_left(body: Mapping[str, Any]) -> str:
    if "reason" not in body:
        # An early journal, which kept the words.
        return str(body["why"])
    match LeftReason(body["reason"]):
        case LeftReason.PLAYERS_LEFT:
            return tr("the players have left")
        case LeftReason.NEW_MATCH:
            return tr("a new match was asked for after an interruption")


def event_in_words(event: Event) -> str:
    """Say what happened: ``the 7 goes down``, ``3 and 4 are thrown``, ``confirm is pressed``."""
    match event:
        case Thrown(values=values):
            shown = dice(values, WRITTEN)
            return tr_n("{dice} is thrown", "{dice} are thrown", len(values), dice=shown)
        case LeverMoved(tile=number, open=True):
            return tr("{tile} goes up", tile=the_tile(number, WRITTEN))
        case LeverMoved(tile=number):
            return tr("{tile} goes down", tile=the_tile(number, WRITTEN))
        case Pressed(button=button):
            return tr("{button} is pressed", button=button_name(button, WRITTEN))
        case _:
            return tr("time passes")


def overruled_mark(score: int) -> str:
    """Mark a ruling, behind its sentence, as overruled with the score that stands now."""
    return tr(" (overruled: {score})", score=score)


def overruling_in_words(body: dict[str, Any]) -> str:
    """Say who overruled what, and why."""
    values = {
        "player": shown_player(body["player"]),
        "entry": body["ruling"],
        "score": body["score"],
        "was": body["was"],
        "reason": body["reason"],
    }
    if body["by"]:
        return tr(
            "overruled by {by}: the turn of {player} that ended with ruling {entry} scores {score} "
            "instead of {was}: {reason}",
            by=body["by"],
            **values,
        )
    return tr(
        "overruled: the turn of {player} that ended with ruling {entry} scores {score} instead of "
        "{was}: {reason}",
        **values,
    )


def evidence_in_words(heard: RecordedEvent, never_moved: bool) -> tuple[str, ...]:
    """Say how the table came to know of an event, without the doubts about it.

    If ``never_moved``, the lever went back within the bump time (R4.7).
    """
    how, said = heard.how, []
    if never_moved:
        said.append(tr("went back within the bump time, so it never moved (R4.7)"))
    if isinstance(heard.event, Thrown):
        said.append(_throw_evidence(how))
    elif "edges" in how:
        said.append(_edges(how["edges"], how["lasted_ms"]))
    else:
        said.append(_without_edges(how))
    return tuple(said)


def _throw_evidence(how: Mapping[str, Any]) -> str:
    if how.get("witness") == Witness.PEOPLE:
        return tr("typed in by people")
    if "series" not in how:
        return tr("without a number of the roller")
    return tr(
        "the roller's throw {number} of series {series}",
        number=how["serial"],
        series=how["series"],
    )


def _without_edges(how: Mapping[str, Any]) -> str:
    match how.get("witness"):
        case Witness.PEOPLE:
            return tr("no edge was seen, people said so")
        case Witness.SENSOR:
            return tr("no edge was seen, the sensor showed it when it was believed again")
    if any(isinstance(doubt, str) for doubt in how.get("doubts", ())):
        # An early journal, which did not keep who told of it; its doubts say so in words.
        return tr("no edge was seen")
    return tr("no edge was seen, only a reading tells of it: it can have been later")


def _edges(edges: int, lasted: float) -> str:
    written = decimal(lasted, 3)
    return tr_n("one edge", "{edges} edges within {lasted} ms", edges, edges=edges, lasted=written)


def _resumed(body: dict[str, Any]) -> str:
    back = PutBack(*(tile_set(body["put_back"][way]) for way in ("open", "shut")))
    if not back:
        return tr("the program was started again ({time})", time=told_time(body["now"]))
    return tr(
        "the program was started again ({time}): {request}",
        time=told_time(body["now"]),
        request=put_back(back, WRITTEN),
    )
