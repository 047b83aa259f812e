"""The moves that the lessons of a first match are about: the advised one, and wrong ones to try."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boxctl.rules.tiles import NO_TILES, TileSet, numbers, tile, tile_set


def allowed_moves(ruled: Mapping[str, Any]) -> list[TileSet]:
    """The moves that a ruling says are allowed."""
    return [tile_set(move["tiles"]) for move in ruled["moves"]]


def advised_move(ruled: Mapping[str, Any], begun: TileSet = NO_TILES) -> TileSet:
    """The move with the highest tile among those that have what is ``begun``: it is advised."""
    # As a set is a number, the one with the highest tile is the greatest.
    return max(move for move in allowed_moves(ruled) if not begun & ~move)


def slip_of(ruled: Mapping[str, Any]) -> int | None:
    """The highest tile that begins a move other than the advised one; None for none."""
    allowed, advised = allowed_moves(ruled), advised_move(ruled)
    begins = [
        number
        for move in allowed
        for number in numbers(move)
        if tile(number) not in allowed and not tile(number) & advised
    ]
    return max(begins, default=None)


def too_much_of(ruled: Mapping[str, Any]) -> TileSet | None:
    """Two open tiles, each part of a move, that are too much together; None for none.

    The higher one is of the advised move.
    """
    allowed, total = allowed_moves(ruled), sum(ruled["throw"])
    first = max(numbers(advised_move(ruled)))
    if tile(first) in allowed:
        return None
    of_moves = (second for move in allowed for second in numbers(move) if second < first)
    too_much = [second for second in of_moves if first + second > total]
    return tile(first) | tile(max(too_much)) if too_much else None
