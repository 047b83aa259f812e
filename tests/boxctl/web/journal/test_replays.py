"""A replayed match goes through the phases that its table went through."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette")

from boxctl.presentation.table_view import TableView
from boxctl.referee.ruling import Ruling, as_data
from boxctl.web.journal.replays import replayed_states
from boxctl.web.state_parts import PHASE_OF
from tests.support.evenings.evening import evening
from tests.support.evenings.play import play

EVENINGS = (19, 25, 28, 29, 30, 37)
"""All that a ruling can do to a phase happens in them."""


@pytest.mark.parametrize("seed", EVENINGS)
def test_each_ruling_leaves_the_phase_that_it_left_at_the_table(seed: int) -> None:
    for match in play(evening(seed)).record:
        live = TableView(match.players, match.rules.first_player == "highest").of_new_match()
        phases = []
        for ruling in match.rulings:
            assert isinstance(ruling, Ruling)
            live = live.after(as_data(ruling))
            phases.append((ruling.verdict, PHASE_OF[live.awaited]))
        replayed = [state.phase for state in replayed_states(match)]
        assert [phase for _verdict, phase in phases] == replayed, phases
