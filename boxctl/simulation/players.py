"""Players that play by themselves: they choose dice and moves. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from boxctl.odds.policies import Policy
from boxctl.referee.play import Play
from boxctl.rules.moves import Move


class Player(Protocol):
    """Chooses how many dice to throw, and which of the allowed moves to make."""

    def choose_dice(self, play: Play) -> int:
        """Return one of the allowed numbers of dice; a throw is awaited."""
        ...

    def choose_move(self, play: Play) -> Move:
        """Return one of the moves that the throw allows."""
        ...


class PolicyPlayer:
    """Plays by a policy: ``shuts`` for shutting tiles, ``opens`` for opening them (R7.4)."""

    def __init__(self, random: Random, shuts: Policy, opens: Policy | None = None) -> None:
        self._random, self._shuts, self._opens = random, shuts, opens or shuts

    def choose_dice(self, play: Play) -> int:
        """Choose with the chances of the policy."""
        chances = self._policy(play).dice(play.left, play.counts, play.memory)
        return self._random.choices(play.counts, chances)[0]

    def choose_move(self, play: Play) -> Move:
        """Choose with the chances of the policy."""
        answer = play.answer
        assert answer is not None
        tiles = [move.tiles for move in answer.moves]
        chances = self._policy(play).moves(answer.to_move, tiles, play.memory)
        return self._random.choices(answer.moves, chances)[0]

    def _policy(self, play: Play) -> Policy:
        return self._opens if play.opens else self._shuts


class SeatedPlayers:
    """Players by seat, as one."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = players

    def choose_dice(self, play: Play) -> int:
        """Ask the player of the seat."""
        return self._players[play.seat].choose_dice(play)

    def choose_move(self, play: Play) -> Move:
        """Ask the player of the seat."""
        return self._players[play.seat].choose_move(play)
