"""Every kind of ruling is read back from its data as it was written, with every kind of doubt."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from boxctl.referee.fields import WrongValue, fields_of
from boxctl.referee.lines import BUTTONS, Event, LeverMoved, Pressed, Thrown
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import (
    PAYLOADS,
    Doubt,
    DoubtReason,
    Ruling,
    as_data,
    doubt_as_data,
    doubt_from_data,
    from_data,
)
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import names, variant
from groundwork.times import MatchTime
from tests.support.rulings import of

SETTINGS = [("doubles", "rethrow"), ("first_player", "highest"), ("stake", "5")]
"""With these, a match has rulings that those of most variants lack."""


def an_evening(rules: RuleSet, events: int = 400) -> Iterator[Ruling]:
    """Somebody throws, presses and moves levers as it comes, half of the time a right one."""
    random, referee = Random(1), Referee(rules, ["Ann", "Bob"][: 1 + (rules.match != "solo")])
    yield from referee.begin()
    for line in range(1, events):
        yield from referee.hear(something(random, referee, line), line)
    yield from referee.finish()


def something(random: Random, referee: Referee, line: int) -> Event:
    play, at = referee.play, MatchTime(line * 1_000_000)
    wanted = play.put_back.open | play.put_back.shut or play.may_move & referee.levers
    if wanted and random.random() < 0.8:
        number = random.choice([n for n in range(1, 25) if wanted >> (n - 1) & 1])
        return LeverMoved(at, number, open=not referee.levers >> (number - 1) & 1)
    if random.random() < 0.2:
        return LeverMoved(at, random.randint(1, play.rules.tiles), open=random.random() < 0.5)
    if play.over or random.random() < 0.1:
        return Pressed(at, "new" if play.over else random.choice(BUTTONS))
    count = random.choice(play.counts)
    return Thrown(at, tuple(random.randint(1, play.rules.dice.sides) for _ in range(count)))


@pytest.fixture(scope="module")
def rulings() -> list[Ruling]:
    evenings: list[Ruling] = []
    for name in names():
        evenings += an_evening(variant(name))
        with suppress(ValueError):
            evenings += an_evening(with_settings(variant(name), SETTINGS))
    return evenings


def through_json(data: dict[str, Any] | str) -> Any:
    return json.loads(json.dumps(data))


def doubt_of(reason: DoubtReason) -> Doubt:
    for source in (7, "roller", ""):
        with suppress(WrongValue):
            return doubt_from_data({"reason": reason.value, "source": source, "seconds": 1.5})
    return Doubt(reason, "the lid was open")


def test_every_kind_of_ruling_is_read_as_it_was_written(rulings: list[Ruling]) -> None:
    assert {ruling.verdict for ruling in rulings} == set(PAYLOADS)
    for ruling in rulings:
        assert from_data(through_json(as_data(ruling))) == ruling


@pytest.mark.parametrize("reason", DoubtReason)
def test_every_doubt_is_read_as_it_was_written(reason: DoubtReason) -> None:
    doubt = doubt_of(reason)
    assert doubt.reason is reason
    assert doubt_from_data(through_json(doubt_as_data(doubt))) == doubt


def test_a_ruling_has_as_many_doubts_as_it_had(rulings: list[Ruling]) -> None:
    doubts = (doubt_of(DoubtReason.NOT_SHOWN), doubt_of(DoubtReason.DEVICE_LOST))
    for unverified in ((), doubts[:1], doubts):
        ruling = replace(rulings[-1], unverified=unverified)
        assert from_data(through_json(as_data(ruling))) == ruling


def test_what_may_be_missing_may_be_null(rulings: list[Ruling]) -> None:
    """Also within the data of a refused move."""
    refusals = 0
    for ruling in rulings:
        data = through_json(as_data(ruling))
        parts = [(data, ruling.payload)]
        if (refusal := getattr(ruling.payload, "refusal", None)) is not None:
            parts.append((data["refusal"], refusal))
            refusals += 1
        for part, record in parts:
            missing = [each.key for each in fields_of(type(record)) if not each.needed]
            part.update((key, None) for key in missing if key not in part)
        assert from_data(data) == ruling
    assert refusals


def test_the_fields_of_a_ruling_are_those_of_its_payload(rulings: list[Ruling]) -> None:
    for ruling in rulings:
        declared = {each.name: each.key for each in fields_of(type(ruling.payload))}
        told = {key for name, key in declared.items() if getattr(of(ruling), name) is not None}
        assert told <= as_data(ruling).keys()


def test_a_doubt_that_did_not_last_tells_no_seconds() -> None:
    assert doubt_as_data(Doubt(DoubtReason.DEVICE_LOST, "display")) == {
        "reason": "device_lost",
        "source": "display",
    }
