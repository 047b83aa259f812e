"""Lamps whose wires have mistakes, and a maker who says at which tiles there is light."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from random import Random

from boxctl.setup.answer_sources import AnswerSource
from boxctl.setup.lamp_findings import LampMistake
from groundwork.faults import Fault

DARK = LampMistake.DARK
ALWAYS_LIT = LampMistake.ALWAYS_LIT
TOGETHER = LampMistake.TOGETHER
SWAPPED = LampMistake.SWAPPED
INVERTED = LampMistake.INVERTED

Named = tuple[LampMistake, tuple[int, ...]]


@dataclass(frozen=True)
class MiswiredLamps:
    """The lamps of a box of ``tiles`` tiles: wire n is the one that is meant for tile n.

    ``tile_of`` is the tile to whose lamp each wire leads; ``together`` are pairs of wires that
    touch. Of ``inverted`` lamps each is lit while its wire is off.
    """

    tiles: int
    tile_of: Mapping[int, int]
    dark: Collection[int] = ()
    always_lit: Collection[int] = ()
    together: Collection[tuple[int, int]] = ()
    inverted: bool = False
    named: Collection[Named] = field(default=())
    """The mistakes that were put in, each with the tiles that it is named with."""

    def lit(self, on: Collection[int]) -> set[int]:
        """Return the tiles at which there is light while these wires are on."""
        live = {*on}
        for one, other in self.together:
            if live & {one, other}:
                live |= {one, other}
        if self.inverted:
            live = {*range(1, self.tiles + 1)} - live
        return {self.tile_of[wire] for wire in live - {*self.dark}} | {*self.always_lit}


def lamps_right(tiles: int) -> MiswiredLamps:
    """Lamps without a mistake."""
    return MiswiredLamps(tiles, {tile: tile for tile in range(1, tiles + 1)})


def lamps_with_mistakes(tiles: int, random: Random) -> MiswiredLamps:
    """Lamps with some mistakes at random, no lamp with two of them."""
    free = [*range(1, tiles + 1)]
    random.shuffle(free)
    tile_of = {tile: tile for tile in free}
    dark, lit, together = set(), set(), set()
    named: list[Named] = []
    for kind in random.sample((SWAPPED, DARK, ALWAYS_LIT, TOGETHER), random.randint(1, 4)):
        one, other = sorted((free.pop(), free.pop()))
        match kind:
            case LampMistake.SWAPPED:
                tile_of[one], tile_of[other] = other, one
                named.append((kind, (one, other)))
            case LampMistake.DARK:
                dark.add(one)
                named.append((kind, (one,)))
            case LampMistake.ALWAYS_LIT:
                lit.add(one)
                named.append((kind, (one,)))
            case _:
                together.add((one, other))
                named.append((kind, (one, other)))
    return MiswiredLamps(tiles, tile_of, dark, lit, together, named=tuple(named))


class LookingMaker:
    """Answers where there is light by ``look``; what else is asked, ``others`` answer."""

    asks_again = False

    def __init__(self, look: Callable[[], Collection[int]], others: AnswerSource) -> None:
        self._look = look
        self._others = others
        self.is_watched = others.is_watched

    def answer(self, key: str, prompt: str) -> str:
        """Return the tiles at which there is light, if that is asked."""
        if key == "lit_at_rest" or (key.startswith("lamp_") and key[5:].isdigit()):
            return ", ".join(map(str, sorted(self._look()))) or "none"
        return self._others.answer(key, prompt)

    def refuse(self, key: str, why: str) -> Fault:
        """Return what the other source says."""
        return self._others.refuse(key, why)

    def is_nudged(self) -> bool:
        """Return what the other source says."""
        return self._others.is_nudged()
