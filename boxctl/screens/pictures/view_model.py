"""Everything that the screen shows of a table at one moment, as data."""

from __future__ import annotations

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
    """A player's line of the score sheet. A text is empty until there is something to show."""

    player: str
    playing: bool
    last: str = ""
    total: str = ""
    purse: str = ""
    note: str = ""


@frozen_dataclass
class LogLine:
    """A line of the log: a ruling with its rule and verdict, or a notice without."""

    text: str
    rule: str = ""
    verdict: str = ""


@frozen_dataclass
class TableViewModel:
    """The table. ``dice`` are the faces in the tray, None for one that cannot be read.

    ``display`` is the last line of the log, ``hint`` what the player can do now, ``typed`` the
    digits that still wait, ``pool`` the money in it, in words.
    """

    title: str
    turn: str
    tiles: tuple[TileViewModel, ...]
    dice: tuple[int | None, ...]
    sides: int
    rolling: bool
    display: LogLine
    hint: str
    typed: str
    sheet: tuple[SheetRow, ...]
    pool: str
    over: bool
