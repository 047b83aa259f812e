"""Whatever the settings are, they go together or the fault names what contradicts."""

from __future__ import annotations

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from boxctl.referee.events import Thrown
from boxctl.referee.referee import Referee
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.settings import SETTINGS, with_settings
from boxctl.rules.variants import names, variant
from groundwork.times import START
from tests.support.soak import SOAK

ANSWERS = {
    "tiles": ["1", "9", "12", "24"],
    "down": ["-", "1-8", "1-9", "2,4,6,8", "24", "odd", "even"],
    "dice": ["1d1", "1d6", "2d1", "2d6", "2d100", "3d6", "24d1", "24d100"],
    "opening_tile": ["none", "1", "24"],
    "stop_number": ["none", "1", "7", "1000000000"],
    "target": ["none", "1", "1000000000"],
    "rounds": ["none", "1", "1000000000"],
    "shut_bonus": ["none", "double", "0", "1000000000"],
    "stake": ["0", "1", "1000000000"],
    "bump_ms": ["0", "80", "3600000"],
    "act_ms": ["0", "150", "1000"],
    "settle_ms": ["0", "0.001", "3600000"],
}
"""Of the settings that are no words: the smallest, usual and largest answers."""

changes = st.lists(
    st.sampled_from(sorted(SETTINGS)).flatmap(
        lambda name: st.tuples(
            st.just(name), st.sampled_from(ANSWERS.get(name) or SETTINGS[name].choices)
        )
    ),
    max_size=6,
)


@settings(max_examples=150 * SOAK)
@example("classic", [("match", "first_to_shut"), ("combine", "canoga"), ("dice", "3d6")], 1)
@given(st.sampled_from(names()), changes, st.integers(1, 3))
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
