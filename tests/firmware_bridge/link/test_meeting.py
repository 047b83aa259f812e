"""How host and board meet, and how each notices that the other is gone."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware_bridge.link.frames import encode
from firmware_bridge.link.host import HostLink
from firmware_bridge.protocol.constants import (
    ASK_AT_REST_MS,
    ASK_EVERY_MS,
    BOARD_PATIENCE_MS,
    HOST_PATIENCE_MS,
)
from firmware_bridge.protocol.messages import (
    Ask,
    ForeignHello,
    Throw,
    ThrowAck,
    Welcome,
)
from tests.support.firmware.board_model import BoardIdentity, BoardLink
from tests.support.firmware.link_ends import HELLO, SESSION, frame, greeted
from tests.support.firmware.wire import IDENTITY, World


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


def test_a_roller_is_one_that_can_say_hello() -> None:
    with pytest.raises(ValueError, match="sides must be"):
        BoardLink(BoardIdentity("x", dice=2, sides=1), boot=1, series=1, now=0)
