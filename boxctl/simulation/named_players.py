"""The players that people can name, for the simulated box and for simulation."""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from random import Random

from boxctl.odds.aims import aim
from boxctl.odds.duel import Role, solve_duel, solve_relay
from boxctl.odds.policies import AtRandom, Best, FewestTiles, HighestFirst, Human, Policy
from boxctl.odds.the_300.kept_table import Notice, whole_table
from boxctl.odds.the_300.layout import has_table, is_turn_of_the_300, odds_in_table
from boxctl.odds.turn import TurnOdds, solve
from boxctl.rules.ruleset import RuleSet
from boxctl.simulation.players import Player, PolicyPlayer
from boxctl.simulation.table_aware_player import PolicyAt, TableAwarePlayer, WinningPolicies
from groundwork.frozen_dataclass import frozen_dataclass


@lru_cache(maxsize=1)
def _solved_duel(rules: RuleSet) -> dict[Role, TurnOdds]:
    """Solve both roles of a duel once, although a player asks for each, and a table once more."""
    return solve_duel(rules)


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
    errors: float = 0.1
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
        by_scores = rules.match in ("single", "tournament", "knockout")
        solved = by_scores and not is_turn_of_the_300(rules)
        return solved and self.is_solved

    def policy_at(self, rules: RuleSet) -> PolicyAt:
        """Return how to play at each table. Raises as :meth:`policy` does."""
        policy = self.policy(rules)
        if self.minds_the_table(rules):
            return WinningPolicies(rules, policy, self.as_played)
        return lambda table: policy

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
        match rules.match:
            case "duel":
                return Best(_solved_duel(rules)["opens" if opens else "shuts"])
            case "relay":
                return Best(solve_relay(rules))
            case "first_to_shut":
                return Best(solve(rules, aim("shut")))
            case _ if is_turn_of_the_300(rules) and has_table(rules.scoring):
                table = whole_table(rules.scoring, self.notice)
                return Best(odds_in_table(rules, rules.scoring, table))
            case _:
                return Best(solve(rules, aim(rules.scoring)))
