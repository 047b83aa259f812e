"""What goes over the line to a broker, on a real socket."""

from __future__ import annotations

import select
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Thread

import pytest

from boxctl.web.mqtt.broker_line import (
    MOST_AT_ONCE,
    MOST_UNDERWAY,
    BrokerLine,
    LineState,
    Publication,
    ReceivedBytes,
    connect,
)
from boxctl.web.mqtt.login import BrokerLogin
from hardware.config.tables.network import BrokerUrl
from tests.support.mqtt.pretend_broker import (
    CUT,
    ENDED,
    Introduction,
    PretendBroker,
    pretend_broker,
)

AVAILABILITY = "boxctl/1/pub/availability"
STATE = Publication("boxctl/1/pub/turn", "Zoë", is_retained=True)
RULING = Publication("boxctl/1/pub/rulings", "{}", is_retained=False)


@pytest.fixture
def broker() -> Iterator[PretendBroker]:
    with pretend_broker() as broker:
        yield broker


class Acknowledged(list[Publication]):
    """What the broker has acknowledged."""


def line_to(broker: PretendBroker, acknowledged: Acknowledged | None = None) -> BrokerLine:
    url = BrokerUrl("127.0.0.1", broker.port, user="ann")
    noted = Acknowledged() if acknowledged is None else acknowledged
    return connect(BrokerLogin(url, "pub", "secret"), AVAILABILITY, noted.append)


def works_until(line: BrokerLine, is_so: Callable[[], bool]) -> None:
    """Let the line work, whenever something comes, until it is so."""
    while not is_so():
        if (file := line.fileno()) is not None:
            select.select([file], [file] if line.wants_to_write else [], [], 30)
        line.work()


def opened(line: BrokerLine) -> BrokerLine:
    works_until(line, lambda: line.state is not LineState.WAITING)
    return line


def test_the_box_introduces_itself_and_leaves_a_last_will(broker: PretendBroker) -> None:
    line = opened(line_to(broker))
    assert line.state is LineState.OPEN
    will = Publication(AVAILABILITY, "offline", is_retained=True)
    assert broker.hears() == Introduction("boxctl-pub", "ann", "secret", will)


def test_what_is_published_is_acknowledged(broker: PretendBroker) -> None:
    acknowledged = Acknowledged()
    line = opened(line_to(broker, acknowledged))
    broker.hears()
    line.publish(STATE)
    line.publish(RULING)
    works_until(line, lambda: len(acknowledged) == 2)
    assert [broker.hears(), broker.hears()] == [STATE, RULING]
    assert acknowledged == [STATE, RULING]


def test_no_more_is_underway_than_the_broker_takes(broker: PretendBroker) -> None:
    acknowledged = Acknowledged()
    line = opened(line_to(broker, acknowledged))
    sent = 0
    while line.has_room:
        line.publish(STATE)
        sent += 1
    assert sent == MOST_UNDERWAY
    works_until(line, lambda: len(acknowledged) == sent)
    assert line.has_room


def test_a_broker_that_refuses_says_why(broker: PretendBroker) -> None:
    broker.answer = 5
    line = opened(line_to(broker))
    assert line.state is LineState.REFUSED
    assert "authori" in line.why.lower()
    line.work()
    assert line.state is LineState.REFUSED
    line.close()


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\x30\xff\xff\xff\x7f" + bytes(4096), id="a message of 256 MB"),
        pytest.param(b"\x34\x05\x00\x01x\x00\x07" * 1000, id="messages that nobody asked for"),
        pytest.param(b"\x40\x02\x00\x01" * 1000, id="acknowledgements of nothing"),
    ],
)
def test_a_broker_that_sends_without_end_is_left(broker: PretendBroker, data: bytes) -> None:
    line = opened(line_to(broker))
    broker.hears()
    broker.floods(data)
    works_until(line, lambda: line.state is LineState.LOST)
    assert line.why == "it sends more than a broker has to"
    line.close()


def test_what_a_broker_has_to_send_is_never_too_much() -> None:
    received, now, counted = ReceivedBytes(0), 0, 5_000
    assert not received.are_too_many(counted, now)
    for _ in range(10_000):
        now, counted = now + 50_000, counted + MOST_UNDERWAY * 40
        assert not received.are_too_many(counted, now)


def test_a_long_silence_earns_no_more_than_a_short_one() -> None:
    received = ReceivedBytes(0)
    assert received.are_too_many(MOST_AT_ONCE + 1, 3_600_000_000)


def test_a_line_that_is_cut_is_lost(broker: PretendBroker) -> None:
    line = opened(line_to(broker))
    broker.hears()
    broker.cuts()
    works_until(line, lambda: line.state is LineState.LOST)
    assert line.why
    assert line.fileno() is None
    line.work()
    line.close()
    assert broker.hears() == CUT


def test_a_box_that_stops_says_good_bye(broker: PretendBroker) -> None:
    line = opened(line_to(broker))
    broker.hears()
    line.close()
    assert broker.hears() == ENDED


def test_nobody_listens_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(ConnectionRefusedError):
        connect(BrokerLogin(BrokerUrl("127.0.0.1", port), "pub"), AVAILABILITY, lambda _: None)


# The library leaves the socket of a failed handshake to be closed when it is forgotten.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_who_speaks_no_tls_is_told_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        Thread(target=_answers_in_plain_text, args=(listening,), daemon=True).start()
        url = BrokerUrl("127.0.0.1", listening.getsockname()[1], is_encrypted=True)
        login = BrokerLogin(url, "pub", None, ssl.create_default_context())
        with pytest.raises(ssl.SSLError):
            connect(login, AVAILABILITY, lambda _: None)


def _answers_in_plain_text(listening: socket.socket) -> None:
    client, _ = listening.accept()
    with client, suppress(ConnectionResetError):
        client.recv(1)
        client.sendall(b"\x20\x02\x00\x00" * 8)
        while client.recv(4096):
            pass
