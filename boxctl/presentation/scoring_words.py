"""How a scoring is described to people, and how its scores are said aloud (R6). Pure."""

from __future__ import annotations

from collections.abc import Callable

from boxctl.presentation.number_words import digit_by_digit, in_words
from boxctl.rules.scoring import Scoring
from groundwork.frozen_dataclass import frozen_dataclass


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
            return ScoringWords("the sum of the open tiles")
        case "missionary":
            return ScoringWords("how many tiles are open")
        case "digital":
            return ScoringWords("the open tiles read as one number", digit_by_digit)
