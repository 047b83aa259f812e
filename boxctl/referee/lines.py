"""Box events as lines of JSON, read and written."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from boxctl.referee.events import Button, Event, LeverMoved, Pressed, Thrown, TimePassed
from boxctl.referee.ruling_data import in_microseconds, in_seconds
from groundwork.times import MatchTime

MOST_BYTES = 1_000_000

_EVENTS = ("throw", "shut", "open", "press")
_BUTTONS: tuple[Button, ...] = ("confirm", "new")


class BadLine(ValueError):
    """A line that is no event; the text says why."""


def bounded_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream as they come; of one that is too long, no more than shows that."""
    while line := stream.readline(MOST_BYTES + 2):
        rest = line
        while len(rest) > MOST_BYTES and not rest.endswith(b"\n"):
            rest = stream.readline(MOST_BYTES + 2)
        yield line


_write = json.JSONEncoder().encode


def read_event(line: bytes | str) -> Event:
    """The event that a line of JSON gives. Raises :class:`BadLine`.

    Whether the tile is on the box and the time is not before the last one is for the referee to
    say.
    """
    if len(line) > MOST_BYTES:
        raise BadLine(f"the line is longer than {MOST_BYTES} bytes")
    return event_of(_read_object(line))


def event_of(read: dict[str, Any]) -> Event:
    """The event that a JSON object gives, which is used up. Raises :class:`BadLine`."""
    if "at" not in read:
        raise BadLine('there is no time: add "at", in seconds')
    at = microseconds(read.pop("at"))
    if not read:
        return TimePassed(at)
    for key in read:
        if key not in _EVENTS:
            raise BadLine(f"unknown key {_shortened(key)}: known are at, {', '.join(_EVENTS)}")
    if len(read) > 1:
        raise BadLine(f"two events in one line ({' and '.join(read)}): give each its own line")
    ((key, value),) = read.items()
    return _READERS[key](at, value)


def write_event(event: Event) -> str:
    """The event as one line of JSON, without its end; :func:`read_event` reads it back."""
    return _write(event_as_json(event))


def event_as_json(event: Event) -> dict[str, Any]:
    """The event as the JSON object of the contract, with ``at`` in seconds."""
    written: dict[str, Any] = {"at": in_seconds(event.at)}
    if isinstance(event, Thrown):
        written["throw"] = list(event.values)
    elif isinstance(event, LeverMoved):
        written["open" if event.open else "shut"] = event.tile
    elif isinstance(event, Pressed):
        written["press"] = event.button
    return written


def _read_object(line: bytes | str) -> dict[str, Any]:
    try:
        read = _decoder.decode(line if isinstance(line, str) else line.decode())
    except BadLine:
        raise
    except (ValueError, RecursionError):
        blank = not line.strip()
        raise BadLine("the line is blank" if blank else "the line is not JSON") from None
    if not isinstance(read, dict):
        raise BadLine('the line is not a JSON object such as {"at": 1.2, "shut": 7}')
    return read


def _not_json(constant: str) -> float:
    raise BadLine(f"the line is not JSON, which has no {constant}")


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        twin = next(key for key in read if sum(key == other for other, _ in pairs) > 1)
        raise BadLine(f"{_shortened(twin)} is given twice: give each event its own line")
    return read


_decoder = json.JSONDecoder(object_pairs_hook=_without_twins, parse_constant=_not_json)


def microseconds(seconds: Any) -> MatchTime:
    """A time in seconds, as JSON has it, in whole microseconds. Raises :class:`BadLine`."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise BadLine(f"the time {_shortened(seconds)} is not a number of seconds")
    try:
        finite = math.isfinite(seconds)
    except OverflowError:
        finite = False
    if not finite:
        raise BadLine("the time is not a finite number of seconds")
    return in_microseconds(seconds)


def _thrown(at: MatchTime, values: Any) -> Event:
    if not isinstance(values, list):
        raise BadLine(f"the throw {_shortened(values)} is not a list such as [3, 4]")
    return Thrown(at, tuple(map(_die, values)))


def _die(value: Any) -> object:
    """The value as it is reported; nothing, where it could not be written out again."""
    if isinstance(value, list | dict) or (isinstance(value, float) and not math.isfinite(value)):
        return None
    return value


def _lever(open: bool) -> Callable[[MatchTime, Any], Event]:
    def read(at: MatchTime, number: Any) -> Event:
        if type(number) is not int:
            raise BadLine(f"there is no tile {_shortened(number)}: tiles are whole numbers")
        return LeverMoved(at, number, open=open)

    return read


def _pressed(at: MatchTime, button: Any) -> Event:
    for known in _BUTTONS:
        if button == known:
            return Pressed(at, known)
    raise BadLine(f"there is no button {_shortened(button)}: known are {', '.join(_BUTTONS)}")


_READERS: dict[str, Callable[[MatchTime, Any], Event]] = {
    "throw": _thrown,
    "shut": _lever(open=False),
    "open": _lever(open=True),
    "press": _pressed,
}


def _shortened(value: Any) -> str:
    written = _write(value) if _is_plain(value) else type(value).__name__
    return written if len(written) <= 40 else written[:37] + "…"


def _is_plain(value: Any) -> bool:
    return (
        value is None
        or isinstance(value, str | bool | float)
        or (isinstance(value, int) and value.bit_length() < 200)
    )
