"""The evidence for an event: what sensors and roller reported, and the doubts about it."""

# Without annotations as text: each would have to be compiled when its field is looked up.

from enum import StrEnum
from typing import Annotated, Any

from boxctl.referee.fields import (
    Count,
    FieldKind,
    WrittenAs,
    fields_of,
    kind_of,
    members,
    number,
    one_of,
    read_fields,
    text,
    write_fields,
)
from boxctl.referee.ruling import Doubts
from groundwork.frozen_dataclass import frozen_dataclass


class SensorFault(StrEnum):
    """The reason why a sensor is in quarantine; the value is recorded in the journal."""

    CHATTERING = "chatters"
    STUCK = "stuck"


def sensor_of(tile: int) -> str:
    """Return the name of a tile's sensor among the devices that the journal knows."""
    return f"sensor of tile {tile}"


class ReportedBy(StrEnum):
    """Who reported a lever that its sensor did not show, or dice that no roller has read.

    The value is recorded in the journal.
    """

    PEOPLE = "people"
    SENSOR = "sensor"
    """The sensor itself, when it came out of quarantine."""


def _unless_0(amount: int) -> int | None:
    return amount or None


def _unless_empty(words: str) -> str | None:
    return words or None


_CountIfAny = Annotated[int, FieldKind("count", kind_of(Count).read, _unless_0)]
_TextIfAny = Annotated[str, FieldKind("text", text, _unless_empty)]
_Milliseconds = FieldKind(
    "milliseconds", lambda value: round(number(value) * 1000), lambda lasted: lasted / 1000
)


@frozen_dataclass(kw_only=True)
class Evidence:
    """The evidence for one event.

    ``edges`` is the number of edges until the contact settled, and ``lasted`` the microseconds from
    the first to the last. With no edge, only a reading of the box showed the change, or it was
    ``reported_by`` somebody, as a throw that is typed in. Those of a throw are the edges of the
    roll button. ``series`` and ``serial`` are the roller's own numbers of a throw; ``repeated`` and
    ``damaged`` tell how good its wire was (:class:`groundwork.dice.DiceRolled`). ``doubts`` say why
    a ruling on the event is not to be relied on; usually there are none. ``seat`` is the player
    whose phone has asked for it, as that phone says; empty for a hand at the box.
    """

    series: _CountIfAny = 0
    serial: _CountIfAny = 0
    repeated: _CountIfAny = 0
    damaged: _CountIfAny = 0
    edges: _CountIfAny = 0
    lasted: Annotated[int, _Milliseconds, WrittenAs("lasted_ms")] | None = None
    reported_by: Annotated[ReportedBy, one_of(*ReportedBy), WrittenAs("witness")] | None = None
    seat: _TextIfAny = ""
    doubts: Doubts = ()


def _read_how(value: Any) -> Evidence:
    return Evidence(**read_fields(members(value), fields_of(Evidence)))


def _write_how(evidence: Evidence) -> dict[str, Any] | None:
    return write_fields(evidence, fields_of(Evidence)) or None


HowKnown = Annotated[Evidence, FieldKind("evidence", _read_how, _write_how)]

NO_EVIDENCE = Evidence()
"""No evidence beyond the event itself."""
