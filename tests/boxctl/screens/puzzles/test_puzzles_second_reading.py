"""The answer of each puzzle is the best move by the second reading of the rule book, too."""

from __future__ import annotations

import pytest

from boxctl.rules.faults import RuleFault
from boxctl.rules.tiles import NO_TILES, numbers
from boxctl.rules.variants import names, variant
from boxctl.screens.puzzles.drawing import PuzzleBook
from tests.support.every_variant import parameter
from tests.support.odds.second_worths import worth_after

QUICK = {"classic", "unlucky-seven", "long-game", "missionary", "high-rollers"}
WITHOUT = {"the-300": "BX802", "lucky-seven": "BX803"}


@pytest.mark.parametrize(
    "name", [parameter(name, quick=name in QUICK) for name in names() if name not in WITHOUT]
)
def test_no_other_move_is_as_good(name: str) -> None:
    rules = variant(name)
    after = worth_after(rules)
    book = PuzzleBook(rules)
    sign = -1 if book.odds.aim.lower else 1
    for puzzle in book.puzzles:
        box = frozenset(numbers(puzzle.to_move))
        worths = {
            one.tiles: after(box - frozenset(numbers(one.tiles or NO_TILES)), puzzle.throw)
            for one in puzzle.choices.of
        }
        assert max(worths, key=lambda tiles: worths[tiles]) == puzzle.best.tiles, puzzle.key
        for one in puzzle.choices.of:
            assert sign * one.value == pytest.approx(worths[one.tiles], rel=1e-9, abs=1e-5)
            assert one.loss == pytest.approx(max(worths.values()) - worths[one.tiles], abs=1e-4)


@pytest.mark.parametrize("name", WITHOUT)
def test_a_game_without_puzzles_says_why(name: str) -> None:
    with pytest.raises(RuleFault, match=WITHOUT[name]):
        PuzzleBook(variant(name))
