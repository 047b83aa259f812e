"""What a table tells people besides rulings: failing devices, a resumed match, sensors."""

from __future__ import annotations

from dataclasses import dataclass

from boxctl.journal.evidence import SensorFault
from boxctl.referee.game_state import GameState
from boxctl.referee.put_back import PutBack
from hardware.devices import DeviceBack, DeviceLost

JOURNAL = "journal"
"""The journal, as one of the devices that can fail."""


@dataclass(frozen=True, slots=True)
class MatchInterrupted:
    """The program has been started again in the middle of a match.

    The match goes on where it stood once the levers in ``put_back`` are put right (none: at once).
    ``stands`` is how it stood.
    """

    player: str
    put_back: PutBack
    stands: GameState


@dataclass(frozen=True, slots=True)
class MatchContinues:
    """The levers are right, or declared to be: the match that was interrupted goes on."""

    player: str
    declared: bool
    stands: GameState


@dataclass(frozen=True, slots=True)
class Reminder:
    """A button was pressed on which nothing is ruled, so that people are told how it stands.

    That is confirm with nothing to confirm, or new where the box has to be made ready.
    """

    stands: GameState


def sensor_of(number: int) -> str:
    """The sensor of this tile, as one of the devices that can fail."""
    return f"sensor of tile {number}"


CHATTERING = SensorFault.CHATTERING
STUCK = SensorFault.STUCK


@dataclass(frozen=True, slots=True)
class LeverPositionAsked:
    """Play pauses: the sensor of this tile is not believed, and people are asked how it stands.

    Where they cannot answer ``by_buttons``, it is waited for until it is calm.
    """

    tile: int
    why: SensorFault
    by_buttons: bool = True


@dataclass(frozen=True, slots=True)
class StuckSensorAsked:
    """Play pauses: people are asked if this is the lever that does not show what they did."""

    tile: int


@dataclass(frozen=True, slots=True)
class SensorQuarantined:
    """The sensor of this tile is set aside: its lever stands open, or not, by somebody's word."""

    tile: int
    why: SensorFault
    stands: bool


@dataclass(frozen=True, slots=True)
class NoSensorQuarantined:
    """It was none of the levers that could have been it: play goes on."""


@dataclass(frozen=True, slots=True)
class LeversNotMoved:
    """These levers were asked to move and, as far as their sensors show, have not."""

    put_back: PutBack


@dataclass(frozen=True, slots=True)
class SensorTrusted:
    """The sensor of this tile was set aside and is believed again.

    Or it is ``left_out``: the match that begins is played without this tile.
    """

    tile: int
    left_out: bool = False


SensorNotice = (
    LeverPositionAsked
    | StuckSensorAsked
    | SensorQuarantined
    | NoSensorQuarantined
    | LeversNotMoved
    | SensorTrusted
)
Notice = DeviceLost | DeviceBack | MatchInterrupted | MatchContinues | Reminder | SensorNotice
