"""Whoever opens many connections keeps nobody out: the idlest of the largest crowd makes room."""

from __future__ import annotations

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from errno import EMFILE
from http.client import HTTPConnection
from pathlib import Path
from threading import Event

import pytest

from boxctl.web.http import http_protocol
from boxctl.web.http.feed_places import MOST_STREAMS, THIS_MACHINE
from boxctl.web.http.http_protocol import (
    MOST_CONNECTIONS,
    MOST_FROM_ONE,
    OpenConnection,
    connection_to_drop,
)
from tests.support.web.served_table import LONG, ServedTable

FLOOD = 600

PHONE = "192.168.1.20"
CROWD = "192.168.1.66"

GET = b"GET /state.json HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"


def crowd(count: int, client: str = CROWD, *, answered: bool = False) -> list[OpenConnection]:
    return [OpenConnection(client, None if answered else float(place)) for place in range(count)]


def test_few_connections_are_all_kept() -> None:
    assert connection_to_drop([*crowd(MOST_FROM_ONE)]) is None
    assert connection_to_drop([OpenConnection(PHONE, 0.0)]) is None


def test_an_address_with_too_many_makes_room_itself() -> None:
    phone = OpenConnection(PHONE, -100.0)
    assert connection_to_drop([phone, *crowd(MOST_FROM_ONE + 1)]) == 1


def test_an_address_that_is_answered_everywhere_gets_no_more() -> None:
    open = crowd(MOST_FROM_ONE + 1, answered=True)
    assert connection_to_drop(open) == MOST_FROM_ONE


def test_the_largest_crowd_makes_room_for_a_phone() -> None:
    few = [OpenConnection(f"192.168.1.{100 + number}", -50.0) for number in range(10)]
    open = [*few, *crowd(MOST_CONNECTIONS - 10, THIS_MACHINE), OpenConnection(PHONE, 300.0)]
    assert connection_to_drop(open) == 10


def test_what_is_answered_is_never_dropped_for_another() -> None:
    answered = crowd(MOST_CONNECTIONS - 1, THIS_MACHINE, answered=True)
    idle = OpenConnection("192.168.1.30", 7.0)
    assert connection_to_drop([*answered, idle, OpenConnection(PHONE, 8.0)]) == len(answered)


def test_a_crowd_that_is_answered_everywhere_keeps_nobody_out() -> None:
    half = MOST_CONNECTIONS // 2
    open = [*crowd(half, answered=True), *crowd(half, "192.168.1.67", answered=True)]
    assert connection_to_drop([*open, OpenConnection(PHONE, 8.0)]) == MOST_CONNECTIONS - 1


def test_the_phones_of_a_pub_behind_one_address_have_their_feeds_and_act() -> None:
    feeds = crowd(MOST_STREAMS, "203.0.113.7", answered=True)
    acts = crowd(MOST_STREAMS, "203.0.113.7")
    assert connection_to_drop([*feeds, *acts]) is None


def test_of_many_addresses_the_one_that_waits_longest_makes_room() -> None:
    open = [OpenConnection(f"10.0.{n // 250}.{n % 250}", 1000.0 - n) for n in range(257)]
    assert connection_to_drop(open) == MOST_CONNECTIONS - 1


@pytest.fixture
def open_sockets() -> Iterator[ExitStack]:
    with ExitStack() as open:
        yield open


def connects(open: ExitStack, port: int, source: str = "127.0.0.1") -> HTTPConnection:
    """Connect from an address of this machine; all of 127.0.0.0/8 are."""
    line = HTTPConnection("127.0.0.1", port, LONG, (source, 0))
    open.callback(line.close)
    line.connect()
    return line


def is_answered(line: HTTPConnection) -> bool:
    """Whether a request over this very connection is answered."""
    line.auto_open = 0
    with suppress(ConnectionError):
        line.request("GET", "/state.json")
        answer = line.getresponse()
        return answer.status == 200 and bool(answer.read())
    return False


@pytest.mark.parametrize(
    ("flooder", "count"), [("127.0.0.1", 2 * MOST_CONNECTIONS), ("127.0.0.2", 2 * MOST_FROM_ONE)]
)
def test_a_flood_of_idle_connections_keeps_no_phone_out(
    pages: ServedTable, open_sockets: ExitStack, flooder: str, count: int
) -> None:
    for _ in range(count):
        connects(open_sockets, pages.port, flooder)
    phone = connects(open_sockets, pages.port, "127.0.0.3")
    assert is_answered(phone)


def test_a_flood_from_several_addresses_keeps_no_phone_out(
    pages: ServedTable, open_sockets: ExitStack
) -> None:
    phone = connects(open_sockets, pages.port, "127.0.0.3")
    assert is_answered(phone)
    for number in range(MOST_CONNECTIONS + 20):
        connects(open_sockets, pages.port, f"127.0.1.{number % 10 + 1}")
    # A browser asks again over the connection that it has kept, and over a new one.
    assert is_answered(phone)
    assert is_answered(connects(open_sockets, pages.port, "127.0.0.3"))


@pytest.fixture
def few_files() -> Iterator[None]:
    """The program may open as many files as the flood has connections, and 300 more."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    open_now = len(list(Path("/proc/self/fd").iterdir()))
    resource.setrlimit(resource.RLIMIT_NOFILE, (open_now + FLOOD + 300, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.usefixtures("few_files")
def test_a_flood_that_comes_at_once_takes_no_file_from_the_journal(
    pages: ServedTable, open_sockets: ExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    begin = Event()
    loop = pages.server._loop
    assert loop is not None
    loop.call_soon_threadsafe(begin.wait)
    for _ in range(FLOOD):
        line = open_sockets.enter_context(socket.socket())
        line.setblocking(False)
        line.bind(("127.0.0.2", 0))
        line.connect_ex(("127.0.0.1", pages.port))
    begin.set()
    assert is_answered(connects(open_sockets, pages.port, "127.0.0.3"))
    # asyncio tells of a file that it could not have, with a traceback.
    assert caplog.records == []


def test_files_that_cannot_be_had_are_no_traceback(
    pages: ServedTable, caplog: pytest.LogCaptureFixture
) -> None:
    loop = pages.server._loop
    assert loop is not None
    context = {"message": "socket.accept() out of system resource", "exception": OSError(EMFILE)}
    loop.call_exception_handler(context)
    assert caplog.records == []


def test_a_body_that_nobody_waits_for_keeps_no_connection(
    pages: ServedTable, open_sockets: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = connects(open_sockets, pages.port)
    assert is_answered(line)  # From here on the server waits for the next request.
    monkeypatch.setattr(http_protocol, "HEAD_PATIENCE", 0.0)
    head = GET.replace(b"\r\n\r\n", b"\r\nContent-Length: 1000000\r\n\r\n") % pages.port
    line.sock.sendall(head)
    answer = b""
    with suppress(ConnectionError):
        while piece := line.sock.recv(1 << 16):
            answer += piece
            line.sock.sendall(b"x")
    assert answer.startswith(b"HTTP/1.1 200")


def test_who_asks_and_does_not_read_keeps_no_connection(
    pages: ServedTable, open_sockets: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "READ_PATIENCE", 0.0)
    line = open_sockets.enter_context(socket.socket())
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    line.connect(("127.0.0.1", pages.port))
    # More than the buffers of the kernel take: the rest waits in the server.
    line.sendall((GET % pages.port).replace(b"/state.json", b"/openapi.json") * 400)
    others = (connects(open_sockets, pages.port) for _ in range(1000))
    assert any(is_answered(each) and not is_open(pages, line) for each in others)


def is_open(pages: ServedTable, line: socket.socket) -> bool:
    """Whether the server still has a connection that it has accepted."""
    known = list(pages.server._server.server_state.connections)
    return line.getsockname() in [getattr(each, "client", None) for each in known]
