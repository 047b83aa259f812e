"""What a table tells people that is no ruling: devices that fail, and a match that goes on."""

from __future__ import annotations

from dataclasses import dataclass

from boxctl.referee import sentences
from boxctl.referee.ruling import PutBack
from hardware.devices import DeviceBack, DeviceLost

JOURNAL = "journal"
"""The journal, as one of the devices that can fail."""


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The program has been started again in the middle of a match.

    The match goes on where it stood once the levers in ``put_back`` are put right (none: at once).
    ``throw`` is what was said of the throw that is owed an answer.
    """

    player: str
    put_back: PutBack
    throw: str


@dataclass(frozen=True, slots=True)
class GoesOn:
    """The levers are right, or declared to be: the match that was interrupted goes on."""

    player: str
    throw: str
    declared: bool


Notice = DeviceLost | DeviceBack | Interrupted | GoesOn


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
