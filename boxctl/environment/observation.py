"""What a player sees of a table, as a row of numbers. Only this and its table need numpy."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from boxctl.referee.play import Play
from boxctl.rules.ruleset import RuleSet, score
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, tile

MOST = 1_000_000.0
"""The greatest number of an observation; a total or a number of markers beyond it counts as it."""


def fields(rules: RuleSet, players: int) -> tuple[str, ...]:
    """Return the names of the numbers, in their order; seat 0 is the player who looks."""
    tiles = range(1, rules.tiles + 1)
    return (
        *(f"open {number}" for number in tiles),
        *(f"moved {number}" for number in tiles),
        *(f"die {place}" for place in range(1, rules.dice.count + 1)),
        "my turn",
        "opens tiles",
        "opening tile owed",
        "markers",
        "extra throw",
        *(
            f"{what} of seat {place}"
            for place in range(players)
            for what in ("due", "round score", "total", "wins", "in")
        ),
    )


def observed(play: Play, seat: int) -> NDArray[np.float32]:
    """Return what the player of this seat sees: numbers from 0 to :data:`MOST`.

    Tiles, and what is so or not, are 0 or 1. A die is its share of the highest value, 0 where it
    does not lie on the table. Scores and totals are shares of the score of a turn that moves
    nothing, and 0 as long as there is none.
    """
    seen = np.fromiter(_numbers(play, seat), dtype=np.float32)
    return np.minimum(seen, np.float32(MOST))


def _numbers(play: Play, seat: int) -> Iterator[float]:
    rules, answer = play.rules, play.answer
    yield from _tiles(rules, play.open & rules.in_play)
    yield from _tiles(rules, NO_TILES if answer is None else answer.moved)
    thrown = () if answer is None else answer.throw
    for place in range(rules.dice.count):
        yield thrown[place] / rules.dice.sides if place < len(thrown) else 0.0
    yield seat == play.seat and not play.over
    yield rules.match == "duel" and seat != play.sheet.order[0]
    yield play.opening_tile is not None
    yield play.memory.markers
    yield play.memory.extra
    for place in range(len(play.players)):
        yield from _of_seat(play, (seat + place) % len(play.players))


def _tiles(rules: RuleSet, tiles: TileSet) -> Iterator[float]:
    for number in range(1, rules.tiles + 1):
        yield bool(tiles & tile(number))


def _of_seat(play: Play, seat: int) -> Iterator[float]:
    rules, sheet = play.rules, play.sheet
    worst = score(rules.scoring, rules.in_play)
    yield seat in sheet.due and not play.over
    yield sheet.round_scores.get(seat, 0) / worst
    yield sheet.totals.get(seat, 0) / worst
    yield sheet.wins.get(seat, 0) / rules.wins
    yield seat not in sheet.out


def mask(play: Play) -> NDArray[np.int8]:
    """Return 1 for each action that the referee allows now, and 0 for each that it would refuse.

    The actions are the levers of the tiles, confirm, one die, and all dice.
    """
    rules, answer = play.rules, play.answer
    allowed = np.zeros(actions(rules), dtype=np.int8)
    if answer is not None:
        allowed[[number - 1 for number in numbers(play.may_move & ~answer.moved)]] = 1
        allowed[confirm(rules)] = answer.move is not None
    if play.may_throw and (answer is None or play.may_throw_again):
        for count in play.counts:
            allowed[throw(rules, count)] = 1
    return allowed


def actions(rules: RuleSet) -> int:
    """Return how many actions there are."""
    return rules.tiles + 3


def confirm(rules: RuleSet) -> int:
    """Return the action that confirms a move (R4.2)."""
    return rules.tiles


def throw(rules: RuleSet, count: int) -> int:
    """Return the action that throws so many dice: one, or all."""
    return rules.tiles + (2 if count == rules.dice.count else 1)
