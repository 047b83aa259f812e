"""The players that people can name, for the simulated box and for simulation."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from boxctl.odds.aims import aim
from boxctl.odds.duel import solve_duel, solve_relay
from boxctl.odds.policies import AtRandom, Best, FewestTiles, HighestFirst, Human, Policy
from boxctl.odds.turn import solve
from boxctl.rules.ruleset import RuleSet
from boxctl.simulated_players import ByPolicy, Player

PLAYERS = ("highest-first", "fewest-tiles", "best", "human", "random")


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """One of :data:`PLAYERS`; ``errors`` is how often a human errs, from 0 to 1.

    The best plays for the least expected score of the rules; where turns of one throw go round,
    to shut the box; in a duel or a relay, to win. The human means to play like the best.
    """

    name: str
    errors: float = 0.1

    def policy(self, rules: RuleSet, *, opens: bool = False) -> Policy:
        """How this player plays; ``opens`` for the one who opens the tiles of a duel.

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
            case "human":
                return Human(_best(rules, opens=opens), self.errors)
            case _:
                return _best(rules, opens=opens)

    def player(self, rules: RuleSet, random: Random) -> Player:
        """This player, at a table with these rules."""
        shuts = self.policy(rules)
        opens = self.policy(rules, opens=True) if rules.match == "duel" else None
        return ByPolicy(random, shuts, opens)


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
