"""Contradictions, moves and dice against the second reading of the rule book.

Settings are named as `--set` names them, and each reading takes them from there.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random

import pytest

from boxctl.cli import main
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import allowed_counts, moves
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import numbers, tile_set
from boxctl.rules.variants import variant
from tests.support import second_reading
from tests.support.soak import SOAK, chance
from tests.support.two_readings.any_settings import (
    EXTREMES,
    VALUES,
    Settings,
    any_settings,
    every_pair,
    settings_of,
)


def rule_set(settings: Settings) -> RuleSet:
    rules = with_settings(variant("classic"), settings.changes)
    return replace(rules, handicaps=settings.handicaps)


def test_both_readings_find_the_same_contradictions() -> None:
    for search in range(SOAK):
        random = chance(f"contradictions {search}")
        for _ in range(400):
            names = random.sample(sorted(VALUES), random.choice((1, 2, 3, 8, len(VALUES))))
            any_value = {name: VALUES[name] + EXTREMES.get(name, ()) for name in names}
            contradict(settings_of({name: random.choice(any_value[name]) for name in names}))


def test_both_readings_find_the_same_contradictions_of_each_two_settings() -> None:
    for (one, value), (other, another) in sorted(every_pair()):
        contradict(settings_of({one: value, other: another}))


def contradict(settings: Settings) -> None:
    """Both readings find two settings that contradict each other, or none."""
    expected = settings.contradictions()
    named = named_in_a_contradiction(settings)
    if expected:
        assert any(pair <= named for pair in expected), f"{settings}\n{named}\n{expected}"
    else:
        assert not named, f"{settings}\n{named}"


def named_in_a_contradiction(settings: Settings) -> set[str]:
    """The settings that the fault names; none where there is none."""
    try:
        check(rule_set(settings), len(settings.players))
    except RuleFault as fault:
        return {name for name in VALUES if re.search(rf"\b{name} = ", fault.sentence)}
    return set()


def test_both_readings_allow_the_same_moves_and_dice() -> None:
    for search in range(SOAK):
        random = chance(f"moves {search}")
        for _ in range(600):
            settings = any_settings(random, {}, 0.4)
            if settings is not None:
                same_moves(settings, random)


def same_moves(settings: Settings, random: Random) -> None:
    rules, plain = rule_set(settings), settings.rules
    start = sorted(second_reading.in_play(plain))
    to_move = frozenset(tile for tile in start if random.random() < 0.7)
    counts = second_reading.dice_allowed(plain, to_move)
    assert set(allowed_counts(rules, tile_set(to_move))) == counts, (str(settings), to_move)
    throw = tuple(random.randint(1, plain.sides) for _ in range(random.choice(sorted(counts))))
    for first in (True, False):
        found = moves(rules, tile_set(to_move), throw, opening=first)
        expected = second_reading.legal(plain, to_move, throw, first=first)
        told = [(numbers(move.tiles), move.rule) for move in found]
        assert told == expected, f"{settings}, throw {throw}, open {sorted(to_move)}"


def test_legal_answers_as_the_second_reading_does(capsys: pytest.CaptureFixture[str]) -> None:
    random = chance("legal")
    for _ in range(60):
        settings = any_settings(random, {"players": "2"}, 0.3)
        if settings is None or settings.rules.match == "solo":
            continue
        plain = settings.rules
        named = frozenset(t for t in range(1, plain.tiles + 1) if random.random() < 0.8)
        count = random.choice((1, plain.dice, plain.dice, plain.dice))
        throw = tuple(random.randint(1, plain.sides) for _ in range(count))
        asked = ["--open", ",".join(map(str, sorted(named))) or "-"]
        asked += ["--throw", ",".join(map(str, throw)), "--json"]
        asked += [f"--set={name}={text}" for name, text in settings.changes]
        expected = second_reading.legal_answer(plain, named, throw)
        status = main(["legal", *asked])
        answer = json.loads(capsys.readouterr().out)
        assert answer.pop("title").startswith("Shut the Box")
        assert answer == {"rules": "classic", **expected}, asked
        assert status == (0 if expected["moves"] else 1), asked
