"""Word what is wrong with an input line. Pure."""

from __future__ import annotations

import json
from typing import Any

from boxctl.referee.input_faults import InputFault, InputRefused
from boxctl.referee.lines import BUTTONS, EVENTS, MOST_BYTES
from groundwork.language import all_of, tr

MOST_QUOTED = 40
"""The longest part of an input that is quoted, in characters; of more, the beginning."""

_write = json.JSONEncoder().encode


def refused_line(number: int, refusal: InputRefused) -> str:
    """Say why the input line of this number is refused."""
    return tr("line {line}: {why}.", line=number, why=refusal_in_words(refusal))


def refusal_in_words(refusal: InputRefused) -> str:
    """Say why an input is refused and how to mend it, as a clause without a full stop."""
    about = refusal.about
    match refusal.fault:
        case InputFault.TOO_LONG:
            return tr("the line is longer than {most} bytes", most=MOST_BYTES)
        case InputFault.BLANK:
            return tr("the line is blank")
        case InputFault.NOT_JSON:
            return tr("the line is not JSON")
        case InputFault.NO_JSON_CONSTANT:
            return tr("the line is not JSON, which has no {constant}", constant=about)
        case InputFault.NO_OBJECT:
            example = '{"at": 1.2, "shut": 7}'
            return tr("the line is not a JSON object such as {example}", example=example)
        case InputFault.KEY_TWICE:
            return tr("{key} is given twice: give each event its own line", key=_quoted(about))
        case InputFault.UNKNOWN_KEY:
            known = ", ".join(EVENTS)
            return tr("unknown key {key}: known are at, {known}", key=_quoted(about), known=known)
        case InputFault.TWO_EVENTS:
            return tr(
                "two events in one line ({events}): give each its own line",
                events=all_of(about),
            )
        case InputFault.NO_THROW:
            return tr("the throw {throw} is not a list such as [3, 4]", throw=_quoted(about))
        case InputFault.NO_TILE_NUMBER:
            return tr("there is no tile {tile}: tiles are whole numbers", tile=_quoted(about))
        case InputFault.NOT_ON_THE_BOX:
            number, tiles = about
            return tr(
                "there is no tile {tile}: the box has tiles 1 to {last}",
                tile=_quoted(number),
                last=tiles,
            )
        case InputFault.TOO_MANY_WAIT:
            return tr(
                "too many throws and presses wait for the bump time of a lever: "
                "give their lines later times"
            )
        case InputFault.UNKNOWN_BUTTON:
            return tr(
                "there is no button {button}: known are {known}",
                button=_quoted(about),
                known=", ".join(BUTTONS),
            )
        case _:
            return _about_time(refusal)


def _about_time(refusal: InputRefused) -> str:
    match refusal.fault:
        case InputFault.NO_TIME:
            return tr('there is no time: add "at", in seconds')
        case InputFault.TIME_NO_NUMBER:
            written = _quoted(refusal.about)
            return tr("the time {time} is not a number of seconds", time=written)
        case InputFault.TIME_NOT_FINITE:
            return tr("the time is not a finite number of seconds")
        case _:
            return tr("the time goes back")


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
