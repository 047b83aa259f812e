"""One player's chance at a table, from what the rounds to come say of all totals."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from boxctl.odds.match.rest_of_totals import RestKnockedOut, RestOfMatch, RestOfRounds, RestToTarget
from boxctl.odds.match.turn_sums import OtherPlayers, PlayerTotal
from boxctl.rules.ruleset import RuleSet


def chance_in_rounds(
    rest: RestOfMatch | RestKnockedOut | RestOfRounds | RestToTarget,
    rules: RuleSet,
    scores: Mapping[int, float],
    place: int,
    players: tuple[PlayerTotal, ...],
    rounds: int = 0,
) -> float:
    """Return the chance of the player in this place, who may still have to play this round."""
    before, after = players[:place], players[place + 1 :]
    (worth_of,) = rest.worths([OtherPlayers(before, after, rounds)])
    total, played = players[place]
    if played:
        return worth_of(total)
    shuts = scores.get(0, 0.0) if rules.shut_wins == "match" else 0.0
    nobody_before = prod(1.0 if player.played else 1 - shuts for player in before)
    low = {made: chance - shuts if made == 0 else chance for made, chance in scores.items()}
    return shuts * nobody_before + sum(
        chance * worth_of(total + made) for made, chance in low.items()
    )
