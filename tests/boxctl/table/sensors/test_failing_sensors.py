"""Whole matches on a box whose sensors stick and chatter, played by people who tell the truth."""

from __future__ import annotations

import pytest

from hardware.virtual import GOOD_WOOD, Wood
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.soak import SOAK, chance
from tests.support.tables.honest_players import HonestPlayers

# No edge is lost: of a sensor that chatters the box then believes nothing for a moment.
BAD_WOOD = Wood(bounces=8, bounce=2000, slowness=40_000)


@pytest.mark.parametrize("seed", range(SOAK))
@pytest.mark.parametrize(
    "wood", [PERFECT_WOOD, GOOD_WOOD, BAD_WOOD], ids=["perfect", "good", "bad"]
)
@pytest.mark.parametrize("name", ["classic", "subtract", "canoga", "full-house"])
def test_book_and_levers_agree_when_every_question_is_answered(
    name: str, wood: Wood, seed: int
) -> None:
    players = HonestPlayers(name, chance(f"{name} {seed}"), wood)
    players.play_on()
    assert players.all_is_seen
    assert players.unmarked == []
