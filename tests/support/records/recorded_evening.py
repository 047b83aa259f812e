"""Journals of played matches, for tests of what reads them."""

from __future__ import annotations

from pathlib import Path
from random import Random

from boxctl.journal.add_entry import add_signature
from boxctl.odds.sampling import AtRandom
from boxctl.rules.tiles import numbers
from boxctl.simulation.players import PolicyPlayer
from tests.support.tables.virtual_table import VirtualTable

SHORT_BOX = "1-6"
"""With these tiles down a turn is a few throws: 7, 8 and 9 are shut one by one, and no other."""


def play_to_the_end(table: VirtualTable, seed: int = 0) -> None:
    """Chance throws and moves until the match is over."""
    random = Random(seed)
    while not (play := table.runtime.referee.play).over:
        if play.put_back:
            table.makes_ready()
        elif play.throw_awaited:
            count = random.choice(play.counts)
            table.throws(*(random.randint(1, play.rules.dice.sides) for _ in range(count)))
        elif play.answer is not None and play.answer.move is None:
            move = PolicyPlayer(random, AtRandom()).choose_move(play)
            for number in numbers(move.tiles & ~play.answer.moved):
                (table.opens if play.opens else table.shuts)(number)
        else:
            table.presses("confirm")


def play_turns(table: VirtualTable, *turns: tuple[int, ...]) -> None:
    """Turns on a short box: in each these tiles are shut, and then a throw cannot be played."""
    for tiles in turns:
        table.makes_ready()
        for number in tiles:
            table.throws(3, number - 3)
            table.shuts(number)
        if len(tiles) < 3:
            table.throws(1, 1)


def a_short_match(path: Path) -> VirtualTable:
    """Ann scores 9 (entry 15) and Bob 7 (entry 28), for a stake of 50; the head is signed."""
    table = VirtualTable("classic", "Ann,Bob", down=SHORT_BOX, stake=50, journal=path)
    table.throws(3, 4)
    table.shuts(9)
    table.opens(9)
    table.shuts(7)
    table.throws(4, 4)
    table.shuts(8)
    table.throws(1, 1)
    play_turns(table, (9, 8))
    scores = [(kept.number, kept.body.get("score")) for kept in table.read().of_kind("ruling")]
    assert [(at, score) for at, score in scores if score is not None] == [(15, 9), (28, 7)]
    add_signature(path, table.read())
    return table
