"""Faults of an input line or an event, as data."""

from __future__ import annotations

from enum import StrEnum
from typing import Any


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
