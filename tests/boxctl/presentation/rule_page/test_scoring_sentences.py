"""Every scoring has words: what it counts, and how its scores are said."""

from __future__ import annotations

import pytest

from boxctl.presentation.rule_page.result_sentences import scoring_words
from boxctl.rules.ruleset import SCORINGS, Scoring


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_scoring_says_what_it_counts_and_not_its_bare_name(scoring: Scoring) -> None:
    meaning = scoring_words(scoring).meaning
    assert " " in meaning
    assert not meaning.endswith("."), "it stands inside a line"
    assert meaning[0].islower()


@pytest.mark.parametrize(
    ("scoring", "said"),
    [
        ("golf", "one hundred and twenty-seven"),
        ("missionary", "one hundred and twenty-seven"),
        ("digital", "one two seven"),
    ],
)
def test_a_score_is_said_in_the_way_of_its_scoring(scoring: Scoring, said: str) -> None:
    assert scoring_words(scoring).spoken(127) == said
