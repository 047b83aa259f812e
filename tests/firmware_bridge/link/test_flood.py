"""A board that is broken or hostile sends as much as it can: little of it reaches the table."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from random import Random

import pytest

from firmware_bridge.link.events import (
    AT_A_TABLE,
    BoardDefective,
    BoardState,
    ContactMoved,
    GapFound,
    RollerRefused,
    RollerUp,
)
from firmware_bridge.link.frames import encode
from firmware_bridge.link.host import HostLink
from firmware_bridge.protocol.constants import WINDOW
from firmware_bridge.protocol.messages import Change, State, Throw, ThrowAck, to_payload
from groundwork.dice import DiceRolled
from tests.support.firmware.flood import FLOODS, SECOND, Flood, Listening, frame, greeting
from tests.support.firmware.wire import Storm, World
from tests.support.soak import SOAK, chance

FLOOD_SECONDS = 20


@pytest.mark.parametrize("flood", FLOODS)
def test_little_of_a_flood_reaches_the_table(flood: Callable[[], Flood]) -> None:
    host = Listening()
    reached = host.flooded(flood(), FLOOD_SECONDS)
    # 64 throws and then two a second; otherwise a dozen greetings, each with a loss and a return.
    thrown = sum(isinstance(event, DiceRolled) for event in reached)
    assert thrown <= 64 + 2 * FLOOD_SECONDS
    assert len(reached) - thrown <= 50
    assert host.events[BoardState.__name__] <= 8 + 2 * FLOOD_SECONDS
    assert host.events[ContactMoved.__name__] <= 256 + 100 * FLOOD_SECONDS
    assert host.link.counts.excessive + host.link.counts.out_of_place > 1000
    told = [event for event in reached if "BX519" in getattr(event, "why", "")]
    assert told
    assert host.events[BoardDefective.__name__] <= 1
    assert host.events[RollerRefused.__name__] <= 12


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_takes_no_memory(flood: Callable[[], Flood]) -> None:
    host, coming = Listening(), flood()
    host.flooded(coming, 3)
    tracemalloc.start()
    host.flooded(coming, 3 * min(SOAK, 20))
    kept, _most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 100_000


def test_a_storm_of_many_hours_leaves_a_small_journal() -> None:
    """Every kind of flood in turn, as fast as the line carries it."""
    random = chance("a flood")
    host = Listening()
    floods = [flood() for flood in FLOODS]
    seconds = 60 * SOAK if SOAK > 1 else 60
    reached = 0
    for _ in range(seconds // 5):
        reached += len(host.flooded(random.choice(floods), 5))
    assert reached <= 200 + 3 * seconds


def test_an_honest_board_loses_nothing_to_the_limits() -> None:
    random = Random(8)
    storm = Storm(random, often=0.2)
    world = World(storm)
    world.host = HostLink(world.now, session=5, rates=AT_A_TABLE)
    thrown = [world.roller.throw((1 + number % 6, 2), world.now) for number in range(300)]
    for boot in range(2, 40):
        world.pass_time(SECOND)
        world.roller.restart(boot, world.now)
    storm.often = 0.0
    world.settle(3600 * SECOND)
    assert world.got == thrown
    assert world.host.counts.excessive > 100


def test_people_at_a_table_never_meet_the_limits() -> None:
    random = Random(9)
    world = World(Storm(random, often=0.1))
    world.host = HostLink(world.now, session=5, rates=AT_A_TABLE)
    for number in range(500):
        world.roller.throw((3, 4), world.now)
        for tile in range(1, 10):
            world.roller.change(tile, bool(number % 2), world.now)
        world.pass_time(random.randrange(700_000, 2_000_000))
        if number % 100 == 99:
            world.roller.restart(number, world.now)
    assert world.host.counts.excessive == 0


def behind_a_slow_hub(seconds: int) -> tuple[Listening, list[bytes]]:
    """The host asks for so long, and each answer waits on the way; only old news trickles in."""
    host, waiting = Listening(), list[bytes]()
    host.hear(greeting())
    for _ in range(seconds):
        host.now += SECOND
        host.hear(greeting())
        waiting.append(frame(State(1, 0, len(waiting), 0, 0, 0, 0, 0)))
    return host, waiting


@pytest.mark.parametrize("seconds", [9, 20, 90])
def test_answers_that_come_late_in_a_burst_accuse_nobody(seconds: int) -> None:
    host, waiting = behind_a_slow_hub(seconds)
    # One frame in a hundred comes twice.
    told = host.hear(b"".join(waiting) + waiting[-1])
    assert {type(event) for event in told} == {BoardState}
    assert host.link.counts.excessive == 0


def test_a_board_that_floods_after_a_backlog_is_named() -> None:
    host, waiting = behind_a_slow_hub(20)
    host.hear(b"".join(waiting))
    told = host.hear(b"".join(waiting))
    assert [type(event) for event in told] == [BoardDefective]


def test_what_another_boot_was_asked_excuses_no_flood() -> None:
    host, _waiting = behind_a_slow_hub(20)
    host.hear(greeting(2))
    told = host.hear(frame(State(2, 0, 0, 0, 0, 0, 0, 0)) * 20)
    assert sum(isinstance(event, BoardDefective) for event in told) == 1


def test_a_throw_beyond_the_window_is_an_error_and_none_is_taken_until_the_next_hello() -> None:
    host = Listening()
    host.hear(greeting())
    in_window = b"".join(frame(Throw(77, serial, 0, (1,))) for serial in range(1, WINDOW + 1))
    host.link.receive(in_window, host.now)
    assert host.link.counts.excessive == 0
    (refused,) = host.hear(frame(Throw(77, WINDOW + 1, 0, (1,))))
    assert isinstance(refused, RollerRefused)
    assert "beyond its window" in str(refused.fault)
    assert host.hear(frame(Throw(77, WINDOW + 1, 0, (1,)))) == []
    assert host.link.hello is None
    back = host.hear(greeting())
    assert [type(event) for event in back] == [RollerUp]


def test_an_acknowledgement_moves_the_window_on() -> None:
    host = Listening()
    host.hear(greeting())
    for serial in range(1, 3 * WINDOW):
        host.link.receive(frame(Throw(77, serial, 0, (1,))), host.now)
        host.link.kept(77, serial, host.now)
        assert encode(to_payload(ThrowAck(77, serial, 0))) in host.link.outgoing(host.now)
    assert host.link.counts.excessive == 0


def test_changes_beyond_the_window_are_an_error_too() -> None:
    host = Listening()
    host.hear(greeting())
    (refused,) = host.hear(frame(Change(78, WINDOW + 1, 0, 3, 1)))
    assert isinstance(refused, RollerRefused)


def test_what_is_missing_is_told_when_the_board_is_taken_again() -> None:
    host = Listening()
    host.hear(greeting())
    host.hear(frame(Throw(77, 1, 0, (1, 1))))
    told = [host.hear(greeting(first=first)) for first in (3, 5, 7, 9, 11, 13, 15, 17, 19)]
    assert host.link.hello is None
    host.now += 20 * SECOND
    told.append(host.hear(greeting(first=21)))
    numbers = [
        (event.gap.first, event.gap.last or 0)
        for events in told
        for event in events
        if isinstance(event, GapFound)
    ]
    assert numbers[0] == (2, 2)
    assert numbers[-1][1] == 20
    assert [first for first, _ in numbers[1:]] == [last + 1 for _, last in numbers[:-1]]


def test_a_board_that_keeps_to_the_protocol_throws_no_faster_than_the_limit() -> None:
    world = World()
    world.host = HostLink(world.now, session=5, rates=AT_A_TABLE)
    for number in range(2000):
        world.roller.throw((1 + number % 6, 2), world.now)
    world.pass_time(FLOOD_SECONDS * SECOND)
    assert 64 <= len(world.got) <= 64 + 2 * FLOOD_SECONDS
    assert [throw.serial for throw in world.got] == list(range(1, len(world.got) + 1))
