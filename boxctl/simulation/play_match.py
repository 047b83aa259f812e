"""A match played by itself, through the referee: the next events of the table. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from boxctl.referee.lines import Event, LeverMoved, Pressed, Thrown
from boxctl.referee.play import Play
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.moves import THROW_AGAIN
from boxctl.rules.tiles import numbers, tile
from boxctl.simulation.endless import LONGEST_MATCH, endless_match
from boxctl.simulation.players import Player
from groundwork.times import START, MatchTime

SECOND = 1_000_000
"""Microseconds; simulated players take a second for each thing they do."""

LONGEST_TIME = LONGEST_MATCH * SECOND
"""Microseconds after which a match is taken to be endless."""


def next_events(play: Play, chooser: Player, dice: Random, at: MatchTime) -> list[Event]:
    """Return what the players do next, from ``at`` (microseconds) on; nothing after the match.

    They make no mistakes with the levers.
    """
    if play.over:
        return []
    if back := play.put_back:
        return _levers(numbers(back.open), at, open=True) + _levers(
            numbers(back.shut), MatchTime(at + SECOND * back.open.bit_count()), open=False
        )
    if play.throw_awaited:
        return _throw(play, chooser, dice, at)
    answer = play.answer
    assert answer is not None
    if answer.move is not None:
        return [Pressed(at, "confirm")]
    move = chooser.choose_move(play)
    if move is THROW_AGAIN:
        return _throw(play, chooser, dice, at)
    to_move = numbers(move.tiles & ~answer.moved)
    return _levers(to_move, at, open=not play.levers & tile(to_move[0]))


def _throw(play: Play, chooser: Player, dice: Random, at: MatchTime) -> list[Event]:
    count = chooser.choose_dice(play)
    sides = range(1, play.rules.dice.sides + 1)
    return [Thrown(at, tuple(dice.choices(sides, k=count)))]


def _levers(tiles: Sequence[int], at: MatchTime, *, open: bool) -> list[Event]:
    return [
        LeverMoved(MatchTime(at + SECOND * place), number, open)
        for place, number in enumerate(tiles)
    ]


def play_match(
    referee: Referee, chooser: Player, dice: Random
) -> Iterator[tuple[Event | None, list[Ruling]]]:
    """Play a match from the first ``ready`` to ``match_over``: yield each event with its rulings.

    The first item has no event. Levers are decided before the table goes on, so the bump time of
    the rules must be under a second. Raises
    :class:`boxctl.rules.faults.RuleFault` (BX208) for a match that does not end.
    """
    yield None, referee.begin()
    at = START
    while events := next_events(referee.play, chooser, dice, at := MatchTime(at + SECOND)):
        if at > LONGEST_TIME:
            raise endless_match()
        for event in events:
            yield event, referee.hear(event)
        at = events[-1].at
        if referee.due is not None:
            yield None, referee.finish()
