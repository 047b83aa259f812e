"""Many standings of a round (:mod:`boxctl.odds.match.round_game`) solved at once, with numpy.

Sums add the same numbers in the same order as in plain Python: results are equal to the last bit.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

import numpy as np

from boxctl.odds.match.match_table import RoundOutcome, RoundStanding, expected_outcome
from boxctl.odds.prizes.prize_solver import Floats, Places
from boxctl.odds.prizes.scored_turn import ScoredTurn


def solve_standings(
    turn: ScoredTurn,
    standings: Sequence[RoundStanding],
    known: Mapping[RoundStanding, RoundOutcome],
    *,
    shut_wins: bool,
) -> list[RoundOutcome]:
    """Return the outcome of standings with the same players to come, the highest to beat first.

    ``known`` has the outcomes of all standings that can follow. A stop number must end turns only,
    and every player must be ranked.
    """
    scores, to_come = turn.scores, standings[0].to_come
    lower = np.array([_scores_below(scores, one.best) for one in standings])
    if_tied = [_if_tied(one, scores, known) for one in standings]
    tied = np.array([tie is not None for tie in if_tied])
    if_lowest = [
        known[RoundStanding(made, to_come[:1], to_come[1:])] for made in scores[: max(lower)]
    ]
    if shut_wins and if_lowest:
        if_lowest[0] = RoundOutcome((1.0, *(0.0,) * (len(to_come) - 1)), 0.0)
    lowest = np.array([(*one.chances, one.all_tie) for one in if_lowest])
    lowest = lowest.reshape(len(if_lowest), len(to_come) + 1)

    worths = np.zeros((len(standings), len(scores)))
    worths[:, : len(lowest)] = lowest[:, 0]
    worths[np.arange(len(scores)) >= lower[:, None]] = 0.0
    for row, (one, tie) in enumerate(zip(standings, if_tied, strict=True)):
        if tie is not None:
            worths[row, lower[row]] = tie.chances[len(one.holders)]
    if shut_wins:
        worths[:, 0] = 1.0

    made = turn.score_chances(worths)
    weighed = np.zeros((len(standings), lowest.shape[1]))
    loses = np.zeros(len(standings))
    for part in made:
        _add_lower(weighed, part, lower, lowest)
        _add_beaten(loses, part, lower + tied)
    return [
        _outcome(
            one,
            RoundOutcome(tuple(chances), all_tie),
            [(float(part[row, lower[row]]), tie) for part in made] if tie is not None else [],
            lost,
            known,
        )
        for row, (one, tie, (*chances, all_tie), lost) in enumerate(
            zip(standings, if_tied, weighed.tolist(), loses.tolist(), strict=True)
        )
    ]


def _scores_below(scores: Sequence[int], best: int | None) -> int:
    """Return how many of the scores, the lowest first, are lower than the lowest so far."""
    return len(scores) if best is None else bisect_left(scores, best)


def _if_tied(
    standing: RoundStanding, scores: Sequence[int], known: Mapping[RoundStanding, RoundOutcome]
) -> RoundOutcome | None:
    """Return the outcome if the next player makes the lowest score, too; None if none can."""
    best = standing.best
    return known[standing.after(best)] if best is not None and best in scores else None


def _add_lower(weighed: Floats, part: Floats, lower: Places, lowest: Floats) -> None:
    """Add the outcomes of the scores that are lower than the lowest so far of each row."""
    for place, outcome in enumerate(lowest):
        some = int(np.searchsorted(-lower, -place))
        weighed[:some] += part[:some, place, None] * outcome


def _add_beaten(loses: Floats, part: Floats, first: Places) -> None:
    """Add the chances of the scores from the first beaten one of each row on."""
    for place in range(int(first.min()), part.shape[1]):
        some = int(np.searchsorted(-first, -place))
        loses[some:] += part[some:, place]


def _outcome(
    standing: RoundStanding,
    lower: RoundOutcome,
    ties: Sequence[tuple[float, RoundOutcome]],
    loses: float,
    known: Mapping[RoundStanding, RoundOutcome],
) -> RoundOutcome:
    """Return the outcome of a standing, given what lower scores, ties and a lost round come to."""
    holders = (0.0,) * len(standing.holders)
    ends = [(1.0, RoundOutcome((*holders, *lower.chances), lower.all_tie))]
    ends += [(part, outcome) for part, outcome in ties if part]
    if loses:
        ends.append((loses, standing.if_next_loses(known[standing.without_next()])))
    return expected_outcome(ends, len(holders) + len(standing.to_come))
