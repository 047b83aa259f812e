"""The score sheet of a recorded match, each turn with the score that stands now.

The record must be sound (:func:`boxctl.journal.proof.integrity.first_break`).
"""

from __future__ import annotations

from dataclasses import replace

from boxctl.audit.overruled_result import NO_SCORES, Scores
from boxctl.journal.entry_kinds import RulingMade, TurnOverruled, read_as
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.journal.recorded_entries import with_all_data
from boxctl.presentation.match_score import MatchScore
from boxctl.referee.players import handicaps_by_name


def score_that_stands(match: RecordedMatch, given: Scores = NO_SCORES) -> MatchScore:
    """Fold the record of a match, each turn with the score that stands now, or that is ``given``.

    Who has won, and the money, are those that were ruled
    (:func:`boxctl.audit.overruled_result.result_of` has those that stand).
    """
    score = MatchScore(handicap=handicaps_by_name(match.rules, match.players))
    turns: dict[int, tuple[int, str]] = {}
    stands: dict[int, int] = {}

    def give(entry: int, made: int) -> MatchScore:
        # A forged record may overrule what has no score.
        if entry not in turns:
            return score
        more, stands[entry] = made - stands[entry], made
        return _with_more(score, *turns[entry], more)

    for kept in match.entries:
        if kept.kind == RulingMade.kind:
            ruled = with_all_data(read_as(kept, RulingMade).ruling)
            if "score" in ruled:
                turns[kept.number] = len(score.rounds.over), ruled["player"]
                stands[kept.number] = ruled["score"]
            score = score.after(ruled)
        elif kept.kind == TurnOverruled.kind:
            # What is ruled from here on counts with it: the end of the round, and the totals.
            told = read_as(kept, TurnOverruled)
            score = give(told.ruling, told.score)
    for entry, made in given.items():
        score = give(entry, made)
    return score


def _with_more(score: MatchScore, place: int, player: str, more: int) -> MatchScore:
    """Add to what a player has made in a round, which is counted from 0."""
    rounds, current = list(map(dict, score.rounds.over)), dict(score.rounds.current)
    if place == len(rounds) and player in current:
        current[player] += more
        return replace(score, rounds=replace(score.rounds, current=current))
    if place < len(rounds) and player in rounds[place]:
        rounds[place][player] += more
    totals = {**score.totals, player: score.totals.get(player, 0) + more}
    return replace(score, rounds=replace(score.rounds, over=tuple(rounds)), totals=totals)
