"""What people press or type to answer the box: its buttons, or the keys or words of a laptop. Pure.

Every notice that asks for one of them gets its sentence here.
"""

from __future__ import annotations

from enum import Enum, auto

from boxctl.presentation.input_faults import sensor_fault
from boxctl.presentation.notices import LeverPositionAsked, LeversNotMoved
from boxctl.presentation.phrases import Style, put_back
from boxctl.rules.tiles import numbers
from groundwork.language import tr


class Controls(Enum):
    """What people have at hand: the full-screen game has keys, the plain one words to be typed.

    Where they tap how a box stands that nothing senses (``TAPS``), nothing asks for sensors.
    """

    BUTTONS = auto()
    TAPS = auto()
    KEYS = auto()
    WORDS = auto()


def another_match(controls: Controls, style: Style) -> str:
    """Say how another match is begun, once one is over."""
    match controls:
        case Controls.BUTTONS | Controls.TAPS:
            return tr("press new for another")
        case Controls.KEYS:
            return tr("press N for another")
        case Controls.WORDS:
            return tr("type new for another")


def ways_on(controls: Controls, style: Style, *, may_declare: bool) -> str:
    """Say how an interrupted match goes on, behind the request to put its levers back."""
    match controls:
        case Controls.BUTTONS | Controls.TAPS if may_declare:
            return tr("Or press confirm if all stands as it should, or new for a new match.")
        case Controls.BUTTONS | Controls.TAPS:
            return tr("Or press new for a new match.")
        case Controls.KEYS if may_declare:
            return tr("ENTER does it; D if all stands as it should, N for a new match.")
        case Controls.KEYS:
            return tr("ENTER does it; N for a new match.")
        case Controls.WORDS if may_declare:
            return tr(
                "Enter does it; type confirm if all stands as it should, new for a new match."
            )
        case Controls.WORDS:
            return tr("Enter does it; type new for a new match.")


def is_this_the_sensor(number: int, controls: Controls, style: Style) -> str:
    """Ask whether the sensor of this tile is the one that is wrong."""
    tile = style.number(number)
    if controls is Controls.BUTTONS:
        return tr(
            "play pauses: is tile {number} the one that the box sees wrongly? Press confirm if it "
            "is, new for the next; hold confirm if it is none.",
            number=tile,
        )
    question = tr("play pauses: is tile {number} the one that the box sees wrongly?", number=tile)
    if controls is Controls.KEYS:
        answers = tr("ENTER if it is, N for the next, ESC if there is none.")
    else:
        answers = tr("Type confirm if it is, new for the next, back if there is none.")
    return f"{question} {answers}"


def how_does_it_stand(asked: LeverPositionAsked, controls: Controls, style: Style) -> str:
    """Ask how a tile stands whose sensor is not believed."""
    number, fault = style.number(asked.tile), sensor_fault(asked.why, style)
    if controls is not Controls.BUTTONS:
        question = tr(
            "play pauses, as the sensor of tile {number} {fault}.", number=number, fault=fault
        )
        if controls is Controls.KEYS:
            answers = tr("ENTER if the tile is shut, N if it stands open.")
        else:
            answers = tr("Type confirm if the tile is shut, new if it stands open.")
        return f"{question} {answers}"
    if asked.by_buttons:
        return tr(
            "play pauses, as the sensor of tile {number} {fault}: press confirm if the tile is "
            "shut, new if it stands open.",
            number=number,
            fault=fault,
        )
    return tr(
        "play pauses, as the sensor of tile {number} {fault}: there are no buttons to say how the "
        "tile stands, so play goes on when the sensor has been calm for ten seconds.",
        number=number,
        fault=fault,
    )


def still_to_do(notice: LeversNotMoved, controls: Controls, style: Style) -> str:
    """Ask again for the levers that long have not moved, as far as their sensors tell."""
    back = notice.put_back
    request = put_back(back, style)
    if controls is Controls.KEYS:
        return tr(
            "still to do: {request}. ENTER does it; at the bench, F says that a sensor does not "
            "show it.",
            request=request,
        )
    if controls is Controls.WORDS:
        return tr(
            "still to do: {request}. Enter does it; at the bench, report says that a sensor does "
            "not show it.",
            request=request,
        )
    if not notice.by_buttons:
        return tr(
            "still to do: {request}. There are no buttons to say which sensor is wrong: put the "
            "other tiles back until one is left that the box does not see, then hold confirm.",
            request=request,
        )
    if len(numbers(back.open | back.shut)) > 1:
        return tr(
            "still to do: {request}. If the box does not see one of them as it is, hold confirm "
            "and say which: its sensor is put in quarantine, and play goes on by your word.",
            request=request,
        )
    return tr(
        "still to do: {request}. If that is done and the box does not see it, hold "
        "confirm: the sensor is put in quarantine, and play goes on by your word.",
        request=request,
    )


def say_when_moved(controls: Controls, style: Style) -> str:
    """Ask to be told when a tile is moved whose sensor is in quarantine."""
    match controls:
        case Controls.BUTTONS | Controls.TAPS:
            return tr("When you move the tile, hold confirm and say so.")
        case Controls.KEYS:
            return tr("When you move the tile, press F and say so.")
        case Controls.WORDS:
            return tr("When you move the tile, type report and say so.")
