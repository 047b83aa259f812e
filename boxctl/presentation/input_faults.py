"""What is wrong with an input line, in English. Pure."""

from __future__ import annotations

import json
from typing import Any

from boxctl.referee.input_faults import InputFault, InputRefused
from boxctl.referee.lines import BUTTONS, EVENTS, MOST_BYTES

MOST_QUOTED = 40
"""The longest part of an input that is quoted, in characters; of more, the beginning."""

_write = json.JSONEncoder().encode


def refusal_in_words(refusal: InputRefused) -> str:
    """Say why an input is refused and how to mend it, as a clause without a full stop."""
    about = refusal.about
    match refusal.fault:
        case InputFault.TOO_LONG:
            return f"the line is longer than {MOST_BYTES} bytes"
        case InputFault.BLANK:
            return "the line is blank"
        case InputFault.NOT_JSON:
            return "the line is not JSON"
        case InputFault.NO_JSON_CONSTANT:
            return f"the line is not JSON, which has no {about}"
        case InputFault.NO_OBJECT:
            return 'the line is not a JSON object such as {"at": 1.2, "shut": 7}'
        case InputFault.KEY_TWICE:
            return f"{_quoted(about)} is given twice: give each event its own line"
        case InputFault.UNKNOWN_KEY:
            return f"unknown key {_quoted(about)}: known are at, {', '.join(EVENTS)}"
        case InputFault.TWO_EVENTS:
            return f"two events in one line ({' and '.join(about)}): give each its own line"
        case InputFault.NO_THROW:
            return f"the throw {_quoted(about)} is not a list such as [3, 4]"
        case InputFault.NO_TILE_NUMBER:
            return f"there is no tile {_quoted(about)}: tiles are whole numbers"
        case InputFault.NOT_ON_THE_BOX:
            number, tiles = about
            return f"there is no tile {_quoted(number)}: the box has tiles 1 to {tiles}"
        case InputFault.TOO_MANY_WAIT:
            return (
                "too many throws and presses wait for the bump time of a lever: "
                "give their lines later times"
            )
        case InputFault.UNKNOWN_BUTTON:
            return f"there is no button {_quoted(about)}: known are {', '.join(BUTTONS)}"
        case _:
            return _about_time(refusal)


def _about_time(refusal: InputRefused) -> str:
    match refusal.fault:
        case InputFault.NO_TIME:
            return 'there is no time: add "at", in seconds'
        case InputFault.TIME_NO_NUMBER:
            return f"the time {_quoted(refusal.about)} is not a number of seconds"
        case InputFault.TIME_NOT_FINITE:
            return "the time is not a finite number of seconds"
        case _:
            return "the time goes back"


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
