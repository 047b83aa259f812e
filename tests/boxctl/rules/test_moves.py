"""Whether one throw can shut the whole box (R5.3)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.rules.moves import allowed_counts, can_shut_all_at_once, moves
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, with_settings
from boxctl.rules.variants import variant

COMBINES = SETTINGS["combine"].samples.small + SETTINGS["combine"].samples.extreme


def first_to_shut(**changes: object) -> RuleSet:
    return with_settings(variant("classic"), [(name, str(new)) for name, new in changes.items()])


def found_by_trying_every_throw(rules: RuleSet) -> bool:
    return any(
        move.tiles == rules.in_play
        for count in allowed_counts(rules, rules.in_play)
        for throw in product(range(1, rules.dice.sides + 1), repeat=count)
        if sum(throw) != rules.stop_number
        for move in moves(rules, rules.in_play, throw)
    )


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(COMBINES),
    st.integers(2, 6),
    st.integers(1, 12),
    st.sampled_from(["-", "1", "2", "odd", "even"]),
    st.sampled_from(["none", "3", "6", "10"]),
    st.sampled_from(["never", "last_tile", "sum_at_most_6"]),
)
def test_it_is_what_trying_every_throw_finds(
    combine: str, tiles: int, sides: int, down: str, stop_number: str, one_die: str
) -> None:
    rules = first_to_shut(
        combine=combine,
        tiles=tiles,
        dice=f"2d{sides}",
        down=down,
        stop_number=stop_number,
        one_die=one_die,
    )
    assert can_shut_all_at_once(rules) == found_by_trying_every_throw(rules)


@pytest.mark.parametrize("combine", COMBINES)
@pytest.mark.parametrize(("tiles", "can"), [(24, False), (19, True)])
def test_dice_of_a_hundred_sides_are_judged_without_listing_their_millions_of_moves(
    combine: str, tiles: int, can: bool
) -> None:
    rules = first_to_shut(combine=combine, tiles=tiles, dice="2d100")
    assert can_shut_all_at_once(rules) == (can and "sum_set" in rules.ways)
