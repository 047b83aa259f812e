"""Tall poppy: the highest tile that is left open is the score."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boxctl.odds.aims import aim
from boxctl.odds.turn import solve
from boxctl.presentation.ruling_lines import referee_lines
from boxctl.presentation.sound.spoken import TableSpeech
from boxctl.referee.lines import read_event
from boxctl.referee.referee import Referee
from boxctl.rules.ruleset import score
from boxctl.rules.tiles import read_tiles
from boxctl.rules.variants import variant

RULES = variant("tall-poppy")


@pytest.mark.parametrize(("left", "made"), [("2,5,7", 7), ("1", 1), ("1-9", 9), ("-", 0)])
def test_the_highest_open_tile_is_the_score(left: str, made: int) -> None:
    assert score("highest", read_tiles(left)) == made


# 9, 8 and 7+5 are shut; 6+4+2 answers the last 12, and then 3 and 1 are left.
TURN: list[dict[str, Any]] = [
    {"throw": [6, 3]}, {"shut": 9},
    {"throw": [6, 2]}, {"shut": 8},
    {"throw": [6, 6]}, {"shut": 7}, {"shut": 5},
    {"throw": [6, 6]}, {"shut": 6}, {"shut": 4}, {"shut": 2},
    {"throw": [6, 6]},
]  # fmt: skip
LINES = [json.dumps({"at": at, **event}).encode() for at, event in enumerate(TURN)]


def test_the_referee_scores_a_turn() -> None:
    rulings = [json.loads(line) for line in referee_lines(Referee(RULES, ["Ann"]), LINES)]
    assert rulings[-1]["verdict"] == "match_over"
    assert rulings[-1]["scores"] == {"Ann": 3}


def test_the_voice_says_the_score() -> None:
    referee, speech = Referee(RULES, ["Ann"]), TableSpeech(RULES)
    heard = [*referee.begin(), *(each for line in LINES for each in referee.hear(read_event(line)))]
    said = [speech.of_ruling(ruling) for ruling in heard]
    assert "Six and six cannot be played. Ann scores three." in said


def test_the_odds_play_for_it() -> None:
    odds = solve(RULES, aim("highest"))
    answer = odds.after_throw(read_tiles("1,8,9"), (4, 5))
    assert [each.move.tiles for each in answer.moves] == [read_tiles("9"), read_tiles("1,8")]
    assert odds.before_throw(read_tiles("-")) == 0
