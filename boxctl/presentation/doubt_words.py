"""Doubts about a ruling in English, for the eye or the ear. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from boxctl.presentation.phrases import EYE, Style
from boxctl.referee.doubt import Doubt, DoubtReason


def doubts_in_words(doubts: Iterable[Doubt] | None, style: Style = EYE) -> tuple[str, ...]:
    """Put each doubt in words; none for None."""
    return tuple(doubt_in_words(doubt, style) for doubt in doubts or ())


def doubt_in_words(doubt: Doubt, style: Style = EYE) -> str:
    """Say why a ruling is not to be relied on, as a clause: ``the roller did not answer``."""
    match doubt.reason:
        case DoubtReason.DEVICE_LOST:
            return f"the {style.name(str(doubt.source))} did not answer"
        case DoubtReason.SENSOR_QUARANTINED:
            return f"{_contact(doubt, style)} is in quarantine"
        case DoubtReason.NOT_SHOWN:
            return f"{_contact(doubt, style)} did not show this"
        case DoubtReason.CHATTERED:
            return f"{_contact(doubt, style)} chattered for {_seconds(doubt.lasted, style)} s"
        case DoubtReason.TIME_UNKNOWN:
            return f"{_contact(doubt, style)} did not tell when it changed"
        case DoubtReason.UNOBSERVED:
            return f"nobody looked while {_tile(doubt, style)} may have been moved and back"
        case DoubtReason.THROWN_UNHEARD:
            return "the throw was made while the roller could not be heard"
        case DoubtReason.HOST_SLEPT:
            return f"the throw may be {_seconds(doubt.lasted, style)} s old, as the computer slept"
        case DoubtReason.OTHER_ROLLER:
            return "the throw came from another roller than the match began with"
        case DoubtReason.DECLARED:
            return "declared by the players after an interruption"
        case DoubtReason.IN_WORDS:
            return str(doubt.source)


def _contact(doubt: Doubt, style: Style) -> str:
    if isinstance(doubt.source, int):
        return f"the sensor of {_tile(doubt, style)}"
    return f"the button {doubt.source}"


def _tile(doubt: Doubt, style: Style) -> str:
    return f"tile {style.number(int(doubt.source))}"


def _seconds(microseconds: int, style: Style) -> str:
    whole, tenths = divmod(round(microseconds / 100_000), 10)
    return f"{style.number(whole)}{style.point}{style.number(tenths)}"
