"""The English sentence of every notice. Pure."""

from __future__ import annotations

from boxctl.journal.evidence import SensorFault
from boxctl.journal.faults import NOT_WRITTEN
from boxctl.presentation.notices import (
    LeverPositionAsked,
    LeversNotMoved,
    MatchContinues,
    MatchInterrupted,
    NoSensorQuarantined,
    Notice,
    Reminder,
    SensorNotice,
    SensorQuarantined,
    SensorTrusted,
    StuckSensorAsked,
)
from boxctl.presentation.phrases import EYE, Style, how_many_dice, make_ready, put_back
from boxctl.presentation.sentences import throw_to_play
from boxctl.referee.game_state import GameState
from boxctl.referee.verdict import Action
from hardware.devices import DeviceBack, DeviceLost


def notice_sentence(notice: Notice, style: Style = EYE) -> str:
    """Word a notice. Only notices about sensors have other styles than the default."""
    match notice:
        case DeviceLost(device="journal", why=why):
            return (
                f"{NOT_WRITTEN}: play pauses, as nothing can be recorded ({why}): make room on the "
                "disk or mend it, and play goes on by itself."
            )
        case DeviceBack(device="journal"):
            return "the journal can be written again: play goes on."
        case DeviceLost(device="key", why=why):
            return f"{why} Play goes on, and nothing that is recorded is signed."
        case DeviceBack(device="key"):
            return "the box's key can be used again: what is recorded is signed."
        case DeviceLost(device=device, why=why):
            return f"the {device} does not answer: {why}"
        case DeviceBack(device=device, what=what):
            return f"the {device} answers: {what}"
        case MatchInterrupted(player=player, put_back=back, stands=stands):
            if not back:
                goes_on = f"the match goes on where it stood: it is {player}'s turn."
                return goes_on + _owed(stands)
            return (
                f"the match was interrupted in {player}'s turn: {put_back(back)} as it "
                "was, or press confirm if the levers stand as they should, or new for a new match."
            )
        case MatchContinues(player=player, declared=declared, stands=stands):
            levers = "as they stand, by your word" if declared else "right"
            goes_on = f"the levers are {levers}: the match goes on, it is {player}'s turn."
            return goes_on + _owed(stands)
        case Reminder(stands=stands):
            return _reminder(stands)
        case _:
            return _about_sensor(notice, style)


def _reminder(stands: GameState) -> str:
    if stands.over:
        return "the match is over, press new for another."
    if stands.put_back and stands.making_ready:
        return f"For {stands.player}'s turn, {make_ready(stands.put_back)}."
    if stands.put_back:
        return f"{put_back(stands.put_back)}.{_owed(stands)}"
    if stands.owed is not None:
        return _owed(stands).lstrip()
    return f"{stands.player} is to throw {how_many_dice(stands.counts)}."


def _owed(stands: GameState) -> str:
    """Name the throw to be answered, behind a space; empty if there is none."""
    owed = stands.owed
    if owed is None:
        return ""
    action = Action.OPEN if stands.opens else Action.SHUT
    return f" {throw_to_play(owed.throw, owed.allowed, action, owed.opening_tile)}"


def _about_sensor(notice: SensorNotice, style: Style) -> str:
    pauses = "BX409: play pauses" if style.coded else "play pauses"
    match notice:
        case LeverPositionAsked(why=why, by_buttons=False):
            return (
                f"{pauses}, as the sensor of {_tile(notice.tile, style)} {sensor_fault(why)}: "
                "there are no buttons to say how the tile stands, so play goes on when the sensor "
                "has been calm for ten seconds."
            )
        case LeverPositionAsked(why=why):
            return (
                f"{pauses}, as the sensor of {_tile(notice.tile, style)} {sensor_fault(why)}: "
                "press confirm if the tile is shut, new if it stands open."
            )
        case StuckSensorAsked():
            return (
                f"{pauses}: is {_tile(notice.tile, style)} the one whose lever does not show what "
                "you did? Press confirm if it is, new for the next."
            )
        case SensorQuarantined(why=why, stands=stands):
            how = "stands open" if stands else "is shut"
            return (
                f"{_tile(notice.tile, style)} {how} by your word, as its sensor "
                f"{sensor_fault(why)}: rulings are unverified until it works again. When you move "
                "the tile, hold confirm and say so."
            )
        case NoSensorQuarantined():
            return "no sensor is put in quarantine: play goes on."
        case LeversNotMoved(put_back=back):
            return (
                f"still to do: {put_back(back, style)}. If that is done and the box does not see "
                "it, hold confirm: the sensor is put in quarantine, and play goes on by your word."
            )
        case SensorTrusted(left_out=True):
            without = "does not matter now: it is played without this tile"
            return f"the sensor of {_tile(notice.tile, style)} {without}."
        case SensorTrusted():
            return f"the sensor of {_tile(notice.tile, style)} works again and is believed."


def _tile(number: int, style: Style) -> str:
    return f"tile {style.number(number)}"


def sensor_fault(fault: SensorFault) -> str:
    """Say what is wrong with a sensor, as a verb behind its name: ``chatters``."""
    match fault:
        case SensorFault.CHATTERING:
            return "chatters"
        case SensorFault.STUCK:
            return "does not show what the lever does"
