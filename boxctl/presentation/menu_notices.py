"""What people are told of the next match: of tonight's game and of a tournament. Pure data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum, StrEnum, auto

from boxctl.rules.money import Money
from boxctl.rules.ruleset import Dice
from groundwork.frozen_dataclass import frozen_dataclass


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


@frozen_dataclass
class PairingNext:
    """The next pairing of tonight's tournament here; it ``begins`` at once, or by the next match.

    ``number`` is its own, the first of the ``players`` begins, and ``handicap`` has those who have
    one (R7.16).
    """

    number: int
    players: tuple[str, ...]
    begins: bool
    handicap: Mapping[str, int] = field(default_factory=dict)


@frozen_dataclass
class PairingCounted:
    """The tournament has the result of a pairing: who of the ``players`` has won, None: a draw."""

    number: int
    players: tuple[str, ...]
    winner: str | None


PairingNotice = PairingNext | PairingCounted
MenuNotice = MenuShown | MenuClosed | TonightChosen | MenuNotNow | PairingNotice
