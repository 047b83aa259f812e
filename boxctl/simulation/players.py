"""Players that play by themselves: what a table does next, as events for the referee. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Protocol

from boxctl.odds.policies import AtRandom, Policy
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

    def choose_dice(self, play: Play) -> int:
        """One of the allowed numbers of dice, a throw being awaited."""
        ...

    def choose_move(self, play: Play) -> Move:
        """One of the moves that the throw allows."""
        ...


class PolicyPlayer:
    """Takes each choice with the chances of a policy: one to shut tiles, one to open them."""

    def __init__(self, random: Random, shuts: Policy, opens: Policy | None = None) -> None:
        self._random, self._shuts, self._opens = random, shuts, opens or shuts

    def choose_dice(self, play: Play) -> int:
        """One of them."""
        chances = self._policy(play).dice(play.left, play.counts)
        return self._random.choices(play.counts, chances)[0]

    def choose_move(self, play: Play) -> Move:
        """One of them."""
        answer = play.answer
        assert answer is not None
        tiles = [move.tiles for move in answer.moves]
        chances = self._policy(play).moves(answer.to_move, tiles)
        return self._random.choices(answer.moves, chances)[0]

    def _policy(self, play: Play) -> Policy:
        return self._opens if play.opens else self._shuts


class SeatedPlayers:
    """Asks another player at each seat."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = players

    def choose_dice(self, play: Play) -> int:
        """As who sits there."""
        return self._players[play.seat].choose_dice(play)

    def choose_move(self, play: Play) -> Move:
        """As who sits there."""
        return self._players[play.seat].choose_move(play)


def at_random(random: Random) -> Player:
    """Chooses among what is allowed, each with the same chance."""
    return PolicyPlayer(random, AtRandom())


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
        count = chooser.choose_dice(play)
        sides = range(1, play.rules.dice.sides + 1)
        return [Thrown(at, tuple(dice.choices(sides, k=count)))]
    answer = play.answer
    assert answer is not None
    if answer.move is not None:
        return [Pressed(at, "confirm")]
    move = chooser.choose_move(play)
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
            raise RuleFault("BX208", "a match by these rules does not end", "change one of them")
        for event in events:
            yield event, referee.hear(event)
        at = events[-1].at
        if referee.due is not None:
            yield None, referee.finish()
