"""Aims: the worth of each end of a turn, by what a player plays for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import SCORINGS, Scoring, score
from boxctl.rules.tiles import TileSet
from groundwork.frozen_dataclass import frozen_dataclass

AimName = Scoring | Literal["shut", "win"]

AIMS: tuple[AimName, ...] = ("shut", *SCORINGS, "win")


@frozen_dataclass
class Aim:
    """The aim of a player.

    ``end`` is the worth of a turn that leaves these tiles: a chance from 0 to 1, or with ``lower``
    minus a score, so that higher is always better. ``if_stopped`` replaces ``end`` for a turn that
    a stop number ended together with the match (R5.2).
    """

    name: AimName
    end: Callable[[TileSet], float]
    lower: bool
    if_stopped: Callable[[TileSet], float] | None = None

    def stopped(self, left: TileSet) -> float:
        """Return the worth of a turn that a stop number ends with these tiles left."""
        return (self.if_stopped or self.end)(left)

    def shown(self, worth: float) -> float:
        """Convert a worth to the value shown to people: a chance from 0 to 1, or a score."""
        return 0.0 - worth if self.lower else worth

    def from_shown(self, value: float) -> float:
        """Convert a value shown to people back to a worth; the inverse of :meth:`shown`."""
        return 0.0 - value if self.lower else value


def aim(name: AimName) -> Aim:
    """Return the aim to ``shut`` the box, or to get the least expected score of a scoring (R6).

    Raises :class:`ValueError` for ``win``, which depends on the other players: see
    :mod:`boxctl.odds.match.round_aims`.
    """
    match name:
        case "shut":
            return Aim(name, _is_shut, lower=False)
        case "win":
            raise ValueError("what a score wins depends on the other players")
        case _:
            return Aim(name, lambda left: -float(score(name, left)), lower=True)


def usual_aim(rules: RuleSet) -> AimName:
    """Return the default aim: to win if scores do not decide the match, else the least score."""
    if rules.match in ("duel", "relay", "first_to_shut"):
        return "win"
    return rules.scoring


def _is_shut(left: TileSet) -> float:
    return 0.0 if left else 1.0
