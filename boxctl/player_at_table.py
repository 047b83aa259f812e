"""A player who plays to win the match, with the whole table in mind."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from random import Random

from boxctl.odds.policies import Best, Policy
from boxctl.odds.table import Table, TableOdds, table_of
from boxctl.odds.turn import solve
from boxctl.referee.play import Play
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import Move
from boxctl.rules.ruleset import RuleSet
from boxctl.simulated_players import ByPolicy

KEPT = 4096
"""So many tables are kept with what to play for at them."""


class AtTable:
    """Plays to win a match that scores decide (R7.1 to R7.3), each turn as the table then stands.

    Alone, and where the table cannot be solved, it plays ``low``. ``as_played`` makes of best play
    how this player plays it.
    """

    def __init__(
        self, rules: RuleSet, random: Random, low: Policy, as_played: Callable[[Policy], Policy]
    ) -> None:
        self._rules, self._random, self._low, self._as_played = rules, random, low, as_played
        self._policy_at = lru_cache(KEPT)(self._to_win)

    def choose_dice(self, play: Play) -> int:
        """One of them."""
        return play.counts[0] if len(play.counts) == 1 else self._player(play).choose_dice(play)

    def choose_move(self, play: Play) -> Move:
        """One of them."""
        return self._player(play).choose_move(play)

    def _player(self, play: Play) -> ByPolicy:
        alone = len(play.players) == 1
        policy = self._low if alone else self._policy_at(table_of(play.sheet))
        return ByPolicy(self._random, policy)

    def _to_win(self, table: Table) -> Policy:
        try:
            to_win = self._odds.aim(table)
        except RuleFault:
            return self._low
        return self._as_played(Best(solve(self._rules, to_win)))

    @cached_property
    def _odds(self) -> TableOdds:
        return TableOdds(self._rules)
