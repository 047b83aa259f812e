"""Choose between moves that win alike: the one that leaves the fewest points is better.

A chance to win or to shut the box says nothing where all moves come to the same chance, such as 0
behind a score that cannot be beaten. The worths to choose by are therefore shaded: the more points
an end leaves, the less it is worth, by at most :data:`SHADE`, too small to change another choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from boxctl.odds.aims import Aim
from boxctl.odds.subboxes import SubBox
from boxctl.rules.scoring import Scoring, score
from boxctl.rules.tiles import TileSet

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
