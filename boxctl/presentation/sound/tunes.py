"""The tunes of rulings and notices. Pure.

Every tune has its own rhythm, so they can be told apart on a buzzer of one tone.
"""

from __future__ import annotations

from boxctl.presentation.menu_notices import MenuClosed, MenuNotNow, MenuShown, TonightChosen
from boxctl.presentation.notices import (
    DiceCounted,
    LeverPositionAsked,
    LeversNotMoved,
    MatchContinues,
    MatchInterrupted,
    NoSensorQuarantined,
    Notice,
    Reminder,
    SensorQuarantined,
    SensorsTogether,
    SensorTrusted,
    SoloBest,
    StuckSensorAsked,
    TypedThrowRefused,
)
from boxctl.referee.ruling import Ruling
from boxctl.referee.verdict import Verdict
from hardware.devices import DeviceBack, DeviceLost, Note, Tune

_LOW, _MIDDLE, _HIGH, _HIGHEST = 392, 784, 1175, 1568
"""G4, G5, D6 and G6, in hertz."""


def _tune(*notes: tuple[int, int]) -> Tune:
    """Make a tune of notes (hertz, milliseconds), with a short silence between any two."""
    gap = Note(0, 50)
    with_gaps = [part for hertz, long in notes for part in (Note(hertz, long), gap)]
    return tuple(with_gaps[:-1])


THROWN = _tune((_HIGH, 60))
"""A throw counts, or the menu shows another choice."""

COMMITTED = _tune((_MIDDLE, 60), (_HIGH, 120))
"""A move stands, or a game is chosen."""

PUT_BACK = _tune((_LOW, 450))
"""Something must be put back, or does not count, or cannot be chosen."""

TURN_OVER = _tune((_HIGH, 120), (_MIDDLE, 120), (_LOW, 240))
"""A turn has ended without a shut box."""

BOX_SHUT = _tune((_MIDDLE, 70), (_HIGH, 70), (_HIGHEST, 70), (_HIGH, 70), (_HIGHEST, 300))
"""The box is shut."""

MATCH_OVER = _tune((_HIGH, 300), (_MIDDLE, 100), (_HIGH, 100), (_HIGHEST, 450))
"""The match is over."""

TROUBLE = _tune((_LOW, 150), (_LOW, 150), (_LOW, 150), (_LOW, 150))
"""Something has failed, or play waits for people."""

WELL_AGAIN = _tune((_LOW, 60), (_MIDDLE, 60), (_HIGH, 60))
"""What had failed works again."""

TUNES: dict[Verdict, Tune] = {
    Verdict.THROW: THROWN,
    Verdict.FIRST_THROW: THROWN,
    Verdict.AGAIN: THROWN,
    Verdict.COMMITTED: COMMITTED,
    Verdict.REFUSED: PUT_BACK,
    Verdict.DISTURBED: PUT_BACK,
    Verdict.VOID: PUT_BACK,
    Verdict.SHUT_THE_BOX: BOX_SHUT,
    Verdict.TURN_OVER: TURN_OVER,
    Verdict.MATCH_OVER: MATCH_OVER,
}
"""The tune of each verdict that has one."""


def of_ruling(ruling: Ruling) -> Tune | None:
    """Return the tune of a ruling; None for silence."""
    if ruling.verdict is Verdict.TURN_OVER and ruling.throw is None:
        # The box was shut or the one move of the turn made, and that had its own tune.
        return None
    return TUNES.get(ruling.verdict)


def of_notice(notice: Notice) -> Tune | None:
    """Return the tune of a notice; None for silence."""
    match notice:
        case (
            DeviceLost()
            | MatchInterrupted()
            | LeverPositionAsked()
            | StuckSensorAsked()
            | LeversNotMoved()
            | TypedThrowRefused()
        ):
            return TROUBLE
        case (
            DeviceBack()
            | MatchContinues()
            | SensorQuarantined()
            | NoSensorQuarantined()
            | SensorTrusted()
        ):
            return WELL_AGAIN
        case SoloBest():
            return BOX_SHUT if notice.is_new and notice.best is not None else None
        case MenuShown(lack=lack):
            return THROWN if lack is None else PUT_BACK
        case TonightChosen():
            return COMMITTED
        case MenuNotNow():
            return PUT_BACK
        case Reminder() | DiceCounted() | SensorsTogether() | MenuClosed():
            return None
