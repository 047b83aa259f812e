"""Findings of an audit as data for its sentences. The audit itself is above this package."""

from __future__ import annotations

from enum import Enum, StrEnum, auto

from boxctl.referee.input_faults import InputRefused
from boxctl.rules.faults import RuleFault
from groundwork.frozen_dataclass import frozen_dataclass


class OverrulingRefusalReason(Enum):
    """A reason why a turn cannot get another score."""

    MATCH_LEFT = auto()
    RULINGS_MISSING = auto()
    """The program ended before its last rulings were recorded."""
    NOT_A_TURN = auto()
    """About: the entry."""
    OTHER_PLAYER = auto()
    """About: the entry that ended the turn."""
    NO_SUCH_SCORE = auto()
    """About: the highest score of a turn, and the one asked for."""
    PLAY_WOULD_DIFFER = auto()
    """The match would have gone on in another way, or be over."""
    TIE_NOT_PLAYED_OFF = auto()
    """About: the players who tie."""
    TURN_NOT_PLAYED = auto()
    """About: the player whose turn it would be."""


@frozen_dataclass
class OverrulingRefusal:
    """The reason why a score is refused; ``about`` is what the reason is about."""

    reason: OverrulingRefusalReason
    about: tuple[int | str, ...] = ()


Obstacle = RuleFault | InputRefused | OverrulingRefusal
"""Why today's referee cannot follow a record."""


class UncountedReason(StrEnum):
    """The reason why a match does not count in a ledger; the value is that of ``--json``."""

    UNSOUND = "unsound"
    """It does not verify."""
    LEFT = "left"
    NOT_OVER = "not over"
    NO_RESULT = "no result"
    """Overruled so that it would have gone on."""
    OTHER_PLAYERS = "other players"
