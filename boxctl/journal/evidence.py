"""The evidence for an event: what sensors and roller reported, and what is doubtful in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from boxctl.referee.doubt import Doubt


class SensorFault(StrEnum):
    """Why the sensor of a tile is not believed; the value is what the journal keeps."""

    CHATTERING = "chatters"
    STUCK = "stuck"


class Witness(StrEnum):
    """Who told of a lever that its sensor did not show; the value is what the journal keeps."""

    PEOPLE = "people"
    SENSOR = "sensor"
    """The sensor itself, when it came out of quarantine."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What stands behind one event.

    ``edges`` are the edges that a contact gave until it was believed, and ``lasted`` the
    microseconds from the first of them to the last; without an edge (0), only a reading of the box
    has told of the change, or the ``witness``. ``series`` and ``serial`` are the roller's own name
    for a throw. ``doubts`` say why a ruling on the event is not to be relied on; usually there is
    none.
    """

    edges: int = 0
    lasted: int = 0
    series: int = 0
    serial: int = 0
    doubts: tuple[Doubt, ...] = ()
    witness: Witness | None = None


PLAIN = Evidence()
"""No evidence beyond the event itself."""
