"""Whatever the settings are, they go together or the fault names what contradicts."""

from __future__ import annotations

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from boxctl.referee.lines import Thrown
from boxctl.referee.referee import Referee
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import names, variant
from groundwork.times import START
from tests.support.any_rules import changes
from tests.support.soak import SOAK


@settings(max_examples=150 * SOAK)
@example("classic", [("match", "first_to_shut"), ("combine", "canoga"), ("dice", "3d6")], 1)
@given(st.sampled_from(names()), changes(most=6), st.integers(1, 3))
def test_settings_contradict_each_other_or_can_be_played(
    name: str, changes: list[tuple[str, str]], players: int
) -> None:
    rules = with_settings(variant(name), changes)
    try:
        check(rules, players)
    except RuleFault as fault:
        event(fault.code)
        return
    referee = Referee(rules, [f"Player {number}" for number in range(1, players + 1)])
    referee.begin()
    for count in {1, rules.dice.count}:
        referee.hear(Thrown(START, (1,) * count))


@pytest.mark.parametrize("dice", ["1d6", "3d6", "24d100"])
@pytest.mark.parametrize("combine", ["canoga", "sum_or_difference"])
def test_dice_that_make_no_move_are_no_dice_to_shut_the_box_with(combine: str, dice: str) -> None:
    first_to_shut = [("match", "first_to_shut"), ("combine", combine), ("dice", dice)]
    with pytest.raises(RuleFault) as fault:
        check(with_settings(variant("classic"), first_to_shut), 2)
    assert fault.value.code == "BX204"
    assert fault.value.sentence == f"combine = {combine} needs two dice, but dice = {dice}"
