"""Levers whose wires have mistakes: what their lines show, as electricity has it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from boxctl.setup.learner import Line, WiringMistake

SWAPPED = WiringMistake.SWAPPED
INVERTED = WiringMistake.INVERTED
DEAD = WiringMistake.DEAD
SHORTED = WiringMistake.SHORTED
FLOATING = WiringMistake.FLOATING
FIVE = (SWAPPED, INVERTED, DEAD, SHORTED, FLOATING)


@dataclass(frozen=True)
class Miswired:
    """A box of ``tiles`` levers. Its lines have the numbers of the tiles that they are meant for.

    ``line_of`` is where each tile is wired; ``shorts`` are pairs of lines that touch. A contact is
    closed, and pulls its line low, while its tile is shut, of an ``inverted`` one while it is open.
    ``dead`` tiles move nothing; the lines of those that are ``stuck`` are low, of the others high.
    A ``floating`` line shows anything, of those in ``unpulled`` only while its contact is open.
    """

    tiles: int
    line_of: Mapping[int, int]
    inverted: Collection[int] = ()
    dead: Collection[int] = ()
    stuck: Collection[int] = ()
    shorts: Collection[tuple[int, int]] = ()
    floating: Collection[int] = ()
    unpulled: Collection[int] = ()
    named: Collection[tuple[WiringMistake, tuple[int, ...]]] = field(default=())
    """The mistakes that were put in, each with its tiles."""

    def is_closed(self, tile: int, shut: Collection[int]) -> bool:
        """Whether the contact of this tile connects its line to ground."""
        if tile in self.dead:
            return tile in self.stuck
        return (tile in shut) != (tile in self.inverted)

    def levels(self, shut: Collection[int], random: Random) -> dict[Line, bool]:
        """Which lines are high while these tiles are shut."""
        levels, loose = self.steady(frozenset(shut))
        return {**levels, **{line: random.random() < 0.5 for line in loose}}

    def steady(self, shut: frozenset[int]) -> tuple[dict[Line, bool], list[int]]:
        """Return the levels while these tiles are shut, and the lines that show anything."""
        low = {self.line_of[tile] for tile in range(1, self.tiles + 1)
               if self.is_closed(tile, shut)}  # fmt: skip
        driven = set(low)
        for one, other in self.shorts:
            if low & {one, other}:
                driven |= {one, other}
        held = {self.line_of[tile] for tile in self.unpulled} & driven
        loose = [self.line_of[tile] for tile in self.floating if self.line_of[tile] not in held]
        return {line: line not in driven for line in range(1, self.tiles + 1)}, loose


def right(tiles: int) -> Miswired:
    """A box without a mistake."""
    return Miswired(tiles, {tile: tile for tile in range(1, tiles + 1)})


def with_mistakes(tiles: int, mistakes: Collection[WiringMistake], random: Random) -> Miswired:
    """A box with these mistakes, one at a place, each somewhere at random."""
    places = list(_places(tiles, mistakes, random))
    at = {kind: [each for other, each in places if other is kind] for kind in FIVE}
    line_of = {tile: tile for tile in range(1, tiles + 1)}
    for one, other in at[SWAPPED]:
        line_of[one], line_of[other] = other, one
    dead = {tile for (tile,) in at[DEAD]}
    floating = {tile for (tile,) in at[FLOATING]}
    return Miswired(
        tiles,
        line_of,
        inverted={tile for (tile,) in at[INVERTED]},
        dead=dead | {tile for tile in floating if random.random() < 0.5},
        stuck={tile for tile in dead if random.random() < 0.5},
        shorts={(one, other) for one, other in at[SHORTED]},
        floating=floating,
        unpulled={tile for tile in floating if random.random() < 0.5} - dead,
        named=tuple((kind, tuple(sorted(each))) for kind, each in places),
    )


def _places(
    tiles: int, mistakes: Collection[WiringMistake], random: Random
) -> Iterator[tuple[WiringMistake, tuple[int, ...]]]:
    """Where each mistake is: no tile has two of them."""
    free = set(range(1, tiles + 1))
    # Neighbours first: they may become rare.
    for kind in sorted(mistakes, key=lambda kind: kind is not SHORTED):
        if kind is SHORTED:
            pairs = [(one, one + 1) for one in sorted(free) if one + 1 in free]
            place: tuple[int, ...] = random.choice(pairs)
        else:
            place = tuple(random.sample(sorted(free), 2 if kind is SWAPPED else 1))
        free -= set(place)
        yield kind, place
