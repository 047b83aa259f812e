"""What a die says, whoever has made it; and what its maker's protocol has to offer."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import Protocol

from groundwork.frozen_dataclass import frozen_dataclass
from hardware.dice.bluetooth.radio import Advert, Characteristics

Rgb = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255; all 0 is dark."""


class RestKind(Enum):
    """How a die came to rest."""

    ROLLED = auto()
    """After a roll, flat on a face."""

    COCKED = auto()
    """After a roll, but not flat: leaning on something."""

    MOVED = auto()
    """It was picked up and put down, turned or pushed: no roll."""


@frozen_dataclass
class Moving:
    """It has begun to move."""


@frozen_dataclass
class AtRest:
    """It lies still; ``face`` is what it shows, None where it does not say."""

    how: RestKind
    face: int | None


@frozen_dataclass
class Battery:
    """Its battery has so much left, in percent."""

    percent: int
    charging: bool = False


@frozen_dataclass
class Signal:
    """It hears the box so well, in dBm: about -50 on the table, -90 at the edge."""

    dbm: int


@frozen_dataclass
class Impossible:
    """It says what no die with six faces can: ``what``, for people who look into it."""

    what: str


@frozen_dataclass
class OtherDie:
    """It is no die with six faces: ``what`` it is, for people."""

    what: str


@frozen_dataclass
class OldFirmware:
    """Its firmware numbers its faces otherwise than its maker's others do."""


DieReport = Moving | AtRest | Battery | Signal | Impossible | OtherDie | OldFirmware


class DieProtocol(Protocol):
    """The language of one maker's dice. Pure: bytes in, reports out, and the other way round."""

    name: str
    """What the maker calls them."""
    uses: Characteristics

    def is_die(self, advert: Advert) -> bool:
        """Whether one of these dice sent this."""
        ...

    def read(self, message: bytes) -> DieReport | None:
        """Read a message; None for one that does not matter here, or is cut short."""
        ...

    def greeting(self) -> Sequence[bytes]:
        """What a die is told once it is connected."""
        ...

    def ask_how_it_is(self) -> Sequence[bytes]:
        """What asks a die for its battery, and for how well it hears if it can tell."""
        ...

    def glow(self, colour: Rgb) -> bytes:
        """What has it shine in this colour, for 30 seconds at least, or be dark."""
        ...

    def flash(self, colour: Rgb, times: int) -> bytes:
        """What has it flash so often, and be dark then."""
        ...
