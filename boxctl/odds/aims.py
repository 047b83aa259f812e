"""Aims: the worth of each end of a turn, by what a player plays for.

A chance to win or to shut the box says nothing where all moves come to the same chance, such as 0
behind a score that cannot be beaten. The worths to choose by are therefore shaded: the more points
an end leaves, the less it is worth, by at most :data:`SHADE`, too small to change another choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from boxctl.odds.turn_states import SubBox
from boxctl.rules.ruleset import SCORINGS, RuleSet, Scoring, score
from boxctl.rules.tiles import TileSet
from groundwork.frozen_dataclass import frozen_dataclass

AimName = Scoring | Literal["shut", "win"]

AIMS: tuple[AimName, ...] = ("shut", *SCORINGS, "win")


@frozen_dataclass
class Sampled:
    """What sampled worths come from: so many matches were played for each score.

    ``without_a_part`` are the same aims without each part of the matches, which tell how sure a
    chance is (:func:`boxctl.odds.match.sampled_match.within`).
    """

    matches: int
    without_a_part: tuple[Aim, ...]


@frozen_dataclass
class Aim:
    """The aim of a player.

    ``end`` is the worth of a turn that leaves these tiles: a chance from 0 to 1, or with ``lower``
    minus a score, so that higher is always better. ``if_stopped`` replaces ``end`` for a turn that
    a stop number ended together with the match (R5.2). ``sampled`` says how sure the worths are
    where they are not solved.
    """

    name: AimName
    end: Callable[[TileSet], float]
    lower: bool
    if_stopped: Callable[[TileSet], float] | None = None
    sampled: Sampled | None = None

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
    :mod:`boxctl.odds.match.match_aims`.
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
    if not rules.is_scored:
        return "win"
    return rules.scoring


def _is_shut(left: TileSet) -> float:
    return 0.0 if left else 1.0


SHADE = 1e-9
"""The most by which points change a worth; chances closer than this count as equal."""


def shaded(scoring: Scoring, aim: Aim, among: TileSet) -> Aim:
    """Return the aim with points as a tie-break, for ends that leave only tiles ``among``.

    An aim at a score is returned as it is.
    """
    if aim.lower:
        return aim
    return replace(
        aim,
        end=lambda left: aim.end(left) - _shades(scoring, among)[score(scoring, left)],
        if_stopped=lambda left: aim.stopped(left) - _shades(scoring, among)[score(scoring, left)],
    )


def shades_of(scores: Sequence[int]) -> dict[int, float]:
    """Return by how much each score is worth less, given all possible ones, the lowest first.

    The place of a score counts, not its size: digital scores of nine digits would drown the rest.
    """
    most = max(1, len(scores) - 1)
    return {made: SHADE * place / most for place, made in enumerate(scores)}


@lru_cache(maxsize=8)
def _shades(scoring: Scoring, among: TileSet) -> dict[int, float]:
    return shades_of(sorted({score(scoring, left) for left in SubBox(among).positions}))
