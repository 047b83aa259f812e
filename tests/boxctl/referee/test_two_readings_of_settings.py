"""The referee against the second reading of the rule book, on settings of every kind together.

Settings are named as `--set` names them, and each reading takes them from there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from random import Random

import pytest

from boxctl.presentation.ruling_lines import referee_lines
from boxctl.referee.referee import Referee
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from tests.support import second_reading
from tests.support.second_reading import Ruling
from tests.support.soak import SOAK, chance, tried
from tests.support.two_readings.any_settings import (
    SELDOM_MET,
    Settings,
    any_settings,
    covering,
    every_pair,
    pairs_of,
)
from tests.support.two_readings.random_match import random_match
from tests.support.two_readings.smallest import smallest


def rule_set(settings: Settings) -> RuleSet:
    rules = with_settings(variant("classic"), settings.changes)
    return replace(rules, handicaps=settings.handicaps)


def first_reading(settings: Settings, lines: list[str]) -> list[Ruling]:
    """What the referee rules on these lines, without the sentences."""
    referee = Referee(rule_set(settings), settings.players)
    told = [json.loads(ruling) for ruling in referee_lines(referee, map(str.encode, lines))]
    for ruling in told:
        assert ruling.pop("text")
    return told


def the_book(settings: Settings, lines: list[str]) -> list[Ruling]:
    return second_reading.read(settings.rules, settings.players, lines)


def disagree(settings: Settings, lines: list[str]) -> bool:
    return first_reading(settings, lines) != the_book(settings, lines)


def compare(settings: Settings, random: Random, length: int) -> None:
    lines, expected = random_match(settings.rules, settings.players, random, length)
    if first_reading(settings, lines) != expected:
        settings, lines = smallest(settings, lines, disagree)
        pytest.fail("\n".join(["the readings disagree:", *report(settings, lines)]))
    tried("matches of the two readings")
    tried("rulings of the two readings", len(expected))


def report(settings: Settings, lines: list[str]) -> Iterator[str]:
    """The table, and the first rulings that differ."""
    yield f"boxctl referee {settings}"
    yield from lines
    ruled, expected = first_reading(settings, lines), the_book(settings, lines)
    for one, other in zip_longest(ruled, expected):
        if one != other:
            yield f"referee: {json.dumps(one)}"
            yield f"   book: {json.dumps(other)}"
            return


def test_both_readings_rule_alike_with_every_pair_of_settings() -> None:
    for search in range(SOAK):
        random = chance(f"every pair of settings {search}")
        rows, alone = covering(random)
        covered = {pair for settings in rows for pair in pairs_of(settings)}
        assert covered | alone == every_pair()
        for settings in rows:
            compare(settings, random, 150)


def test_both_readings_rule_alike_with_any_settings() -> None:
    for search in range(SOAK):
        random = chance(f"any settings {search}")
        for _ in range(100):
            settings = any_settings(random, {}, random.choice((0.1, 0.3, 0.9)))
            if settings is not None:
                compare(settings, random, 120)


def test_both_readings_rule_alike_where_others_seldom_come() -> None:
    for search in range(SOAK):
        random = chance(f"seldom met {search}")
        for fixed in SELDOM_MET * 6:
            settings = any_settings(random, fixed, 0.1)
            if settings is not None:
                compare(settings, random, 150)
