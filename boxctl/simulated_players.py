"""Players that play by themselves: what a table does next, as events for the referee. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Protocol

from boxctl.referee.events import Event, LeverMoved, Pressed, Thrown
from boxctl.referee.play import Play
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import Move
from boxctl.rules.tiles import numbers, tile

SECOND = 1_000_000
"""Simulated players take a second for each thing they do, in microseconds."""

LONGEST_MATCH = 100_000 * SECOND
"""A match that is not over by then will hardly ever be."""


class Player(Protocol):
    """Someone who chooses: how many dice, and which of the allowed moves."""

    def choose_dice(self, counts: Sequence[int]) -> int:
        """One of the allowed numbers of dice."""
        ...

    def choose_move(self, moves: Sequence[Move]) -> Move:
        """One of the allowed moves."""
        ...


class HighestFirst:
    """Throws as few dice as allowed and shuts the highest tile it can, then the next highest."""

    def choose_dice(self, counts: Sequence[int]) -> int:
        """The fewest."""
        return counts[0]

    def choose_move(self, moves: Sequence[Move]) -> Move:
        """The move that is the highest read as bits, the highest tile first."""
        return max(moves, key=lambda move: move.tiles)


class AtRandom:
    """Chooses among what is allowed, each with the same chance."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose_dice(self, counts: Sequence[int]) -> int:
        """Any of them."""
        return self._random.choice(counts)

    def choose_move(self, moves: Sequence[Move]) -> Move:
        """Any of them."""
        return self._random.choice(moves)


PLAYERS = ("highest-first", "random")


def player(name: str, random: Random) -> Player:
    """The player of this name, one of :data:`PLAYERS`."""
    return AtRandom(random) if name == "random" else HighestFirst()


def next_events(play: Play, chooser: Player, dice: Random, at: int) -> list[Event]:
    """What the table does next, beginning at ``at``: nothing once the match is over.

    The table knows the rules: it makes no mistakes.
    """
    if play.over:
        return []
    if back := play.put_back:
        return _levers(numbers(back.open), at, open=True) + _levers(
            numbers(back.shut), at + SECOND * back.open.bit_count(), open=False
        )
    if play.throw_awaited:
        count = chooser.choose_dice(play.counts)
        sides = range(1, play.rules.dice.sides + 1)
        return [Thrown(at, tuple(dice.choices(sides, k=count)))]
    answer = play.answer
    assert answer is not None
    if answer.move is not None:
        return [Pressed(at, "confirm")]
    move = chooser.choose_move(answer.moves)
    to_move = numbers(move.tiles & ~answer.moved)
    return _levers(to_move, at, open=not play.levers & tile(to_move[0]))


def _levers(tiles: Sequence[int], at: int, *, open: bool) -> list[Event]:
    return [LeverMoved(at + SECOND * place, number, open) for place, number in enumerate(tiles)]


def play_match(
    referee: Referee, chooser: Player, dice: Random
) -> Iterator[tuple[Event | None, list[Ruling]]]:
    """One match from the first ``ready`` to ``match_over``: each event and what was ruled on it.

    The first item has no event. Levers are decided before the table goes on, so the bump time of
    the rules must be under a second. Raises :class:`RuleFault` (BX208) for a match that goes on
    and on, as some settings make it.
    """
    yield None, referee.begin()
    at = 0
    while events := next_events(referee.play, chooser, dice, at := at + SECOND):
        if at > LONGEST_MATCH:
            raise RuleFault("BX208", "a match by these rules does not end: change one of them.")
        for event in events:
            yield event, referee.hear(event)
        at = events[-1].at
        if referee.due is not None:
            yield None, referee.finish()
