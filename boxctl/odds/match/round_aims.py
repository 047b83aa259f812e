"""To win: what a score is worth at the table, with the scores made and those to come.

A player who has to beat a score plays for that, not to score low. The players still to come do
the same, each for themselves. What a tie is worth stands in :mod:`boxctl.odds.match.roll_off`,
what the totals of a tournament or a knockout are worth in :mod:`boxctl.odds.match.match_table`.
"""

from __future__ import annotations

from boxctl.odds.aims import Aim, aim
from boxctl.odds.match.roll_off import RollOffs, tie_by
from boxctl.odds.match.round_game import RoundEndings, RoundGame, RoundStanding
from boxctl.odds.scored_turn import ScoredTurn
from boxctl.odds.turn import solve
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet

MOST_TO_COME = 7


def aim_to_win(rules: RuleSet, beat: int | None, to_come: int, *, rolling_off: bool = False) -> Aim:
    """To win the round against the lowest score made so far, and players still to come.

    ``beat`` is that score, of one player, or None where nobody has scored. In a tournament or a
    knockout the same is the chance to have the lowest score of the round. With ``rolling_off`` it
    is a round that plays for a tie. Raises :class:`RuleFault`: BX705 for a match that is not won
    by the scores of a round, BX701 and BX702 for a turn that cannot be solved.
    """
    if rules.match in ("duel", "relay", "first_to_shut"):
        raise not_won_by_scores(rules)
    if not 0 <= to_come <= MOST_TO_COME:
        raise too_many_to_come(to_come)
    turn = ScoredTurn(rules)
    standing = RoundStanding(beat, () if beat is None else (False,), (False,) * (to_come + 1))
    if rolling_off:
        # Who has the lowest score so far is one of them; those who have made more are out.
        game = RollOffs(turn).game(len(standing.holders) + len(standing.to_come))
    else:
        game = game_of_round(rules, turn)
    return turn.aim(game.prize(standing))


def game_of_round(rules: RuleSet, turn: ScoredTurn) -> RoundGame:
    """The round of a match: a shut box wins it where the rules say so (R7.1, R7.7)."""
    shut_wins = rules.match in ("single", "solo") or rules.shut_wins == "match"
    endings = RoundEndings(shut_wins, stop_ends_it=rules.stops == "match")
    return RoundGame(turn, tie_by(rules, turn), endings)


def aim_to_be_first(rules: RuleSet, players: int) -> Aim:
    """To win where turns of one throw go round until someone shuts the box (R5.3)."""
    shuts = solve(rules, aim("shut")).before_throw(rules.in_play)
    others_fail = (1 - shuts) ** (players - 1)
    wins = shuts / (1 - others_fail * (1 - shuts)) if shuts else 1 / players
    return Aim("win", lambda left: others_fail * wins if left else 1.0, lower=False)


def too_many_to_come(to_come: int) -> RuleFault:
    """What is wrong with so many players still to play after this one."""
    return RuleFault("BX705", f"{to_come} players to come cannot be solved: 0 to {MOST_TO_COME}")


def not_won_by_scores(rules: RuleSet) -> RuleFault:
    """What is wrong with asking to beat a score in such a match."""
    return RuleFault(
        "BX705",
        f"match = {rules.match} is not won by the scores of a round: there is none to beat",
    )
