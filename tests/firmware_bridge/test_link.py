"""Both ends of the link, in virtual time: every throw once and in order, whatever the wire does."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.frames import encode
from firmware_bridge.host_link import HostLink
from firmware_bridge.messages import Ack, ForeignHello, Hello, Sendable, Throw, Welcome, to_payload
from firmware_bridge.roller_link import RollerIdentity, RollerLink
from tests.firmware_bridge.conftest import unhurried
from tests.firmware_bridge.wire import IDENTITY, Storm, World

HELLO = Hello(boot=1, series=77, first=1, dice=2, sides=6, name="test 1")


def frame(*messages: Sendable) -> bytes:
    return b"".join(encode(to_payload(message)) for message in messages)


def serials(throws: list[Throw]) -> list[int]:
    return [throw.serial for throw in throws]


def test_they_meet_and_then_nothing_is_due() -> None:
    world = World()
    world.settle()
    assert world.hellos == [HELLO]
    assert world.host.next_deadline() is None
    assert world.roller.next_deadline() is None


def test_a_throw_arrives_is_acknowledged_and_both_are_at_rest() -> None:
    world = World()
    world.settle()
    began = world.now
    world.roller.throw((3, None), world.now)
    world.settle()
    assert world.got == [Throw(77, 1, (3, None))]
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
        world.roller = RollerLink(IDENTITY, boot=life + 2, series=life + 100, now=world.now)
        # Only throws that still waited when it forgot them can be missing.
        thrown = [throw for throw in thrown if throw not in waited or throw in world.got]
    storm.often = 0.0
    world.settle()
    in_flight = [throw for throw in world.got if throw not in thrown]
    assert len(set(world.got)) == len(world.got)
    assert [throw for throw in world.got if throw not in in_flight] == thrown
    assert len(in_flight) < 60


def test_a_host_that_forgets_may_get_the_last_throw_again_and_no_other() -> None:
    world = World()
    world.settle()
    world.roller.throw((1, 1), world.now)
    world.roller.throw((2, 2), world.now)
    world.to_roller.noise = lambda data: b""  # The acknowledgement is lost.
    world.pass_time(50_000)
    assert serials(world.got) == [1]
    world.to_roller.noise = lambda data: data
    world.restart_host(remembers=False)
    world.settle()
    assert serials(world.got) == [1, 1, 2]


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


def test_a_throw_of_nobody_is_not_taken_and_its_roller_is_asked() -> None:
    host = HostLink(0)
    assert frame(Welcome(0)) == host.outgoing(0)
    assert host.receive(frame(Throw(5, 1, (1,))), 0) == []
    assert host.counts.out_of_place == 1
    assert host.outgoing(50_000) == b""
    assert host.outgoing(100_000) == frame(Welcome(0))


def test_a_throw_of_another_series_makes_the_host_ask_and_at_a_bounded_pace() -> None:
    host = HostLink(0)
    host.receive(frame(HELLO), 0)
    host.outgoing(0)
    assert host.next_deadline() is None
    asked = []
    for now in range(0, 10_000_000, 10_000):
        host.receive(frame(HELLO, Throw(5, 1, (1,)), Throw(77, 3, (1,))), now)
        if frame(Welcome(0)) in host.outgoing(now):
            asked.append(now)
    assert len(asked) < 10


def test_the_host_asks_ever_more_slowly() -> None:
    host = HostLink(0)
    asked = []
    now: int | None = 0
    while now is not None and now < 10_000_000:
        assert host.outgoing(now) == frame(Welcome(0))
        asked.append(now)
        now = host.next_deadline()
    assert asked[:6] == [0, 100_000, 300_000, 700_000, 1_500_000, 3_100_000]
    assert asked[6] == 5_100_000


def test_a_flood_of_repeats_gets_one_answer() -> None:
    host = HostLink(0)
    host.receive(frame(HELLO), 0)
    host.outgoing(0)
    news = host.receive(frame(Throw(77, 1, (1,)), HELLO) * 500, 7)
    assert [arrival.message for arrival in news] == [Throw(77, 1, (1,))]
    assert host.next_deadline() == 7
    assert host.outgoing(7) == frame(Ack(77, 1), Welcome(1))
    assert host.outgoing(7) == b""


def test_a_hello_of_another_version_is_told_once_and_not_answered() -> None:
    host = HostLink(0)
    foreign = encode(b"\x01\x09 from the future")
    news = host.receive(foreign * 3, 4)
    assert [(arrival.at, arrival.message) for arrival in news] == [(4, ForeignHello(9))]
    assert host.outgoing(0) == b""
    assert host.next_deadline() is None
    assert [arrival.message for arrival in host.receive(frame(HELLO), 5)] == [HELLO]
    assert len(host.receive(foreign, 6)) == 1
    assert host.receive(frame(Throw(77, 1, (1,))), 7) == []
    assert [arrival.message for arrival in host.receive(frame(HELLO), 8)] == [HELLO]


def test_our_own_echo_is_out_of_place() -> None:
    host = HostLink(0)
    assert host.receive(host.outgoing(0) + frame(Ack(1, 1)), 0) == []
    assert host.counts.out_of_place == 2
    roller = RollerLink(IDENTITY, boot=1, series=1, now=0)
    roller.receive(roller.outgoing(0), 0)
    assert roller.counts.out_of_place == 1


def test_unknown_and_malformed_messages_are_counted() -> None:
    host = HostLink(0)
    assert host.receive(encode(b"\x63") + encode(b"\x04") + encode(b"\x04\x00"), 0) == []
    assert (host.counts.unknown, host.counts.malformed, host.counts.frames) == (1, 2, 3)


def test_no_throw_is_sent_before_the_welcome() -> None:
    roller = RollerLink(IDENTITY, boot=1, series=77, now=0)
    roller.throw((1,), 0)
    assert roller.outgoing(0) == frame(HELLO)
    assert roller.outgoing(0) == b""
    roller.receive(frame(Welcome(2)), 1)
    assert roller.outgoing(1) == frame(HELLO)
    roller.receive(frame(Welcome(1)), 2)
    assert roller.outgoing(2) == frame(Throw(77, 1, (1,)))
    roller.receive(frame(Welcome(1)), 3)
    assert roller.next_deadline() == 100_002


def test_what_waits_is_not_hurried_by_later_throws_or_repeated_answers() -> None:
    roller = RollerLink(IDENTITY, boot=1, series=77, now=0)
    roller.throw((1,), 0)
    roller.throw((2,), 0)
    roller.receive(frame(Welcome(1), Ack(77, 1)), 0)
    assert roller.outgoing(0) == frame(Throw(77, 2, (2,)))
    roller.throw((3,), 10)
    roller.receive(frame(Welcome(1), Ack(77, 1)), 20)
    assert roller.outgoing(99_999) == b""
    assert roller.outgoing(100_000) == frame(Throw(77, 2, (2,)))


def test_only_what_was_thrown_can_be_acknowledged() -> None:
    roller = RollerLink(IDENTITY, boot=1, series=77, now=0)
    roller.throw((1,), 0)
    for stray in (Ack(78, 1), Ack(77, 2), Ack(77, 0xFFFF_FFFF)):
        roller.receive(frame(stray), 0)
        assert len(roller.waiting) == 1
    roller.receive(frame(Ack(77, 1)), 0)
    assert roller.waiting == ()
    assert roller.outgoing(0) == frame(Hello(1, 77, 2, 2, 6, "test 1"))


@pytest.mark.parametrize("values", [(), (1, 2, 3), (7,), (0,), (-1,)])
def test_the_roller_throws_only_what_its_dice_can_show(values: tuple[int, ...]) -> None:
    roller = RollerLink(IDENTITY, boot=1, series=77, now=0)
    with pytest.raises(ValueError):
        roller.throw(values, 0)
    assert roller.throw((6, 6), 0).serial == 1


def test_a_roller_is_one_that_can_say_hello() -> None:
    with pytest.raises(ValueError, match="sides must be"):
        RollerLink(RollerIdentity("x", dice=2, sides=1), boot=1, series=1, now=0)


def test_the_series_that_are_remembered_are_bounded() -> None:
    host = HostLink(0)
    for series in range(1, 2000):
        host.receive(frame(Hello(series, series, 1, 2, 6, "")), 0)
        host.receive(frame(Throw(series, 1, (1,))), 0)
    assert len(host._seen) == 16
    assert [a.message for a in host.receive(frame(Throw(1999, 2, (1,))), 0)] == [
        Throw(1999, 2, (1,))
    ]
