"""Compare the levers with what a throw allows (R4): their levels, never the order of edges."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.rules.moves import Move
from boxctl.rules.tiles import NO_TILES, TileSet, numbers
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class LeverJudgement:
    """The levers of an answer, judged.

    ``moved`` is S of R4: the tiles moved since the throw. ``kept`` are those of S that may stay,
    and those that R4.8 does not allow back; ``refused`` is the rest of S. ``disturbed`` stand
    where nothing asked for them. ``knocked`` have to go back to where they stood before a knock
    (R4.11); the others are judged as if they stood there.
    """

    moved: TileSet
    kept: TileSet
    disturbed: TileSet
    knocked: TileSet = NO_TILES

    @property
    def refused(self) -> TileSet:
        """The tiles of S that have to be put back (R4.5)."""
        return self.moved & ~self.kept

    @property
    def wrong(self) -> TileSet:
        """The tiles that have to be put back."""
        return self.moved & ~self.kept | self.disturbed | self.knocked

    @property
    def right(self) -> bool:
        """Whether nothing has to be put back."""
        return not self.wrong


def judge_levers(
    changed: TileSet,
    to_move: TileSet,
    moves: Sequence[Move],
    order: Sequence[int],
    held: TileSet = NO_TILES,
    knocked: TileSet = NO_TILES,
) -> LeverJudgement:
    """Judge levers while a throw is being answered.

    ``changed`` are the levers that differ from the book, ``to_move`` the tiles the player may
    move. ``order`` has all tiles of S, and may have others, the one moved last at the end.
    ``held`` are the tiles of S that may not be taken back (R4.8, ``never``), ``knocked`` those
    that a knock has moved and that are still to go back (R4.11).
    """
    changed ^= knocked
    moved = changed & to_move
    kept = held | _keep_most(moved, moves, order, held)
    return LeverJudgement(moved, kept, changed & ~to_move | held & ~moved, knocked)


def _keep_most(
    moved: TileSet, moves: Sequence[Move], order: Sequence[int], held: TileSet
) -> TileSet:
    """Return what may stay of S: the fewest tiles go back, among equals those moved last (R4.5)."""
    possible = [move.tiles for move in moves if not held & ~move.tiles]
    for tiles in possible:
        if not moved & ~tiles:
            return moved
    place = {number: at for at, number in enumerate(order)}

    def merit(kept: TileSet) -> tuple[int, list[int]]:
        back = sorted((place[number] for number in numbers(moved & ~kept)), reverse=True)
        return (-len(back), back)

    return max({moved & tiles for tiles in possible}, key=merit)
