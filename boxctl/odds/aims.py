"""What is played for: what each end of a turn is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import score
from boxctl.rules.tiles import TileSet

AimName = Literal["shut", "golf", "missionary", "digital", "win"]

AIMS: tuple[AimName, ...] = ("shut", "golf", "missionary", "digital", "win")

SCORINGS = ("golf", "missionary", "digital")


@dataclass(frozen=True, slots=True)
class Aim:
    """What a player plays for.

    ``end`` is the worth of a turn that leaves these tiles: the higher the better. ``lower`` says
    that people are told its opposite, a score. ``if_stopped`` takes the place of ``end`` where a
    stop number that ends the whole match has ended the turn (R5.2).
    """

    name: AimName
    end: Callable[[TileSet], float]
    lower: bool
    if_stopped: Callable[[TileSet], float] | None = None

    def stopped(self, left: TileSet) -> float:
        """The worth of a turn that a stop number ends with these tiles left."""
        return (self.if_stopped or self.end)(left)

    def told(self, worth: float) -> float:
        """A worth as people are told it: a chance from 0 to 1, or an expected score."""
        return 0.0 - worth if self.lower else worth

    def worth(self, told: float) -> float:
        """The worth that people are told so; the inverse of :meth:`told`."""
        return 0.0 - told if self.lower else told


def aim(name: AimName) -> Aim:
    """To ``shut`` the box (the chance), or for the least expected score of a scoring (R6).

    To ``win`` needs to know the table; see :mod:`boxctl.odds.match.round_aims`.
    """
    match name:
        case "shut":
            return Aim(name, _is_shut, lower=False)
        case "golf" | "missionary" | "digital":
            return Aim(name, lambda left: -float(score(name, left)), lower=True)
        case "win":
            raise ValueError("what a score wins depends on the other players")


def usual_aim(rules: RuleSet) -> AimName:
    """What the rules ask for: to win where no scores decide that, else the least score."""
    if rules.match in ("duel", "relay", "first_to_shut"):
        return "win"
    return rules.scoring


def _is_shut(left: TileSet) -> float:
    return 0.0 if left else 1.0
