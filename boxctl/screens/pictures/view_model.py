"""What a screen shows of a table at one moment, as data."""

from __future__ import annotations

from boxctl.view.announcement import Announcement
from boxctl.view.turn_facts import TurnFact
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class TileViewModel:
    """One tile. ``fallen`` goes from 0.0 (standing) to 1.0 (lying flat).

    ``asked`` is ``up`` or ``down`` if the referee wants it moved. ``moved`` tells whether it is
    part of the answer to the throw. ``sensor`` says what is wrong with its sensor, or is empty.
    """

    number: int
    fallen: float
    lit: bool
    in_play: bool = True
    moved: bool = False
    asked: str = ""
    sensor: str = ""


@frozen_dataclass
class SheetRow:
    """A player's line of the score sheet. A text is empty until there is something to show.

    ``rounds`` are the scores of all rounds, this one last; in a match of one turn there is one.
    ``total`` adds them up, ``wins`` are the rounds won, ``purse`` is the money won. ``markers`` are
    those that the player has banked (R5.6). ``colour`` is the number of the seat, from 0: a player
    has one colour and one sign everywhere.
    """

    player: str
    playing: bool
    rounds: tuple[str, ...] = ()
    total: str = ""
    wins: str = ""
    purse: str = ""
    note: str = ""
    markers: int = 0
    colour: int = 0


@frozen_dataclass
class FooterKey:
    """A key of the footer, such as ``SPACE``, what it does, and the action of its screen."""

    key: str
    words: str
    action: str


@frozen_dataclass
class TableViewModel:
    """The table. ``dice`` are the faces in the tray, None for one that cannot be read.

    ``hint`` is what the player can do now, ``pool`` the money in it, in words. ``rounds`` are the
    names of the columns of the sheet. ``footer`` are the keys that do something now, the most
    important first. ``tumbled`` is how far rolling dice have come: 1.0 where they are read, more if
    they still turn there. ``celebration`` is how much of one is over, None if there is none.
    ``facts`` are about the turn; ``log_title`` says what the log holds.
    """

    title: str
    turn: str
    tiles: tuple[TileViewModel, ...]
    dice: tuple[int | None, ...]
    sides: int
    rolling: bool
    announcement: Announcement
    hint: str
    sheet: tuple[SheetRow, ...]
    pool: str
    over: bool
    footer: tuple[FooterKey, ...] = ()
    rounds: tuple[str, ...] = ()
    tumbled: float = 1.0
    celebration: float | None = None
    facts: tuple[TurnFact, ...] = ()
    log_title: str = ""
