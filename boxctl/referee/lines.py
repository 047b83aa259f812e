"""The events of a box, read from lines of JSON and written, and why an input is refused."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any, BinaryIO, Literal

from boxctl.referee.fields import in_microseconds, in_seconds
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.json_text import check_nesting, json_writer
from groundwork.times import MatchTime

Button = Literal["confirm", "new"]


@frozen_dataclass
class Thrown:
    """The roller reports its dice; a value that is no whole number is an unreadable die."""

    at: MatchTime
    values: tuple[object, ...]


@frozen_dataclass
class LeverMoved:
    """The lever of a tile now stands open (up) or shut (down)."""

    at: MatchTime
    tile: int
    open: bool


@frozen_dataclass
class Pressed:
    """A button was pressed: ``confirm`` (R4.2) or ``new`` (a new match)."""

    at: MatchTime
    button: Button


@frozen_dataclass
class TimePassed:
    """Nothing happened; the time is now this."""

    at: MatchTime


Event = Thrown | LeverMoved | Pressed | TimePassed


class InputFault(StrEnum):
    """The reason why an input is refused; :attr:`InputRefused.about` has its data."""

    TOO_LONG = "too_long"
    BLANK = "blank"
    NOT_JSON = "not_json"
    NO_JSON_CONSTANT = "no_json_constant"
    """About: a constant such as ``NaN``, which JSON does not have."""
    NO_OBJECT = "no_object"
    KEY_TWICE = "key_twice"
    """About: the key."""
    UNKNOWN_KEY = "unknown_key"
    """About: the key."""
    TWO_EVENTS = "two_events"
    """About: the keys of the events."""
    NO_TIME = "no_time"
    TIME_NO_NUMBER = "time_no_number"
    """About: the value in the place of the time."""
    TIME_NOT_FINITE = "time_not_finite"
    TIME_GOES_BACK = "time_goes_back"
    NO_THROW = "no_throw"
    """About: the value in the place of the list of dice."""
    NO_TILE_NUMBER = "no_tile_number"
    """About: the value in the place of the tile's number."""
    NOT_ON_THE_BOX = "not_on_the_box"
    """About: the tile, and the number of tiles of the box."""
    TOO_MANY_WAIT = "too_many_wait"
    UNKNOWN_BUTTON = "unknown_button"
    """About: the value in the place of the button."""


class InputRefused(ValueError):
    """An input that cannot be used and has changed nothing.

    ``fault`` is the reason; ``about`` are its data, None for a reason without any.
    """

    def __init__(self, fault: InputFault, about: Any = None) -> None:
        super().__init__(fault)
        self.fault = fault
        self.about = about


MOST_BYTES = 1_000_000
"""The longest line that is read, in bytes."""

EVENTS = ("throw", "shut", "open", "press")
"""The keys of a line that name an event."""

BUTTONS: tuple[Button, ...] = ("confirm", "new")
"""The buttons that can be pressed."""


class BadLine(InputRefused):
    """A line that is no event."""


def bounded_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream as they come; of one that is too long, only its beginning."""
    while line := stream.readline(MOST_BYTES + 2):
        rest = line
        while len(rest) > MOST_BYTES and not rest.endswith(b"\n"):
            rest = stream.readline(MOST_BYTES + 2)
        yield line


BYTE_ORDER_MARK = "\ufeff"

BLANKS = " \t\n\r"
"""What JSON allows around an object."""

_write = json_writer(ascii_only=True)


def read_event(line: bytes | str) -> Event:
    """Read an event from a line of JSON. Raises :class:`BadLine`.

    Does not check that the tile is on the box, nor that the time does not go back: only the
    referee knows.
    """
    if len(line) > MOST_BYTES:
        raise BadLine(InputFault.TOO_LONG)
    return event_from_json(_read_object(line))


def event_from_json(read: dict[str, Any]) -> Event:
    """Read an event from a JSON object. Raises :class:`BadLine`."""
    if "at" not in read:
        raise BadLine(InputFault.NO_TIME)
    at = microseconds(read["at"])
    keys = [key for key in read if key != "at"]
    if not keys:
        return TimePassed(at)
    for key in keys:
        if key not in EVENTS:
            raise BadLine(InputFault.UNKNOWN_KEY, key)
    if len(keys) > 1:
        raise BadLine(InputFault.TWO_EVENTS, tuple(keys))
    (key,) = keys
    return _READERS[key](at, read[key])


def write_event(event: Event) -> str:
    """Write an event as one line of JSON, without its end; :func:`read_event` is the inverse."""
    return _write(event_as_json(event))


def event_as_json(event: Event) -> dict[str, Any]:
    """Write an event as the JSON object of the contract, with ``at`` in seconds."""
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
        # Programs on Windows begin what they write with a byte order mark, which says nothing.
        text = line if isinstance(line, str) else line.decode().removeprefix(BYTE_ORDER_MARK)
        text = text.strip(BLANKS)
        check_nesting(text)
        read, end = _decoder.raw_decode(text)
    except BadLine:
        raise
    except (ValueError, RecursionError):
        blank = not line.strip()
        raise BadLine(InputFault.BLANK if blank else InputFault.NOT_JSON) from None
    if end < len(text):
        raise BadLine(InputFault.NOT_JSON)
    if not isinstance(read, dict):
        raise BadLine(InputFault.NO_OBJECT)
    return read


def _not_json(constant: str) -> float:
    raise BadLine(InputFault.NO_JSON_CONSTANT, constant)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        twin = next(key for key in read if sum(key == other for other, _ in pairs) > 1)
        raise BadLine(InputFault.KEY_TWICE, twin)
    return read


_decoder = json.JSONDecoder(object_pairs_hook=_without_twins, parse_constant=_not_json)


def microseconds(seconds: Any) -> MatchTime:
    """Convert a time in seconds, as JSON has it, to whole microseconds. Raises :class:`BadLine`."""
    if type(seconds) not in (int, float):
        raise BadLine(InputFault.TIME_NO_NUMBER, seconds)
    try:
        finite = math.isfinite(seconds)
    except OverflowError:
        finite = False
    if not finite:
        raise BadLine(InputFault.TIME_NOT_FINITE)
    return in_microseconds(seconds)


def _thrown(at: MatchTime, values: Any) -> Event:
    if not isinstance(values, list):
        raise BadLine(InputFault.NO_THROW, values)
    return Thrown(at, tuple(map(_die, values)))


def _die(value: Any) -> object:
    """Keep the value as it is reported; None for one that could not be written out again."""
    if isinstance(value, (list, dict)) or (isinstance(value, float) and not math.isfinite(value)):
        return None
    return value


def _lever(open: bool) -> Callable[[MatchTime, Any], Event]:
    def read(at: MatchTime, number: Any) -> Event:
        if type(number) is not int:
            raise BadLine(InputFault.NO_TILE_NUMBER, number)
        return LeverMoved(at, number, open=open)

    return read


def _pressed(at: MatchTime, button: Any) -> Event:
    for known in BUTTONS:
        if button == known:
            return Pressed(at, known)
    raise BadLine(InputFault.UNKNOWN_BUTTON, button)


_READERS: dict[str, Callable[[MatchTime, Any], Event]] = {
    "throw": _thrown,
    "shut": _lever(open=False),
    "open": _lever(open=True),
    "press": _pressed,
}
