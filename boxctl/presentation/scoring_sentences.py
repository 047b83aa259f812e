"""Describe a scoring to people, and say its scores aloud (R6). Pure."""

from __future__ import annotations

from collections.abc import Callable

from boxctl.presentation.sound.spoken_phrases import digit_by_digit, in_words
from boxctl.rules.ruleset import Scoring
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr


@frozen_dataclass
class ScoringWords:
    """The words for one scoring.

    ``meaning`` completes "the score is …". ``spoken`` returns a score, 0 or more, as it is said
    aloud: as a quantity unless the scoring has another way.
    """

    meaning: str
    spoken: Callable[[int], str] = in_words


def scoring_words(scoring: Scoring) -> ScoringWords:
    """Return the words for a scoring."""
    match scoring:
        case "golf":
            return ScoringWords(tr("the sum of the open tiles"))
        case "missionary":
            return ScoringWords(tr("how many tiles are open"))
        case "digital":
            meaning = tr("the open tiles read as one number")
            return ScoringWords(meaning, digit_by_digit)
