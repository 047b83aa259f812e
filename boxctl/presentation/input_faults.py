"""Word what is wrong with an input line. Pure."""

from __future__ import annotations

import json
from typing import Any

from boxctl.presentation.phrases import EYE, Style, listed
from boxctl.referee.input_faults import InputFault, InputRefused
from boxctl.referee.lines import BUTTONS, EVENTS, MOST_BYTES

MOST_QUOTED = 40
"""The longest part of an input that is quoted, in characters; of more, the beginning."""

_write = json.JSONEncoder().encode


def refusal_in_words(refusal: InputRefused, style: Style = EYE) -> str:
    """Say why an input is refused and how to mend it, as a clause without a full stop."""
    about = refusal.about
    match refusal.fault:
        case InputFault.TOO_LONG:
            return style.tr("the line is longer than {most} bytes", most=MOST_BYTES)
        case InputFault.BLANK:
            return style.tr("the line is blank")
        case InputFault.NOT_JSON:
            return style.tr("the line is not JSON")
        case InputFault.NO_JSON_CONSTANT:
            return style.tr("the line is not JSON, which has no {constant}", constant=about)
        case InputFault.NO_OBJECT:
            example = '{"at": 1.2, "shut": 7}'
            return style.tr("the line is not a JSON object such as {example}", example=example)
        case InputFault.KEY_TWICE:
            return style.tr(
                "{key} is given twice: give each event its own line", key=_quoted(about)
            )
        case InputFault.UNKNOWN_KEY:
            known = ", ".join(EVENTS)
            return style.tr(
                "unknown key {key}: known are at, {known}", key=_quoted(about), known=known
            )
        case InputFault.TWO_EVENTS:
            return style.tr(
                "two events in one line ({events}): give each its own line",
                events=listed(about, style),
            )
        case InputFault.NO_THROW:
            return style.tr("the throw {throw} is not a list such as [3, 4]", throw=_quoted(about))
        case InputFault.NO_TILE_NUMBER:
            return style.tr("there is no tile {tile}: tiles are whole numbers", tile=_quoted(about))
        case InputFault.NOT_ON_THE_BOX:
            number, tiles = about
            return style.tr(
                "there is no tile {tile}: the box has tiles 1 to {last}",
                tile=_quoted(number),
                last=tiles,
            )
        case InputFault.TOO_MANY_WAIT:
            return style.tr(
                "too many throws and presses wait for the bump time of a lever: "
                "give their lines later times"
            )
        case InputFault.UNKNOWN_BUTTON:
            return style.tr(
                "there is no button {button}: known are {known}",
                button=_quoted(about),
                known=", ".join(BUTTONS),
            )
        case _:
            return _about_time(refusal, style)


def _about_time(refusal: InputRefused, style: Style) -> str:
    match refusal.fault:
        case InputFault.NO_TIME:
            return style.tr('there is no time: add "at", in seconds')
        case InputFault.TIME_NO_NUMBER:
            written = _quoted(refusal.about)
            return style.tr("the time {time} is not a number of seconds", time=written)
        case InputFault.TIME_NOT_FINITE:
            return style.tr("the time is not a finite number of seconds")
        case _:
            return style.tr("the time goes back")


def _quoted(value: Any) -> str:
    """Write a value as JSON, shortened; a large or nested one only by its type."""
    written = _write(value) if _is_plain(value) else type(value).__name__
    return written if len(written) <= MOST_QUOTED else written[: MOST_QUOTED - 3] + "…"


def _is_plain(value: Any) -> bool:
    return (
        value is None
        or isinstance(value, str | bool | float)
        or (isinstance(value, int) and value.bit_length() < 200)
    )
