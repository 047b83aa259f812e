"""Doubts: reasons why a ruling may rest on something false. A table has them, never the referee."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Annotated, Any

from boxctl.referee.fields import (
    WrongValue,
    in_microseconds,
    in_seconds,
    is_tile,
    list_of,
    members,
    number,
    text,
)
from groundwork.frozen_dataclass import frozen_dataclass


class DoubtReason(StrEnum):
    """The reason of a doubt; its value is recorded in the journal.

    ``source`` below is :attr:`Doubt.source`.
    """

    DEVICE_LOST = "device_lost"
    """A device does not answer. ``source``: its name."""

    SENSOR_QUARANTINED = "sensor_quarantined"
    """The lever of a tile stands as people say. ``source``: the tile."""

    NOT_SHOWN = "not_shown"
    """A lever has moved, and its sensor did not show it. ``source``: the tile."""

    CHATTERED = "chattered"
    """A contact was restless for longer than a bounce. ``source``: the tile or button."""

    TIME_UNKNOWN = "time_unknown"
    """No edge told when a contact changed. ``source``: the tile or button."""

    UNOBSERVED = "unobserved"
    """The box was not read while a lever may have moved and returned. ``source``: the tile."""

    THROWN_UNHEARD = "thrown_unheard"
    """The dice were thrown while the roller could not be heard. No ``source``."""

    HOST_SLEPT = "host_slept"
    """The dice were thrown long before they could be judged. No ``source``."""

    OTHER_ROLLER = "other_roller"
    """The dice are of another roller than the match began with. No ``source``."""

    DECLARED = "declared"
    """After an interruption the players declared the levers to be right. No ``source``."""

    IN_WORDS = "in_words"
    """An early journal kept the words alone, which are the ``source``."""


@frozen_dataclass
class Doubt:
    """One doubt. ``lasted``: for how many microseconds a contact chattered or the host slept."""

    reason: DoubtReason
    source: int | str = ""
    lasted: int = 0


def doubt_as_data(doubt: Doubt) -> dict[str, Any] | str:
    """Write a doubt: its reason, its source, and for how many ``seconds`` a contact chattered."""
    if doubt.reason is DoubtReason.IN_WORDS:
        return str(doubt.source)
    written: dict[str, Any] = {"reason": doubt.reason.value}
    if doubt.source != "":
        written["source"] = doubt.source
    if doubt.lasted:
        written["seconds"] = in_seconds(doubt.lasted)
    return written


def doubt_from_data(data: Any) -> Doubt:
    """Read what :func:`doubt_as_data` has written. Raises :class:`WrongValue`."""
    if isinstance(data, str):
        return Doubt(DoubtReason.IN_WORDS, data)
    try:
        reason, source = DoubtReason(text(members(data)["reason"])), data.get("source", "")
        lasted = in_microseconds(number(data.get("seconds", 0)))
    except (KeyError, ValueError, OverflowError) as problem:
        raise WrongValue(str(problem)) from problem
    if reason is DoubtReason.IN_WORDS or not _SOURCE[reason](source):
        raise WrongValue(f"{source!r} cannot be the source of {reason}")
    return Doubt(reason, source, lasted)


def _is_name(source: object) -> bool:
    return isinstance(source, str) and source != ""


def _is_contact(source: object) -> bool:
    return is_tile(source) or _is_name(source)


def _is_nothing(source: object) -> bool:
    return source == ""


_SOURCE: Mapping[DoubtReason, Callable[[object], bool]] = {
    DoubtReason.DEVICE_LOST: _is_name,
    DoubtReason.SENSOR_QUARANTINED: is_tile,
    DoubtReason.NOT_SHOWN: is_tile,
    DoubtReason.CHATTERED: _is_contact,
    DoubtReason.TIME_UNKNOWN: _is_contact,
    DoubtReason.UNOBSERVED: is_tile,
    DoubtReason.THROWN_UNHEARD: _is_nothing,
    DoubtReason.HOST_SLEPT: _is_nothing,
    DoubtReason.OTHER_ROLLER: _is_nothing,
    DoubtReason.DECLARED: _is_nothing,
}
"""The check of a doubt's source, by its reason."""

Doubts = Annotated[
    tuple[Doubt, ...],
    list_of("doubts", doubt_from_data, lambda doubts: list(map(doubt_as_data, doubts)) or None),
]
