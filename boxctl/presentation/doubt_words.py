"""Doubts about a ruling, for the eye or the ear. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from boxctl.presentation.names import the_button, the_device
from boxctl.presentation.phrases import Style, decimal
from boxctl.referee.doubt import Doubt, DoubtReason
from groundwork.language import tr


def doubts_in_words(doubts: Iterable[Doubt] | None, style: Style) -> tuple[str, ...]:
    """Put each doubt in words; none for None."""
    return tuple([doubt_in_words(doubt, style) for doubt in doubts]) if doubts else ()


def doubt_in_words(doubt: Doubt, style: Style) -> str:
    """Say why a ruling is not to be relied on, as a clause: ``the roller did not answer``."""
    match doubt.reason:
        case DoubtReason.DEVICE_LOST:
            device = the_device(str(doubt.source), style)
            return tr("{device} did not answer", device=device)
        case DoubtReason.SENSOR_QUARANTINED:
            return tr("{contact} is in quarantine", contact=_contact(doubt, style))
        case DoubtReason.NOT_SHOWN:
            return tr("{contact} did not show this", contact=_contact(doubt, style))
        case DoubtReason.CHATTERED:
            return tr(
                "{contact} chattered for {seconds} s",
                contact=_contact(doubt, style),
                seconds=_seconds(doubt, style),
            )
        case DoubtReason.TIME_UNKNOWN:
            return tr("{contact} did not tell when it changed", contact=_contact(doubt, style))
        case DoubtReason.UNOBSERVED:
            return tr(
                "nobody looked while tile {number} may have been moved and back",
                number=style.number(int(doubt.source)),
            )
        case DoubtReason.THROWN_UNHEARD:
            return tr("the throw was made while the roller could not be heard")
        case DoubtReason.HOST_SLEPT:
            return tr(
                "the throw may be {seconds} s old, as the computer slept",
                seconds=_seconds(doubt, style),
            )
        case DoubtReason.OTHER_ROLLER:
            return tr("the throw came from another roller than the match began with")
        case DoubtReason.DECLARED:
            return tr("declared by the players after an interruption")
        case DoubtReason.IN_WORDS:
            return str(doubt.source)


def _contact(doubt: Doubt, style: Style) -> str:
    if isinstance(doubt.source, int):
        return tr("the sensor of tile {number}", number=style.number(doubt.source))
    return the_button(doubt.source, style)


def _seconds(doubt: Doubt, style: Style) -> str:
    return decimal(round(doubt.lasted / 100_000), style)
