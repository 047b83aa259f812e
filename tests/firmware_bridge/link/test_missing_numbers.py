"""A window of throws is under way, and one that is missing is said again."""

from __future__ import annotations

from firmware_bridge.link.events import Gap
from firmware_bridge.link.frames import LineCounts, MessageDecoder
from firmware_bridge.link.host import HostLink
from firmware_bridge.protocol.messages import (
    Throw,
    ThrowAck,
    Welcome,
)
from tests.firmware_bridge.conftest import hello
from tests.support.firmware.board_model import BoardLink
from tests.support.firmware.link_ends import HELLO, SESSION, frame, greeted
from tests.support.firmware.wire import IDENTITY


def test_what_waits_is_not_hurried_by_repeated_answers() -> None:
    roller = BoardLink(IDENTITY, boot=1, series=77, now=0)
    roller.throw((1,), 0)
    roller.throw((2,), 0)
    roller.receive(frame(Welcome(1, SESSION), ThrowAck(77, 1, 0)), 0)
    assert roller.outgoing(0) == frame(Throw(77, 2, 0, (2,)))
    roller.receive(frame(Welcome(1, SESSION), ThrowAck(77, 1, 0)), 20)
    assert roller.outgoing(99_999) == b""
    assert roller.outgoing(100_000) == frame(Throw(77, 2, 10, (2,)))


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


def test_the_host_says_that_the_first_of_all_is_missing() -> None:
    host = HostLink(0, session=SESSION)
    host.receive(frame(HELLO), 0)
    host.outgoing(0)
    host.receive(frame(Throw(77, 2, 0, (1,))), 1)
    assert host.outgoing(1) == frame(ThrowAck(77, 0, 1))


def test_a_missing_one_that_never_comes_is_asked_for_by_hello_and_told_of() -> None:
    host = HostLink(0, session=SESSION)
    host.receive(frame(HELLO, Throw(77, 3, 0, (1,))), 0)
    host.outgoing(0)
    assert host.outgoing(100_000) == frame(Welcome(0, SESSION))
    news = host.receive(frame(hello(1, 77, 3, 2, 6, "test 1"), Throw(77, 3, 0, (1,))), 110_000)
    assert [each.what for each in news] == [Gap("throw", 77, 1, 2), Throw(77, 3, 0, (1,))]
