"""To win the round: what a score is worth at the table, with the scores made and those to come.

A player who has to beat a score plays for that, not to score low. The players still to come do
the same, each for themselves; what they will do is solved from the last one backwards. A tie
counts as a share: half a win for two (R7.8). In a tournament or a knockout the same is the chance
to have the lowest score of the round.
"""

from __future__ import annotations

from functools import cache

from boxctl.odds.aims import Aim, aim
from boxctl.odds.distribution import chances_of_ends
from boxctl.odds.policies import Best
from boxctl.odds.turn import solve
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import score
from boxctl.rules.tiles import NO_TILES, TileSet

MOST_TO_COME = 7


def aim_to_win(rules: RuleSet, beat: int | None, to_come: int) -> Aim:
    """To win the round against the lowest score made so far, and players still to come.

    ``beat`` is that score, of one player, or None where nobody has scored. Raises
    :class:`RuleFault` (BX705) for a match that is not won by the scores of a round.
    """
    if rules.match in ("duel", "relay", "first_to_shut"):
        raise not_won_by_scores(rules)
    if rules.stops == "match" and to_come:
        raise RuleFault(
            "BX705",
            "stops = match may end the match before those to come have played: only the last "
            "player's chance to win can be told.",
        )
    if not 0 <= to_come <= MOST_TO_COME:
        raise RuleFault("BX705", f"--to-come {to_come} is not possible: 0 to {MOST_TO_COME}.")
    return _Round(rules).aim(beat, 0 if beat is None else 1, to_come)


def aim_to_be_first(rules: RuleSet, players: int) -> Aim:
    """To win where turns of one throw go round until someone shuts the box (R5.3)."""
    shuts = solve(rules, aim("shut")).before_throw(rules.in_play)
    others_fail = (1 - shuts) ** (players - 1)
    wins = shuts / (1 - others_fail * (1 - shuts)) if shuts else 1 / players
    return Aim("win", lambda left: others_fail * wins if left else 1.0, lower=False)


def not_won_by_scores(rules: RuleSet) -> RuleFault:
    """What is wrong with asking to beat a score in such a match."""
    return RuleFault(
        "BX705",
        f"match = {rules.match} is not won by the scores of a round: there is none to beat.",
    )


class _Round:
    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._shut_wins = rules.match in ("single", "solo") or rules.shut_wins == "match"
        self._kept = cache(self._chance_to_keep)

    def aim(self, best: int | None, holders: int, to_come: int) -> Aim:
        """What each end is worth to the next player, ``to_come`` others being still to play."""

        def end(left: TileSet) -> float:
            if left == NO_TILES and self._shut_wins:
                return 1.0
            made = score(self._rules.scoring, left)
            if best is None or made < best:
                return self._kept(made, 1, to_come)
            return self._kept(made, holders + 1, to_come) if made == best else 0.0

        return Aim("win", end, lower=False)

    def _chance_to_keep(self, best: int, holders: int, to_come: int) -> float:
        """The chance to win of each of those who hold the lowest score."""
        if not to_come:
            return 1 / holders
        odds = solve(self._rules, self.aim(best, holders, to_come - 1))
        kept = 0.0
        for left, chance in chances_of_ends(self._rules, Best(odds)).items():
            made = score(self._rules.scoring, left)
            if made > best:
                kept += chance * self._kept(best, holders, to_come - 1)
            elif made == best and not (left == NO_TILES and self._shut_wins):
                kept += chance * self._kept(best, holders + 1, to_come - 1)
        return kept
