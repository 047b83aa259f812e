"""What a table tells people that is no ruling: devices that fail, and a match that goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from boxctl.referee import sentences
from boxctl.referee.how_it_stands import HowItStands
from boxctl.referee.ruling import PutBack
from hardware.devices import DeviceBack, DeviceLost

JOURNAL = "journal"
"""The journal, as one of the devices that can fail."""


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The program has been started again in the middle of a match.

    The match goes on where it stood once the levers in ``put_back`` are put right (none: at once).
    ``throw`` is what was said of the throw that is owed an answer, ``stands`` how it stood.
    """

    player: str
    put_back: PutBack
    throw: str
    stands: HowItStands


@dataclass(frozen=True, slots=True)
class GoesOn:
    """The levers are right, or declared to be: the match that was interrupted goes on."""

    player: str
    throw: str
    declared: bool
    stands: HowItStands


@dataclass(frozen=True, slots=True)
class Reminder:
    """A button was pressed on which nothing is ruled, so that people are told how it stands.

    That is confirm with nothing to confirm, or new where the box has to be made ready.
    """

    throw: str
    stands: HowItStands


def sensor_of(number: int) -> str:
    """The sensor of this tile, as one of the devices that can fail."""
    return f"sensor of tile {number}"


Why = Literal["chatters", "does not show what the lever does"]
CHATTERING: Why = "chatters"
STUCK: Why = "does not show what the lever does"


@dataclass(frozen=True, slots=True)
class AskedWhere:
    """Play pauses: the sensor of this tile is not believed, and people are asked how it stands.

    Where they cannot answer ``by_buttons``, it is waited for until it is calm.
    """

    tile: int
    why: Why
    by_buttons: bool = True


@dataclass(frozen=True, slots=True)
class AskedWhich:
    """Play pauses: people are asked if this is the lever that does not show what they did."""

    tile: int


@dataclass(frozen=True, slots=True)
class Declared:
    """The sensor of this tile is set aside: its lever stands open, or not, by somebody's word."""

    tile: int
    why: Why
    stands: bool


@dataclass(frozen=True, slots=True)
class NoneSetAside:
    """It was none of the levers that could have been it: play goes on."""


@dataclass(frozen=True, slots=True)
class NotMoved:
    """These levers were asked to move and, as far as their sensors show, have not."""

    put_back: PutBack


@dataclass(frozen=True, slots=True)
class Trusted:
    """The sensor of this tile was set aside and is believed again.

    Or it is ``left_out``: the match that begins is played without this tile.
    """

    tile: int
    left_out: bool = False


AboutSensor = AskedWhere | AskedWhich | Declared | NoneSetAside | NotMoved | Trusted
Notice = DeviceLost | DeviceBack | Interrupted | GoesOn | Reminder | AboutSensor


def sentence(notice: Notice) -> str:
    """What people are told."""
    match notice:
        case DeviceLost(device="journal", why=why):
            return (
                f"BX605: play pauses, as nothing can be recorded ({why}): make room on the disk or "
                "mend it, and play goes on by itself."
            )
        case DeviceBack(device="journal"):
            return "the journal can be written again: play goes on."
        case DeviceLost(device=device, why=why):
            return f"the {device} does not answer: {why}"
        case DeviceBack(device=device, what=what):
            return f"the {device} answers: {what}"
        case Interrupted(player=player, put_back=back, throw=throw):
            if not back:
                return f"the match goes on where it stood: it is {player}'s turn. {throw}".rstrip()
            return (
                f"the match was interrupted in {player}'s turn: {sentences.put_back(back)} as it "
                "was, or press confirm if the levers stand as they should, or new for a new match."
            )
        case GoesOn(player=player, throw=throw, declared=declared):
            levers = "as they stand, by your word" if declared else "right"
            said = f"the levers are {levers}: the match goes on, it is {player}'s turn. {throw}"
            return said.rstrip()
        case Reminder(throw=throw, stands=stands):
            return _reminder(throw, stands)
        case _:
            return _about_sensor(notice)


def _reminder(throw: str, stands: HowItStands) -> str:
    if stands.over:
        return "the match is over, press new for another."
    if stands.put_back and stands.making_ready:
        return sentences.not_ready(stands.player, stands.put_back)
    if stands.put_back:
        return f"{sentences.put_back(stands.put_back)}. {throw}".rstrip()
    return throw or f"{stands.player} is to throw {sentences.how_many_dice(stands.counts)}."


def _about_sensor(notice: AboutSensor) -> str:
    match notice:
        case AskedWhere(tile=tile, why=why, by_buttons=False):
            return (
                f"BX409: play pauses, as the sensor of tile {tile} {why}: there are no buttons to "
                "say how the tile stands, so play goes on when the sensor has been calm for ten "
                "seconds."
            )
        case AskedWhere(tile=tile, why=why):
            return (
                f"BX409: play pauses, as the sensor of tile {tile} {why}: press confirm if the "
                "tile is shut, new if it stands open."
            )
        case AskedWhich(tile=tile):
            return (
                f"BX409: play pauses: is tile {tile} the one whose lever does not show what you "
                "did? Press confirm if it is, new for the next."
            )
        case Declared(tile=tile, why=why, stands=stands):
            how = "stands open" if stands else "is shut"
            return (
                f"tile {tile} {how} by your word, as its sensor {why}: rulings are unverified "
                "until it works again. When you move the tile, hold confirm and say so."
            )
        case NoneSetAside():
            return "no sensor is set aside: play goes on."
        case NotMoved(put_back=back):
            return (
                f"still to do: {sentences.put_back(back)}. If that is done and the box does not "
                "see it, hold confirm: the sensor is set aside, and play goes on by your word."
            )
        case Trusted(tile=tile, left_out=True):
            return f"the sensor of tile {tile} does not matter now: it is played without this tile."
        case Trusted(tile=tile):
            return f"the sensor of tile {tile} works again and is believed."
