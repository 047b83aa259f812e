"""Players that play by themselves, and those of them that people can name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import lru_cache
from random import Random
from typing import Protocol

from boxctl.odds.match.match_table import MatchTable, table_of
from boxctl.odds.sampling import (
    ORDINARY_ERRORS,
    AtRandom,
    Best,
    FewestTiles,
    HighestFirst,
    Human,
    Policy,
)
from boxctl.odds.table_odds import TableOdds, minds_the_table, odds_at_any_table
from boxctl.odds.the_300.kept_table import Notice, whole_table
from boxctl.odds.the_300.layout import has_table, is_turn_of_the_300, odds_in_table
from boxctl.referee.game import Game
from boxctl.rules.moves import THROW_AGAIN, Move
from boxctl.rules.ruleset import RuleSet
from groundwork.frozen_dataclass import frozen_dataclass


class Player(Protocol):
    """Chooses how many dice to throw, and which of the allowed moves to make."""

    def choose_dice(self, play: Game) -> int:
        """Return one of the allowed numbers of dice; a throw is awaited."""
        ...

    def choose_move(self, play: Game) -> Move:
        """Return one of the moves that the throw allows, or :data:`THROW_AGAIN`."""
        ...


class PolicyPlayer:
    """Plays by a policy: ``shuts`` for shutting tiles, ``opens`` for opening them (R7.4)."""

    def __init__(self, random: Random, shuts: Policy, opens: Policy | None = None) -> None:
        self._random, self._shuts, self._opens = random, shuts, opens or shuts

    def choose_dice(self, play: Game) -> int:
        """Choose with the chances of the policy."""
        chances = self._policy(play).dice(play.left, play.counts, play.memory)
        return self._random.choices(play.counts, chances)[0]

    def choose_move(self, play: Game) -> Move:
        """Choose with the chances of the policy."""
        answer = play.answer
        assert answer is not None
        choices = [*answer.moves, THROW_AGAIN] if play.may_throw_again else answer.moves
        tiles = [move.tiles for move in choices]
        chances = self._policy(play).moves(answer.to_move, tiles, play.memory)
        return self._random.choices(choices, chances)[0]

    def _policy(self, play: Game) -> Policy:
        return self._opens if play.opens else self._shuts


class SeatedPlayers:
    """Players by seat, as one."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = players

    def choose_dice(self, play: Game) -> int:
        """Ask the player of the seat."""
        return self._players[play.seat].choose_dice(play)

    def choose_move(self, play: Game) -> Move:
        """Ask the player of the seat."""
        return self._players[play.seat].choose_move(play)


PolicyAt = Callable[[MatchTable], Policy]
"""Returns how to play the next turn at a table."""


class TableAwarePlayer:
    """Plays each turn by the policy for the table as it then stands."""

    def __init__(self, random: Random, policy_at: PolicyAt) -> None:
        self._random, self._policy_at = random, policy_at

    def choose_dice(self, play: Game) -> int:
        """Choose with the chances of the policy for this table."""
        return play.counts[0] if len(play.counts) == 1 else self._player(play).choose_dice(play)

    def choose_move(self, play: Game) -> Move:
        """Choose with the chances of the policy for this table."""
        return self._player(play).choose_move(play)

    def _player(self, play: Game) -> PolicyPlayer:
        return PolicyPlayer(self._random, self._policy_at(table_of(play.sheet)))


_odds_kept = lru_cache(maxsize=1)(odds_at_any_table)
"""Solves both roles of a duel once, although a player asks for each, and a table once more."""


def _ignore(notice: str) -> None:
    """Ignore a notice."""


@frozen_dataclass
class NamedPlayer:
    """One of :data:`WAYS_TO_PLAY` at a table; ``errors`` (0 to 1) is how often ``human`` errs.

    ``best`` plays alone for the least expected score, against others to win with the table in mind
    (:mod:`boxctl.odds.match.match_aims`), and in ``first_to_shut`` to shut the box. The 300 is
    always played for the score: it has too many positions to solve them for each table. ``human``
    plays like ``best``, with errors. ``notice`` takes a line for people if the table of The 300
    was not kept or was damaged (BX703, BX704); it is called in the thread that solves.
    """

    name: str
    errors: float = ORDINARY_ERRORS
    notice: Notice = field(default=_ignore, compare=False)

    def policy(self, rules: RuleSet, *, opens: bool = False) -> Policy:
        """Return how to play a turn whatever the table; ``opens`` for the opener of a duel.

        Raises :class:`boxctl.rules.faults.RuleFault` (BX701, BX702) where best play cannot be
        solved.
        """
        match self.name:
            case "highest-first":
                return HighestFirst()
            case "fewest-tiles":
                return FewestTiles()
            case "random":
                return AtRandom()
            case _:
                return self.as_played(self._best(rules, opens=opens))

    @property
    def is_solved(self) -> bool:
        """Whether this player plays best, or from it, which has to be solved first."""
        return self.name in ("best", "human")

    def minds_the_table(self, rules: RuleSet) -> bool:
        """Return whether the policy depends on the table: best play for a match won by scores."""
        return self.is_solved and minds_the_table(rules)

    def policy_at(self, rules: RuleSet) -> PolicyAt:
        """Return how to play at each table. Raises as :meth:`policy` does."""
        policy = self.policy(rules)
        if not self.minds_the_table(rules):
            return lambda table: policy
        # How many others there are is known from each table.
        odds = TableOdds(rules, players=2)

        def policy_at(table: MatchTable) -> Policy:
            return policy if len(table.totals) == 1 else self.as_played(Best(odds.at(table)))

        return policy_at

    def player(self, rules: RuleSet, random: Random) -> Player:
        """Return a player for a match by these rules, who chooses with ``random``."""
        if self.minds_the_table(rules):
            return TableAwarePlayer(random, self.policy_at(rules))
        opens = self.policy(rules, opens=True) if rules.match == "duel" else None
        return PolicyPlayer(random, self.policy(rules), opens)

    def as_played(self, best: Policy) -> Policy:
        """Return what this player makes of best play."""
        return Human(best, self.errors) if self.name == "human" else best

    def _best(self, rules: RuleSet, *, opens: bool) -> Policy:
        if rules.is_scored and is_turn_of_the_300(rules) and has_table(rules.scoring):
            table = whole_table(rules.scoring, self.notice)
            return Best(odds_in_table(rules, rules.scoring, table))
        return Best(_odds_kept(rules)[opens])
