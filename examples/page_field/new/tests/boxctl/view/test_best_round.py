"""The lowest round of a player stands out on the sheet."""

from __future__ import annotations

from boxctl.presentation.match_score import MatchScore, RoundScores
from boxctl.rules.variants import variant
from boxctl.view.score_sheet import score_sheet


def best_of(*rounds: dict[str, int]) -> list[int | None]:
    score = MatchScore(rounds=RoundScores(tuple("123")[: len(rounds)], rounds))
    sheet = score_sheet(variant("tournament"), ("Ann", "Bob"), score, "Ann")
    return [line.best for line in sheet]


def test_the_lowest_round_is_the_best() -> None:
    assert best_of({"Ann": 12, "Bob": 20}, {"Ann": 17, "Bob": 3}) == [12, 3]


def test_who_has_no_score_has_no_best_round() -> None:
    assert best_of({"Ann": 12}) == [12, None]
