"""How the score of a match stands after turns were overruled, for the pages of its table."""

from __future__ import annotations

from dataclasses import replace

from boxctl.journal.entry_kinds import RulingMade, TurnOverruled
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.journal.recorded_entries import overruling_in_words
from boxctl.presentation.match_score import MatchScore
from boxctl.presentation.phrases import whole_sentence
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class ScoreStands:
    """Turns were overruled: the score of the match as it stands, and the ``marks`` of rulings.

    A mark is the score that stands, by the number of the ruling that ended the turn. ``said`` tells
    of it, and of the result of a match that is over; ``is_news`` if it was overruled just now.
    """

    score: MatchScore
    marks: tuple[tuple[int, int], ...]
    said: str = ""
    is_news: bool = False


def score_stands(match: RecordedMatch, told: TurnOverruled | None = None) -> ScoreStands:
    """Return how the score of a sound match stands, with what is overruled just now."""
    # A table seldom needs them: it starts without.
    from boxctl.audit.overruled_result import overruled_scores, result_of, wins_with
    from boxctl.audit.score_that_stands import score_that_stands

    given = {} if told is None else {told.ruling: told.score}
    scores = {**overruled_scores(match), **given}
    score = score_that_stands(match, given)
    if (wins := wins_with(match, scores)) is not None:
        score = replace(score, wins=wins)
    words = [] if told is None else [whole_sentence(overruling_in_words(told))]
    if (result := result_of(match, scores)) is not None:
        score = replace(score, result=result.scores, winners=result.winners, payout=result.payout)
        words.append(result.in_words())
    rulings = match.of_kind(RulingMade.kind)
    marks = tuple(
        (number, scores[kept.number])
        for number, kept in enumerate(rulings, start=1)
        if kept.number in scores
    )
    return ScoreStands(score, marks, " ".join(words), told is not None)
