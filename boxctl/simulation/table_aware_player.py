"""A player who plays to win the match, as the scores of all players stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random

from boxctl.odds.match.match_aims import AT_A_TABLE, MatchAims
from boxctl.odds.match.match_table import MatchTable, table_of
from boxctl.odds.policies import Best, Policy
from boxctl.odds.recent_tables import RecentTables
from boxctl.odds.turn import solve
from boxctl.referee.play import Play
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import Move
from boxctl.rules.ruleset import RuleSet
from boxctl.simulation.players import PolicyPlayer

PolicyAt = Callable[[MatchTable], Policy]
"""Returns how to play the next turn at a table."""


class WinningPolicies:
    """Best play to win the match, each turn as the table then stands (R7.1 to R7.3).

    Falls back to ``low`` when alone and at a table that cannot be solved, as docs/odds.md says.
    ``as_played`` turns best play into what this player makes of it, such as with errors.
    """

    def __init__(self, rules: RuleSet, low: Policy, as_played: Callable[[Policy], Policy]) -> None:
        self._rules, self._low, self._as_played = rules, low, as_played
        self._solved: RecentTables[MatchTable, Policy] = RecentTables()

    def __call__(self, table: MatchTable) -> Policy:
        """Return how to play the next turn; the tables solved last are kept."""
        known = self._solved.get(table)
        return self._at(table) if known is None else known

    def _at(self, table: MatchTable) -> Policy:
        if len(table.totals) == 1:
            return self._low
        try:
            to_win = self._odds.aim(table)
        except RuleFault:
            self._solved.keep(table, self._low, worths=0)
            return self._low
        odds = solve(self._rules, to_win)
        policy = self._as_played(Best(odds))
        self._solved.keep(table, policy, len(odds.worths))
        return policy

    @cached_property
    def _odds(self) -> MatchAims:
        return MatchAims(self._rules, AT_A_TABLE)


class TableAwarePlayer:
    """Plays each turn by the policy for the table as it then stands."""

    def __init__(self, random: Random, policy_at: PolicyAt) -> None:
        self._random, self._policy_at = random, policy_at

    def choose_dice(self, play: Play) -> int:
        """Choose with the chances of the policy for this table."""
        return play.counts[0] if len(play.counts) == 1 else self._player(play).choose_dice(play)

    def choose_move(self, play: Play) -> Move:
        """Choose with the chances of the policy for this table."""
        return self._player(play).choose_move(play)

    def _player(self, play: Play) -> PolicyPlayer:
        return PolicyPlayer(self._random, self._policy_at(table_of(play.sheet)))
