"""What people at a laptop are told about a sensor, with the keys or words that they have.

A laptop has no buttons to press or hold.
"""

from __future__ import annotations

from enum import Enum, auto

from boxctl.presentation.notice_sentences import by_word, sensor_fault
from boxctl.presentation.notices import (
    LeverPositionAsked,
    LeversNotMoved,
    Notice,
    SensorQuarantined,
    StuckSensorAsked,
)
from boxctl.presentation.phrases import eye_in_use, put_back
from groundwork.language import tr


class Controls(Enum):
    """What people have at hand: the full screen has keys, the game line by line has words."""

    KEYS = auto()
    WORDS = auto()


def notice_by(controls: Controls, notice: Notice) -> str:
    """Return a notice that asks for a button, as it is told here; empty for any other."""
    if isinstance(notice, LeversNotMoved):
        return f"BX409: {_levers_not_moved(notice, controls)}"
    if isinstance(notice, StuckSensorAsked | LeverPositionAsked):
        return f"BX409: {_asked(notice, controls)}"
    if isinstance(notice, SensorQuarantined):
        keys = tr("When you move the tile, press F and say so.")
        words = tr("When you move the tile, type report and say so.")
        told = keys if controls is Controls.KEYS else words
        return f"{by_word(notice, eye_in_use())} {told}"
    return ""


def _asked(notice: StuckSensorAsked | LeverPositionAsked, controls: Controls) -> str:
    if isinstance(notice, StuckSensorAsked):
        question = tr(
            "play pauses: is tile {number} the one that the box sees wrongly?",
            number=notice.tile,
        )
        words = tr("Type confirm if it is, new for the next, back if there is none.")
        keys = tr("ENTER if it is, N for the next, ESC if there is none.")
    else:
        question = tr(
            "play pauses, as the sensor of tile {number} {fault}.",
            number=notice.tile,
            fault=sensor_fault(notice.why, eye_in_use()),
        )
        words = tr("Type confirm if the tile is shut, new if it stands open.")
        keys = tr("ENTER if the tile is shut, N if it stands open.")
    return f"{question} {keys if controls is Controls.KEYS else words}"


def _levers_not_moved(notice: LeversNotMoved, controls: Controls) -> str:
    request = put_back(notice.put_back, eye_in_use())
    if controls is Controls.KEYS:
        return tr(
            "still to do: {request}. ENTER does it; at the bench, F says that a sensor does not "
            "show it.",
            request=request,
        )
    return tr(
        "still to do: {request}. Enter does it; at the bench, report says that a sensor does not "
        "show it.",
        request=request,
    )
