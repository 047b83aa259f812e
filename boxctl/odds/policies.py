"""Ways to play: the chance with which a player makes each choice that the rules leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from boxctl.odds.turn import TurnOdds
from boxctl.rules.tiles import TileSet
from boxctl.rules.turn_memory import FRESH, TurnMemory
from groundwork.frozen_dataclass import frozen_dataclass


class Policy(Protocol):
    """A way to play, with the same chances whenever the state of the turn is the same.

    ``memory`` is what the turn remembers: before the throw, and for a move once it is played. A
    move of no tiles throws a double again instead of playing it (R5.7).
    """

    def dice(
        self, to_move: TileSet, counts: Sequence[int], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """Return the chance of throwing each allowed number of dice; they add up to 1."""
        ...

    def moves(
        self, to_move: TileSet, answers: Sequence[TileSet], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """Return the chance of each allowed move, at least one; they add up to 1."""
        ...


def _only(chosen: int, among: int) -> Sequence[float]:
    return [1.0 if place == chosen else 0.0 for place in range(among)]


class HighestFirst:
    """Throws as few dice as allowed and shuts the highest tile it can, then the next highest."""

    def dice(
        self, to_move: TileSet, counts: Sequence[int], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The fewest."""
        return _only(0, len(counts))

    def moves(
        self, to_move: TileSet, answers: Sequence[TileSet], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The move that is the highest read as bits."""
        return _only(answers.index(max(answers)), len(answers))


class FewestTiles:
    """Throws as few dice as allowed and moves as few tiles as it can, of those the highest."""

    def dice(
        self, to_move: TileSet, counts: Sequence[int], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The fewest."""
        return _only(0, len(counts))

    def moves(
        self, to_move: TileSet, answers: Sequence[TileSet], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The move of the fewest tiles."""
        best = min(answers, key=lambda tiles: (not tiles, tiles.bit_count(), -tiles))
        return _only(answers.index(best), len(answers))


class AtRandom:
    """Takes every choice that is allowed with the same chance."""

    def dice(
        self, to_move: TileSet, counts: Sequence[int], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """Any."""
        return [1 / len(counts)] * len(counts)

    def moves(
        self, to_move: TileSet, answers: Sequence[TileSet], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """Any."""
        return [1 / len(answers)] * len(answers)


@frozen_dataclass
class Best:
    """Plays best for the aim of the odds.

    Of choices that win alike it takes the one with the fewest points; the first of equals.
    """

    odds: TurnOdds

    def dice(
        self, to_move: TileSet, counts: Sequence[int], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The number of dice that is worth most."""
        if len(counts) == 1:
            return [1.0]
        return _only(counts.index(self.odds.best_dice(to_move, counts, memory)), len(counts))

    def moves(
        self, to_move: TileSet, answers: Sequence[TileSet], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The move that leaves the most."""
        best = self.odds.best_answer(to_move, answers, memory)
        return _only(answers.index(best), len(answers))


@frozen_dataclass
class Human:
    """Plays like another policy, with errors.

    ``errors`` is the chance, from 0 to 1, of a random choice, which may happen to be the right
    one.
    """

    meant: Policy
    errors: float

    def dice(
        self, to_move: TileSet, counts: Sequence[int], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The chances of ``meant``, mixed with random ones."""
        return self._blurred(self.meant.dice(to_move, counts, memory))

    def moves(
        self, to_move: TileSet, answers: Sequence[TileSet], memory: TurnMemory = FRESH
    ) -> Sequence[float]:
        """The chances of ``meant``, mixed with random ones."""
        return self._blurred(self.meant.moves(to_move, answers, memory))

    def _blurred(self, chances: Sequence[float]) -> Sequence[float]:
        anything = self.errors / len(chances)
        return [chance * (1 - self.errors) + anything for chance in chances]
