"""The players that people can name, for the simulated box and for simulation."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from boxctl.odds.aims import aim
from boxctl.odds.duel import solve_duel, solve_relay
from boxctl.odds.policies import AtRandom, Best, FewestTiles, HighestFirst, Human, Policy
from boxctl.odds.turn import solve
from boxctl.player_at_table import AtTable, PolicyAt, ToWin
from boxctl.rules.ruleset import RuleSet
from boxctl.simulated_players import ByPolicy, Player

PLAYERS = ("highest-first", "fewest-tiles", "best", "human", "random")


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """One of :data:`PLAYERS`; ``errors`` is how often a human errs, from 0 to 1.

    The best plays for the least expected score of the rules; against others to win, with their
    scores and totals in mind (:mod:`boxctl.odds.table`); where turns of one throw go round, to shut
    the box. The human means to play like the best.
    """

    name: str
    errors: float = 0.1

    def policy(self, rules: RuleSet, *, opens: bool = False) -> Policy:
        """How this player plays a turn whatever the table; ``opens`` for who opens in a duel.

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
                return self._as_played(_best(rules, opens=opens))

    def minds_the_table(self, rules: RuleSet) -> bool:
        """Whether a turn is played otherwise at another table, the match being won by scores."""
        by_scores = rules.match in ("single", "tournament", "knockout")
        return by_scores and self.name in ("best", "human")

    def policy_at(self, rules: RuleSet) -> PolicyAt:
        """How this player plays at each table. Raises as :meth:`policy` does."""
        policy = self.policy(rules)
        if self.minds_the_table(rules):
            return ToWin(rules, policy, self._as_played)
        return lambda table: policy

    def player(self, rules: RuleSet, random: Random) -> Player:
        """This player, at a table with these rules."""
        if self.minds_the_table(rules):
            return AtTable(random, self.policy_at(rules))
        opens = self.policy(rules, opens=True) if rules.match == "duel" else None
        return ByPolicy(random, self.policy(rules), opens)

    def _as_played(self, best: Policy) -> Policy:
        return Human(best, self.errors) if self.name == "human" else best


def _best(rules: RuleSet, *, opens: bool) -> Policy:
    match rules.match:
        case "duel":
            return Best(solve_duel(rules)["opens" if opens else "shuts"])
        case "relay":
            return Best(solve_relay(rules))
        case "first_to_shut":
            return Best(solve(rules, aim("shut")))
        case _:
            return Best(solve(rules, aim(rules.scoring)))
