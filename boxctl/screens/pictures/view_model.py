"""What a table looks like at one moment, as data: everything that the screen shows of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TileLook:
    """One tile. ``fallen`` goes from 0.0, standing, to 1.0, lying flat.

    ``asked`` is ``up`` or ``down`` where the referee wants it moved; ``moved`` says that it is
    part of the answer to the throw; ``sensor`` is what is wrong with its sensor, if anything is.
    """

    number: int
    fallen: float
    lit: bool
    in_play: bool = True
    moved: bool = False
    asked: str = ""
    sensor: str = ""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A player's line of the score sheet; an empty text where there is nothing to say yet."""

    player: str
    playing: bool
    last: str = ""
    total: str = ""
    purse: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of the log: a ruling with its rule, or a notice without one."""

    text: str
    rule: str = ""
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """The table. ``dice`` are the faces in the tray: None for one that cannot be read.

    ``display`` is the last sentence said, ``hint`` what the hands can do now, ``typed`` digits
    that still wait, ``pool`` what lies in it, in words.
    """

    title: str
    turn: str
    tiles: tuple[TileLook, ...]
    dice: tuple[int | None, ...]
    sides: int
    rolling: bool
    display: Said
    hint: str
    typed: str
    sheet: tuple[SheetRow, ...]
    pool: str
    over: bool
