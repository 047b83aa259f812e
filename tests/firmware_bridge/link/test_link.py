"""Both ends of the link, in virtual time: every throw once and in order, whatever the wire does."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.link.commands import CommandOutcome, CommandQueue
from firmware_bridge.link.counters import LineCounts
from firmware_bridge.link.decoder import MessageDecoder
from firmware_bridge.link.frames import encode
from firmware_bridge.link.host import Gap, HostLink
from firmware_bridge.protocol.codec import to_payload
from firmware_bridge.protocol.constants import (
    ASK_AT_REST_MS,
    ASK_EVERY_MS,
    BOARD_PATIENCE_MS,
    HOST_PATIENCE_MS,
    Order,
    Result,
)
from firmware_bridge.protocol.messages import (
    Answer,
    Ask,
    Change,
    Command,
    ForeignHello,
    Sendable,
    State,
    Throw,
    ThrowAck,
    Welcome,
)
from tests.firmware_bridge.conftest import hello, unhurried
from tests.support.firmware.board_model import BoardIdentity, BoardLink
from tests.support.firmware.wire import IDENTITY, Storm, World

SESSION = 5
HELLO = hello(boot=1, series=77, first=1, dice=2, sides=6, name="test 1")


def frame(*messages: Sendable) -> bytes:
    return b"".join(encode(to_payload(message)) for message in messages)


def serials(throws: list[Throw]) -> list[int]:
    return [throw.serial for throw in throws]


def test_they_meet_and_then_only_show_that_they_are_there() -> None:
    world = World()
    world.settle()
    assert world.hellos == [HELLO]
    began = world.now
    said: list[tuple[int, bytes]] = []

    def overhear(data: bytes) -> bytes:
        said.append((world.now, data))
        return data

    world.to_roller.noise = overhear
    world.pass_time(60_000_000)
    assert {data for _, data in said} == {frame(Ask(1))}
    pauses = [after[0] - before[0] for before, after in pairwise(said)]
    assert pauses[:5] == [ASK_EVERY_MS * 1000] * 5
    assert pauses[-5:] == [ASK_AT_REST_MS * 1000] * 5
    assert world.hellos == [HELLO]
    assert world.now >= began + 60_000_000


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


def test_a_throw_of_nobody_is_not_taken_and_its_roller_is_asked() -> None:
    host = HostLink(0, session=SESSION)
    assert frame(Welcome(0, SESSION)) == host.outgoing(0)
    assert host.receive(frame(Throw(5, 1, 0, (1,))), 0) == []
    assert host.counts.out_of_place == 1
    assert host.outgoing(50_000) == b""
    assert host.outgoing(100_000) == frame(Welcome(0, SESSION))


def test_a_throw_of_another_series_makes_the_host_ask_and_at_a_bounded_pace() -> None:
    host = HostLink(0, session=SESSION)
    host.receive(frame(HELLO), 0)
    host.outgoing(0)
    asked = []
    for now in range(0, 10_000_000, 10_000):
        host.receive(frame(HELLO, Throw(5, 1, 0, (1,)), Throw(77, 3, 0, (1,))), now)
        if frame(Welcome(0, SESSION)) in host.outgoing(now):
            asked.append(now)
    assert len(asked) < 10


def test_the_host_asks_ever_more_slowly() -> None:
    host = HostLink(0, session=SESSION)
    asked = []
    now: int | None = 0
    while now is not None and now < 10_000_000:
        assert host.outgoing(now) == frame(Welcome(0, SESSION))
        asked.append(now)
        now = host.next_deadline()
    assert asked[:6] == [0, 100_000, 300_000, 700_000, 1_500_000, 3_100_000]
    assert asked[6] == 5_100_000


def test_a_flood_of_repeats_gets_one_answer() -> None:
    host = HostLink(0, session=SESSION)
    host.receive(frame(HELLO), 0)
    host.outgoing(0)
    news = host.receive(frame(Throw(77, 1, 0, (1,)), HELLO) * 500, 7)
    assert [each.what for each in news] == [Throw(77, 1, 0, (1,))]
    assert host.next_deadline() == 7
    assert host.outgoing(7) == frame(ThrowAck(77, 1, 0), Welcome(1, SESSION))
    assert host.outgoing(7) == b""


def test_a_hello_of_another_version_is_told_once_and_not_answered() -> None:
    host = HostLink(0, session=SESSION)
    foreign = encode(b"\x01\x09 from the future")
    news = host.receive(foreign * 3, 4)
    assert [(each.at, each.what) for each in news] == [(4, ForeignHello(9))]
    assert host.outgoing(0) == b""
    assert host.next_deadline() is None
    assert [each.what for each in host.receive(frame(HELLO), 5)] == [HELLO]
    assert len(host.receive(foreign, 6)) == 1
    assert host.receive(frame(Throw(77, 1, 0, (1,))), 7) == []
    assert [each.what for each in host.receive(frame(HELLO), 8)] == [HELLO]


def test_our_own_echo_is_out_of_place() -> None:
    host = HostLink(0, session=SESSION)
    assert host.receive(host.outgoing(0) + frame(ThrowAck(1, 1, 0)), 0) == []
    assert host.counts.out_of_place == 2
    roller = BoardLink(IDENTITY, boot=1, series=1, now=0)
    roller.receive(roller.outgoing(0), 0)
    assert roller.counts.out_of_place == 1


def test_unknown_and_malformed_messages_are_counted() -> None:
    host = HostLink(0, session=SESSION)
    assert host.receive(encode(b"\x63") + encode(b"\x04") + encode(b"\x04\x00"), 0) == []
    assert (host.counts.unknown, host.counts.malformed, host.counts.frames) == (1, 2, 3)


def test_no_throw_is_sent_before_the_welcome() -> None:
    roller = BoardLink(IDENTITY, boot=1, series=77, now=0)
    roller.throw((1,), 0)
    assert roller.outgoing(0) == frame(HELLO)
    assert roller.outgoing(0) == b""
    roller.receive(frame(Welcome(2, SESSION)), 1)
    assert roller.outgoing(1) == frame(HELLO)
    roller.receive(frame(Welcome(1, SESSION)), 2)
    assert roller.outgoing(2) == frame(Throw(77, 1, 0, (1,)))
    roller.receive(frame(Welcome(1, SESSION)), 3)
    assert roller.next_deadline() == 100_002


def test_what_waits_is_not_hurried_by_repeated_answers() -> None:
    roller = BoardLink(IDENTITY, boot=1, series=77, now=0)
    roller.throw((1,), 0)
    roller.throw((2,), 0)
    roller.receive(frame(Welcome(1, SESSION), ThrowAck(77, 1, 0)), 0)
    assert roller.outgoing(0) == frame(Throw(77, 2, 0, (2,)))
    roller.receive(frame(Welcome(1, SESSION), ThrowAck(77, 1, 0)), 20)
    assert roller.outgoing(99_999) == b""
    assert roller.outgoing(100_000) == frame(Throw(77, 2, 10, (2,)))


def greeted(throws: int) -> BoardLink:
    roller = BoardLink(IDENTITY, boot=1, series=77, now=0)
    roller.receive(frame(Welcome(1, SESSION)), 0)
    for value in range(throws):
        roller.throw((1 + value % 6,), 0)
    return roller


def numbers_in(data: bytes) -> list[int]:
    arrivals = MessageDecoder(LineCounts()).feed(data, 0)
    return [each.message.serial for each in arrivals if isinstance(each.message, Throw)]


def test_a_window_of_throws_is_under_way_and_no_more() -> None:
    roller = greeted(9)
    assert numbers_in(roller.outgoing(0)) == [1, 2, 3, 4]
    assert roller.outgoing(1) == b""
    roller.receive(frame(ThrowAck(77, 3, 0)), 2)
    assert numbers_in(roller.outgoing(2)) == [5, 6, 7]
    assert numbers_in(roller.outgoing(100_002)) == [4, 5, 6, 7]


def test_one_that_is_missing_is_said_again_at_once_and_once() -> None:
    roller = greeted(4)
    roller.outgoing(0)
    roller.receive(frame(ThrowAck(77, 1, 1), ThrowAck(77, 1, 1)), 10_000)
    assert numbers_in(roller.outgoing(10_000)) == [2, 3, 4]
    roller.receive(frame(ThrowAck(77, 1, 1)), 20_000)
    assert numbers_in(roller.outgoing(20_000)) == []
    roller.receive(frame(ThrowAck(77, 1, 1)), 31_000)
    assert numbers_in(roller.outgoing(31_000)) == [2, 3, 4]


def test_the_host_says_once_that_one_is_missing() -> None:
    host = HostLink(0, session=SESSION)
    host.receive(frame(HELLO, Throw(77, 1, 0, (1,))), 0)
    host.outgoing(0)
    host.receive(frame(Throw(77, 3, 0, (1,)), Throw(77, 4, 0, (1,))), 1)
    assert host.outgoing(1) == frame(ThrowAck(77, 1, 1))
    host.receive(frame(Throw(77, 4, 0, (1,))), 2)
    assert host.outgoing(2) == frame(ThrowAck(77, 1, 0))
    assert len(host.receive(frame(Throw(77, 2, 0, (1,)), Throw(77, 3, 0, (1,))), 3)) == 2
    assert host.outgoing(3) == frame(ThrowAck(77, 3, 0))


def test_a_missing_one_that_never_comes_is_asked_for_by_hello_and_told_of() -> None:
    host = HostLink(0, session=SESSION)
    host.receive(frame(HELLO, Throw(77, 3, 0, (1,))), 0)
    host.outgoing(0)
    assert host.outgoing(100_000) == frame(Welcome(0, SESSION))
    news = host.receive(frame(hello(1, 77, 3, 2, 6, "test 1"), Throw(77, 3, 0, (1,))), 110_000)
    assert [each.what for each in news] == [Gap("throw", 77, 1, 2), Throw(77, 3, 0, (1,))]


def test_changes_come_in_order_beside_the_throws() -> None:
    chance = random.Random(4)
    storm = Storm(chance, often=0.3)
    world = World(storm)
    thrown, moved = [], []
    for _ in range(2000):
        if chance.random() < 0.3:
            thrown.append(world.roller.throw((chance.randint(1, 6),), world.now))
        moved.append(world.roller.change(chance.randint(1, 27), chance.random() < 0.5, world.now))
        world.pass_time(chance.randrange(40_000))
        if chance.random() < 0.01:
            world.replug()
    storm.often = 0.0
    world.settle()
    world.pass_time(3_000_000)
    assert world.got == thrown
    assert world.changes == moved


def test_what_a_board_forgets_of_its_changes_is_told_by_number() -> None:
    world = World()
    world.settle()
    world.roller.change(3, True, world.now)
    world.settle()
    world.pass_time(100_000)
    world.roller.change(4, True, world.now)  # Never sent: the power goes just now.
    world.roller = BoardLink(IDENTITY, boot=9, series=200, now=world.now)
    world.settle()
    assert world.missed == [Gap("change", 78, 2, None)]


def test_a_reading_counts_once_all_its_changes_are_here() -> None:
    host = HostLink(0, session=SESSION)
    host.receive(frame(HELLO), 0)
    ahead = State(1, 1, 4, 0, 0, 0, 0, 0)
    assert [each.what for each in host.receive(frame(ahead), 0)] == [ahead]
    assert not host.holds_all_of(ahead)
    host.receive(frame(Change(78, 1, 0, 3, 1)), 0)
    assert host.holds_all_of(ahead)


def test_a_board_that_falls_silent_is_told_of_once_and_asked_for() -> None:
    world = World()
    world.settle()
    world.to_host.noise = lambda data: b""
    began = world.now
    fell: list[int] = []
    while world.now < began + 10_000_000:
        assert world.step()
        if world.host.hello is None and not fell:
            fell.append(world.now - began)
    longest = HOST_PATIENCE_MS * 1000
    assert longest - ASK_AT_REST_MS * 1000 < fell[0] <= longest + 100_000
    world.to_host.noise = lambda data: data
    world.settle()
    assert world.host.hello == HELLO


def test_a_board_that_hears_nobody_says_hello_again() -> None:
    roller = greeted(0)
    assert roller.outgoing(BOARD_PATIENCE_MS * 1000 - 1) == b""
    assert roller.outgoing(BOARD_PATIENCE_MS * 1000) == frame(HELLO)


def test_a_command_is_carried_out_once_and_its_answer_comes() -> None:
    chance = random.Random(6)
    storm = Storm(chance, often=0.4)
    world = World(storm)
    done: list[int] = []

    def obey(command: Command) -> int:
        done.append(command.argument)
        return Result.DONE

    world.roller = BoardLink(IDENTITY, boot=1, series=77, now=world.now, obey=obey)
    for argument in range(200):
        world.host.orders.give(Order.ROLL, argument)
        world.pass_time(chance.randrange(100_000))
    storm.often = 0.0
    world.settle()
    world.pass_time(10_000_000)
    assert done == list(range(200))
    assert world.carried == [CommandOutcome(Order.ROLL, argument, Result.DONE) for argument in done]


def test_each_contact_is_told_its_last_time_to_settle_again_after_a_restart() -> None:
    orders = CommandQueue()
    orders.meet(1)
    for contact, ms in ((0, 10), (3, 20), (3, 30), (5, 40)):
        orders.give(Order.SETTLE, contact + 256 * ms)

    def said() -> list[tuple[int, int]]:
        told = []
        while (command := orders.outgoing(0)) is not None:
            told.append((command.argument & 0xFF, command.argument >> 8))
            orders.answered(Answer(command.boot, command.number, Result.DONE))
        return told

    assert said() == [(0, 10), (3, 30), (5, 40)]
    assert orders.meet(2) == []
    assert said() == [(0, 10), (3, 30), (5, 40)]


def test_a_board_that_restarts_is_told_its_lamps_anew_and_nothing_twice() -> None:
    host = HostLink(0, session=SESSION)
    host.receive(frame(HELLO), 0)
    host.orders.give(Order.LAMPS, 5)
    assert host.outgoing(0).endswith(frame(Command(1, 1, Order.LAMPS, 5), Ask(1)))
    host.receive(frame(Answer(1, 1, Result.DONE)), 1)
    host.orders.give(Order.ROLL, 2)
    assert host.outgoing(2) == frame(Command(1, 2, Order.ROLL, 2))
    again = hello(2, 77, 1, 2, 6, "test 1")
    news = [each.what for each in host.receive(frame(again), 3)]
    assert news == [CommandOutcome(Order.ROLL, 2, None), again]
    assert frame(Command(2, 1, Order.LAMPS, 5)) in host.outgoing(3)


def test_of_many_pictures_of_the_lamps_the_last_is_shown() -> None:
    host = HostLink(0, session=SESSION)
    for lit in range(50):
        host.orders.give(Order.LAMPS, lit)
    host.receive(frame(HELLO), 0)
    assert frame(Command(1, 1, Order.LAMPS, 49)) in host.outgoing(0)
    assert host.receive(frame(Answer(1, 1, Result.DONE)), 1)
    assert host.outgoing(2) == b""


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


def test_a_roller_is_one_that_can_say_hello() -> None:
    with pytest.raises(ValueError, match="sides must be"):
        BoardLink(BoardIdentity("x", dice=2, sides=1), boot=1, series=1, now=0)


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
