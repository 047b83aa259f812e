"""Play to win a round, given the lowest score so far and how many are still to play.

A player with a score to beat plays to beat it, not to score low; so do the players still to come.
:mod:`boxctl.odds.match.roll_off` values ties, :mod:`boxctl.odds.match.match_aims` the totals of a
tournament or a knockout.
"""

from __future__ import annotations

from boxctl.odds.aims import Aim, aim
from boxctl.odds.match.game_with_bonus import unsolved_with_bonus
from boxctl.odds.match.roll_off import tie_by
from boxctl.odds.match.round_game import RoundEndings, RoundGame
from boxctl.odds.match.round_standing import RoundStanding
from boxctl.odds.prizes.scored_turn import ScoredTurn
from boxctl.odds.turn import solve
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import score
from groundwork.language import tr

MOST_TO_COME = 7
"""The most players still to come for whom a round is solved."""


def aim_to_win(rules: RuleSet, beat: int | None, to_come: int) -> Aim:
    """Return the aim to win the round.

    ``beat`` is the lowest score so far, of one player, or None if nobody has scored; ``to_come``,
    from 0 to :data:`MOST_TO_COME`, counts the players after this one. In a tournament or a knockout
    the aim is the lowest score of the round.

    Raises :class:`RuleFault`: BX705 for a match that is not won by the scores of a round or too
    many players to come, BX701 and BX702 for a turn that cannot be solved.
    """
    if rules.match in ("duel", "relay", "first_to_shut"):
        raise not_won_by_scores(rules)
    if not 0 <= to_come <= MOST_TO_COME:
        raise too_many_to_come(to_come)
    turn = ScoredTurn(rules)
    standing = RoundStanding(beat, () if beat is None else (False,), (False,) * (to_come + 1))
    return turn.aim(game_of_round(rules, turn).prize(standing))


def game_of_round(rules: RuleSet, turn: ScoredTurn) -> RoundGame:
    """Return the round of a match; a shut box wins it if the rules say so (R7.1, R7.7).

    Raises :class:`RuleFault` (BX709) for a bonus for shut boxes, which no round decides alone.
    """
    if rules.shut_bonus is not None:
        raise unsolved_with_bonus(rules)
    shut_wins = rules.match in ("single", "solo") or rules.shut_wins == "match"
    lost_at = None
    if rules.opening_tile is not None and rules.opening_lost == "match":
        lost_at = score(rules.scoring, rules.in_play)
    endings = RoundEndings(shut_wins, rules.stops == "match", lost_at)
    return RoundGame(turn, tie_by(rules, turn), endings)


def aim_to_be_first(rules: RuleSet, players: int) -> Aim:
    """Return the aim to be the first to shut the box, in turns of one throw each (R5.3)."""
    shuts = solve(rules, aim("shut")).before_throw(rules.in_play)
    others_fail = (1 - shuts) ** (players - 1)
    wins = shuts / (1 - others_fail * (1 - shuts)) if shuts else 1 / players
    return Aim("win", lambda left: others_fail * wins if left else 1.0, lower=False)


def most_to_come(turn: ScoredTurn, most_work: float) -> int:
    """Return for how many players still to come a round is solved with so much work.

    Each of them has to know what to do against each score, made by one player or by several.
    """
    standings = 0
    for to_come in range(1, MOST_TO_COME + 1):
        standings += to_come * len(turn.scores)
        if standings * turn.moves > most_work:
            return to_come - 1
    return MOST_TO_COME


def too_many_to_come(to_come: int, most: int = MOST_TO_COME) -> RuleFault:
    """Return the fault of more players still to come than the ``most`` that can be solved."""
    return RuleFault(
        "BX705",
        tr(
            "{to_come} players to come cannot be solved: 0 to {most_to_come}",
            to_come=to_come,
            most_to_come=most,
        ),
    )


def not_won_by_scores(rules: RuleSet) -> RuleFault:
    """Return the fault of asking to beat a score in such a match."""
    return RuleFault(
        "BX705",
        tr(
            "match = {match} is not won by the scores of a round: there is none to beat",
            match=rules.match,
        ),
    )
