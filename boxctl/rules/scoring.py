"""Score a turn (R6). Lower is better, and only a shut box scores 0 (R6.4).

A new scoring is a name in :data:`Scoring` and a case in :func:`score`, from which the settings and
the odds take it, and its words in :mod:`boxctl.presentation.scoring_words`. No tile that is shut
may raise the score.
"""

from __future__ import annotations

from typing import Literal, get_args

from boxctl.rules.tiles import TileSet, numbers

Scoring = Literal[
    "golf",
    "missionary",
    "digital",
]

SCORINGS: tuple[Scoring, ...] = get_args(Scoring)


def score(scoring: Scoring, left: TileSet) -> int:
    """Return the score of a turn that leaves these tiles still to be moved: 0 or more."""
    match scoring:
        case "golf":
            return sum(numbers(left))
        case "missionary":
            return left.bit_count()
        case "digital":
            return int("".join(map(str, numbers(left))) or "0")
