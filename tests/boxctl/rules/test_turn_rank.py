"""What a turn counts for against the others of its round (R7.8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.rules.ruleset import score, score_of_rank, turn_rank
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import TileSet, tile_set
from boxctl.rules.variants import variant

CLASSIC = variant("classic")
FEWEST = with_settings(CLASSIC, [("ties", "fewest_tiles")])
LEFT = st.sets(st.integers(1, 9)).map(lambda numbers: tile_set(tuple(numbers)))


@given(LEFT)
def test_a_turn_counts_as_its_score_where_ties_are_shared(left: TileSet) -> None:
    made = score(CLASSIC.scoring, left)
    assert turn_rank(CLASSIC, made, left) == made == score_of_rank(CLASSIC, made)


@given(LEFT, LEFT)
def test_fewer_tiles_go_before_lower_ones_at_one_score(one: TileSet, other: TileSet) -> None:
    def as_the_book_says(left: TileSet) -> tuple[int, int, int]:
        return (score("golf", left), left.bit_count(), left.bit_length())

    ranks = [turn_rank(FEWEST, score("golf", left), left) for left in (one, other)]
    assert (ranks[0] < ranks[1]) == (as_the_book_says(one) < as_the_book_says(other))
    assert [score_of_rank(FEWEST, rank) for rank in ranks] == [
        score("golf", one),
        score("golf", other),
    ]


@pytest.mark.parametrize("ties", ["share", "roll_off"])
def test_other_ways_with_ties_leave_the_score(ties: str) -> None:
    rules = with_settings(CLASSIC, [("ties", ties)])
    assert turn_rank(rules, 12, tile_set((5, 7))) == 12
