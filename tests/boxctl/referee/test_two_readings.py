"""The referee against a second, brute-force reading of the rule book, ruling by ruling."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.presentation.ruling_lines import referee_lines
from boxctl.referee.referee import Referee
from boxctl.rules.moves import moves
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import numbers, tile_set
from boxctl.rules.variants import variant
from tests.support import second_reading
from tests.support.every_variant import EVERY_VARIANT
from tests.support.soak import SOAK, chance, tried
from tests.support.tables.box_script import (
    Line,
    actions,
    every_variant,
    lines_of,
    many_actions,
    tables,
)
from tests.support.tables.plain_rules import plain


def first_reading(rules: RuleSet, players: list[str], lines: list[Line]) -> list[dict[str, Any]]:
    given_lines = [json.dumps(line).encode() for line in lines]
    rulings = [json.loads(line) for line in referee_lines(Referee(rules, players), given_lines)]
    for ruling in rulings:
        assert ruling.pop("text")
    return rulings


def compare(rules: RuleSet, players: list[str], lines: list[Line]) -> None:
    one = first_reading(rules, players, lines)
    other = second_reading.read(plain(rules), players, [json.dumps(line) for line in lines])
    told = "\n".join(map(json.dumps, lines))
    for ruled, also in zip(one, other, strict=False):
        assert ruled == also, f"the readings differ on:\n{told}"
    assert len(one) == len(other), told
    tried("matches of the two readings")
    tried("rulings of the two readings", len(one))


@pytest.mark.parametrize("name", every_variant)
def test_both_readings_rule_alike_on_any_table(name: str) -> None:
    @settings(deadline=None, max_examples=9 * SOAK)
    @given(tables(name), actions)
    def whatever_happens(table: tuple[RuleSet, list[str]], happened: list[Any]) -> None:
        rules, players = table
        compare(rules, players, lines_of(rules, players, happened))

    whatever_happens()


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_both_readings_rule_alike_through_a_long_evening(name: str) -> None:
    rules = variant(name)
    players = ["Ann", "Bob"] if rules.match in ("duel", "relay") else ["Ann", "Bob", "Cy"]
    for evening in range(SOAK):
        random = chance(f"evening {evening} of {name}")
        compare(rules, players, lines_of(rules, players, many_actions(random, 120)))


@pytest.mark.parametrize("name", every_variant)
def test_both_readings_find_the_same_moves(name: str) -> None:
    rules = variant(name)
    tiles = sorted(numbers(rules.in_play))

    @settings(deadline=None, max_examples=25 * SOAK)
    @given(
        st.sets(st.sampled_from(tiles), max_size=12),
        st.lists(
            st.integers(1, rules.dice.sides),
            min_size=rules.dice.count,
            max_size=rules.dice.count,
        ),
        st.booleans(),
    )
    def whatever_is_thrown(still_open: set[int], throw: list[int], opening: bool) -> None:
        found = moves(rules, tile_set(still_open), throw, opening=opening)
        expected = second_reading.legal(
            plain(rules), frozenset(still_open), tuple(throw), first=opening
        )
        assert [(numbers(move.tiles), move.rule) for move in found] == expected

    whatever_is_thrown()
