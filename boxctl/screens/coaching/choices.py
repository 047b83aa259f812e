"""The choices that a player has now, and what each is worth."""

from __future__ import annotations

from boxctl.odds.aims import Aim
from boxctl.odds.turn import TurnOdds
from boxctl.presentation.phrases import WRITTEN, added_up, how_many_dice
from boxctl.referee.play import Play
from boxctl.rules.dice import Throw
from boxctl.rules.tiles import TileSet
from boxctl.rules.turn_memory import TurnMemory
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class Choice:
    """A choice and its value as people are told it; ``loss`` is 0 for the best.

    A move has ``tiles`` and leaves ``left``; a number of dice has ``count``, and ``left`` are the
    tiles to be thrown for. ``memory`` is what the turn remembers then.
    """

    words: str
    value: float
    loss: float
    left: TileSet
    memory: TurnMemory
    tiles: TileSet | None = None
    count: int | None = None


@frozen_dataclass
class Choices:
    """All choices of one moment, the best first; ``throw`` is None before a throw."""

    aim: Aim
    to_move: TileSet
    throw: Throw | None
    of: tuple[Choice, ...]

    def within(self, moves: frozenset[TileSet]) -> Choices:
        """Return those that are still open when a part of a move has been made."""
        left = tuple(choice for choice in self.of if choice.tiles in moves)
        return Choices(self.aim, self.to_move, self.throw, left)


def choices_at(play: Play, odds: TurnOdds) -> Choices | None:
    """Return all moves of the throw, or all numbers of dice to throw; None if there is no choice.

    Tiles that have been moved for the throw already make no difference.
    """
    if (answer := play.answer) is None:
        return _of_dice(play, odds)
    known = odds.after_throw(answer.to_move, answer.throw, play.memory_before_throw)
    found = tuple(
        Choice(
            added_up(one.move.tiles, WRITTEN),
            one.value,
            one.loss,
            answer.to_move & ~one.move.tiles,
            play.memory,
            tiles=one.move.tiles,
        )
        for one in known.moves
    )
    return Choices(odds.aim, answer.to_move, answer.throw, found) if found else None


def _of_dice(play: Play, odds: TurnOdds) -> Choices | None:
    if not play.throw_awaited or len(play.counts) < 2:
        return None
    by_dice = odds.by_dice(play.left, play.memory)
    worth = odds.aim.from_shown
    best = odds.best_dice(play.left, play.counts, play.memory)
    most = max(map(worth, by_dice.values()))
    found = [
        Choice(
            how_many_dice([count], WRITTEN),
            value,
            0.0 if count == best else most - worth(value),
            play.left,
            play.memory,
            count=count,
        )
        for count, value in by_dice.items()
    ]
    return Choices(odds.aim, play.left, None, tuple(sorted(found, key=lambda choice: choice.loss)))
