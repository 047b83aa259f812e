"""The 300 solved whole, held against the turn solver on random parts of the box."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from boxctl.odds.aims import AimName, aim
from boxctl.odds.the_300.layout import (
    TABLE_LENGTH,
    TABLES,
    is_turn_of_the_300,
    odds_in_table,
    place_in_table,
)
from boxctl.odds.turn import solve
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import tile_range, tile_set
from boxctl.rules.variants import names, variant

THE_300 = variant("the-300")


@pytest.fixture(scope="module", params=TABLES)
def solved(request: pytest.FixtureRequest) -> tuple[tuple[AimName, ...], memoryview]:
    """The aims of a table, and the table."""
    pytest.importorskip("numba")
    from boxctl.odds.the_300.solver import solve_the_300

    aims = TABLES[request.param]
    return aims, solve_the_300(aims)


def parts_of_the_box() -> list[int]:
    random = Random(300)
    parts = [tile_set(random.sample(range(1, 25), 10)) for _ in range(6)]
    return [*parts, tile_range(24) & ~tile_range(14), tile_range(10)]


@pytest.mark.parametrize("among", parts_of_the_box())
def test_against_the_turn_solver(
    solved: tuple[tuple[AimName, ...], memoryview], among: int
) -> None:
    aims, table = solved
    for name in aims:
        part = solve(THE_300, aim(name), among)
        kept = odds_in_table(THE_300, name, table)
        for number, to_move in enumerate(part.box.positions):
            assert kept.worths[to_move] == pytest.approx(part.worths[number], rel=1e-12)


def test_the_whole_box(solved: tuple[tuple[AimName, ...], memoryview]) -> None:
    """The values at the start; the throws that follow have to add up to them."""
    known = {"shut": 9.09704166809744e-08, "golf": 142.64714318250645}
    aims, table = solved
    for name in aims:
        kept = odds_in_table(THE_300, name, table)
        start = tile_range(24)
        value = kept.before_throw(start)
        assert value == pytest.approx(known.get(name, value), rel=1e-12)
        assert kept.by_dice(start) == {4: pytest.approx(value, rel=1e-12)}


def test_every_worth_has_a_place_of_its_own() -> None:
    some = range(0, 1 << 24, 4099)
    for aims in TABLES.values():
        places = {place_in_table(tiles, name) for tiles in some for name in aims}
        assert len(places) == 2 * len(some)
        assert min(places) >= 0
        assert max(places) < TABLE_LENGTH


def test_which_rules_the_table_is_for() -> None:
    assert [name for name in names() if is_turn_of_the_300(variant(name))] == ["the-300"]
    assert is_turn_of_the_300(replace(THE_300, scoring="digital", stake=5))
    assert not is_turn_of_the_300(replace(THE_300, doubles="rethrow"))
    assert not is_turn_of_the_300(RuleSet(tiles=24))
