"""R3.90: a move shuts no more tiles than the rules say."""

from __future__ import annotations

import pytest

from boxctl.odds.aims import aim
from boxctl.odds.turn import solve
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import moves
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import numbers, tile_range
from tests.support.tables.referee_alone import RefereeAlone


def test_eight_is_shut_by_two_tiles_at_most() -> None:
    found = moves(RuleSet(most_tiles=2), tile_range(9), (3, 5))
    assert [numbers(move.tiles) for move in found] == [(1, 7), (2, 6), (3, 5), (8,)]


def test_a_third_tile_is_refused() -> None:
    table = RefereeAlone("classic", "Ann", most_tiles=2)
    table.throws(3, 5)
    table.shuts(1, 2)
    assert table.ruled[-1].startswith("refused")


def test_no_throw_shuts_nine_tiles_two_at_a_time() -> None:
    with pytest.raises(RuleFault, match="first_to_shut"):
        RefereeAlone("lucky-seven", "Ann", most_tiles=1, tiles=3, down="-")


def test_fewer_moves_are_worth_less() -> None:
    free, bound = (
        solve(rules, aim("golf")).before_throw(rules.in_play)
        for rules in (RuleSet(), RuleSet(most_tiles=2))
    )
    assert free < bound
