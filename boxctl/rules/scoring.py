"""What a turn scores (R6). Lower is better, and a shut box scores 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxctl.rules.tiles import TileSet, numbers

if TYPE_CHECKING:
    from boxctl.rules.ruleset import Scoring


def score(scoring: Scoring, left: TileSet) -> int:
    """The score of a turn that leaves these tiles still to be moved."""
    match scoring:
        case "golf":
            return sum(numbers(left))
        case "missionary":
            return left.bit_count()
        case "digital":
            return int("".join(map(str, numbers(left))) or "0")
