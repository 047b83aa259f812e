"""Notices: what a table tells people besides rulings, such as failing devices, and in its menu."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum, StrEnum, auto

from boxctl.journal.evidence import SensorFault
from boxctl.referee.book import GameState
from boxctl.referee.fields import PutBack
from boxctl.rules.money import Money
from boxctl.rules.ruleset import Dice
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import DeviceBack, DeviceLost


@frozen_dataclass
class TooFewTiles:
    """A game ``needs`` more tiles than the box ``has``."""

    needs: int
    has: int


@frozen_dataclass
class OtherDice:
    """A game ``needs`` other dice than the roller ``has``; ``shown``: than its LEDs can show."""

    needs: Dice
    has: Dice
    shown: bool = False


BoxLack = TooFewTiles | OtherDice
"""Why a game cannot be played on a box."""


class MenuStep(StrEnum):
    """What is chosen, in this order."""

    GAME = "game"
    STAKE = "stake"
    PLAYERS = "players"
    HANDICAP = "handicap"
    """Whose handicap is changed, or nobody's any more (R7.16)."""
    POINTS = "points"
    """The points of one player's handicap."""


class MenuKeys(Enum):
    """The buttons that walk through the menu: those that the box has."""

    BOTH = auto()
    """``new`` shows the next one, ``confirm`` takes it."""
    NEW = auto()
    """``new`` alone: a short press shows the next one, a long one takes it."""
    CONFIRM = auto()
    """``confirm`` alone, likewise."""


@frozen_dataclass
class MenuShown:
    """The menu shows the choice of this ``number``, from 1, among ``count`` of a step.

    ``variant``, ``stake``, ``players`` and ``handicap`` are what is chosen so far, that of this
    step among them; ``whose`` is the player whose handicap is chosen, empty for nobody's. Of points
    that are not among those offered ``figure`` is what is chosen: 100, 10 or 1; 0 offers to.
    The game cannot be played on this box if there is a ``lack``. ``begins``: the step begins.
    """

    step: MenuStep
    number: int
    count: int
    variant: str
    stake: Money
    players: tuple[str, ...]
    keys: MenuKeys
    lack: BoxLack | None = None
    begins: bool = False
    handicap: Mapping[str, int] = field(default_factory=dict)
    whose: str = ""
    figure: int | None = None


@frozen_dataclass
class MenuClosed:
    """The menu is closed and nothing is chosen; ``by_throw``: people have thrown instead."""

    by_throw: bool = False


@frozen_dataclass
class TonightChosen:
    """Tonight's game was chosen; it ``begins`` at once, or with the next match.

    ``handicap`` has those who have one (R7.16).
    """

    variant: str
    stake: Money
    players: tuple[str, ...]
    begins: bool
    handicap: Mapping[str, int] = field(default_factory=dict)


@frozen_dataclass
class MenuNotNow:
    """The menu cannot be opened: a match is played, or was ``interrupted``."""

    interrupted: bool


MenuNotice = MenuShown | MenuClosed | TonightChosen | MenuNotNow


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
