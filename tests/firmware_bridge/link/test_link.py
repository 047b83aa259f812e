"""Both ends of the link, in virtual time: every throw once and in order, whatever the wire does."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.link.events import Gap
from firmware_bridge.link.host import HostLink
from firmware_bridge.protocol.messages import (
    Throw,
    ThrowAck,
)
from tests.firmware_bridge.conftest import hello, unhurried
from tests.support.firmware.board_model import BoardLink
from tests.support.firmware.link_ends import SESSION, frame
from tests.support.firmware.wire import IDENTITY, Storm, World


def serials(throws: list[Throw]) -> list[int]:
    return [throw.serial for throw in throws]


def test_a_throw_arrives_is_acknowledged_and_both_are_at_rest() -> None:
    world = World()
    world.settle()
    began = world.now
    world.roller.throw((3, None), world.now)
    world.settle()
    assert world.got == [Throw(77, 1, 0, (3, None))]
    assert world.roller.waiting == ()
    assert world.now - began < 10_000


def test_thousands_of_throws_over_a_storm_arrive_once_and_in_order() -> None:
    chance = random.Random(1)
    storm = Storm(chance, often=0.3)
    world = World(storm)
    thrown = []
    for _ in range(4000):
        values = (chance.randint(1, 6), chance.choice([None, *range(1, 7)]))
        thrown.append(world.roller.throw(values, world.now))
        match chance.randrange(200):
            case 0:
                world.replug()
            case 1:
                world.restart_host()
            case 2:
                world.roller.restart(chance.randint(1, 0xFFFF_FFFF), world.now)
            case _:
                world.pass_time(chance.randrange(300_000))
    storm.often = 0.0
    world.settle()
    assert world.got == thrown
    assert storm.hits > 1000
    assert world.host.counts.dropped > 0
    assert world.roller.waiting == ()


@settings(unhurried, max_examples=60)
@given(st.lists(st.sampled_from("tttppphHrRu"), max_size=60), st.integers(0, 2**32))
def test_any_course_of_events_loses_nothing(course: list[str], seed: int) -> None:
    storm = Storm(random.Random(seed), often=0.4)
    world = World(storm)
    thrown = []
    for boot, event in enumerate(course, start=2):
        match event:
            case "t":
                thrown.append(world.roller.throw((1 + boot % 6, 6), world.now))
            case "p":
                world.pass_time(50_000)
            case "h":
                world.restart_host()
            case "H":
                world.restart_host()
                world.to_host.cut()
            case "r":
                world.roller.restart(boot, world.now)
            case "R":
                world.roller.restart(boot, world.now)
                world.to_roller.cut()
            case "u":
                world.replug()
    storm.often = 0.0
    world.settle()
    assert world.got == thrown
    assert world.roller.waiting == ()


def test_a_roller_that_forgets_takes_a_new_series_and_doubles_nothing() -> None:
    chance = random.Random(2)
    storm = Storm(chance, often=0.3)
    world = World(storm)
    thrown = []
    for life in range(60):
        for _ in range(20):
            thrown.append(world.roller.throw((1, 2), world.now))
            world.pass_time(chance.randrange(400_000))
        waited = world.roller.waiting
        world.roller = BoardLink(IDENTITY, boot=life + 2, series=life + 100, now=world.now)
        # Only throws that still waited when it forgot them can be missing.
        thrown = [throw for throw in thrown if throw not in waited or throw in world.got]
    storm.often = 0.0
    world.settle()
    in_flight = [throw for throw in world.got if throw not in thrown]
    assert len(set(world.got)) == len(world.got)
    assert [throw for throw in world.got if throw not in in_flight] == thrown
    assert len(in_flight) < 60


def test_a_host_that_forgets_may_get_what_it_did_not_acknowledge_again_and_no_other() -> None:
    world = World()
    world.settle()
    world.roller.throw((1, 1), world.now)
    world.roller.throw((2, 2), world.now)
    world.to_roller.noise = lambda data: b""  # The acknowledgement is lost.
    world.pass_time(50_000)
    assert serials(world.got) == [1, 2]
    world.to_roller.noise = lambda data: data
    world.restart_host(remembers=False)
    world.settle()
    assert serials(world.got) == [1, 2, 1, 2]
    world.restart_host(remembers=False)
    world.settle()
    assert serials(world.got) == [1, 2, 1, 2]


def test_a_host_that_remembers_gets_it_once() -> None:
    world = World()
    world.settle()
    world.roller.throw((1, 1), world.now)
    world.to_roller.noise = lambda data: b""
    world.pass_time(50_000)
    world.to_roller.noise = lambda data: data
    world.restart_host()
    world.settle()
    assert serials(world.got) == [1]
    assert world.roller.waiting == ()


def test_throws_that_another_host_took_are_not_waited_for() -> None:
    world = World()
    world.settle()
    first, world.host = world.host, HostLink(world.now)
    for value in (1, 2, 3):
        world.roller.throw((value,), world.now)
    world.settle()
    world.host = first
    world.roller.throw((4,), world.now)
    world.settle()
    assert serials(world.got) == [1, 2, 3, 4]
    assert world.missed == [Gap("throw", 77, 1, 3)]


def test_only_what_was_thrown_can_be_acknowledged() -> None:
    roller = BoardLink(IDENTITY, boot=1, series=77, now=0)
    roller.throw((1,), 0)
    for stray in (ThrowAck(78, 1, 0), ThrowAck(77, 2, 0), ThrowAck(77, 0xFFFF_FFFF, 0)):
        roller.receive(frame(stray), 0)
        assert len(roller.waiting) == 1
    roller.receive(frame(ThrowAck(77, 1, 0)), 0)
    assert roller.waiting == ()
    assert roller.outgoing(0) == frame(hello(1, 77, 2, 2, 6, "test 1"))


@pytest.mark.parametrize("values", [(), (1, 2, 3), (7,), (0,), (-1,)])
def test_the_roller_throws_only_what_its_dice_can_show(values: tuple[int, ...]) -> None:
    roller = BoardLink(IDENTITY, boot=1, series=77, now=0)
    with pytest.raises(ValueError):
        roller.throw(values, 0)
    assert roller.throw((6, 6), 0).serial == 1


def test_the_series_that_are_remembered_are_bounded() -> None:
    host = HostLink(0, session=SESSION)
    for series in range(1, 2000):
        host.receive(frame(hello(series, series, 1, 2, 6, "")), 0)
        host.receive(frame(Throw(series, 1, 0, (1,))), 0)
    assert len(host._seen) == 16
    assert [a.what for a in host.receive(frame(Throw(1999, 2, 0, (1,))), 0)] == [
        Throw(1999, 2, 0, (1,))
    ]


def test_a_host_that_keeps_its_throws_acknowledges_one_when_it_has_it_for_good() -> None:
    world = World()
    world.host = HostLink(world.now, session=SESSION, keeps=True)
    world.settle()
    for value in (3, 4, 5):
        world.roller.throw((value,), world.now)
    world.pass_time(5_000_000)
    assert serials(world.got) == [1, 2, 3]
    assert serials(list(world.roller.waiting)) == [1, 2, 3]
    world.host.kept(77, 2, world.now)
    world.pass_time(1_000_000)
    assert serials(list(world.roller.waiting)) == [3]


def test_what_a_host_had_not_kept_it_is_given_again_after_a_restart() -> None:
    world = World()
    world.host = HostLink(world.now, session=SESSION, keeps=True)
    world.settle()
    world.roller.throw((3,), world.now)
    world.roller.throw((4,), world.now)
    world.pass_time(1_000_000)
    world.host.kept(77, 1, world.now)
    world.pass_time(1_000_000)
    world.host = HostLink(world.now, {77: 1}, session=SESSION + 1, keeps=True)
    world.pass_time(3_000_000)
    assert serials(world.got) == [1, 2, 2]
