"""The evidence for an event: what sensors and roller reported, and the doubts about it."""

from __future__ import annotations

from enum import StrEnum

from boxctl.referee.doubt import Doubt
from groundwork.frozen_dataclass import frozen_dataclass


class SensorFault(StrEnum):
    """The reason why a sensor is in quarantine; the value is recorded in the journal."""

    CHATTERING = "chatters"
    STUCK = "stuck"


def sensor_of(tile: int) -> str:
    """Return the name of a tile's sensor among the devices that the journal knows."""
    return f"sensor of tile {tile}"


class Witness(StrEnum):
    """The witness of a lever that its sensor did not show, or of dice that no roller has read.

    The value is recorded in the journal.
    """

    PEOPLE = "people"
    SENSOR = "sensor"
    """The sensor itself, when it came out of quarantine."""


@frozen_dataclass
class Evidence:
    """The evidence for one event.

    ``edges`` is the number of edges until the contact settled, and ``lasted`` the microseconds from
    the first to the last; with no edge, only a reading of the box showed the change, or the
    ``witness`` told of it, as of a throw that was typed in. Those of a throw are the edges of the
    roll button. ``series`` and ``serial`` are the roller's own numbers of a throw; ``repeated`` and
    ``damaged`` tell how good its wire was (:class:`groundwork.dice.DiceRolled`). ``doubts`` say why
    a ruling on the event is not to be relied on; usually there are none.
    """

    edges: int = 0
    lasted: int = 0
    series: int = 0
    serial: int = 0
    doubts: tuple[Doubt, ...] = ()
    witness: Witness | None = None
    repeated: int = 0
    damaged: int = 0


PLAIN = Evidence()
"""No evidence beyond the event itself."""
