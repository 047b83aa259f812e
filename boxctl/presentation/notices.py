"""Notices: what a table tells people besides rulings, such as failing devices and sensors."""

from __future__ import annotations

from boxctl.journal.evidence import SensorFault
from boxctl.presentation.menu_notices import MenuNotice
from boxctl.referee.fields import PutBack
from boxctl.referee.game_so_far import GameState
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import DeviceBack, DeviceLost

JOURNAL = "journal"
"""The name of the journal among the devices that can fail."""

KEY = "key"
"""The name of the key that signs the journal, among them."""

VOICE = "voice"
"""The name of the voice, among them."""

BUZZER = "buzzer"
"""The name of the buzzer, among them."""


@frozen_dataclass
class MatchInterrupted:
    """The program was started again in the middle of a match.

    The match goes on once the levers in ``put_back`` are right (at once if there are none), or if
    people ``may_declare`` that they are, once they do. ``stands`` is its state.
    """

    player: str
    put_back: PutBack
    stands: GameState
    may_declare: bool = True


@frozen_dataclass
class MatchContinues:
    """An interrupted match goes on: its levers are right, or ``declared`` to be."""

    player: str
    declared: bool
    stands: GameState


@frozen_dataclass
class Reminder:
    """A button was pressed without effect, so people are told the state of the match.

    That is confirm with nothing to confirm, or new while the box is made ready.
    """

    stands: GameState


CHATTERING = SensorFault.CHATTERING
STUCK = SensorFault.STUCK


@frozen_dataclass
class LeverPositionAsked:
    """Play pauses: the sensor of this tile is not believed, so people are asked how it stands.

    If they cannot answer ``by_buttons``, play waits until the sensor is calm.
    """

    tile: int
    why: SensorFault
    by_buttons: bool = True


@frozen_dataclass
class StuckSensorAsked:
    """Play pauses: people are asked whether this tile's sensor missed what they did."""

    tile: int


@frozen_dataclass
class SensorQuarantined:
    """A sensor is in quarantine: its lever stands open, or not, as people say."""

    tile: int
    why: SensorFault
    stands: bool


@frozen_dataclass
class NoSensorQuarantined:
    """It was none of the sensors that were asked about: play goes on."""


@frozen_dataclass
class LeversNotMoved:
    """These levers must move, and long after their sensors do not show it.

    Only ``by_buttons`` can people say which of several sensors is at fault.
    """

    put_back: PutBack
    by_buttons: bool = True


@frozen_dataclass
class SensorTrusted:
    """A sensor leaves quarantine: it is believed again.

    If ``left_out``, it does not matter: the match that begins is played without its tile.
    """

    tile: int
    left_out: bool = False


@frozen_dataclass
class SensorsTogether:
    """Several levers changed together, as no hand moves them: people are told what it may be."""


@frozen_dataclass
class SoloBest:
    """The standing of a solo player against the ``best`` of earlier matches, None if there is none.

    ``made`` is the score of the match that is over, None before it.
    """

    best: int | None
    made: int | None = None

    @property
    def is_new(self) -> bool:
        """Whether the match that is over was better than every one before."""
        return self.made is not None and (self.best is None or self.made < self.best)


@frozen_dataclass
class DiceCounted:
    """The part of a throw entered so far; None is the die that comes next.

    Empty if people enter the throw anew.
    """

    dice: tuple[int | None, ...]


@frozen_dataclass
class TypedThrowRefused:
    """The typed text is no throw: one of these ``counts`` of dice with so many ``sides`` is."""

    counts: tuple[int, ...]
    sides: int


SensorNotice = (
    LeverPositionAsked
    | StuckSensorAsked
    | SensorQuarantined
    | NoSensorQuarantined
    | LeversNotMoved
    | SensorTrusted
    | SensorsTogether
)
DiceNotice = DiceCounted | TypedThrowRefused
Notice = (
    DeviceLost
    | DeviceBack
    | MatchInterrupted
    | MatchContinues
    | Reminder
    | SoloBest
    | SensorNotice
    | DiceNotice
    | MenuNotice
)


def sensor_device(tile: int) -> str:
    """Return the name of a tile's sensor among the devices that do not answer."""
    return f"sensor {tile}"
