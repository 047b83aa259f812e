"""What the hands at a table do in an evening, drawn beforehand: mistakes of people and wood too.

Drawn on a table without a journal, so that what is done does not depend on what the disk does.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from boxctl.odds.sampling import AtRandom
from boxctl.referee.game import Game
from boxctl.rules.tiles import NO_TILES, numbers, tile
from boxctl.simulation.players import PolicyPlayer
from hardware.virtual import MILLISECOND
from tests.support.tables.virtual_table import SECOND, VirtualTable

Deed = tuple[str, tuple[int, ...]]
"""An action and its dice or tiles."""


def do(deed: Deed, table: VirtualTable) -> None:
    """Do it at this table, and let everything settle."""
    kind, values = deed
    match kind:
        case "throw":
            table.throws(*values)
        case "shut":
            table.shuts(*values)
        case "open":
            table.opens(*values)
        case "confirm" | "new":
            table.presses(kind)
        case "knock":
            table.until(table.wood.knock(values[0], table.now, 30 * MILLISECOND) + SECOND)
        case _:
            raise ValueError(kind)


def an_evening(name: str, players: str, seed: int, matches: int) -> list[Deed]:
    """So many matches of a variant, one after the other."""
    table = VirtualTable(name, players, seed=seed)
    deeds = []
    for deed in _deeds(table, Random(f"hands {seed}"), matches):
        deeds.append(deed)
        do(deed, table)
    return deeds


def _deeds(table: VirtualTable, chance: Random, matches: int) -> Iterator[Deed]:
    player = PolicyPlayer(chance, AtRandom())
    while True:
        play = table.runtime.referee.play
        if play.put_back:
            yield from _puts(play.put_back.open, play.put_back.shut)
        elif play.over:
            matches -= 1
            if not matches:
                return
            yield "new", ()
        elif play.throw_awaited:
            if chance.random() < 0.15:
                yield "knock", (chance.randint(1, play.rules.tiles),)
            count = chance.choice(play.counts)
            yield "throw", tuple(chance.choices(range(1, play.rules.dice.sides + 1), k=count))
        elif play.answer is not None and play.answer.move is not None:
            yield "confirm", ()
        elif chance.random() < 0.25:
            yield from _thinks_again(play, chance)
        else:
            yield from _plays(play, player.choose_move(play).tiles)


def _thinks_again(play: Game, chance: Random) -> Iterator[Deed]:
    """A tile is moved, often a wrong one, and put back."""
    number = chance.choice(numbers(play.rules.on_the_box))
    stands = bool(play.levers & tile(number))
    yield ("shut" if stands else "open"), (number,)
    yield ("open" if stands else "shut"), (number,)


def _plays(play: Game, move: int) -> Iterator[Deed]:
    yield from _puts(move & ~play.levers, move & play.levers)


def _puts(open: int, shut: int) -> Iterator[Deed]:
    if open != NO_TILES:
        yield "open", numbers(open)
    if shut != NO_TILES:
        yield "shut", numbers(shut)
